import type { AreaDefinition } from "../area.ts";
import type { InvoicingGroup } from "./groups.ts";

export const invoicingMoneyOperations: AreaDefinition<InvoicingGroup> = {
  area: "invoicing-money",
  title: "Payments and credit notes of the invoicing app",
  needsApp: true,
  group: "payments",
  operations: [
    {
      name: "RecordPayment",
      field: "mutation.recordPayment",
      rest: { method: "POST", path: "/invoices/{invoiceId}/payments", status: 201 },
      tool: {
        name: "record_payment",
        firstDay: true,
        keywords: ["paid cash cheque transfer received money in customer half"],
      },
    },
    {
      name: "GetPayment",
      field: "query.receivedPayment",
      rest: { method: "GET", path: "/invoice-payments/{paymentId}" },
      tool: { name: "get_payment", keywords: ["show money received"] },
    },
    {
      name: "ListPayments",
      field: "query.receivedPayments",
      rest: { method: "GET", path: "/invoice-payments" },
      tool: { name: "list_payments", firstDay: true, keywords: ["money that came in received who paid"] },
    },
    {
      name: "RefundPayment",
      field: "mutation.refundPayment",
      rest: { method: "POST", path: "/invoice-payments/{paymentId}/refund" },
      tool: {
        name: "refund_payment",
        firstDay: true,
        keywords: ["money back return customer"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "VoidPayment",
      field: "mutation.voidPayment",
      rest: { method: "POST", path: "/invoice-payments/{paymentId}/void" },
      tool: {
        name: "void_payment",
        keywords: ["entered twice wrong payment take out undo mistake typed"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "AllocatePayment",
      field: "mutation.allocatePayment",
      rest: { method: "POST", path: "/invoice-payments/{paymentId}/allocate" },
      tool: { name: "allocate_payment", keywords: ["match apply money to invoice"], idempotent: true },
    },
    {
      name: "ListUnappliedPayments",
      field: "query.unappliedPayments",
      rest: { method: "GET", path: "/unapplied-payments" },
      tool: { name: "list_unapplied_payments", keywords: ["money left over overpaid not matched credit"] },
    },
    {
      name: "SendPaymentReceipt",
      field: "mutation.sendPaymentReceipt",
      rest: { method: "POST", path: "/invoice-payments/{paymentId}/receipt" },
      tool: {
        name: "send_payment_receipt",
        keywords: ["email confirm payment received thank customer"],
        openWorld: true,
      },
    },
    {
      name: "WriteOffInvoice",
      field: "mutation.writeOffInvoice",
      rest: { method: "POST", path: "/invoices/{invoiceId}/write-off" },
      tool: {
        name: "write_off_invoice",
        group: "invoices",
        keywords: ["bad debt never pay give up lost uncollectible"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "GenerateCreditNote",
      field: "mutation.generateCreditNote",
      rest: { method: "POST", path: "/invoices/{invoiceId}/credit-notes", status: 201 },
      tool: {
        name: "generate_credit_note",
        group: "credit-notes",
        firstDay: true,
        keywords: ["charged too much correct overcharged credit back returned goods"],
      },
    },
    {
      name: "GetCreditNote",
      field: "query.creditNote",
      rest: { method: "GET", path: "/credit-notes/{creditNoteId}" },
      tool: { name: "get_credit_note", group: "credit-notes", keywords: ["show credit"] },
    },
    {
      name: "ListCreditNotes",
      field: "query.creditNotes",
      rest: { method: "GET", path: "/credit-notes" },
      tool: { name: "list_credit_notes", group: "credit-notes", keywords: ["credits we gave"] },
    },
    {
      name: "RefundCreditNote",
      field: "mutation.refundCreditNote",
      rest: { method: "POST", path: "/credit-notes/{creditNoteId}/refunds", status: 201 },
      tool: {
        name: "refund_credit_note",
        group: "credit-notes",
        keywords: ["pay credit back money return to customer"],
        destructive: true,
        openWorld: true,
      },
    },
    {
      name: "VoidCreditNote",
      field: "mutation.voidCreditNote",
      rest: { method: "POST", path: "/credit-notes/{creditNoteId}/void" },
      tool: {
        name: "void_credit_note",
        group: "credit-notes",
        keywords: ["credit by mistake take back undo"],
        destructive: true,
        idempotent: true,
      },
    },
    {
      name: "SendCreditNote",
      field: "mutation.sendCreditNote",
      rest: { method: "POST", path: "/credit-notes/{creditNoteId}/send" },
      tool: {
        name: "send_credit_note",
        group: "credit-notes",
        keywords: ["email mail credit to customer"],
        openWorld: true,
      },
    },
    {
      name: "RenderPaymentReceiptPdf",
      field: "query.paymentReceiptPdf",
      rest: {
        method: "GET",
        path: "/payments-received/{paymentId}/receipt/pdf",
        file: { download: "download", types: ["application/pdf"] },
      },
      tool: {
        name: "render_payment_receipt_pdf",
        group: "statement-files",
        keywords: ["download print proof of payment document"],
      },
    },
    {
      name: "RenderCreditNotePdf",
      field: "query.creditNotePdf",
      rest: {
        method: "GET",
        path: "/credit-notes/{creditNoteId}/pdf",
        file: { download: "download", types: ["application/pdf", "application/xml"] },
      },
      tool: {
        name: "render_credit_note_pdf",
        group: "credit-notes",
        keywords: ["download print credit document"],
      },
    },
    {
      name: "ApplyCreditNote",
      field: "mutation.applyCreditNote",
      rest: { method: "POST", path: "/credit-notes/{creditNoteId}/apply" },
      tool: {
        name: "apply_credit_note",
        group: "credit-notes",
        firstDay: true,
        keywords: ["use credit on next bill take off what we owe customer"],
        idempotent: true,
      },
    },
  ],
};
