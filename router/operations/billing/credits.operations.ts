import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const creditsOperations: AreaDefinition<CentralGroup> = {
  area: "credits",
  title: "Prepaid credits per application",
  documented: true,
  family: "success",
  group: "credits",
  operations: [
    {
      name: "CreditBalance",
      field: "query.creditBalance",
      rest: { method: "GET", path: "/credits/balance/{appId}" },
      tool: { name: "get_credit_balance", firstDay: true, keywords: ["how many credits left have"] },
    },
    {
      name: "ConsumeCredits",
      field: "mutation.consumeCredits",
      rest: { method: "POST", path: "/credits/consume" },
      tool: { name: "consume_credits", firstDay: true, keywords: ["use up take credits"] },
    },
    {
      name: "CreditHistory",
      field: "query.creditHistory",
      rest: { method: "GET", path: "/credits/history/{appId}" },
      tool: {
        name: "list_credit_history",
        firstDay: true,
        keywords: ["what credits spent went to used on log"],
      },
    },
    {
      name: "CreditUsage",
      field: "query.creditUsage",
      documented: false,
      rest: { method: "GET", path: "/credits/usage" },
      tool: {
        name: "get_credit_usage_by_tool",
        deprecatedAliases: ["get_credit_usage"],
        keywords: ["where did credits go who used most"],
      },
      panel: { page: "/usage", title: "Credits spent" },
    },
    {
      name: "CreditPackages",
      field: "query.creditPackages",
      rest: { method: "GET", path: "/credits/packages/{appId}" },
      tool: {
        name: "list_credit_packages",
        firstDay: true,
        keywords: ["how much do more credits cost bundles"],
      },
      panel: { page: "/settings", title: "Credit packages" },
    },
    {
      name: "OperationCost",
      field: "query.operationCost",
      rest: { method: "GET", path: "/credits/operation-cost" },
      tool: { name: "get_operation_cost", firstDay: true, keywords: ["what does it cost credits one"] },
    },
    {
      name: "CheckSufficientCredits",
      field: "query.creditSufficiency",
      rest: { method: "POST", path: "/credits/check-sufficient" },
      tool: { name: "check_sufficient_credits", keywords: ["enough credits to do run it"] },
    },
    {
      name: "PurchaseCredits",
      field: "mutation.purchaseCredits",
      rest: { method: "POST", path: "/credits/purchase" },
      tool: { name: "purchase_credits", firstDay: true, keywords: ["buy more credits"], openWorld: true },
      panel: { page: "/settings", title: "Buy credits" },
    },
    {
      name: "BuyCredits",
      field: "mutation.buyCredits",
      rest: { method: "POST", path: "/subscriptions/buy-credits" },
      tool: { name: "buy_credits", keywords: ["top up credits checkout package"], openWorld: true },
    },
    {
      name: "PlaceCreditHold",
      field: "mutation.placeCreditHold",
      documented: false,
      rest: { method: "POST", path: "/credits/holds" },
      tool: { name: "place_credit_hold", keywords: ["reserve credits set aside authorize"] },
    },
    {
      name: "CaptureCreditHold",
      field: "mutation.captureCreditHold",
      documented: false,
      rest: { method: "POST", path: "/credits/holds/{holdId}/capture" },
      tool: { name: "capture_credit_hold", keywords: ["settle reserved credits"], idempotent: true },
    },
    {
      name: "ReleaseCreditHold",
      field: "mutation.releaseCreditHold",
      documented: false,
      rest: { method: "POST", path: "/credits/holds/{holdId}/release" },
      tool: {
        name: "release_credit_hold",
        keywords: ["free reserved credits undo reservation"],
        idempotent: true,
      },
    },
  ],
};
