import type { TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import type { Sample } from "./door-samples.ts";
import {
  billed,
  call,
  fixed,
  newClient,
  newCreditNote,
  newExpense,
  newItem,
  newPayment,
  newRecurring,
  newSentInvoice,
  newTaxRate,
} from "./door-samples-invoicing.ts";

import { newFile } from "./door-samples-files.ts";

type Headers = Record<string, string>;

async function newDraft(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/invoices", headers, billed);
  return { invoiceId: body.invoiceId as string };
}

async function newQuotation(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/quotations", headers, billed);
  return { quotationId: body.id as string };
}

async function newDraftLine(app: TestApp, headers: Headers) {
  const draft = await newDraft(app, headers);
  const line = { description: "second", amount: 5 };
  const { body } = await call(app, "POST", `/invoices/${draft.invoiceId}/lines`, headers, line);
  const lines = body.lines as { id: string }[];
  return { ...draft, lineId: lines[0]!.id };
}

/** Lines, discounts, search and history of invoices. */
export const invoiceRecordSamples: Record<string, Sample> = {
  AddInvoiceLine: {
    input: async (app, headers) => ({
      ...(await newDraft(app, headers)),
      description: "sample",
      quantity: 2,
      unitPrice: 7.5,
      position: 1,
    }),
    bad: {
      input: { invoiceId: "inv_x", description: " ", quantity: 0, position: 0 },
      paths: ["description", "quantity", "position"],
    },
    foreign: "INVOICE_NOT_FOUND",
  },
  UpdateInvoiceLine: {
    input: async (app, headers) => ({ ...(await newDraftLine(app, headers)), amount: 12, discount: 2 }),
    bad: {
      input: { invoiceId: "inv_x", lineId: "ivl_x", description: " ", discount: -1 },
      paths: ["description", "discount"],
    },
    foreign: "INVOICE_NOT_FOUND",
  },
  AttachInvoiceFile: {
    input: async (app, headers) => ({
      ...(await newDraft(app, headers)),
      ...(await newFile(app, headers)),
    }),
    bad: { input: { invoiceId: "x".repeat(65), fileId: "file_x" }, paths: ["invoiceId"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  ListInvoiceFiles: { input: newDraft, foreign: "INVOICE_NOT_FOUND" },
  RemoveInvoiceFile: {
    input: async (app, headers) => {
      const { invoiceId } = await newDraft(app, headers);
      const file = await newFile(app, headers);
      const { body } = await call(app, "POST", `/invoices/${invoiceId}/files`, headers, file);
      return { invoiceId, attachmentId: body.id as string };
    },
    foreign: "INVOICE_NOT_FOUND",
  },
  RemoveInvoiceLine: { input: newDraftLine, foreign: "INVOICE_NOT_FOUND" },
  ApplyInvoiceDiscount: {
    input: async (app, headers) => ({ ...(await newDraft(app, headers)), percent: 10 }),
    bad: {
      input: { invoiceId: "inv_x", percent: 101, scope: "half" },
      paths: ["percent", "scope"],
    },
    foreign: "INVOICE_NOT_FOUND",
  },
  SearchInvoices: {
    input: fixed({ query: "nosuchword", limit: 1 }),
    bad: { input: { query: " ", limit: 101 }, paths: ["query", "limit"] },
  },
  ListInvoiceHistory: {
    input: newDraft,
    bad: { input: { invoiceId: "inv_x", limit: 101 }, paths: ["limit"] },
    foreign: "INVOICE_NOT_FOUND",
  },
};

async function newContact(app: TestApp, headers: Headers) {
  const { clientId } = await newClient(app, headers);
  const person = { name: "Sample", email: "contact@client.example" };
  const { body } = await call(app, "POST", `/clients/${clientId}/contacts`, headers, person);
  return { contactId: body.id as string };
}

/** Contacts, merges and balances of clients; items and tax rates that are no longer used. */
export const clientRecordSamples: Record<string, Sample> = {
  GetClientBalance: {
    input: async (app, headers) => ({ ...(await newClient(app, headers)), asOf: "2026-01-31" }),
    bad: { input: { clientId: "cli_x", asOf: "yesterday", currency: "CHF" }, paths: ["asOf", "currency"] },
    foreign: "NOT_FOUND",
  },
  MergeClients: {
    input: async (app, headers) => ({
      sourceClientId: (await newClient(app, headers)).clientId,
      targetClientId: (await newClient(app, headers)).clientId,
    }),
    foreign: "NOT_FOUND",
  },
  AddClientContact: {
    input: async (app, headers) => ({
      ...(await newClient(app, headers)),
      name: "Sample",
      email: "sample@client.example",
      isPrimary: true,
    }),
    bad: { input: { clientId: "cli_x", name: " ", email: "nobody" }, paths: ["name", "email"] },
    foreign: "NOT_FOUND",
  },
  ListClientContacts: { input: newClient, foreign: "NOT_FOUND" },
  UpdateClientContact: {
    input: async (app, headers) => ({ ...(await newContact(app, headers)), name: "Changed" }),
    bad: { input: { contactId: "cct_x", name: " ", email: "nobody" }, paths: ["name", "email"] },
    foreign: "NOT_FOUND",
  },
  RemoveClientContact: { input: newContact, foreign: "NOT_FOUND" },
  ArchiveItem: { input: newItem, foreign: "NOT_FOUND" },
  RestoreItem: {
    input: async (app, headers) => {
      const item = await newItem(app, headers);
      await call(app, "POST", `/items/${item.itemId}/archive`, headers, {});
      return item;
    },
    foreign: "NOT_FOUND",
  },
  UpdateTaxRate: {
    input: async (app, headers) => ({ ...(await newTaxRate(app, headers)), name: "Renamed" }),
    bad: { input: { taxRateId: "txr_x", name: " " }, paths: ["name"] },
    foreign: "NOT_FOUND",
  },
  ArchiveTaxRate: { input: newTaxRate, foreign: "NOT_FOUND" },
};

const noteOf = async (app: TestApp, headers: Headers) => ({
  creditNoteId: (await newCreditNote(app, headers)).creditNoteId,
});

/** The newest credit note, so that its file is the same at each door. */
async function newestNote(app: TestApp, headers: Headers) {
  const { body } = await call(app, "GET", "/credit-notes?limit=1", headers);
  const [newest] = body.creditNotes as { id: string }[];
  return newest ? { creditNoteId: newest.id } : noteOf(app, headers);
}

async function newestQuotation(app: TestApp, headers: Headers) {
  const { body } = await call(app, "GET", "/quotations?limit=1", headers);
  const [newest] = body.quotations as { id: string }[];
  if (newest) return { quotationId: newest.id };
  const made = await call(app, "POST", "/quotations", headers, { ...billed, validUntil: "2031-01-31" });
  return { quotationId: made.body.id as string };
}

/** What becomes of credit notes, and documents as files. */
export const documentRecordSamples: Record<string, Sample> = {
  RefundCreditNote: {
    input: async (app, headers) => ({ ...(await noteOf(app, headers)), amount: 4 }),
    bad: {
      input: { creditNoteId: "crn_x", amount: 0, reason: "x".repeat(501) },
      paths: ["amount", "reason"],
    },
    foreign: "NOT_FOUND",
  },
  VoidCreditNote: {
    input: async (app, headers) => ({ ...(await noteOf(app, headers)), reason: "sample" }),
    bad: { input: { creditNoteId: "crn_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  SendCreditNote: {
    input: noteOf,
    bad: { input: { creditNoteId: "crn_x", to: "nobody" }, paths: ["to"] },
    foreign: "NOT_FOUND",
  },
  RenderPaymentReceiptPdf: { input: newPayment, foreign: "NOT_FOUND" },
  RenderCreditNotePdf: { input: newestNote, foreign: "NOT_FOUND" },
  RenderQuotationPdf: { input: newestQuotation, foreign: "NOT_FOUND" },
};

/** Changes and pauses of recurring invoices. */
export const scheduleSamples: Record<string, Sample> = {
  GetRecurringInvoice: { input: newRecurring, foreign: "NOT_FOUND" },
  UpdateRecurringInvoice: {
    input: async (app, headers) => ({ ...(await newRecurring(app, headers)), notes: "sample", count: 12 }),
    bad: {
      input: { recurringId: "rec_x", items: [], taxRate: 101, count: 0 },
      paths: ["items", "taxRate", "count"],
    },
    foreign: "NOT_FOUND",
  },
  PauseRecurringInvoice: {
    input: async (app, headers) => ({ ...(await newRecurring(app, headers)), resumeAt: "2031-06-01" }),
    bad: { input: { recurringId: "rec_x", resumeAt: "soon" }, paths: ["resumeAt"] },
    foreign: "NOT_FOUND",
  },
  ResumeRecurringInvoice: {
    input: async (app, headers) => {
      const schedule = await newRecurring(app, headers);
      await call(app, "POST", `/recurring-invoices/${schedule.recurringId}/pause`, headers, {});
      return schedule;
    },
    foreign: "NOT_FOUND",
  },
  PreviewRecurringSchedule: {
    input: fixed({ rrule: "FREQ=MONTHLY;INTERVAL=2", startDate: "2031-01-31", count: 3 }),
    bad: {
      input: { frequency: "hourly", startDate: "soon", count: 0 },
      paths: ["frequency", "startDate", "count"],
    },
  },
};

async function newReminderRule(app: TestApp, headers: Headers) {
  const rule = { name: "Sample", offsets: [{ days: 7 }] };
  const { body } = await call(app, "POST", "/reminder-rules", headers, rule);
  return { ruleId: body.id as string };
}

/** Reminder rules, expenses, payments and links. */
export const moneyRecordSamples: Record<string, Sample> = {
  CreateReminderRule: {
    input: fixed({
      name: "Sample",
      offsets: [{ days: -3 }, { days: 7, relativeTo: "due", chargesLateFee: true }],
      template: "firm",
    }),
    bad: {
      input: { name: " ", offsets: [{ days: 366 }], template: "rude" },
      paths: ["name", "offsets.0.days", "template"],
    },
  },
  ListReminderRules: { input: fixed({}) },
  UpdateReminderRule: {
    input: async (app, headers) => ({ ...(await newReminderRule(app, headers)), isActive: false }),
    bad: { input: { ruleId: "rmr_x", name: " ", offsets: [] }, paths: ["name", "offsets"] },
    foreign: "NOT_FOUND",
  },
  DeleteReminderRule: { input: newReminderRule, foreign: "NOT_FOUND" },
  UpdateExpense: {
    input: async (app, headers) => ({ ...(await newExpense(app, headers)), amount: 12, taxAmount: 2 }),
    bad: {
      input: { expenseId: "exp_x", vendor: " ", amount: 0, currency: "CHF" },
      paths: ["vendor", "amount", "currency"],
    },
    foreign: "NOT_FOUND",
  },
  DeleteExpense: { input: newExpense, foreign: "NOT_FOUND" },
  BillExpenseToClient: {
    input: async (app, headers) => ({
      ...(await newExpense(app, headers)),
      ...(await newDraft(app, headers)),
      markupPercent: 10,
    }),
    bad: { input: { expenseId: "exp_x", markupPercent: 1001 }, paths: ["markupPercent"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  RegeneratePaymentLink: {
    input: newSentInvoice,
    bad: { input: { invoiceId: "inv_x", expiresInDays: 366 }, paths: ["expiresInDays"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  RevokePaymentLink: { input: newSentInvoice, foreign: "INVOICE_NOT_FOUND" },
  RegenerateQuotationLink: {
    input: newQuotation,
    bad: { input: { quotationId: "quo_x", expiresInDays: 0 }, paths: ["expiresInDays"] },
    foreign: "QUOTATION_NOT_FOUND",
  },
  RevokeQuotationLink: { input: newQuotation, foreign: "QUOTATION_NOT_FOUND" },
  BulkSendInvoices: {
    input: async (app, headers) => ({ invoiceIds: [(await newDraft(app, headers)).invoiceId] }),
    bad: { input: { invoiceIds: [] }, paths: ["invoiceIds"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  GetInvoiceBatch: {
    input: async (app, headers) => {
      const { invoiceId } = await newDraft(app, headers);
      const { body } = await call(app, "POST", "/invoice-batches", headers, { invoiceIds: [invoiceId] });
      const batchId = body.id as string;
      const read = () => call(app, "GET", `/invoice-batches/${batchId}`, headers);
      await until("the batch is finished", async () => (await read()).body.status === "finished");
      return { batchId };
    },
    foreign: "NOT_FOUND",
  },
  ListUnappliedPayments: {
    input: async (app, headers) => ({ limit: 1, ...(await newClient(app, headers)) }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  SendPaymentReceipt: {
    input: newPayment,
    bad: { input: { paymentId: "pay_x", to: "nobody" }, paths: ["to"] },
    foreign: "NOT_FOUND",
  },
};
