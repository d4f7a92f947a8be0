import type { OperationArea } from "./operation.ts";

export const marketplaceOperations: OperationArea = {
  area: "marketplace",
  title: "Public listing of the apps",
  operations: [
    {
      name: "MarketplaceApps",
      field: "query.marketplaceApps",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/marketplace/apps", maxAgeSeconds: 300 },
      tool: { name: "list_marketplace_apps" },
    },
  ],
};
