import type { OperationArea } from "./operation.ts";

export const invoicingOperations: OperationArea = {
  area: "invoicing",
  title: "Invoices of the invoicing app",
  operations: [
    {
      name: "CreateInvoice",
      field: "mutation.createInvoice",
      documented: true,
      family: "bare",
      rest: { method: "POST", path: "/invoices", status: 201, needsApp: true },
      tool: { name: "create_invoice", openWorld: true },
    },
    {
      name: "GetInvoice",
      field: "query.invoice",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/invoices/{invoiceId}", needsApp: true },
      tool: { name: "get_invoice" },
    },
    {
      name: "ListInvoices",
      field: "query.invoices",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/invoices", needsApp: true },
      tool: { name: "list_invoices" },
    },
    {
      name: "InvoicePaymentPage",
      field: "query.invoicePaymentPage",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/pay/{token}" },
    },
  ],
};
