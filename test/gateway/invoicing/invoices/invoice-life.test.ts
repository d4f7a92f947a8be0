import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import { act, ask, eventsOf, externalInvoice } from "../../support/documents.ts";
import type { Caller, GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";
import { createInvoice } from "../../support/invoices.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const newCaller = (): Caller => ({ ownerId: newId("usr"), at: new Date("2026-06-01T12:00:00.000Z") });
async function newDraft(over: Record<string, unknown> = {}) {
  const caller = newCaller();
  const record = await act(app, "createExternalInvoice", externalInvoice({ taxRate: 13, ...over }), caller);
  return { caller, record, invoiceId: record.invoiceId as string };
}

describe("events", () => {
  test("events carry the documented record and the previous values of changed fields", async () => {
    const { caller, record, invoiceId } = await newDraft();
    await act(app, "sendInvoice", { invoiceId }, caller);
    await act(app, "markInvoicePaid", { invoiceId }, caller);
    const [created, sent, paid] = await eventsOf(app, invoiceId);
    expect(created).toEqual({ type: "invoice.created", payload: { object: record, previous: null } });
    expect(sent).toEqual({
      type: "invoice.sent",
      payload: { object: { ...record, status: "sent" }, previous: { status: "draft" } },
    });
    expect(paid!.payload).toMatchObject({ object: { status: "paid" }, previous: { status: "sent" } });
  });

  test("events of one object are complete and in the order of its changes", async () => {
    const { caller, invoiceId } = await newDraft();
    await act(app, "updateInvoice", { invoiceId, notes: "hello" }, caller);
    await act(app, "sendInvoice", { invoiceId }, caller);
    await act(app, "sendInvoice", { invoiceId }, caller);
    await act(app, "cancelInvoice", { invoiceId, reason: "error" }, caller);
    const types = (await eventsOf(app, invoiceId)).map(({ type }) => type.split(".")[1]);
    expect(types).toEqual(["created", "updated", "sent", "updated", "cancelled"]);
  });

  test("a failed change emits no event", async () => {
    const { caller, invoiceId } = await newDraft();
    await ask(app, "markInvoicePaid", { invoiceId }, caller);
    expect(await eventsOf(app, invoiceId)).toHaveLength(1);
  });

  test("an invoice with a total of 0 emits a paid event at issue", async () => {
    const items = [{ description: "Gift", quantity: 1, unitPrice: 0 }];
    const { caller, invoiceId } = await newDraft({ items });
    expect((await act(app, "sendInvoice", { invoiceId }, caller)).status).toBe("paid");
    const types = (await eventsOf(app, invoiceId)).map(({ type }) => type);
    expect(types).toEqual(["invoice.created", "invoice.sent", "invoice.paid"]);
  });
});

describe("sending", () => {
  test("sending issues in the account's time zone and queues one mail per request, each with its own ID", async () => {
    const { caller, invoiceId } = await newDraft();
    await act(app, "updateInvoiceSettings", { timezone: "Pacific/Kiritimati" }, caller);
    const sent = await act(app, "sendInvoice", { invoiceId, message: "Thank you." }, caller);
    expect(sent).toMatchObject({ status: "sent", delivery: "queued", issueDate: "2026-06-02", version: 2 });
    const other = { invoiceId, to: ["chief@client.example"], subject: "Again" };
    await act(app, "sendInvoice", other, caller);
    const jobs = (await app.jobsOf("send-invoice-mail")).filter((job) => job["invoiceId"] === invoiceId);
    expect(jobs).toEqual([
      { invoiceId, ownerId: caller.ownerId, message: "Thank you." },
      {
        invoiceId,
        ownerId: caller.ownerId,
        mailId: expect.stringMatching(/^inv_\w+\.mail_\w+$/),
        to: ["chief@client.example"],
        subject: "Again",
      },
    ]);
  });

  test("sending without a recipient is rejected and issues nothing; a given recipient works", async () => {
    const { caller, invoiceId } = await newDraft({ customerEmail: null });
    const { code, error } = await ask(app, "sendInvoice", { invoiceId }, caller);
    expect(code).toBe("VALIDATION_ERROR");
    expect(error!.extensions!["details"]).toMatchObject({ fields: [{ path: "to", rule: "required" }] });
    const to = ["ana@client.example"];
    expect((await act(app, "sendInvoice", { invoiceId, to }, caller)).status).toBe("sent");
  });

  test("a replayed send sends once", async () => {
    const { caller, invoiceId } = await newDraft();
    const keyed = { ...caller, idempotencyKey: "send" };
    const first = await act(app, "sendInvoice", { invoiceId }, keyed);
    expect(await act(app, "sendInvoice", { invoiceId }, keyed)).toEqual(first);
    const jobs = (await app.jobsOf("send-invoice-mail")).filter((job) => job["invoiceId"] === invoiceId);
    expect(jobs).toHaveLength(1);
  });

  test("sending costs credits, marking as sent does not", async () => {
    onTestFinished(() => void delete app.hub.prices["invoice.send"]);
    app.hub.prices["invoice.send"] = 0.2;
    const { caller, invoiceId } = await newDraft();
    await act(app, "sendInvoice", { invoiceId }, caller);
    const second = await act(app, "createExternalInvoice", externalInvoice(), caller);
    await act(app, "markInvoiceSent", { invoiceId: second.invoiceId }, caller);
    const operations = app.hub.holdsOf(caller.ownerId!).map(({ operation, status }) => [operation, status]);
    expect(operations).toEqual([["invoice.send", "captured"]]);
  });
});

describe("marking as sent or paid", () => {
  test("marking as sent or paid accepts a given time, but none in the future", async () => {
    const { caller, invoiceId } = await newDraft();
    const sentAt = "2026-05-20T08:00:00.000Z";
    expect(await act(app, "markInvoiceSent", { invoiceId, sentAt }, caller)).toMatchObject({
      issueDate: "2026-05-20",
      delivery: "none",
      sentAt,
    });
    const later = { invoiceId, paidAt: "2026-06-01T12:00:00.001Z" };
    expect((await ask(app, "markInvoicePaid", later, caller)).code).toBe("VALIDATION_ERROR");
    const paidAt = "2026-06-01T12:00:00.000Z";
    expect(await act(app, "markInvoicePaid", { invoiceId, paidAt }, caller)).toMatchObject({
      amountPaid: 22.6,
      amountDue: 0,
      paidAt,
    });
  });
});

describe("cancelling", () => {
  test("a cancelled invoice keeps its number, owes nothing and stops a queued mail", async () => {
    const { caller, invoiceId } = await newDraft();
    await act(app, "sendInvoice", { invoiceId }, caller);
    expect(await act(app, "cancelInvoice", { invoiceId, reason: "Wrong client." }, caller)).toMatchObject({
      status: "cancelled",
      number: "INV-2026-000001",
      amountDue: 0,
      cancelReason: "Wrong client.",
      delivery: "none",
    });
  });
});

test("a partly paid invoice cannot be cancelled", async () => {
  const { caller, invoiceId } = await newDraft();
  await act(app, "markInvoiceSent", { invoiceId }, caller);
  await app.database.query("UPDATE gateway.invoices SET amount_paid_minor = 1 WHERE id = $1", [invoiceId]);
  const { code, error } = await ask(app, "cancelInvoice", { invoiceId, reason: "error" }, caller);
  expect(code).toBe("INVOICE_STATE_CONFLICT");
  expect(error!.extensions!["details"]).toEqual({ currentState: "sent", allowed: ["paid", "overdue"] });
});

describe("deleting a draft", () => {
  test("a deleted draft is in no list, and its event remains", async () => {
    const { caller, invoiceId } = await newDraft();
    expect(await act(app, "deleteDraftInvoice", { invoiceId }, caller)).toEqual({
      id: invoiceId,
      deleted: true,
    });
    const { data, error } = await app.run(
      `query ($id: ID!) { invoices { total } externalInvoices { total } invoice(invoiceId: $id) { id } }`,
      { id: invoiceId },
      caller,
    );
    expect(error!.extensions!["code"]).toBe("INVOICE_NOT_FOUND");
    expect(data).toBeNull();
    const lists = await app.run("{ invoices { total } externalInvoices { total } }", {}, caller);
    expect(lists.data).toEqual({ invoices: { total: 0 }, externalInvoices: { total: 0 } });
    expect((await ask(app, "sendInvoice", { invoiceId }, caller)).code).toBe("INVOICE_NOT_FOUND");
    expect((await eventsOf(app, invoiceId)).at(-1)!.type).toBe("invoice.deleted");
  });
});

describe("editing a draft", () => {
  test("editing a draft changes the given fields and recalculates the totals", async () => {
    const { caller, invoiceId } = await newDraft();
    const items = [
      { description: "Day", quantity: 1.5, unitPrice: 100 },
      { description: "Travel", amount: 30.5 },
    ];
    expect(await act(app, "updateInvoice", { invoiceId, items, discount: 0.5 }, caller)).toMatchObject({
      lines: [
        { description: "Day", quantity: 1.5, total: 150, taxRates: [13] },
        { description: "Travel", quantity: 1, total: 30.5, taxRates: [13] },
      ],
      discount: 0.5,
      subtotal: 180,
      taxTotal: 23.4,
      total: 203.4,
      version: 2,
    });
    const untaxed = await act(app, "updateInvoice", { invoiceId, taxRate: 0, discount: null }, caller);
    expect(untaxed).toMatchObject({ subtotal: 180.5, taxTotal: 0, total: 180.5, discount: 0 });
    expect(untaxed.lines.map(({ taxRates }: { taxRates: number[] }) => taxRates)).toEqual([[], []]);
  });

  test("editing only discount or tax keeps the lines", async () => {
    const { caller, invoiceId } = await newDraft();
    const first = await act(app, "updateInvoice", { invoiceId, taxRate: 20 }, caller);
    const second = await act(app, "updateInvoice", { invoiceId, discount: 1 }, caller);
    expect(second.lines).toEqual(first.lines);
    expect(second).toMatchObject({ subtotal: 19, taxTotal: 3.8, total: 22.8 });
  });

  test("editing a draft changes the customer, and null removes a value", async () => {
    const { caller, invoiceId } = await newDraft({ customerAddress: "1 Main St", dueDate: "2026-07-01" });
    const changes = { customerName: "Ben", customerEmail: "ben@client.example", customerAddress: null };
    const changed = await act(app, "updateInvoice", { invoiceId, ...changes, dueDate: null }, caller);
    expect(changed.client).toEqual({ name: "Ben", email: "ben@client.example", address: null });
    expect(changed.dueDate).toBeNull();
    const bare = await act(app, "updateInvoice", { invoiceId, customerEmail: null }, caller);
    expect(bare.client).toEqual({ name: "Ben", email: null, address: null });
  });

  test("an edit based on an old version is rejected with the current version", async () => {
    const { caller, invoiceId } = await newDraft();
    await act(app, "updateInvoice", { invoiceId, notes: "a", version: 1 }, caller);
    const stale = await ask(app, "updateInvoice", { invoiceId, notes: "b", version: 1 }, caller);
    expect(stale.code).toBe("VERSION_CONFLICT");
    expect(stale.error!.extensions!["details"]).toEqual({ version: 2 });
  });

  test("an edit rejects invalid amounts like a creation and changes nothing", async () => {
    const { caller, invoiceId } = await newDraft();
    expect((await ask(app, "updateInvoice", { invoiceId, discount: 20.01 }, caller)).code).toBe(
      "INVALID_AMOUNT",
    );
    expect(await act(app, "updateInvoice", { invoiceId, notes: "x" }, caller)).toMatchObject({
      version: 2,
      total: 22.6,
      discount: 0,
    });
  });
});

test("every operation on another account's invoice returns not found", async () => {
  const { invoiceId } = await newDraft();
  const stranger = newCaller();
  const inputs = { cancelInvoice: { reason: "x" }, updateInvoice: { notes: "x" } } as Record<string, object>;
  for (const name of [
    "sendInvoice",
    "markInvoiceSent",
    "markInvoicePaid",
    "cancelInvoice",
    "updateInvoice",
    "deleteDraftInvoice",
  ] as const) {
    const { code } = await ask(app, name, { invoiceId, ...inputs[name] }, stranger);
    expect(code, name).toBe("INVOICE_NOT_FOUND");
  }
});

test("the external list contains invoices regardless of how they were created", async () => {
  const caller = newCaller();
  const { id } = await createInvoice(app, caller, { customerName: "Gate", taxRate: 10, notes: "n" });
  const { invoiceId } = await act(app, "createExternalInvoice", externalInvoice(), caller);
  const query = `{ externalInvoices { total invoices { invoiceId invoiceNumber customerName taxRate total status } } }`;
  const { data } = await app.run(query, {}, caller);
  expect(data.externalInvoices.total).toBe(2);
  expect(data.externalInvoices.invoices).toContainEqual({
    invoiceId: id,
    invoiceNumber: null,
    customerName: "Gate",
    taxRate: 10,
    total: 11,
    status: "draft",
  });
  expect(data.externalInvoices.invoices).toContainEqual(expect.objectContaining({ invoiceId }));
});
