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
      tool: { name: "add_invoice_line", keywords: ["another position"] },
    },
    {
      name: "UpdateInvoiceLine",
      field: "mutation.updateInvoiceLine",
      rest: { method: "PATCH", path: "/invoices/{invoiceId}/lines/{lineId}" },
      tool: {
        name: "update_invoice_line",
        keywords: ["quantity hours position change"],
        idempotent: true,
      },
    },
    {
      name: "RemoveInvoiceLine",
      field: "mutation.removeInvoiceLine",
      rest: { method: "DELETE", path: "/invoices/{invoiceId}/lines/{lineId}" },
      tool: {
        name: "remove_invoice_line",
        keywords: ["delete position"],
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
      name: "RegeneratePaymentLink",
      field: "mutation.regeneratePaymentLink",
      rest: { method: "POST", path: "/invoices/{invoiceId}/payment-link" },
      tool: {
        name: "regenerate_payment_link",
        group: "invoice-records",
        keywords: ["fresh pay button link mail leads nowhere broken leaked revoke old"],
        destructive: true,
      },
    },
    {
      name: "RevokePaymentLink",
      field: "mutation.revokePaymentLink",
      rest: { method: "DELETE", path: "/invoices/{invoiceId}/payment-link" },
      tool: {
        name: "revoke_payment_link",
        group: "client-portal",
        keywords: ["stop the pay page of an invoice nobody may open it"],
        destructive: true,
      },
    },
    {
      name: "RegenerateQuotationLink",
      field: "mutation.regenerateQuotationLink",
      rest: { method: "POST", path: "/quotations/{quotationId}/link" },
      tool: {
        name: "regenerate_quotation_link",
        group: "client-portal",
        keywords: ["fresh accept page of an estimate offer broken leaked"],
        destructive: true,
      },
    },
    {
      name: "RevokeQuotationLink",
      field: "mutation.revokeQuotationLink",
      rest: { method: "DELETE", path: "/quotations/{quotationId}/link" },
      tool: {
        name: "revoke_quotation_link",
        group: "client-portal",
        keywords: ["stop the accept page of an estimate offer"],
        destructive: true,
      },
    },
    {
      name: "BulkSendInvoices",
      field: "mutation.bulkSendInvoices",
      rest: { method: "POST", path: "/invoice-batches", status: 202 },
      tool: {
        name: "bulk_send_invoices",
        group: "invoice-records",
        keywords: ["send all drafts email many bills at once"],
        openWorld: true,
        job: {
          id: "id",
          readWith: "get_invoice_batch",
          argument: "batchId",
          state: "status",
          done: ["finished"],
          failed: [],
        },
      },
    },
    {
      name: "GetInvoiceBatch",
      field: "query.invoiceBatch",
      rest: { method: "GET", path: "/invoice-batches/{batchId}" },
      tool: {
        name: "get_invoice_batch",
        group: "invoice-records",
        keywords: ["were all bills sent which failed"],
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
        keywords: ["who did what with the invoice and when audit trail before after"],
      },
    },
  ],
};
