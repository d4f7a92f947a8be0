import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

/** Without tools: no agent closes an organization. */
export const closingOperations: AreaDefinition<CentralGroup> = {
  area: "closing",
  title: "Closing an organization",
  group: "organizations",
  operations: [
    {
      name: "AccountClosure",
      field: "query.accountClosure",
      rest: { method: "GET", path: "/account/closure" },
      panel: { page: "/members", title: "Close the organization" },
    },
    {
      name: "CloseOrganization",
      field: "mutation.closeOrganization",
      rest: { method: "POST", path: "/account/closure", status: 202 },
      panel: { page: "/members", title: "Close" },
    },
    {
      name: "ReopenOrganization",
      field: "mutation.reopenOrganization",
      rest: { method: "DELETE", path: "/account/closure" },
      panel: { page: "/members", title: "Open again" },
    },
  ],
};
