import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

const quarter = { from: "2026-01-01", to: "2026-03-31" };

export const financeInsightOperations: AreaDefinition<FinanceGroup> = {
  area: "finance-reports",
  title: "Personal finance: reports and taxes",
  needsApp: true,
  pathPrefix: "/finance",
  group: "spending-insight",
  operations: [
    {
      name: "GetSpendingTrends",
      field: "query.spendingTrends",
      rest: { method: "GET", path: "/spending-trends" },
      tool: {
        name: "get_spending_trends",
        keywords: ["am i spending more than before month by month groceries development"],
      },
    },
    {
      name: "GetIncomeSummary",
      field: "query.incomeSummary",
      rest: { method: "GET", path: "/income" },
      tool: {
        name: "get_income_summary",
        keywords: ["who paid me how much did i earn salary sources"],
        example: quarter,
      },
    },
    {
      name: "ComparePeriods",
      field: "query.periodComparison",
      rest: { method: "POST", path: "/period-comparisons" },
      tool: {
        name: "compare_periods",
        keywords: ["this year versus last year difference between two months"],
        example: {
          periodA: { from: "2025-01-01", to: "2025-03-31" },
          periodB: quarter,
          by: "category",
        },
      },
    },
    {
      name: "GetTopMerchants",
      field: "query.topMerchants",
      rest: { method: "GET", path: "/top-merchants" },
      tool: {
        name: "get_top_merchants",
        keywords: ["which shops stores do i spend most at"],
        example: { ...quarter, limit: 5 },
      },
    },
    {
      name: "GetSavingsRate",
      field: "query.savingsRate",
      rest: { method: "GET", path: "/savings-rate" },
      tool: {
        name: "get_savings_rate",
        keywords: ["what part of my income do i keep put away"],
        example: quarter,
      },
    },
    {
      name: "GetRunway",
      field: "query.runway",
      rest: { method: "GET", path: "/runway" },
      tool: {
        name: "get_runway",
        keywords: ["emergency fund how long would savings last without job"],
      },
    },
    {
      name: "DetectUnusualSpending",
      field: "query.unusualSpending",
      rest: { method: "GET", path: "/unusual-spending" },
      tool: {
        name: "detect_unusual_spending",
        keywords: ["strange odd suspicious outlier payments anomaly"],
        example: quarter,
      },
    },
    {
      name: "GetFinancialSummary",
      field: "query.financialSummary",
      rest: { method: "GET", path: "/summaries/{month}" },
      tool: {
        name: "get_financial_summary",
        keywords: ["how did my month go overview one page money"],
        example: { month: "2026-03" },
      },
    },
  ],
};
