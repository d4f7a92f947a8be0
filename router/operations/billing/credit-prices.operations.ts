import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const creditPricesOperations: AreaDefinition<CentralGroup> = {
  area: "credit-prices",
  title: "Credit packages and operation prices",
  family: "success",
  group: "app-administration",
  operations: [
    {
      name: "OperationCosts",
      field: "query.operationCosts",
      rest: { method: "GET", path: "/credits/operation-costs" },
      tool: {
        name: "list_operation_costs",
        group: "credits",
        keywords: ["price list of all operations in credits"],
      },
      panel: { page: "/admin/operation-costs", title: "Operation prices" },
    },
    {
      name: "CreditPackageRegistry",
      field: "query.creditPackageRegistry",
      rest: { method: "GET", path: "/admin/credit-packages" },
      tool: { name: "list_registered_credit_packages", keywords: ["which packages have a price"] },
      panel: { page: "/admin/credit-packages", title: "Credit packages" },
    },
    {
      name: "CreateCreditPackage",
      field: "mutation.createCreditPackage",
      bodyKey: "package",
      rest: { method: "POST", path: "/admin/credit-packages", status: 201 },
      tool: {
        name: "create_credit_package",
        keywords: ["sell new bundle of credits"],
        openWorld: true,
        example: {
          packageId: "pkg_team",
          appId: "central",
          name: "Team",
          description: "For teams.",
          credits: 300,
          price: 27,
        },
      },
      panel: { page: "/admin/credit-packages", title: "New credit package" },
    },
    {
      name: "UpdateCreditPackage",
      field: "mutation.updateCreditPackage",
      bodyKey: "package",
      rest: { method: "PATCH", path: "/admin/credit-packages/{packageId}" },
      tool: {
        name: "update_credit_package",
        keywords: ["change price of bundle link processor price take off sale"],
        example: { packageId: "pkg_team", price: 29 },
        destructive: true,
        idempotent: true,
        openWorld: true,
      },
      panel: { page: "/admin/credit-packages", title: "Change a credit package" },
    },
    {
      name: "SetOperationCost",
      field: "mutation.setOperationCost",
      bodyKey: "cost",
      rest: { method: "PUT", path: "/admin/operation-costs/{operation}" },
      tool: {
        name: "set_operation_cost",
        keywords: ["change what an operation costs"],
        destructive: true,
        idempotent: true,
      },
      panel: { page: "/admin/operation-costs", title: "Change a price" },
    },
  ],
};
