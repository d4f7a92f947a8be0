import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";

let app: TestApp;
let account: ToolAccount;
beforeAll(async () => {
  app = await openSharedApp();
  account = await createToolAccount(app);
});
afterAll(() => app?.close());

const items = [
  { description: "Design", quantity: 3, unitPrice: 33.33 },
  { description: "Travel", amount: 0.01 },
];

async function newDraft(over: Record<string, unknown> = {}): Promise<string> {
  const client = "lines@client.example";
  return (await account.act("create_invoice", { client, items, ...over })).invoiceId as string;
}

const textsOf = ({ lines }: { lines: { description: string }[] }) => lines.map((line) => line.description);

test("a line is added at its position with the draft's tax rate, and other lines keep their IDs", async () => {
  const invoiceId = await newDraft({ taxRate: 10 });
  const before = await account.act("get_invoice", { invoiceId });
  const line = { invoiceId, description: "Print", quantity: 2, unitPrice: 5, position: 2 };
  const after = await account.act("add_invoice_line", line);
  expect(textsOf(after)).toEqual(["Design", "Print", "Travel"]);
  expect(after.lines[1]).toMatchObject({ total: 10, taxRates: [10] });
  expect([after.lines[0].id, after.lines[2].id]).toEqual(before.lines.map((one: { id: string }) => one.id));
  expect(after).toMatchObject({ subtotal: 110, taxTotal: 11, total: 121, version: before.version + 1 });
  expect(await account.act("get_invoice", { invoiceId })).toMatchObject({ lines: after.lines, total: 121 });
});

test("a line takes what is missing from its catalogue item, and one tax rate by its ID", async () => {
  const invoiceId = await newDraft();
  const { id: itemId } = await account.act("create_item", { name: "Hour", unitPrice: 80 });
  const { id: taxRateId } = await account.act("create_tax_rate", { name: "VAT", ratePercent: 20 });
  const added = await account.act("add_invoice_line", { invoiceId, itemId, quantity: 1.5, taxRateId });
  expect(added.lines[2]).toMatchObject({ description: "Hour", total: 120, taxRates: [20], itemId });
  expect(added.taxTotal).toBe(24);
  const both = { invoiceId, itemId, taxRateId, taxRateIds: [taxRateId] };
  expect(await account.refused("add_invoice_line", both)).toMatchObject({ code: "VALIDATION_ERROR" });
  const unpriced = await account.refused("add_invoice_line", { invoiceId, description: "Free?" });
  expect(unpriced.details["fields"]).toMatchObject([{ path: "amount" }]);
});

test("a catalogue item is found by its SKU, the active one first, with its use in invoices", async () => {
  const create = (name: string) => account.act("create_item", { name, unitPrice: 80, sku: "HOUR-1" });
  const { id: old } = await create("Hour until May");
  const invoiceId = await newDraft();
  for (const quantity of [1, 2]) await account.act("add_invoice_line", { invoiceId, itemId: old, quantity });
  await account.act("archive_item", { itemId: old });
  expect(await account.act("get_item", { itemId: "HOUR-1" })).toMatchObject({
    id: old,
    usage: { invoices: 1, lines: 2, lastUsedAt: expect.any(String) },
  });
  const { id: current } = await create("Hour");
  expect(await account.act("get_item", { itemId: "HOUR-1" })).toMatchObject({
    id: current,
    usage: { invoices: 0, lines: 0, lastUsedAt: null },
  });
  await account.act("delete_draft_invoice", { invoiceId });
  expect((await account.act("get_item", { itemId: old })).usage.lines).toBe(0);
  const stranger = await createToolAccount(app);
  expect(await stranger.refused("get_item", { itemId: "HOUR-1" })).toMatchObject({ code: "NOT_FOUND" });
});

test("a changed line keeps what is not given, and moves to its position", async () => {
  const invoiceId = await newDraft();
  const { lines } = await account.act("get_invoice", { invoiceId });
  const [design, travel] = lines as { id: string }[];
  const moved = await account.act("update_invoice_line", {
    invoiceId,
    lineId: design!.id,
    quantity: 2,
    discount: 6.66,
    position: 2,
  });
  expect(moved.lines).toMatchObject([
    { id: travel!.id, total: 0.01 },
    { id: design!.id, description: "Design", quantity: 2, unitPrice: 33.33, discount: 6.66, total: 60 },
  ]);
  const amount = { invoiceId, lineId: design!.id, amount: 50 };
  expect((await account.act("update_invoice_line", amount)).lines[1]).toMatchObject({
    quantity: 1,
    unitPrice: 50,
    total: 43.34,
  });
  const missing = await account.refused("update_invoice_line", { invoiceId, lineId: "ivl_none", amount: 1 });
  expect(missing).toMatchObject({ status: 404, code: "NOT_FOUND" });
});

test("the last line stays, and only drafts change their lines", async () => {
  const invoiceId = await newDraft();
  const { lines, version } = await account.act("get_invoice", { invoiceId });
  const [first, second] = lines as { id: string }[];
  const stale = { invoiceId, lineId: first!.id, version: version + 1 };
  expect(await account.refused("remove_invoice_line", stale)).toMatchObject({ code: "VERSION_CONFLICT" });
  const left = await account.act("remove_invoice_line", { invoiceId, lineId: first!.id });
  expect(left).toMatchObject({ lines: [{ id: second!.id }], total: 0.01 });
  const last = await account.refused("remove_invoice_line", { invoiceId, lineId: second!.id });
  expect(last).toMatchObject({ code: "BUSINESS_RULE", details: { rule: "last_line" } });
  await account.act("mark_invoice_sent", { invoiceId });
  const calls = [
    ["add_invoice_line", { invoiceId, description: "Late", amount: 1 }],
    ["update_invoice_line", { invoiceId, lineId: second!.id, amount: 1 }],
    ["remove_invoice_line", { invoiceId, lineId: second!.id }],
    ["apply_invoice_discount", { invoiceId, percent: 5 }],
  ] as const;
  for (const [name, input] of calls)
    expect(await account.refused(name, input)).toMatchObject({ code: "INVOICE_STATE_CONFLICT" });
});

test("a discount on the invoice is an amount or a percentage, and replaces the earlier one", async () => {
  const invoiceId = await newDraft({ taxRate: 10 });
  const percent = await account.act("apply_invoice_discount", { invoiceId, percent: 12.5 });
  expect(percent).toMatchObject({ discount: 12.5, subtotal: 87.5, taxTotal: 8.75, total: 96.25 });
  const amount = await account.act("apply_invoice_discount", { invoiceId, amount: 100 });
  expect(amount).toMatchObject({ discount: 100, total: 0 });
  const more = await account.refused("apply_invoice_discount", { invoiceId, amount: 100.01 });
  expect(more).toMatchObject({ code: "INVALID_AMOUNT" });
  expect(await account.act("apply_invoice_discount", { invoiceId, percent: 0 })).toMatchObject({
    total: 110,
  });
  const neither = await account.refused("apply_invoice_discount", { invoiceId });
  const both = await account.refused("apply_invoice_discount", { invoiceId, amount: 1, percent: 1 });
  expect([neither.code, both.code]).toEqual(["VALIDATION_ERROR", "VALIDATION_ERROR"]);
});

test("a discount on the lines is spread so that its cents add up", async () => {
  const thirds = [1, 2, 3].map((n) => ({ description: `Part ${n}`, amount: 33.33 }));
  const invoiceId = await newDraft({ items: [...thirds, { description: "Deduction", amount: -5 }] });
  const spread = await account.act("apply_invoice_discount", { invoiceId, amount: 10, scope: "lines" });
  expect(spread.lines.map((line: { discount: number }) => line.discount)).toEqual([3.34, 3.33, 3.33, 0]);
  expect(spread).toMatchObject({ discount: 0, subtotal: 84.99 });
  const again = await account.act("apply_invoice_discount", { invoiceId, percent: 50, scope: "lines" });
  expect(again.lines.map((line: { total: number }) => line.total)).toEqual([16.66, 16.66, 16.67, -5]);
});

test("a search finds words of number, client, lines and notes, and says where", async () => {
  const search = async (query: string) =>
    (await account.act("search_invoices", { query })).hits as {
      invoice: { id: string };
      foundIn: string[];
    }[];
  const invoiceId = await newDraft({
    client: "zelda@harbour.example",
    customerName: "Zelda Harbour",
    items: [{ description: "Lighthouse paint", amount: 9 }],
    notes: "Before the regatta",
  });
  const { number } = await account.act("mark_invoice_sent", { invoiceId });
  expect(await search("lighth zelda")).toMatchObject([
    { invoice: { id: invoiceId }, foundIn: ["client", "lines"] },
  ]);
  expect(await search("REGATTA")).toMatchObject([{ invoice: { id: invoiceId }, foundIn: ["notes"] }]);
  expect((await search(number))[0]).toMatchObject({ invoice: { id: invoiceId }, foundIn: ["number"] });
  expect(await search("lighthouse nosuchword")).toEqual([]);
  expect(await search(String.raw`o'clock' \ :* & | ! %`)).toEqual([]);
  const stranger = await createToolAccount(app);
  expect(await stranger.act("search_invoices", { query: "lighthouse" })).toMatchObject({
    hits: [],
    total: 0,
  });
});

test("the history says who changed an invoice, from what and to what, newest first", async () => {
  const invoiceId = await newDraft();
  await account.act("apply_invoice_discount", { invoiceId, amount: 40 });
  await account.act("mark_invoice_sent", { invoiceId });
  await account.act("record_payment", { invoiceId, amount: 60, method: "cash" });
  const { entries, total } = await account.act("list_invoice_history", { invoiceId });
  expect(total).toBe(4);
  expect(entries).toMatchObject([
    { type: "paid", before: { amountDue: 60, status: "sent" }, after: { amountDue: 0, status: "paid" } },
    { type: "sent", before: { status: "draft" }, after: { status: "sent" } },
    { type: "updated", before: { discount: 0, total: 100 }, after: { discount: 40, total: 60 } },
    { type: "created", before: null, after: { status: "draft", total: 100 } },
  ]);
  for (const entry of entries) expect(entry.actorType).toBe("api_key");
  expect(Object.keys(entries[2].before).toSorted()).toEqual(["amountDue", "discount", "subtotal", "total"]);
  const page = await account.act("list_invoice_history", { invoiceId, limit: 1 });
  const next = await account.act("list_invoice_history", { invoiceId, limit: 1, after: page.nextCursor });
  expect(next.entries).toMatchObject([{ type: "sent" }]);
});
