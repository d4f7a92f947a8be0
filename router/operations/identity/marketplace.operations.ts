import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const marketplaceOperations: AreaDefinition<CentralGroup> = {
  area: "marketplace",
  title: "Public app listing",
  documented: true,
  family: "success",
  operations: [
    {
      name: "MarketplaceApps",
      field: "query.marketplaceApps",
      rest: { method: "GET", path: "/marketplace/apps" },
      tool: {
        name: "list_marketplace_apps",
        group: "profile-and-sessions",
        firstDay: true,
        keywords: ["which apps are there"],
      },
    },
  ],
};
