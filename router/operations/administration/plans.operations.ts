import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const planAdministrationOperations: AreaDefinition<CentralGroup> = {
  area: "plan-administration",
  title: "Plans and tax tables, for administrators",
  family: "success",
  pathPrefix: "/admin",
  group: "plan-administration",
  operations: [
    {
      name: "PlanRegistry",
      field: "query.planRegistry",
      rest: { method: "GET", path: "/plans" },
      tool: { name: "list_registered_plans", keywords: ["price list of subscriptions tiers archived"] },
      panel: { page: "/admin/plans", title: "Plans" },
    },
    {
      name: "CreatePlan",
      field: "mutation.createPlan",
      bodyKey: "plan",
      rest: { method: "POST", path: "/plans", status: 201 },
      tool: {
        name: "create_plan",
        keywords: ["sell new subscription tier"],
        openWorld: true,
        example: {
          appId: "central",
          planId: "starter",
          name: "Starter",
          description: "For one business.",
          monthlyPrice: 29,
          yearlyPrice: 290,
        },
      },
      panel: { page: "/admin/plans", title: "New plan" },
    },
    {
      name: "UpdatePlan",
      field: "mutation.updatePlan",
      bodyKey: "plan",
      rest: { method: "PATCH", path: "/plans/{appId}/{planId}" },
      tool: {
        name: "update_plan",
        keywords: ["change price of subscription archive take off sale link processor price"],
        example: { appId: "central", planId: "starter", monthlyPrice: 31 },
        destructive: true,
        idempotent: true,
        openWorld: true,
      },
      panel: { page: "/admin/plans", title: "Change a plan" },
    },
    {
      name: "TaxTables",
      field: "query.taxTables",
      rest: { method: "GET", path: "/tax-tables" },
      tool: { name: "list_tax_tables", keywords: ["rates sources publications verified withholding"] },
      panel: { page: "/admin/tax-tables", title: "Tax tables" },
    },
  ],
};
