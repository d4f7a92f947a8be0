import type { ComponentType } from "preact";
import type { PageId } from "../pages.ts";

/** Exports of a page module. The page renders its own `h1`. */
export interface PageModule {
  Page: ComponentType<PageProps>;
}

export interface PageProps {
  /** Parameters of the path. */
  params: Record<string, string>;
}

// The pages of administrators are lists of one pattern, so several share a module.
const people = () => import("./admin/people.page.tsx");
const catalogue = () => import("./admin/catalogue.page.tsx");
const operations = () => import("./admin/operations.page.tsx");

/** Page modules by their ID in `pages.ts`, loaded on first use. */
export const pageModules: Record<PageId, () => Promise<PageModule>> = {
  overview: () => import("./overview/overview.page.tsx"),
  guides: () => import("./guides/guides.page.tsx"),
  guide: () => import("./guides/guide.page.tsx"),
  "webhook-events": () => import("./guides/webhook-events.page.tsx"),
  prices: () => import("./guides/prices.page.tsx"),
  console: () => import("./console/console.page.tsx"),
  rest: () => import("./rest/rest.page.tsx"),
  "rest-operation": () => import("./rest/rest-operation.page.tsx"),
  tools: () => import("./tools/tools.page.tsx"),
  tool: () => import("./tools/tool.page.tsx"),
  operations: () => import("./operations/operations.page.tsx"),
  schema: () => import("./schema/schema.page.tsx"),
  type: () => import("./schema/type.page.tsx"),
  field: () => import("./schema/field.page.tsx"),
  graph: () => import("./graph/graph.page.tsx"),
  changelog: () => import("./changelog/changelog.page.tsx"),
  errors: () => import("./errors/errors.page.tsx"),
  usage: () => import("./account/usage/usage.page.tsx"),
  keys: () => import("./account/keys/keys.page.tsx"),
  "key-new": () => import("./account/keys/key-new.page.tsx"),
  webhooks: () => import("./account/webhooks/webhooks.page.tsx"),
  receiver: () => import("./account/webhooks/receiver.page.tsx"),
  delivery: () => import("./account/webhooks/delivery.page.tsx"),
  secret: () => import("./account/secrets/secret.page.tsx"),
  members: () => import("./account/members/members.page.tsx"),
  approvals: () => import("./account/approvals/approvals.page.tsx"),
  requests: () => import("./account/requests/requests.page.tsx"),
  audit: () => import("./account/audit/audit.page.tsx"),
  data: () => import("./account/data/data.page.tsx"),
  settings: () => import("./account/settings.page.tsx"),
  "admin-users": people,
  "admin-accounts": people,
  "admin-apps": catalogue,
  "admin-plans": catalogue,
  "admin-packages": catalogue,
  "admin-prices": catalogue,
  "admin-tax": catalogue,
  "admin-events": operations,
  "admin-jobs": operations,
  "admin-dead": operations,
  "admin-audit": operations,
};
