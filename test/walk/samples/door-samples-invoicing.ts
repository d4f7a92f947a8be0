import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

export const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(600);

export async function call(
  app: TestApp,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Answer> {
  return app.send(method, path, { "x-app-id": "invoicer", ...headers }, body);
}

export async function newClient(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/clients", headers, { name: "Sample Ltd" });
  return { clientId: answer.body.id as string };
}

export async function newTaxRate(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/tax-rates", headers, { name: "Sample", ratePercent: 19 });
  return { taxRateId: answer.body.id as string };
}

export async function newItem(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/items", headers, { name: "Sample", unitPrice: 10 });
  return { itemId: answer.body.id as string };
}

export const billed = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };

export async function newSentInvoice(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/invoices", headers, billed);
  await call(app, "POST", `/invoices/${body.invoiceId}/mark-sent`, headers, {});
  return { invoiceId: body.invoiceId as string };
}

/** An invoice that is the same at each door, since its file contains all of it. */
async function newestInvoice(app: TestApp, headers: Headers) {
  const { body } = await call(app, "GET", "/invoices?limit=1", headers);
  const [newest] = body.invoices as { id: string }[];
  return newest ? { invoiceId: newest.id } : newSentInvoice(app, headers);
}

export async function newPayment(app: TestApp, headers: Headers, amount = 10) {
  const { invoiceId } = await newSentInvoice(app, headers);
  const path = `/invoices/${invoiceId}/payments`;
  const { body } = await call(app, "POST", path, headers, { amount, method: "cash" });
  return { paymentId: body.id as string };
}

export async function newCreditNote(app: TestApp, headers: Headers) {
  const { invoiceId } = await newSentInvoice(app, headers);
  const wanted = { reason: "sample", applyToInvoice: false };
  const { body } = await call(app, "POST", `/invoices/${invoiceId}/credit-notes`, headers, wanted);
  return { creditNoteId: body.id as string, invoiceId };
}

const clientSamples: Record<string, Sample> = {
  CreateClient: {
    input: fixed({ name: "Sample Ltd", phone: "+1 555 0100", paymentTermsDays: 30 }),
    bad: {
      input: {
        name: " ",
        email: "nobody",
        country: "xx",
        language: "tlh",
        currency: "CHF",
        paymentTermsDays: 366,
      },
      paths: ["name", "email", "country", "language", "currency", "paymentTermsDays"],
    },
  },
  GetClient: { input: newClient, foreign: "NOT_FOUND" },
  ListClients: {
    input: fixed({ limit: 1, query: "no such client" }),
    bad: { input: { limit: 101, status: "lost" }, paths: ["limit", "status"] },
  },
  UpdateClient: {
    input: async (app, headers) => ({ ...(await newClient(app, headers)), notes: "sample" }),
    bad: { input: { clientId: "cli_x", name: " ", version: "1" }, paths: ["name", "version"] },
    foreign: "NOT_FOUND",
  },
  ArchiveClient: { input: newClient, foreign: "NOT_FOUND" },
  RestoreClient: {
    input: async (app, headers) => {
      const { clientId } = await newClient(app, headers);
      await call(app, "POST", `/clients/${clientId}/archive`, headers, {});
      return { clientId };
    },
    foreign: "NOT_FOUND",
  },
  DeleteClient: { input: newClient, foreign: "NOT_FOUND" },
  GetClientStatement: {
    input: async (app, headers) => ({
      ...(await newClient(app, headers)),
      from: "2026-01-01",
      to: "2026-12-31",
    }),
    bad: { input: { clientId: "cli_x", from: "yesterday" }, paths: ["from", "to"] },
    foreign: "NOT_FOUND",
  },
  RenderClientStatementPdf: {
    input: async (app, headers) => ({
      ...(await newClient(app, headers)),
      from: "2026-01-01",
      to: "2026-12-31",
    }),
    bad: { input: { clientId: "cli_x", from: "yesterday", locale: "xx" }, paths: ["from", "to", "locale"] },
    foreign: "NOT_FOUND",
  },
  CreateItem: {
    input: async (app, headers) => ({ name: "Sample", unitPrice: 10, ...(await newTaxRate(app, headers)) }),
    bad: { input: { name: " ", unitPrice: "10", unit: overlong }, paths: ["name", "unitPrice", "unit"] },
    foreign: "NOT_FOUND",
  },
  GetItem: { input: newItem, foreign: "NOT_FOUND" },
  ListItems: {
    input: fixed({ limit: 1, query: "no such item" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  UpdateItem: {
    input: async (app, headers) => ({
      ...(await newItem(app, headers)),
      ...(await newTaxRate(app, headers)),
      unitPrice: 12,
    }),
    bad: { input: { itemId: "itm_x", name: " " }, paths: ["name"] },
    foreign: "NOT_FOUND",
  },
  CreateTaxRate: {
    input: fixed({ name: "Sample", ratePercent: 9.975, compound: true }),
    bad: {
      input: { name: " ", ratePercent: 101, category: "lost", inclusive: "yes" },
      paths: ["name", "ratePercent", "category", "inclusive"],
    },
  },
  ListTaxRates: {
    input: fixed({ status: "archived" }),
    bad: { input: { status: "lost" }, paths: ["status"] },
  },
  SetDefaultTaxRate: { input: newTaxRate, foreign: "NOT_FOUND" },
};

const moneySamples: Record<string, Sample> = {
  RecordPayment: {
    input: async (app, headers) => ({ ...(await newSentInvoice(app, headers)), amount: 4, method: "card" }),
    bad: { input: { invoiceId: "inv_x", amount: 0, method: "shells" }, paths: ["amount", "method"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  GetPayment: { input: newPayment, foreign: "NOT_FOUND" },
  ListPayments: {
    input: fixed({ limit: 1, from: "2020-01-01", to: "2020-01-31" }),
    bad: { input: { limit: 101, from: "yesterday" }, paths: ["limit", "from"] },
  },
  RefundPayment: {
    input: async (app, headers) => ({ ...(await newPayment(app, headers)), amount: 4 }),
    bad: { input: { paymentId: "pay_x", amount: 0, reason: overlong }, paths: ["amount", "reason"] },
    foreign: "NOT_FOUND",
  },
  VoidPayment: {
    input: async (app, headers) => ({ ...(await newPayment(app, headers)), reason: "sample" }),
    bad: { input: { paymentId: "pay_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  AllocatePayment: {
    input: async (app, headers) => {
      const { paymentId } = await newPayment(app, headers, 100);
      const { invoiceId } = await newSentInvoice(app, headers);
      return { paymentId, allocations: [{ invoiceId, amount: 5 }] };
    },
    bad: { input: { paymentId: "pay_x", allocations: [] }, paths: ["allocations"] },
    foreign: "NOT_FOUND",
  },
  WriteOffInvoice: {
    input: async (app, headers) => ({ ...(await newSentInvoice(app, headers)), reason: "sample" }),
    bad: { input: { invoiceId: "inv_x", reason: " " }, paths: ["reason"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  GenerateCreditNote: {
    input: async (app, headers) => ({ ...(await newSentInvoice(app, headers)), amount: 4, reason: "sample" }),
    bad: { input: { invoiceId: "inv_x", amount: 0, reason: " " }, paths: ["amount", "reason"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  GetCreditNote: {
    input: async (app, headers) => ({ creditNoteId: (await newCreditNote(app, headers)).creditNoteId }),
    foreign: "NOT_FOUND",
  },
  ListCreditNotes: {
    input: async (app, headers) => ({ limit: 1, ...(await newClient(app, headers)) }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  ApplyCreditNote: {
    input: async (app, headers) => ({ ...(await newCreditNote(app, headers)), amount: 4 }),
    bad: { input: { creditNoteId: "crn_x", invoiceId: "inv_x", amount: 0 }, paths: ["amount"] },
    foreign: "NOT_FOUND",
  },
};

/** A receipt with its extraction inserted, which would take long. */
async function newReceipt(app: TestApp, headers: Headers, merchant: string | null = "Sample") {
  const me = await app.graphql("{ me { id } }", {}, headers);
  const receiptId = newId("rcp");
  const sure = (value: unknown) => ({ value, confidence: 1 });
  const reading = {
    merchant: merchant === null ? null : sure(merchant),
    date: sure("2026-01-31"),
    currency: sure("USD"),
    subtotalMinor: null,
    taxMinor: null,
    totalMinor: sure(1000),
    lines: [],
    addsUp: null,
  };
  await app.database.query(
    `INSERT INTO gateway.receipts (id, owner_id, status, content_type, image, image_hash, reading, created_at, updated_at)
     VALUES ($1, $2, 'needs_review', 'image/png', '', '', $3, now(), now())`,
    [receiptId, me.body.data.me.id, JSON.stringify(reading)],
  );
  return { receiptId };
}

export async function newExpense(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/expenses", headers, expense);
  return { expenseId: body.id as string };
}

const expense = { date: "2026-01-31", vendor: "Sample", amount: 10, category: "travel" };
const recurring = { ...billed, frequency: "monthly", startDate: "2031-01-31" };

export async function newRecurring(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/recurring-invoices", headers, recurring);
  return { recurringId: body.id as string };
}

/** The smallest picture there is: one white point. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const documentSamples: Record<string, Sample> = {
  PreviewInvoiceTotals: {
    input: fixed({ items: [{ description: "sample", quantity: 3, unitPrice: 33.33 }], taxRate: 7 }),
    bad: { input: { items: [], taxRate: 101, client: "nobody" }, paths: ["items", "taxRate", "client"] },
  },
  GetPaymentLink: { input: newSentInvoice, foreign: "INVOICE_NOT_FOUND" },
  RenderInvoicePdf: {
    input: newestInvoice,
    bad: { input: { invoiceId: "inv_x", format: "docx", locale: "xx" }, paths: ["format", "locale"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  ListOverdueInvoices: {
    input: fixed({ limit: 1, minDaysLate: 3650 }),
    bad: { input: { limit: 101, minDaysLate: 0 }, paths: ["limit", "minDaysLate"] },
  },
  DuplicateInvoice: { input: newSentInvoice, foreign: "INVOICE_NOT_FOUND" },
  SendPaymentReminder: {
    input: newSentInvoice,
    bad: { input: { invoiceId: "inv_x", message: "x".repeat(5001) }, paths: ["message"] },
    foreign: "INVOICE_NOT_FOUND",
  },
  CreateRecurringInvoice: {
    input: fixed(recurring),
    bad: { input: { ...recurring, frequency: "hourly", count: 0 }, paths: ["frequency", "count"] },
  },
  ListRecurringInvoices: {
    input: fixed({ limit: 1, status: "paused" }),
    bad: { input: { limit: 101 }, paths: ["limit"] },
  },
  EndRecurringInvoice: { input: newRecurring, foreign: "NOT_FOUND" },
  ScanReceipt: {
    input: fixed({ imageBase64: picture }),
    bad: { input: { imageBase64: 1, hints: { currency: "CHF" } }, paths: ["imageBase64", "hints.currency"] },
  },
  // Without a text of others, which tools show in a way of their own.
  GetReceipt: { input: (app, headers) => newReceipt(app, headers, null), foreign: "NOT_FOUND" },
  GetReceiptImage: { input: (app, headers) => newReceipt(app, headers, null), foreign: "NOT_FOUND" },
  ListReceipts: {
    input: fixed({ limit: 1, status: "discarded" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  ConfirmReceipt: {
    input: (app, headers) => newReceipt(app, headers),
    bad: { input: { receiptId: "rcp_x", category: " " }, paths: ["category"] },
    foreign: "NOT_FOUND",
  },
  DiscardReceipt: { input: (app, headers) => newReceipt(app, headers, null), foreign: "NOT_FOUND" },
  CreateExpense: {
    input: async (app, headers) => ({
      ...expense,
      billableClientId: (await newClient(app, headers)).clientId,
    }),
    bad: {
      input: { ...expense, vendor: " ", amount: 0, currency: "CHF" },
      paths: ["vendor", "amount", "currency"],
    },
    foreign: "NOT_FOUND",
  },
  GetExpense: { input: newExpense, foreign: "NOT_FOUND" },
  ListExpenses: {
    input: fixed({ limit: 1, category: "no such category" }),
    bad: { input: { limit: 101, from: "yesterday" }, paths: ["limit", "from"] },
  },
  // A month that the calls of this test do not move.
  GetMonthlyReport: {
    input: fixed({ month: "2020-01", currency: "USD" }),
    bad: {
      input: { month: "2020-13", basis: "hope", currency: "CHF" },
      paths: ["month", "basis", "currency"],
    },
  },
  GetAgingReport: {
    input: fixed({ asOf: "2020-01-31", currency: "USD" }),
    bad: { input: { asOf: "yesterday" }, paths: ["asOf"] },
  },
  GetRevenueByClient: {
    input: fixed({ from: "2020-01-01", to: "2020-01-31", currency: "USD" }),
    bad: { input: { from: "yesterday", to: "2020-01-31" }, paths: ["from"] },
  },
  GetTaxSummary: {
    input: fixed({ from: "2020-01-01", to: "2020-01-31", currency: "USD" }),
    bad: { input: { from: "2020-01-01", to: "soon" }, paths: ["to"] },
  },
};

export const invoicingSamples: Record<string, Sample> = {
  ...clientSamples,
  ...moneySamples,
  ...documentSamples,
};
