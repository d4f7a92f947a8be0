/** One page of the explorer: path, title and navigation group. */
export interface PageRow {
  id: string;
  /** Path. `:name` matches one segment and becomes a parameter. */
  path: string;
  /** Name in the navigation and in the window's title. */
  title: string;
  /** Group of the navigation; a page without one is reached from others. */
  group?: "Learn" | "Build" | "Schema" | "Account" | "Administration";
  /**
   * Data file that must be there for a page to exist, below `/explorer/data/`; `:name` is the path's parameter. Without
   * it, every path that fits is a page.
   */
  data?: string;
}

/** Every page, in the order of the navigation. `web/routes.ts` has the module of each page by its ID. */
export const pages = [
  { id: "overview", path: "/", title: "Overview" },
  { id: "guides", path: "/guides", title: "Guides", group: "Learn" },
  { id: "guide", path: "/guides/:slug", title: "Guides", data: "guides/:slug.json" },
  { id: "webhook-events", path: "/webhook-events", title: "Webhook events", group: "Learn" },
  { id: "prices", path: "/prices", title: "Prices", group: "Learn" },
  { id: "console", path: "/console", title: "Console", group: "Build" },
  { id: "rest", path: "/rest", title: "REST", group: "Build" },
  { id: "rest-operation", path: "/rest/:operationId", title: "REST", data: "operations/:operationId.json" },
  { id: "tools", path: "/tools", title: "Agent tools", group: "Build" },
  { id: "tool", path: "/tools/:name", title: "Agent tools", data: "tools/:name.json" },
  { id: "operations", path: "/operations", title: "Operations", group: "Build" },
  { id: "schema", path: "/schema", title: "Types and fields", group: "Schema" },
  { id: "type", path: "/schema/:type", title: "Schema", data: "types/:type.json" },
  { id: "field", path: "/schema/:type/:field", title: "Schema", data: "types/:type.json" },
  { id: "graph", path: "/graph", title: "Graph", group: "Schema" },
  { id: "changelog", path: "/changelog", title: "Changelog", group: "Schema" },
  { id: "errors", path: "/errors", title: "Errors", group: "Schema" },
  { id: "usage", path: "/usage", title: "Usage", group: "Account" },
  { id: "keys", path: "/keys", title: "API keys", group: "Account" },
  { id: "key-new", path: "/keys/new", title: "New API key" },
  { id: "webhooks", path: "/webhooks", title: "Webhooks", group: "Account" },
  { id: "receiver", path: "/webhooks/receiver", title: "Receiver" },
  { id: "delivery", path: "/webhooks/:deliveryId", title: "Delivery" },
  { id: "secret", path: "/one-time-secrets/:secretId", title: "Secret" },
  { id: "members", path: "/members", title: "Members", group: "Account" },
  { id: "approvals", path: "/approvals", title: "Approvals", group: "Account" },
  { id: "requests", path: "/requests", title: "Requests", group: "Account" },
  { id: "audit", path: "/audit", title: "Audit log", group: "Account" },
  { id: "data", path: "/data-export", title: "Data export", group: "Account" },
  { id: "settings", path: "/settings", title: "Settings", group: "Account" },
  { id: "admin-users", path: "/admin/users", title: "Users", group: "Administration" },
  { id: "admin-accounts", path: "/admin/accounts", title: "Accounts", group: "Administration" },
  { id: "admin-apps", path: "/admin/apps", title: "Apps", group: "Administration" },
  { id: "admin-plans", path: "/admin/plans", title: "Plans", group: "Administration" },
  { id: "admin-packages", path: "/admin/credit-packages", title: "Credit packages", group: "Administration" },
  { id: "admin-prices", path: "/admin/operation-costs", title: "Operation prices", group: "Administration" },
  { id: "admin-tax", path: "/admin/tax-tables", title: "Tax tables", group: "Administration" },
  {
    id: "admin-events",
    path: "/admin/processor-events",
    title: "Processor events",
    group: "Administration",
  },
  { id: "admin-jobs", path: "/admin/job-queues", title: "Job queues", group: "Administration" },
  { id: "admin-dead", path: "/admin/dead-letters", title: "Dead letters", group: "Administration" },
  { id: "admin-audit", path: "/admin/audit-logs", title: "Audit trail", group: "Administration" },
] as const satisfies readonly PageRow[];

export type PageId = (typeof pages)[number]["id"];

/** A page and the parameters of the requested path. */
export interface PageMatch {
  page: PageRow & { id: PageId };
  params: Record<string, string>;
}

const patterns = pages.map((page: PageRow & { id: PageId }) => ({ page, segments: page.path.split("/") }));

/** Finds the page at a path without query and fragment. Null if there is none. Ignores a trailing slash. */
export function matchPage(path: string): PageMatch | null {
  const given = (path.length > 1 ? path.replace(/\/$/, "") : path).split("/");
  for (const { page, segments } of patterns) {
    if (segments.length !== given.length) continue;
    const params: Record<string, string> = {};
    const fits = segments.every((segment, index) => {
      if (!segment.startsWith(":")) return segment === given[index];
      const value = decoded(given[index]!);
      if (value === null || value === "") return false;
      params[segment.slice(1)] = value;
      return true;
    });
    if (fits) return { page, params };
  }
  return null;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
