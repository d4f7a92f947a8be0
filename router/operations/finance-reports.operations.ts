import { financeRow as row } from "./finance-row.ts";
import type { OperationArea } from "./operation.ts";

export const financeReportsOperations: OperationArea = {
  area: "finance-reports",
  title: "Personal finance: reports and taxes",
  operations: [
    row("GetNetWorth", "query.netWorth", { method: "GET", path: "/net-worth" }, { name: "get_net_worth" }),
    row(
      "GetNetWorthHistory",
      "query.netWorthHistory",
      { method: "GET", path: "/net-worth/history" },
      { name: "get_net_worth_history", example: { from: "2026-01-01", to: "2026-06-30", step: "month" } },
    ),
    row(
      "AnalyzeCashflow",
      "query.cashflow",
      { method: "GET", path: "/cashflow" },
      { name: "analyze_cashflow", example: { from: "2026-01-01", to: "2026-03-31", groupBy: "month" } },
    ),
    row(
      "GetSpendingByCategory",
      "query.spendingByCategory",
      { method: "GET", path: "/spending" },
      { name: "get_spending_by_category", example: { from: "2026-01-01", to: "2026-01-31" } },
    ),
    row(
      "ForecastCashflow",
      "query.cashflowForecast",
      { method: "GET", path: "/cashflow/forecast" },
      { name: "forecast_cashflow" },
    ),
    row(
      "GetPortfolioPerformance",
      "query.portfolioPerformance",
      { method: "GET", path: "/portfolio-performance" },
      { name: "get_portfolio_performance", example: { from: "2025-12-31", to: "2026-06-30" } },
    ),
    row(
      "ProjectTaxes",
      "query.taxProjection",
      { method: "POST", path: "/tax-projections" },
      {
        name: "project_taxes",
        example: { year: 2026, filingStatus: "single", income: { wages: 60_000 }, withheld: 5_500 },
      },
    ),
  ],
};
