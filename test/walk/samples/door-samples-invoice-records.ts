import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";
import { billed, call, fixed } from "./door-samples-invoicing.ts";

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
