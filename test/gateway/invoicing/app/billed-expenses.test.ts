import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";
import { mailTo } from "./mails.ts";

let app: TestApp;
let account: ToolAccount;
beforeAll(async () => {
  app = await openSharedApp();
  account = await createToolAccount(app);
});
afterAll(() => app?.close());

const at = "2026-03-02";
const newExpense = (over: Record<string, unknown> = {}) =>
  account.act("create_expense", {
    date: "2026-03-01",
    vendor: "Rail",
    amount: 119,
    taxAmount: 19,
    category: "travel",
    ...over,
  });

async function newDraft(client: string): Promise<string> {
  const items = [{ description: "Work", amount: 50 }];
  return (await account.act("create_invoice", { client, items }, at)).invoiceId as string;
}

test("an expense is billed once, without its tax and with the markup", async () => {
  const invoiceId = await newDraft("billed@client.example");
  const { id: expenseId } = await newExpense();
  const input = { expenseId, invoiceId, markupPercent: 12.345 };
  const billed = await account.act("bill_expense_to_client", input);
  expect(billed.lines[1]).toMatchObject({ description: "Rail, 2026-03-01", total: 112.35 });
  expect(billed.total).toBe(162.35);
  expect(await account.act("get_expense", { expenseId })).toMatchObject({
    status: "billed",
    billedInvoiceId: invoiceId,
  });
  for (const [name, change] of [
    ["bill_expense_to_client", input],
    ["update_expense", { expenseId, amount: 1 }],
    ["delete_expense", { expenseId }],
  ] as const)
    expect(await account.refused(name, change)).toMatchObject({ code: "INVALID_STATE" });
});

test("two bills of one expense at once: one line", async () => {
  const drafts = [await newDraft("race-1@client.example"), await newDraft("race-2@client.example")];
  const { id: expenseId } = await newExpense();
  const bill = (invoiceId: string) =>
    app.tool("bill_expense_to_client", { expenseId, invoiceId }, account.headers);
  const answers = await Promise.all(drafts.map(bill));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const lines = await Promise.all(drafts.map((invoiceId) => account.act("get_invoice", { invoiceId })));
  expect(lines.flatMap((invoice) => invoice.lines)).toHaveLength(3);
});

test("an expense can be billed again after its line is removed, or its invoice deleted or cancelled", async () => {
  const { id: expenseId } = await newExpense();
  const bill = async () => {
    const invoiceId = await newDraft("again@client.example");
    return account.act("bill_expense_to_client", { expenseId, invoiceId });
  };
  const first = await bill();
  await account.act("remove_invoice_line", { invoiceId: first.id, lineId: first.lines[1].id });
  expect(await account.act("get_expense", { expenseId })).toMatchObject({
    status: "recorded",
    billedInvoiceId: null,
  });
  const second = await bill();
  await account.act("delete_draft_invoice", { invoiceId: second.id });
  const third = await bill();
  await account.act("mark_invoice_sent", { invoiceId: third.id });
  await account.act("cancel_invoice", { invoiceId: third.id, reason: "Wrong" });
  expect(await account.act("get_expense", { expenseId })).toMatchObject({ status: "recorded" });
  await account.act("delete_expense", { expenseId });
  expect(await account.refused("get_expense", { expenseId })).toMatchObject({ code: "NOT_FOUND" });
});

test("without a draft an expense is billed on a new one for its client, and not on one of another client", async () => {
  const { id: billableClientId } = await account.act("create_client", { name: "Payer", taxExempt: true });
  const { id: expenseId } = await newExpense({ billableClientId });
  const other = { expenseId, invoiceId: await newDraft("other@client.example") };
  expect(await account.refused("bill_expense_to_client", other)).toMatchObject({
    details: { rule: "other_client" },
  });
  const made = await account.act("bill_expense_to_client", { expenseId });
  expect(made).toMatchObject({
    status: "draft",
    total: 100,
    client: { id: billableClientId, name: "Payer" },
  });
  const { id: unbillable } = await newExpense();
  const missing = await account.refused("bill_expense_to_client", { expenseId: unbillable });
  expect(missing.details["fields"]).toMatchObject([{ path: "invoiceId" }]);
  const { id: euros } = await newExpense({ currency: "EUR" });
  const mixed = { expenseId: euros, invoiceId: await newDraft("other@client.example") };
  expect((await account.refused("bill_expense_to_client", mixed)).details["rule"]).toBe("other_currency");
});

test("a change of an expense is checked as a whole", async () => {
  const { id: expenseId, version } = await newExpense();
  const changed = await account.act("update_expense", { expenseId, amount: 20, taxAmount: 3, notes: "Taxi" });
  expect(changed).toMatchObject({ amount: 20, taxAmount: 3, notes: "Taxi", version: version + 1 });
  const wrong = await account.refused("update_expense", { expenseId, amount: 2 });
  expect(wrong.details["fields"]).toMatchObject([{ path: "taxAmount" }]);
  expect(await account.refused("update_expense", { expenseId, version })).toMatchObject({
    code: "VERSION_CONFLICT",
  });
});

test("an expense confirms its receipt once; deleting it opens the receipt again", async () => {
  const receiptId = "rcp_expense_receipt";
  await app.database.query(
    `INSERT INTO gateway.receipts (id, owner_id, status, content_type, image, image_hash, reading, created_at, updated_at)
     VALUES ($1, $2, 'needs_review', 'image/png', '', '', NULL, '2026-03-05T12:00:00Z', now())`,
    [receiptId, account.ownerId],
  );
  const expense = await newExpense({ receiptId });
  expect(expense.receiptId).toBe(receiptId);
  const twice = { date: "2026-03-01", vendor: "Rail", amount: 1, category: "travel", receiptId };
  expect(await account.refused("create_expense", twice)).toMatchObject({ code: "INVALID_STATE" });
  await account.act("delete_expense", { expenseId: expense.id });
  expect(await account.act("get_receipt", { receiptId })).toMatchObject({ status: "needs_review" });
  const on = async (from: string, to: string) =>
    (await account.act("list_receipts", { from, to })).receipts.map(({ id }: { id: string }) => id);
  expect(await on("2026-03-05", "2026-03-05")).toEqual([receiptId]);
  expect(await on("2026-03-06", "2026-03-31")).toEqual([]);
  expect(await on("2026-03-01", "2026-03-04")).toEqual([]);
});

test("unapplied payments are those with money left, of a client", async () => {
  const pay = async (client: string, amount: number) => {
    const invoiceId = await newDraft(client);
    await account.act("mark_invoice_sent", { invoiceId });
    return (await account.act("record_payment", { invoiceId, amount, method: "cash" })) as {
      id: string;
      clientId: string;
    };
  };
  const over = await pay("over@client.example", 60);
  await pay("over@client.example", 50);
  await pay("exact@client.example", 70);
  const { payments, total } = await account.act("list_unapplied_payments", { clientId: over.clientId });
  expect(total).toBe(1);
  expect(payments).toMatchObject([{ id: over.id, unapplied: 10 }]);
  expect((await account.act("list_unapplied_payments")).total).toBe(2);
  await account.act("send_payment_receipt", { paymentId: over.id });
  const mail = await mailTo(app, "over@client.example", "Payment receipt");
  expect(mail.text).toContain("We received 60.00 USD");
  expect(mail.text).toMatch(/Invoice INV-\d+: 50\.00 USD/);
  await account.act("void_payment", { paymentId: over.id, reason: "typing error" });
  expect(await account.refused("send_payment_receipt", { paymentId: over.id })).toMatchObject({
    code: "INVALID_STATE",
  });
});

test("a new payment link replaces the earlier one, and a replay returns the same", async () => {
  const invoiceId = await newDraft("link@client.example");
  await account.act("mark_invoice_sent", { invoiceId });
  const { url: before } = await account.act("get_payment_link", { invoiceId });
  const headers = { ...account.headers, "idempotency-key": "link-1" };
  const path = `/invoices/${invoiceId}/payment-link`;
  const first = await app.post(path, {}, headers);
  const replay = await app.post(path, {}, headers);
  expect(replay.body).toEqual(first.body);
  expect(first.body.url).not.toBe(before);
  const status = async (link: string) => (await fetch(`${app.url}${new URL(link).pathname}`)).status;
  expect([await status(before as string), await status(first.body.url as string)]).toEqual([410, 200]);
  const [row] = await app.database.query<{ answer: string }>(
    "SELECT row_to_json(k)::text AS answer FROM gateway.idempotency_keys AS k WHERE key = 'link-1'",
  );
  expect(row?.answer).not.toContain(new URL(first.body.url as string).pathname);
});
