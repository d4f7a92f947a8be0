import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";
import { createKey } from "../../support/people.ts";
import { mailTo } from "./mails.ts";
import { textOfPdf } from "./pdf-text.ts";

let app: TestApp;
let account: ToolAccount;
beforeAll(async () => {
  app = await openSharedApp();
  account = await createToolAccount(app);
});
afterAll(() => app?.close());

async function newNote(client: string, over: Record<string, unknown> = {}) {
  const items = [{ description: "Work", amount: 100 }];
  const at = "2026-03-02";
  const { invoiceId } = await account.act("create_invoice", { client, items, taxRate: 10 }, at);
  await account.act("mark_invoice_sent", { invoiceId }, at);
  const wanted = { invoiceId, amount: 55, reason: "Late", applyToInvoice: false, ...over };
  const note = await account.act("generate_credit_note", wanted, "2026-03-10");
  return { invoiceId: invoiceId as string, creditNoteId: note.id as string, number: note.number as string };
}

test("refunds and applications together never exceed the credit note", async () => {
  const { invoiceId, creditNoteId } = await newNote("refunds@client.example");
  await account.act("apply_credit_note", { creditNoteId, invoiceId, amount: 20 });
  const first = await account.act("refund_credit_note", { creditNoteId, amount: 15, reason: "Agreed" });
  expect(first).toMatchObject({ creditNoteId, amount: 15, currency: "USD", reason: "Agreed" });
  const tooMuch = await account.refused("refund_credit_note", { creditNoteId, amount: 20.01 });
  expect(tooMuch).toMatchObject({ code: "BUSINESS_RULE", details: { left: 20 } });
  const apply = { creditNoteId, invoiceId, amount: 20.01 };
  expect(await account.refused("apply_credit_note", apply)).toMatchObject({
    details: { rule: "exceeds_credit" },
  });
  expect(await account.act("refund_credit_note", { creditNoteId })).toMatchObject({ amount: 20 });
  expect(await account.act("get_credit_note", { creditNoteId })).toMatchObject({
    status: "applied",
    applied: 20,
    refunded: 35,
    balance: 0,
  });
  expect(await account.refused("refund_credit_note", { creditNoteId })).toMatchObject({
    details: { left: 0 },
  });
});

test("an invoice shows the payments and credits that count towards it, and its latest changes", async () => {
  const { invoiceId, creditNoteId, number } = await newNote("details@client.example");
  await account.act("apply_credit_note", { creditNoteId, invoiceId, amount: 20 });
  const payment = { invoiceId, method: "bank_transfer", receivedAt: "2026-03-11T12:00:00.000Z" };
  const first = await account.act("record_payment", { ...payment, amount: 30, reference: "A-1" });
  const wrong = await account.act("record_payment", { ...payment, amount: 5 });
  await account.act("void_payment", { paymentId: wrong.id, reason: "Typo" });
  await account.act("refund_payment", { paymentId: first.id, amount: 10 });
  const shown = await account.act("get_invoice", { invoiceId });
  expect(shown).toMatchObject({ amountPaid: 20, amountCredited: 20 });
  expect(shown.payments).toEqual([
    { paymentId: first.id, amount: 20, method: "bank_transfer", receivedOn: "2026-03-11", reference: "A-1" },
  ]);
  expect(shown.credits).toEqual([{ creditNoteId, number, amount: 20, issueDate: "2026-03-10" }]);
  expect(shown.latestChanges.length).toBeGreaterThan(4);
  expect(shown.latestChanges.at(-1)).toMatchObject({ type: "created", before: null });
  const { entries } = await account.act("list_invoice_history", { invoiceId, limit: 10 });
  expect(shown.latestChanges).toEqual(entries);
});

test("a key that may only write gets the invoice it wrote, without the records behind it", async () => {
  const { invoiceId } = await newNote("write-only@client.example");
  const { version } = await account.act("get_invoice", { invoiceId });
  const key = await createKey(app, account.ownerId, ["update:invoices"]);
  const update = async (fields: string) =>
    (
      await app.graphql(
        `mutation ($input: UpdateInvoiceInput!) { updateInvoice(input: $input) { ${fields} } }`,
        { input: { invoiceId, notes: fields } },
        { "x-app-id": "invoicer", ...key },
      )
    ).body;
  expect(await update("id version")).toMatchObject({ data: { updateInvoice: { version: version + 1 } } });
  for (const details of ["payments { amount }", "credits { number }", "latestChanges { before }"]) {
    const { errors } = await update(`id ${details}`);
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  }
});

test("refunds at once pay the credit back once", async () => {
  const { creditNoteId } = await newNote("race@client.example");
  const refund = () =>
    app.tool("refund_credit_note", { creditNoteId, amount: 30, confirm: true }, account.headers);
  const answers = await Promise.all([refund(), refund(), refund()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
  expect(await account.act("get_credit_note", { creditNoteId })).toMatchObject({ refunded: 30, balance: 25 });
});

test("a replayed refund pays back once", async () => {
  const { creditNoteId } = await newNote("replay@client.example");
  const headers = { ...account.headers, "idempotency-key": "refund-1" };
  const path = `/credit-notes/${creditNoteId}/refunds`;
  const first = await app.post(path, { amount: 10 }, headers);
  const replay = await app.post(path, { amount: 10 }, headers);
  expect(replay.body).toEqual(first.body);
  expect(await account.act("get_credit_note", { creditNoteId })).toMatchObject({ refunded: 10 });
});

test("a voided credit note counts no longer, from its day on, and frees the invoice's credit", async () => {
  const { invoiceId, creditNoteId } = await newNote("void@client.example");
  const { clientId } = await account.act("get_credit_note", { creditNoteId });
  const credit = async (asOf: string) =>
    (await account.act("get_client_balance", { clientId, asOf })).credit as number;
  const voided = await account.act(
    "void_credit_note",
    { creditNoteId, reason: "Wrong invoice" },
    "2026-03-20",
  );
  expect(voided).toMatchObject({ status: "voided", balance: 0, voidReason: "Wrong invoice" });
  expect([await credit("2026-03-19"), await credit("2026-03-20")]).toEqual([55, 0]);
  expect(await account.act("get_client", { clientId })).toMatchObject({
    balances: [{ credit: 0, due: 110 }],
  });
  const taxes = await account.act("get_tax_summary", {
    from: "2026-03-20",
    to: "2026-03-20",
    currency: "USD",
  });
  expect(JSON.stringify(taxes)).toContain('"tax":5');
  for (const [name, input] of [
    ["refund_credit_note", { creditNoteId }],
    ["apply_credit_note", { creditNoteId, invoiceId, amount: 1 }],
    ["void_credit_note", { creditNoteId, reason: "again" }],
    ["send_credit_note", { creditNoteId }],
  ] as const)
    expect(await account.refused(name, input)).toMatchObject({ code: "INVALID_STATE" });
  const again = { invoiceId, reason: "All of it", applyToInvoice: false };
  const whole = await account.act("generate_credit_note", again);
  expect(whole).toMatchObject({ total: 110 });
  const { creditNotes } = await account.act("list_credit_notes", { clientId, status: "voided" });
  expect(creditNotes.map(({ id }: { id: string }) => id)).toEqual([creditNoteId]);
  await account.act("refund_credit_note", { creditNoteId: whole.id, amount: 1 });
  const used = await account.refused("void_credit_note", { creditNoteId: whole.id, reason: "late" });
  expect(used).toMatchObject({ code: "INVALID_STATE", details: { current: "used" } });
});

test("a statement ends with the client's balance after refunds and voids of credit notes", async () => {
  const { creditNoteId } = await newNote("statement@client.example");
  const { clientId } = await account.act("get_credit_note", { creditNoteId });
  await account.act("refund_credit_note", { creditNoteId, amount: 5 }, "2026-03-15");
  const second = await newNote("statement@client.example", { amount: 20 });
  await account.act("void_credit_note", { creditNoteId: second.creditNoteId, reason: "x" }, "2026-03-16");
  const days = { clientId, from: "2026-03-01", to: "2026-03-31" };
  expect(await account.act("get_client_statement", days)).toMatchObject({ closing: 170 });
  const balance = await account.act("get_client_balance", { clientId, asOf: "2026-03-31" });
  expect(balance.due - balance.credit).toBe(170);
});

test("a credit note is e-mailed to the client or to another address", async () => {
  const { creditNoteId, number } = await newNote("mailed@client.example");
  expect(await account.act("send_credit_note", { creditNoteId })).toEqual({ creditNoteId, sent: true });
  expect((await mailTo(app, "mailed@client.example", number)).text).toContain("Open credit: 55.00 USD");
  await account.act("send_credit_note", { creditNoteId, to: "other@client.example" });
  expect((await mailTo(app, "other@client.example")).subject).toBe(`Credit note ${number}`);
});

test("credit notes and quotations are PDF files with the amounts of the API", async () => {
  const { creditNoteId, number } = await newNote("pdf@client.example");
  const note = await account.act("render_credit_note_pdf", { creditNoteId });
  expect(note).toMatchObject({ filename: `${number}.pdf`, contentType: "application/pdf" });
  const text = textOfPdf(Buffer.from(note.content as string, "base64"));
  expect(text).toContain(`Credit note ${number}`);
  expect(text).toContain("$55.00");
  const items = [{ description: "Signs", quantity: 3, unitPrice: 210 }];
  const offer = { client: "pdf@client.example", items, validUntil: "2031-01-31" };
  const { id: quotationId } = await account.act("create_quotation", offer);
  const quotation = await account.act("render_quotation_pdf", { quotationId });
  const shown = textOfPdf(Buffer.from(quotation.content as string, "base64"));
  expect(shown).toContain("Signs");
  expect(shown).toContain("$630.00");
  const bytes = await fetch(`${app.url}/a/invoicer/quotations/${quotationId}/pdf?download=true`, {
    headers: account.headers,
  });
  expect(bytes.headers.get("content-type")).toBe("application/pdf");
});
