import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../../src/time/clock.ts";
import { newId } from "../../../../src/ids.ts";
import { announceOverdueInvoices } from "../../../../subgraphs/gateway/invoicing/invoices/announce-overdue.service.ts";
import { announceExpiredQuotations } from "../../../../subgraphs/gateway/invoicing/quotations/announce-expiry.service.ts";
import { announceLapsedJob } from "../../../../subgraphs/gateway/invoicing/quotations/announce-expired.job.ts";
import { act, ask, eventsOf, externalInvoice } from "../../support/documents.ts";
import { createGatewayApp, type Caller, type GatewayApp } from "../../support/gateway-app.ts";
import { silentLog } from "../../../support/silent-log.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const made = new Date("2026-05-01T12:00:00.000Z");
const systemAt = (moment: string) => ({ ...app.contextFor(null), clock: fixedClock(new Date(moment)) });

async function announce(moment: string): Promise<void> {
  const ctx = systemAt(moment);
  while ((await announceOverdueInvoices(ctx, 2)) > 0);
  while ((await announceExpiredQuotations(ctx, 2)) > 0);
}

async function sentInvoice(dueDate: string, timezone = "UTC") {
  const caller: Caller = { ownerId: newId("usr"), at: made };
  await act(app, "updateInvoiceSettings", { timezone }, caller);
  const { invoiceId } = await act(app, "createExternalInvoice", externalInvoice({ dueDate }), caller);
  await act(app, "markInvoiceSent", { invoiceId }, caller);
  return { invoiceId: invoiceId as string, caller };
}

async function sentQuotation(validUntil: string, timezone = "UTC") {
  const caller: Caller = { ownerId: newId("usr"), at: made };
  await act(app, "updateInvoiceSettings", { timezone }, caller);
  const input = externalInvoice({ validUntil });
  const { quotationId } = await act(app, "createExternalQuotation", input, caller);
  await act(app, "sendQuotation", { quotationId }, caller);
  return { quotationId: quotationId as string, caller };
}

const typesOf = async (id: string) => (await eventsOf(app, id)).map(({ type }) => type);
const statusAt = async (invoiceId: string, caller: Caller, moment: string) => {
  const query = "query ($id: ID!) { invoice(invoiceId: $id) { status } }";
  const { data } = await app.run(query, { id: invoiceId }, { ...caller, at: new Date(moment) });
  return data.invoice.status as string;
};

/** The first moment of the day after the 10th of May, by zone. */
const zones: [string, string, string][] = [
  ["UTC", "2026-05-10T23:59:59.999Z", "2026-05-11T00:00:00.000Z"],
  ["Asia/Tokyo", "2026-05-10T14:59:59.999Z", "2026-05-10T15:00:00.000Z"],
  ["America/Los_Angeles", "2026-05-11T06:59:59.999Z", "2026-05-11T07:00:00.000Z"],
];

describe.each(zones)("in %s", (timezone, lastMoment, nextDay) => {
  test("an invoice is overdue from the day after its due date, and the event is emitted once", async () => {
    const { invoiceId, caller } = await sentInvoice("2026-05-10", timezone);
    await announce(lastMoment);
    expect(await statusAt(invoiceId, caller, lastMoment)).toBe("sent");
    expect(await typesOf(invoiceId)).toEqual(["invoice.created", "invoice.sent"]);
    await Promise.all([announce(nextDay), announce(nextDay), announce(nextDay)]);
    await announce("2026-06-01T00:00:00.000Z");
    expect(await statusAt(invoiceId, caller, nextDay)).toBe("overdue");
    const events = await eventsOf(app, invoiceId);
    expect(events.map(({ type }) => type)).toEqual(["invoice.created", "invoice.sent", "invoice.overdue"]);
    expect(events[2]!.payload).toMatchObject({
      object: { invoiceId, status: "overdue", dueDate: "2026-05-10", items: [{ total: 20 }] },
      previous: { status: "sent" },
    });
  });

  test("a quotation is expired from the day after its last day, and the event is emitted once", async () => {
    const { quotationId, caller } = await sentQuotation("2026-05-10", timezone);
    await announce(lastMoment);
    expect(await typesOf(quotationId)).toEqual(["quotation.created", "quotation.sent"]);
    const late = { ...caller, at: new Date(nextDay) };
    expect((await ask(app, "acceptQuotation", { quotationId }, late)).code).toBe("INVOICE_STATE_CONFLICT");
    await Promise.all([announce(nextDay), announce(nextDay)]);
    const events = await eventsOf(app, quotationId);
    expect(events.slice(2)).toMatchObject([
      { type: "quotation.expired", payload: { object: { quotationId, status: "expired" } } },
    ]);
    const inTime = { ...caller, at: new Date(lastMoment) };
    expect((await act(app, "acceptQuotation", { quotationId }, inTime)).status).toBe("accepted");
  });
});

test("a later due date takes an overdue invoice back to sent, and it can become overdue again", async () => {
  const { invoiceId, caller } = await sentInvoice("2026-05-10");
  await announce("2026-05-11T00:00:00.000Z");
  const onDay = { ...caller, at: new Date("2026-05-12T00:00:00.000Z") };
  const moved = await act(app, "updateInvoice", { invoiceId, dueDate: "2026-05-20" }, onDay);
  expect(moved).toMatchObject({ status: "sent", dueDate: "2026-05-20" });
  await announce("2026-05-20T23:59:59.000Z");
  await announce("2026-05-21T00:00:00.000Z");
  const events = await eventsOf(app, invoiceId);
  expect(events.slice(2).map(({ type }) => type)).toEqual([
    "invoice.overdue",
    "invoice.updated",
    "invoice.overdue",
  ]);
  expect(events[3]!.payload.previous).toMatchObject({ status: "overdue", dueDate: "2026-05-10" });
});

test("an expired quotation is sent again with a new last day, and can expire again", async () => {
  const { quotationId, caller } = await sentQuotation("2026-05-10");
  await announce("2026-05-11T00:00:00.000Z");
  const onDay = { ...caller, at: new Date("2026-05-12T00:00:00.000Z") };
  const past = await ask(app, "sendQuotation", { quotationId, validUntil: "2026-05-11" }, onDay);
  expect(past.code).toBe("VALIDATION_ERROR");
  const again = await act(app, "sendQuotation", { quotationId, validUntil: "2026-05-12" }, onDay);
  expect(again).toMatchObject({ status: "sent", validUntil: "2026-05-12" });
  await announce("2026-05-13T00:00:00.000Z");
  expect((await typesOf(quotationId)).slice(2)).toEqual([
    "quotation.expired",
    "quotation.sent",
    "quotation.expired",
  ]);
});

test("drafts, paid and cancelled invoices and answered quotations never expire", async () => {
  const draft = await act(app, "createExternalInvoice", externalInvoice({ dueDate: "2026-05-10" }), {
    ownerId: newId("usr"),
    at: made,
  });
  const paid = await sentInvoice("2026-05-10");
  await act(app, "markInvoicePaid", { invoiceId: paid.invoiceId }, paid.caller);
  const cancelled = await sentInvoice("2026-05-10");
  await act(app, "cancelInvoice", { invoiceId: cancelled.invoiceId, reason: "error" }, cancelled.caller);
  const accepted = await sentQuotation("2026-05-10");
  await act(app, "acceptQuotation", { quotationId: accepted.quotationId }, accepted.caller);
  await announce("2026-07-01T00:00:00.000Z");
  for (const id of [draft.invoiceId, paid.invoiceId, cancelled.invoiceId, accepted.quotationId])
    expect((await typesOf(id)).filter((type) => /overdue|expired/.test(type))).toEqual([]);
});

test("a new timezone moves the ends of the days of what is open", async () => {
  const invoice = await sentInvoice("2026-05-10");
  const quotation = await sentQuotation("2026-05-10");
  for (const { caller } of [invoice, quotation])
    await act(app, "updateInvoiceSettings", { timezone: "America/New_York" }, caller);
  await announce("2026-05-11T03:59:59.999Z");
  expect(await typesOf(invoice.invoiceId)).not.toContain("invoice.overdue");
  expect(await typesOf(quotation.quotationId)).not.toContain("quotation.expired");
  await announce("2026-05-11T04:00:00.000Z");
  expect(await typesOf(invoice.invoiceId)).toContain("invoice.overdue");
  expect(await typesOf(quotation.quotationId)).toContain("quotation.expired");
});

test("the job emits events for all overdue invoices and expired quotations of every account", async () => {
  const invoices = await Promise.all([sentInvoice("2026-05-02"), sentInvoice("2026-05-03")]);
  const quotation = await sentQuotation("2026-05-02");
  await announceLapsedJob.handler(
    {},
    {
      id: "job",
      attempt: 1,
      signal: new AbortController().signal,
      log: silentLog,
      context: { ownData: [], contextIn: () => systemAt("2026-05-05T00:00:00.000Z") },
    },
  );
  for (const { invoiceId } of invoices) expect(await typesOf(invoiceId)).toContain("invoice.overdue");
  expect(await typesOf(quotation.quotationId)).toContain("quotation.expired");
});
