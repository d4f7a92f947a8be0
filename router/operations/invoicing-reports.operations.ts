import type { OperationArea } from "./operation.ts";

export const invoicingReportsOperations: OperationArea = {
  area: "invoicing-reports",
  title: "Reports of the invoicing app",
  app: "invoicer",
  operations: [
    {
      name: "GetMonthlyReport",
      field: "query.monthlyReport",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/reports/monthly", needsApp: true },
      tool: { name: "get_monthly_report" },
    },
    {
      name: "GetAgingReport",
      field: "query.agingReport",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/reports/aging", needsApp: true },
      tool: { name: "get_aging_report" },
    },
    {
      name: "GetRevenueByClient",
      field: "query.revenueByClient",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/reports/revenue-by-client", needsApp: true },
      tool: { name: "get_revenue_by_client" },
    },
    {
      name: "GetTaxSummary",
      field: "query.taxSummary",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/reports/tax-summary", needsApp: true },
      tool: { name: "get_tax_summary" },
    },
  ],
};
