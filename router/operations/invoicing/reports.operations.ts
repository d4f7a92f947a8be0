import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingReportsOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-reports",
  title: "Reports of the invoicing app",
  needsApp: true,
  group: "reports-and-settings",
  app: "invoicer",
  operations: [
    {
      name: "GetMonthlyReport",
      field: "query.monthlyReport",
      documented: true,
      rest: { method: "GET", path: "/reports/monthly" },
      tool: {
        name: "get_monthly_report",
        firstDay: true,
        keywords: ["how did business do last month revenue turnover"],
      },
    },
    {
      name: "GetAgingReport",
      field: "query.agingReport",
      rest: { method: "GET", path: "/reports/aging" },
      tool: {
        name: "get_aging_report",
        firstDay: true,
        keywords: ["how old unpaid open debts by age 30 60 90 days customers"],
      },
    },
    {
      name: "GetRevenueByClient",
      field: "query.revenueByClient",
      rest: { method: "GET", path: "/reports/revenue-by-client" },
      tool: { name: "get_revenue_by_client", keywords: ["best customers most money top biggest"] },
    },
    {
      name: "GetTaxSummary",
      field: "query.taxSummary",
      rest: { method: "GET", path: "/reports/tax-summary" },
      tool: { name: "get_tax_summary", firstDay: true, keywords: ["vat collected sales tax owe quarter"] },
    },
  ],
};
