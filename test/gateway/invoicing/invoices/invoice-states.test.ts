import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { requireTransition } from "../../../../subgraphs/gateway/invoicing/invoices/invoice-states.ts";
import { requireQuotationTransition } from "../../../../subgraphs/gateway/invoicing/quotations/quotation-states.ts";
import { act, ask, externalInvoice, type MutationName } from "../../support/documents.ts";
import type { Caller, GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";

const invoiceStates = ["draft", "sent", "paid", "overdue", "cancelled"] as const;
const quotationStates = ["draft", "sent", "accepted", "declined", "expired"] as const;
type InvoiceState = (typeof invoiceStates)[number];
type QuotationState = (typeof quotationStates)[number];

/** Every pair that is allowed, written out; all others are not. */
const invoicePairs = [
  "draft sent",
  "draft cancelled",
  "sent paid",
  "sent overdue",
  "sent cancelled",
  "overdue paid",
  "overdue cancelled",
  "overdue sent",
];
const quotationPairs = ["draft sent", "sent accepted", "sent declined", "sent expired", "expired sent"];

const pairsOf = <T>(states: readonly T[]): [T, T][] =>
  states.flatMap((a) => states.map((b): [T, T] => [a, b]));
const isRefused = (attempt: () => void): boolean => {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
};

test.each(pairsOf(invoiceStates))("an invoice goes from %s to %s only as the table says", (from, to) => {
  expect(isRefused(() => requireTransition(from, to))).toBe(!invoicePairs.includes(`${from} ${to}`));
});

test.each(pairsOf(quotationStates))("a quotation goes from %s to %s only as the table says", (from, to) => {
  expect(isRefused(() => requireQuotationTransition(from, to))).toBe(
    !quotationPairs.includes(`${from} ${to}`),
  );
});

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const made = new Date("2026-03-01T09:00:00.000Z");
const later = new Date("2026-03-20T09:00:00.000Z");

/** An invoice in this state on the 20th of March, and its owner on that day. */
async function invoiceIn(state: InvoiceState): Promise<{ invoiceId: string; caller: Caller }> {
  const ownerId = newId("usr");
  const before = { ownerId, at: made };
  const dueDate = state === "overdue" ? "2026-03-10" : "2026-04-10";
  const { invoiceId } = await act(app, "createExternalInvoice", externalInvoice({ dueDate }), before);
  if (state !== "draft") await act(app, "markInvoiceSent", { invoiceId }, before);
  if (state === "paid") await act(app, "markInvoicePaid", { invoiceId }, before);
  if (state === "cancelled") await act(app, "cancelInvoice", { invoiceId, reason: "error" }, before);
  return { invoiceId, caller: { ownerId, at: later } };
}

/** As `invoiceIn`, for a quotation. */
async function quotationIn(state: QuotationState): Promise<{ quotationId: string; caller: Caller }> {
  const ownerId = newId("usr");
  const before = { ownerId, at: made };
  const validUntil = state === "expired" ? "2026-03-10" : "2026-04-10";
  const { quotationId } = await act(app, "createExternalQuotation", externalInvoice({ validUntil }), before);
  if (state !== "draft") await act(app, "sendQuotation", { quotationId }, before);
  if (state === "accepted") await act(app, "acceptQuotation", { quotationId }, before);
  if (state === "declined") await act(app, "declineQuotation", { quotationId }, before);
  return { quotationId, caller: { ownerId, at: later } };
}

/** What each operation makes of an invoice in each state; null: 409. */
const invoiceOperations: [MutationName, Record<string, unknown>, Record<InvoiceState, string | null>][] = [
  ["sendInvoice", {}, { draft: "sent", sent: "sent", overdue: "overdue", paid: null, cancelled: null }],
  ["markInvoiceSent", {}, { draft: "sent", sent: null, overdue: null, paid: null, cancelled: null }],
  ["markInvoicePaid", {}, { draft: null, sent: "paid", overdue: "paid", paid: null, cancelled: null }],
  [
    "cancelInvoice",
    { reason: "error" },
    { draft: "cancelled", sent: "cancelled", overdue: "cancelled", paid: null, cancelled: null },
  ],
  [
    "updateInvoice",
    { customerName: "Ben" },
    { draft: "draft", sent: null, overdue: null, paid: null, cancelled: null },
  ],
  [
    "updateInvoice",
    { dueDate: "2026-05-01" },
    { draft: "draft", sent: "sent", overdue: "sent", paid: null, cancelled: null },
  ],
  ["deleteDraftInvoice", {}, { draft: "deleted", sent: null, overdue: null, paid: null, cancelled: null }],
];
const allowedOfInvoice = (state: string) =>
  invoicePairs.filter((pair) => pair.startsWith(`${state} `)).map((pair) => pair.split(" ")[1]);

describe.each(invoiceOperations)("%s %o", (name, over, results) => {
  test.each(invoiceStates)("of a %s invoice", async (state) => {
    const { invoiceId, caller } = await invoiceIn(state);
    const { data, code, error } = await ask(app, name, { invoiceId, ...over }, caller);
    const expected = results[state];
    if (expected !== null) {
      expect(error).toBeUndefined();
      expect(data[name].deleted ? "deleted" : data[name].status).toBe(expected);
      return;
    }
    expect(code).toBe("INVOICE_STATE_CONFLICT");
    expect(error!.extensions!["http"]).toEqual({ status: 409 });
    const { currentState, allowed } = error!.extensions!["details"] as Record<string, unknown>;
    expect(currentState).toBe(state);
    expect(new Set(allowed as string[])).toEqual(new Set(allowedOfInvoice(state)));
  });
});

const quotationOperations: [MutationName, Record<string, unknown>, Record<QuotationState, string | null>][] =
  [
    ["sendQuotation", {}, { draft: "sent", sent: "sent", expired: "400", accepted: null, declined: null }],
    [
      "sendQuotation",
      { validUntil: "2026-05-01" },
      { draft: "sent", sent: "sent", expired: "sent", accepted: null, declined: null },
    ],
    ["acceptQuotation", {}, { draft: null, sent: "accepted", expired: null, accepted: null, declined: null }],
    [
      "declineQuotation",
      {},
      { draft: null, sent: "declined", expired: null, accepted: null, declined: null },
    ],
    [
      "updateQuotation",
      { notes: "x" },
      { draft: "draft", sent: null, expired: null, accepted: null, declined: null },
    ],
    [
      "deleteDraftQuotation",
      {},
      { draft: "deleted", sent: null, expired: null, accepted: null, declined: null },
    ],
    // The invoice that it becomes is a draft.
    [
      "convertQuotationToInvoice",
      {},
      { draft: null, sent: null, expired: null, accepted: "draft", declined: null },
    ],
  ];

describe.each(quotationOperations)("%s %o", (name, over, results) => {
  test.each(quotationStates)("of a quotation that is %s", async (state) => {
    const { quotationId, caller } = await quotationIn(state);
    const { data, code, error } = await ask(app, name, { quotationId, ...over }, caller);
    const expected = results[state];
    if (expected === "400") {
      expect(code).toBe("VALIDATION_ERROR");
      expect(error!.extensions!["details"]).toMatchObject({ fields: [{ path: "validUntil" }] });
      return;
    }
    if (expected !== null) {
      expect(error).toBeUndefined();
      expect(data[name].deleted ? "deleted" : data[name].status).toBe(expected);
      return;
    }
    expect(code).toBe("INVOICE_STATE_CONFLICT");
    expect(error!.extensions!["details"]).toMatchObject({ currentState: state });
  });
});

test("of two concurrent responses to a quotation one wins", async () => {
  const { quotationId, caller } = await quotationIn("sent");
  const answers = await Promise.all([
    ask(app, "acceptQuotation", { quotationId }, caller),
    ask(app, "declineQuotation", { quotationId }, caller),
    ask(app, "acceptQuotation", { quotationId }, caller),
  ]);
  expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === "INVOICE_STATE_CONFLICT")).toHaveLength(2);
});

test("of an invoice that is paid and cancelled at once one wins", async () => {
  const { invoiceId, caller } = await invoiceIn("sent");
  const answers = await Promise.all([
    ask(app, "markInvoicePaid", { invoiceId }, caller),
    ask(app, "cancelInvoice", { invoiceId, reason: "error" }, caller),
  ]);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["INVOICE_STATE_CONFLICT", undefined]));
});
