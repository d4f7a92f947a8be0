import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";
import { billed, call, fixed, newClient, newItem, newTaxRate } from "./door-samples-invoicing.ts";

type Headers = Record<string, string>;

async function newDraft(app: TestApp, headers: Headers) {
  const { body } = await call(app, "POST", "/invoices", headers, billed);
  return { invoiceId: body.invoiceId as string };
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
