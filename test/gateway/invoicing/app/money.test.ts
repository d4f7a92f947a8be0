import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../../src/ids.ts";
import type { Caller, GatewayApp } from "../../support/gateway-app.ts";
import { openSharedGateway } from "../../support/shared-gateway.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const answers = {
  createInvoice: ["CreateInvoiceInput", "id"],
  markInvoiceSent: ["MarkInvoiceSentInput", "id number status"],
  recordPayment: [
    "RecordPaymentInput",
    "id amount allocated unapplied refunded allocations { invoiceId amount }",
  ],
  refundPayment: ["RefundPaymentInput", "id amount"],
  voidPayment: ["VoidPaymentInput", "id status unapplied allocated"],
  allocatePayment: ["AllocatePaymentInput", "id unapplied allocations { invoiceId amount }"],
  writeOffInvoice: ["WriteOffInvoiceInput", "id status amountWrittenOff amountDue"],
  generateCreditNote: [
    "GenerateCreditNoteInput",
    "id number status subtotal taxTotal total applied balance taxLines { rate base tax }",
  ],
  applyCreditNote: ["ApplyCreditNoteInput", "id status applied balance"],
  createClient: ["CreateClientInput", "id version"],
  updateClient: ["UpdateClientInput", "id version name"],
  deleteClient: ["ClientIdInput", "deleted"],
  archiveClient: ["ClientIdInput", "status"],
  sendPaymentReminder: ["SendPaymentReminderInput", "sentOn"],
} as const;

const newCaller = (): Caller => ({ ownerId: newId("usr"), at: new Date("2026-06-01T12:00:00.000Z") });

async function tryTo(name: keyof typeof answers, input: Record<string, unknown>, caller: Caller) {
  const [type, fields] = answers[name];
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
  return app.run(query, { input }, caller);
}

async function act(name: keyof typeof answers, input: Record<string, unknown>, caller: Caller) {
  const { data, error } = await tryTo(name, input, caller);
  expect(error, `${name}: ${JSON.stringify(error)}`).toBeUndefined();
  return data[name];
}

async function refusalOf(name: keyof typeof answers, input: Record<string, unknown>, caller: Caller) {
  const { code, error } = await tryTo(name, input, caller);
  return { code, details: error?.extensions?.["details"] };
}

async function issued(caller: Caller, over: Record<string, unknown> = {}): Promise<string> {
  const items = [{ description: "Work", amount: 100 }];
  const { id } = await act("createInvoice", { client: "ana@client.example", items, ...over }, caller);
  await act("markInvoiceSent", { invoiceId: id }, caller);
  return id;
}

async function stateOf(invoiceId: string, caller: Caller) {
  const fields = "status amountPaid amountCredited amountWrittenOff amountDue paidAt";
  const { data } = await app.run(
    `query ($invoiceId: ID!) { invoice(invoiceId: $invoiceId) { ${fields} } }`,
    { invoiceId },
    caller,
  );
  return data.invoice;
}

describe("payments", () => {
  test("more than is due is the client's credit, which other invoices of theirs may get", async () => {
    const caller = newCaller();
    const [first, second] = [await issued(caller), await issued(caller)];
    const paid = await act("recordPayment", { invoiceId: first, amount: 130, method: "check" }, caller);
    expect(paid).toMatchObject({ allocated: 100, unapplied: 30 });
    expect(await stateOf(first, caller)).toMatchObject({ status: "paid", amountDue: 0 });
    const allocations = [{ invoiceId: second, amount: 30.01 }];
    const input = { paymentId: paid.id, allocations };
    expect(await refusalOf("allocatePayment", input, caller)).toMatchObject({ code: "BUSINESS_RULE" });
    allocations[0]!.amount = 30;
    expect(await act("allocatePayment", input, caller)).toMatchObject({ unapplied: 0 });
    expect(await stateOf(second, caller)).toMatchObject({ status: "sent", amountPaid: 30, amountDue: 70 });
    const foreign = await issued(caller, { client: "ben@client.example" });
    const more = await act("recordPayment", { invoiceId: second, amount: 80, method: "cash" }, caller);
    const wrong = { paymentId: more.id, allocations: [{ invoiceId: foreign, amount: 5 }] };
    expect((await refusalOf("allocatePayment", wrong, caller)).details).toMatchObject({
      rule: "other_client",
    });
  });

  test("refunds take the credit first, then open the invoice again, and never exceed the payment", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    const { id: paymentId } = await act("recordPayment", { invoiceId, amount: 120, method: "card" }, caller);
    await act("refundPayment", { paymentId, amount: 20 }, caller);
    expect(await stateOf(invoiceId, caller)).toMatchObject({ status: "paid" });
    await act("refundPayment", { paymentId, amount: 25 }, caller);
    expect(await stateOf(invoiceId, caller)).toMatchObject({ status: "sent", amountDue: 25, paidAt: null });
    const tooMuch = await refusalOf("refundPayment", { paymentId, amount: 75.01 }, caller);
    expect(tooMuch).toMatchObject({ code: "BUSINESS_RULE", details: { left: 75 } });
    expect(await act("refundPayment", { paymentId }, caller)).toMatchObject({ amount: 75 });
    expect(await refusalOf("refundPayment", { paymentId }, caller)).toMatchObject({ code: "BUSINESS_RULE" });
    expect(await refusalOf("voidPayment", { paymentId, reason: "x" }, caller)).toMatchObject({
      code: "INVALID_STATE",
      details: { current: "refunded", allowed: [] },
    });
  });

  test("a voided payment counts nowhere, and is voided once", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    const { id: paymentId } = await act("recordPayment", { invoiceId, amount: 150, method: "cash" }, caller);
    const voided = await act("voidPayment", { paymentId, reason: "typing error" }, caller);
    expect(voided).toMatchObject({ status: "voided", unapplied: 0, allocated: 0 });
    expect(await stateOf(invoiceId, caller)).toMatchObject({ status: "sent", amountPaid: 0, amountDue: 100 });
    expect(await refusalOf("voidPayment", { paymentId, reason: "x" }, caller)).toMatchObject({
      code: "INVALID_STATE",
    });
  });

  test("a write-off settles an invoice, and a later payment takes so much of it back", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    await act("recordPayment", { invoiceId, amount: 40, method: "cash" }, caller);
    const gone = await act("writeOffInvoice", { invoiceId, reason: "bankrupt" }, caller);
    expect(gone).toMatchObject({ status: "paid", amountWrittenOff: 60, amountDue: 0 });
    await act("recordPayment", { invoiceId, amount: 25, method: "cash" }, caller);
    expect(await stateOf(invoiceId, caller)).toMatchObject({
      status: "paid",
      amountPaid: 65,
      amountWrittenOff: 35,
    });
  });

  test.each([
    ["a draft", async (caller: Caller) => (await act("createInvoice", draft, caller)).id as string, "draft"],
    [
      "a paid invoice",
      (caller: Caller) => issued(caller, { items: [{ description: "Gift", amount: 0 }] }),
      "paid",
    ],
  ])("%s is not paid", async (_what, make, current) => {
    const caller = newCaller();
    const input = { invoiceId: await make(caller), amount: 1, method: "cash" };
    expect(await refusalOf("recordPayment", input, caller)).toMatchObject({
      code: "INVALID_STATE",
      details: { current, allowed: expect.any(Array) },
    });
  });

  test("a third decimal and a moment to come are refused", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    const input = { invoiceId, amount: 1.005, method: "cash" };
    expect((await refusalOf("recordPayment", input, caller)).code).toBe("AMOUNT_PRECISION");
    const later = { ...input, amount: 1, receivedAt: "2026-06-01T12:00:00.001Z" };
    expect((await refusalOf("recordPayment", later, caller)).code).toBe("VALIDATION_ERROR");
  });

  test("twelve concurrent payments allocate exactly the amount due", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        act("recordPayment", { invoiceId, amount: 10, method: "cash" }, caller).catch(() => null),
      ),
    );
    const booked = all.filter((one) => one !== null);
    expect(booked.reduce((sum, { allocated }) => sum + allocated, 0)).toBe(100);
    expect(await stateOf(invoiceId, caller)).toMatchObject({ status: "paid", amountPaid: 100 });
  });

  test("recorded again with its key it is booked once; of two refunds at once one is refused", async () => {
    const caller = { ...newCaller(), idempotencyKey: newId("key") };
    const invoiceId = await issued({ ...caller, idempotencyKey: null });
    const input = { invoiceId, amount: 60, method: "cash" };
    const first = await act("recordPayment", input, caller);
    expect(await act("recordPayment", input, caller)).toEqual(first);
    expect(await stateOf(invoiceId, caller)).toMatchObject({ amountPaid: 60 });
    const own = { ...caller, idempotencyKey: null };
    const refunds = await Promise.all(
      [1, 2].map(() => tryTo("refundPayment", { paymentId: first.id, amount: 40 }, own)),
    );
    expect(refunds.filter(({ error }) => error === undefined)).toHaveLength(1);
  });
});

const draft = { client: "ana@client.example", items: [{ description: "Work", amount: 100 }] };

describe("credit notes", () => {
  test("credit notes have their own number series and reduce the amount due", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller, { taxRate: 19 });
    const note = await act("generateCreditNote", { invoiceId, amount: 11.9, reason: "late" }, caller);
    expect(note).toEqual({
      id: expect.stringMatching(/^crn_/),
      number: "CN-000001",
      status: "applied",
      subtotal: 10,
      taxTotal: 1.9,
      total: 11.9,
      applied: 11.9,
      balance: 0,
      taxLines: [{ rate: 19, base: 10, tax: 1.9 }],
    });
    expect(await stateOf(invoiceId, caller)).toMatchObject({ amountCredited: 11.9, amountDue: 107.1 });
  });

  test("of a paid invoice are the client's credit, which another invoice may get, and no more than it", async () => {
    const caller = newCaller();
    const [first, second] = [await issued(caller), await issued(caller)];
    await act("recordPayment", { invoiceId: first, amount: 100, method: "cash" }, caller);
    const note = await act("generateCreditNote", { invoiceId: first, amount: 40, reason: "refused" }, caller);
    expect(note).toMatchObject({ status: "open", balance: 40 });
    const input = { creditNoteId: note.id, invoiceId: second, amount: 40.01 };
    expect((await refusalOf("applyCreditNote", input, caller)).details).toMatchObject({
      rule: "exceeds_credit",
    });
    const applied = await act("applyCreditNote", { ...input, amount: 40 }, caller);
    expect(applied).toMatchObject({ status: "applied", balance: 0 });
    expect(await stateOf(second, caller)).toMatchObject({ amountCredited: 40, amountDue: 60 });
  });

  test("by lines carry the taxes of the lines", async () => {
    const caller = newCaller();
    const items = [
      { description: "Hours", quantity: 4, unitPrice: 10 },
      { description: "Travel", amount: 60 },
    ];
    const invoiceId = await issued(caller, { items, taxRate: 10, discount: 10 });
    const { data } = await app.run(
      `query ($invoiceId: ID!) { invoice(invoiceId: $invoiceId) { lines { id } } }`,
      { invoiceId },
      caller,
    );
    const lines = [{ lineId: data.invoice.lines[0].id, quantity: 1 }];
    const note = await act("generateCreditNote", { invoiceId, lines, reason: "one hour" }, caller);
    expect(note).toMatchObject({ subtotal: 9, taxTotal: 0.9, total: 9.9 });
  });

  test("credit notes never exceed their invoice in sum, and the last one takes the remainder", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 3, max: 9_999 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
        async (amount, percents) => {
          const caller = newCaller();
          const items = [{ description: "Work", amount: amount / 100 }];
          const invoiceId = await issued(caller, { items, taxRate: 9.975 });
          const totals: number[] = [];
          for (const percent of percents) {
            const wanted = Math.max(1, Math.floor((amount * percent) / 100)) / 100;
            const { data } = await tryTo(
              "generateCreditNote",
              { invoiceId, amount: wanted, reason: "x" },
              caller,
            );
            if (data?.generateCreditNote) totals.push(data.generateCreditNote.total);
          }
          const last = await tryTo("generateCreditNote", { invoiceId, reason: "all" }, caller);
          if (last.data?.generateCreditNote) totals.push(last.data.generateCreditNote.total);
          const [row] = await app.database.query<{ left: number; net: number; tax: number }>(
            `SELECT (i.total_minor - sum(c.total_minor))::int AS left, (i.subtotal_minor - sum(c.subtotal_minor))::int AS net,
               (i.tax_minor - sum(c.tax_minor))::int AS tax
             FROM gateway.invoices i JOIN gateway.credit_notes c ON c.invoice_id = i.id WHERE i.id = $1 GROUP BY i.id`,
            [invoiceId],
          );
          expect(row).toEqual({ left: 0, net: 0, tax: 0 });
          expect((await refusalOf("generateCreditNote", { invoiceId, reason: "more" }, caller)).code).toBe(
            "BUSINESS_RULE",
          );
        },
      ),
      { numRuns: 10 },
    );
  });
});

test("50 drafts that are issued at once have 50 numbers without a gap", async () => {
  const caller = newCaller();
  const ids = await Promise.all(
    Array.from({ length: 50 }, async () => (await act("createInvoice", draft, caller)).id),
  );
  const all = await Promise.all(ids.map((invoiceId) => act("markInvoiceSent", { invoiceId }, caller)));
  const expected = Array.from({ length: 50 }, (_, index) => `INV-${String(index + 1).padStart(6, "0")}`);
  expect(all.map(({ number }) => String(number)).sort()).toEqual(expected);
});

describe("clients", () => {
  test("client e-mail addresses are unique per account, case-insensitively and under concurrency", async () => {
    const caller = newCaller();
    const input = { name: "Ana", email: "Ana@client.example" };
    const made = await Promise.all([1, 2, 3].map(() => tryTo("createClient", input, caller)));
    expect(made.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect((await refusalOf("createClient", { name: "B", email: "ana@CLIENT.example" }, caller)).code).toBe(
      "DUPLICATE",
    );
  });

  test("with documents are not deleted, and a stale version changes nothing", async () => {
    const caller = newCaller();
    const { id: clientId } = await act("createClient", { name: "Ana", email: "ana@client.example" }, caller);
    await act("updateClient", { clientId, name: "Ana Alva", version: 1 }, caller);
    const stale = await refusalOf("updateClient", { clientId, name: "Eva", version: 1 }, caller);
    expect(stale).toMatchObject({ code: "VERSION_CONFLICT", details: { version: 2 } });
    await issued(caller);
    expect((await refusalOf("deleteClient", { clientId }, caller)).code).toBe("HAS_DOCUMENTS");
    expect(await act("archiveClient", { clientId }, caller)).toEqual({ status: "archived" });
  });

  test("are reminded of an unpaid invoice once a day, and of none that is paid", async () => {
    const caller = newCaller();
    const invoiceId = await issued(caller);
    expect(await act("sendPaymentReminder", { invoiceId }, caller)).toEqual({ sentOn: "2026-06-01" });
    const again = await refusalOf("sendPaymentReminder", { invoiceId }, caller);
    expect(again).toMatchObject({ code: "BUSINESS_RULE", details: { rule: "one_reminder_a_day" } });
    const [job] = (await app.jobsOf("send-invoice-mail")).filter((one) => one["invoiceId"] === invoiceId);
    expect(job).toMatchObject({ reminder: "standard" });
    await act("recordPayment", { invoiceId, amount: 100, method: "cash" }, caller);
    const tomorrow = { ...caller, at: new Date("2026-06-02T12:00:00.000Z") };
    expect((await refusalOf("sendPaymentReminder", { invoiceId }, tomorrow)).code).toBe("INVALID_STATE");
  });
});

// The outbox is the platform's own, read by its relay alone.
test("row-level security hides other accounts' rows in every table from the application's role", async () => {
  const unguarded = await app.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
     WHERE n.nspname = 'gateway' AND c.relkind = 'r' AND c.relname <> 'outbox_events' AND NOT (c.relrowsecurity AND c.relforcerowsecurity
       AND EXISTS (SELECT 1 FROM pg_policies p WHERE p.schemaname = 'gateway' AND p.tablename = c.relname
                   AND p.policyname = 'owner_or_system'))`,
  );
  expect(unguarded.map(({ name }) => name)).toEqual([]);
});
