import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing",
  title: "Invoices of the invoicing app",
  needsApp: true,
  group: "invoices",
  operations: [
    {
      name: "CreateInvoice",
      field: "mutation.createInvoice",
      documented: true,
      rest: { method: "POST", path: "/invoices", status: 201 },
      tool: {
        name: "create_invoice",
        firstDay: true,
        keywords: ["bill charge consulting hours work services customer money"],
        openWorld: true,
      },
    },
    {
      name: "GetInvoice",
      field: "query.invoice",
      details: ["payments", "credits", "latestChanges"],
      rest: { method: "GET", path: "/invoices/{invoiceId}" },
      tool: { name: "get_invoice", firstDay: true, keywords: ["show bill details is bill paid"] },
    },
    {
      name: "ListInvoices",
      field: "query.invoices",
      rest: { method: "GET", path: "/invoices" },
      tool: { name: "list_invoices", firstDay: true, keywords: ["bills my unpaid open sent"] },
    },
    {
      name: "SendInvoice",
      field: "mutation.sendInvoice",
      rest: { method: "POST", path: "/invoices/{invoiceId}/send" },
      tool: {
        name: "send_invoice",
        firstDay: true,
        keywords: ["email mail deliver bill customer"],
        openWorld: true,
      },
    },
    {
      name: "MarkInvoiceSent",
      field: "mutation.markInvoiceSent",
      rest: { method: "POST", path: "/invoices/{invoiceId}/mark-sent" },
      tool: {
        name: "mark_invoice_sent",
        keywords: ["delivered by post hand already gave"],
        idempotent: true,
      },
    },
    {
      name: "MarkInvoicePaid",
      field: "mutation.markInvoicePaid",
      rest: { method: "POST", path: "/invoices/{invoiceId}/mark-paid" },
      tool: {
        name: "mark_invoice_paid",
        group: "payments",
        keywords: ["customer paid in cash check close the bill"],
        idempotent: true,
      },
    },
    {
      name: "CancelInvoice",
      field: "mutation.cancelInvoice",
      rest: { method: "POST", path: "/invoices/{invoiceId}/cancel" },
      tool: {
        name: "cancel_invoice",
        firstDay: true,
        keywords: ["void mistake wrong bill"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "UpdateInvoice",
      field: "mutation.updateInvoice",
      rest: { method: "PATCH", path: "/invoices/{invoiceId}" },
      tool: {
        name: "update_invoice",
        firstDay: true,
        keywords: ["edit change draft due date"],
        idempotent: true,
      },
    },
    {
      name: "DeleteDraftInvoice",
      field: "mutation.deleteDraftInvoice",
      rest: { method: "DELETE", path: "/invoices/{invoiceId}" },
      tool: {
        name: "delete_draft_invoice",
        firstDay: true,
        keywords: ["throw away bill not sent"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "GetInvoiceSettings",
      field: "query.invoiceSettings",
      rest: { method: "GET", path: "/invoice-settings" },
      tool: {
        name: "get_invoice_settings",
        group: "reports-and-settings",
        keywords: ["invoice numbering prefix terms defaults"],
      },
    },
    {
      name: "UpdateInvoiceSettings",
      field: "mutation.updateInvoiceSettings",
      rest: { method: "PATCH", path: "/invoice-settings" },
      tool: {
        name: "update_invoice_settings",
        group: "reports-and-settings",
        firstDay: true,
        keywords: ["numbering prefix logo default terms format"],
        idempotent: true,
      },
    },
    {
      name: "GetSellerProfile",
      field: "query.sellerProfile",
      rest: { method: "GET", path: "/seller-profile" },
      tool: {
        name: "get_seller_profile",
        group: "seller-profile",
        keywords: ["my business company name address vat number on invoices"],
      },
    },
    {
      name: "UpdateSellerProfile",
      field: "mutation.updateSellerProfile",
      rest: { method: "PATCH", path: "/seller-profile" },
      tool: {
        name: "update_seller_profile",
        group: "seller-profile",
        keywords: ["my business company name address vat number logo language of invoices"],
        idempotent: true,
      },
    },
    {
      name: "UpdateSellerBankDetails",
      field: "mutation.updateSellerBankDetails",
      rest: { method: "PUT", path: "/seller-profile/bank-details" },
    },
    {
      name: "CreateExternalInvoice",
      field: "mutation.createExternalInvoice",
      documented: true,
      family: "success",
      bodyKey: "invoice",
      rest: { method: "POST", path: "/createExternalInvoice", status: 201, needsApp: false },
      tool: {
        name: "create_external_invoice",
        group: "external-documents",
        keywords: ["invoice from another system api"],
      },
    },
    {
      name: "GetExternalInvoices",
      field: "query.externalInvoices",
      documented: true,
      family: "success",
      rest: { method: "GET", path: "/getExternalInvoices", needsApp: false },
      tool: {
        name: "list_external_invoices",
        group: "external-documents",
        keywords: ["invoices for another system sync"],
      },
    },
    {
      name: "InvoicePaymentPage",
      field: "query.invoicePaymentPage",
      rest: { method: "GET", path: "/pay/{token}", page: "invoice-payment", needsApp: false },
    },
  ],
};
