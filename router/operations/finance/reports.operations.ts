import type { AreaDefinition } from "../area.ts";
import type { FinanceGroup } from "./groups.ts";

export const financeReportsOperations: AreaDefinition<FinanceGroup> = {
  area: "finance-reports",
  title: "Personal finance: reports and taxes",
  needsApp: true,
  pathPrefix: "/finance",
  group: "net-worth-cash-flow-reports",
  operations: [
    {
      name: "GetNetWorth",
      field: "query.netWorth",
      rest: { method: "GET", path: "/net-worth" },
      tool: {
        name: "get_net_worth",
        firstDay: true,
        keywords: ["how rich worth everything own minus owe wealth"],
      },
    },
    {
      name: "GetNetWorthHistory",
      field: "query.netWorthHistory",
      rest: { method: "GET", path: "/net-worth/history" },
      tool: {
        name: "get_net_worth_history",
        firstDay: true,
        keywords: ["worth over time last year growing richer"],
        example: { from: "2026-01-01", to: "2026-06-30", step: "month" },
      },
    },
    {
      name: "AnalyzeCashflow",
      field: "query.cashflow",
      rest: { method: "GET", path: "/cashflow" },
      tool: {
        name: "analyze_cashflow",
        firstDay: true,
        keywords: ["money in out month come go"],
        example: { from: "2026-01-01", to: "2026-03-31", groupBy: "month" },
      },
    },
    {
      name: "GetSpendingByCategory",
      field: "query.spendingByCategory",
      rest: { method: "GET", path: "/spending" },
      tool: {
        name: "get_spending_by_category",
        firstDay: true,
        keywords: ["where money goes spend restaurants food most on what did i"],
        example: { from: "2026-01-01", to: "2026-01-31" },
      },
    },
    {
      name: "ForecastCashflow",
      field: "query.cashflowForecast",
      rest: { method: "GET", path: "/cashflow/forecast" },
      tool: {
        name: "forecast_cashflow",
        firstDay: true,
        keywords: ["run out of money next month enough future"],
      },
    },
    {
      name: "GetPortfolioPerformance",
      field: "query.portfolioPerformance",
      rest: { method: "GET", path: "/portfolio-performance" },
      tool: {
        name: "get_portfolio_performance",
        group: "investments",
        firstDay: true,
        keywords: ["how are my stocks doing return investments gain", "how are my stocks doing"],
        example: { from: "2025-12-31", to: "2026-06-30" },
      },
    },
    {
      name: "ProjectTaxes",
      field: "query.taxProjection",
      rest: { method: "POST", path: "/tax-projections" },
      tool: {
        name: "project_taxes",
        group: "taxes",
        firstDay: true,
        keywords: ["owe income tax this year refund"],
        example: { year: 2026, filingStatus: "single", income: { wages: 60_000 }, withheld: 5_500 },
      },
    },
  ],
};
