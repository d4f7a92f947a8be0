import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";
import { financePlanningArea } from "./finance-planning.area.ts";

export const financeAssetsOperations: AreaDefinition<FinanceGroup> = {
  ...financePlanningArea,
  group: "assets-and-loans",
  operations: [
    {
      name: "AddAsset",
      field: "mutation.addAsset",
      rest: { method: "POST", path: "/assets", status: 201 },
      tool: {
        name: "add_asset",
        keywords: ["house car boat art jewellery own belongings"],
        example: { name: "Lake house", kind: "property", value: 320_000, asOf: "2026-01-01" },
      },
    },
    {
      name: "RecordAssetValuation",
      field: "mutation.recordAssetValuation",
      rest: { method: "PUT", path: "/assets/{accountId}/valuations/{date}" },
      tool: {
        name: "record_asset_valuation",
        keywords: ["appraisal house car now worth depreciation"],
        idempotent: true,
      },
    },
    {
      name: "ListAssetValuations",
      field: "query.assetValuations",
      rest: { method: "GET", path: "/assets/{accountId}/valuations" },
      tool: { name: "list_asset_valuations", keywords: ["appraisals of house car over time"] },
    },
    {
      name: "SimulateExtraPayment",
      field: "query.extraPaymentSimulation",
      rest: { method: "GET", path: "/loans/{loanId}/extra-payment" },
      tool: {
        name: "simulate_extra_payment",
        keywords: ["what if i pay more on mortgage prepay early"],
        example: { loanId: "lon_1", extraMonthly: 200 },
      },
    },
    {
      name: "ComparePayoffStrategies",
      field: "query.payoffStrategies",
      rest: { method: "GET", path: "/payoff-strategies" },
      tool: {
        name: "compare_payoff_strategies",
        keywords: ["get out of debt fastest which loan first"],
        example: { monthlyBudget: 900 },
      },
    },
  ],
};
