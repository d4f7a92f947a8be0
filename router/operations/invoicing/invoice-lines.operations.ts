import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoiceLinesOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-lines",
  title: "Lines, discounts, search and history of invoices",
  needsApp: true,
  group: "invoice-lines",
  operations: [
    {
      name: "AddInvoiceLine",
      field: "mutation.addInvoiceLine",
      rest: { method: "POST", path: "/invoices/{invoiceId}/lines", status: 201 },
      tool: { name: "add_invoice_line", keywords: ["another position item on the bill draft"] },
    },
    {
      name: "UpdateInvoiceLine",
      field: "mutation.updateInvoiceLine",
      rest: { method: "PATCH", path: "/invoices/{invoiceId}/lines/{lineId}" },
      tool: {
        name: "update_invoice_line",
        keywords: ["quantity price position of the bill change hours"],
        idempotent: true,
      },
    },
    {
      name: "RemoveInvoiceLine",
      field: "mutation.removeInvoiceLine",
      rest: { method: "DELETE", path: "/invoices/{invoiceId}/lines/{lineId}" },
      tool: {
        name: "remove_invoice_line",
        keywords: ["take off the bill delete position"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "ApplyInvoiceDiscount",
      field: "mutation.applyInvoiceDiscount",
      rest: { method: "PUT", path: "/invoices/{invoiceId}/discount" },
      tool: {
        name: "apply_invoice_discount",
        keywords: ["rebate percent off cheaper bill reduce"],
        idempotent: true,
      },
    },
    {
      name: "SearchInvoices",
      field: "query.invoiceSearch",
      rest: { method: "GET", path: "/invoice-search" },
      tool: {
        name: "search_invoices",
        group: "invoice-records",
        keywords: ["find bill by words text customer number"],
      },
    },
    {
      name: "ListInvoiceHistory",
      field: "query.invoiceHistory",
      rest: { method: "GET", path: "/invoices/{invoiceId}/history" },
      tool: {
        name: "list_invoice_history",
        group: "invoice-records",
        keywords: ["who changed the bill when audit trail before after"],
      },
    },
  ],
};
