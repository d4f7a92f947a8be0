import type { Answer, TestApp } from "../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const overlong = "x".repeat(600);

async function call(
  app: TestApp,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Answer> {
  return app.send(method, path, { "x-app-id": "invoicer", ...headers }, body);
}

async function newClient(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/clients", headers, { name: "Sample Ltd" });
  return { clientId: answer.body.id as string };
}

async function newTaxRate(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/tax-rates", headers, { name: "Sample", ratePercent: 19 });
  return { taxRateId: answer.body.id as string };
}

async function newItem(app: TestApp, headers: Headers) {
  const answer = await call(app, "POST", "/items", headers, { name: "Sample", unitPrice: 10 });
  return { itemId: answer.body.id as string };
}

const billed = { client: "sample@client.example", items: [{ description: "sample", amount: 10 }] };

export async function newSentInvoice(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/invoices", headers, billed);
  await call(app, "POST", `/invoices/${body.invoiceId}/mark-sent`, headers, {});
  return { invoiceId: body.invoiceId as string };
}

async function newPayment(app: TestApp, headers: Headers, amount = 10) {
  const { invoiceId } = await newSentInvoice(app, headers);
  const path = `/invoices/${invoiceId}/payments`;
  const { body } = await call(app, "POST", path, headers, { amount, method: "cash" });
  return { paymentId: body.id as string };
}

async function newCreditNote(app: TestApp, headers: Headers) {
  const { invoiceId } = await newSentInvoice(app, headers);
  const wanted = { reason: "sample", applyToInvoice: false };
  const { body } = await call(app, "POST", `/invoices/${invoiceId}/credit-notes`, headers, wanted);
  return { creditNoteId: body.id as string, invoiceId };
}

const clientSamples: Record<string, Sample> = {
  CreateClient: {
    input: fixed({ name: "Sample Ltd", phone: "+1 555 0100", paymentTermsDays: 30 }),
    bad: {
      input: { name: " ", email: "nobody", currency: "CHF", paymentTermsDays: 366 },
      paths: ["name", "email", "currency", "paymentTermsDays"],
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
    input: fixed({ name: "Sample", ratePercent: 9.975 }),
    bad: { input: { name: " ", ratePercent: 101 }, paths: ["name", "ratePercent"] },
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

export const invoicingSamples: Record<string, Sample> = { ...clientSamples, ...moneySamples };
