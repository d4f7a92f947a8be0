import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { mailTo } from "./mails.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";

let app: TestApp;
let account: ToolAccount;
beforeAll(async () => {
  app = await openSharedApp();
  account = await createToolAccount(app);
});
afterAll(() => app?.close());

const newClient = async (name: string, over: Record<string, unknown> = {}) =>
  (await account.act("create_client", { name, ...over })).id as string;

async function issued(client: string, amount: number, on = "2026-03-02", dueDate = "2026-03-31") {
  const items = [{ description: "Work", amount }];
  const { invoiceId } = await account.act("create_invoice", { client, items, dueDate }, on);
  await account.act("mark_invoice_sent", { invoiceId }, on);
  return invoiceId as string;
}

async function contactsOf(clientId: string) {
  const { contacts } = await account.act("list_client_contacts", { clientId });
  return (contacts as { name: string; isPrimary: boolean }[]).map(({ name, isPrimary }) => [name, isPrimary]);
}

test("a client with contacts has exactly one primary contact", async () => {
  const clientId = await newClient("Contacts Ltd");
  const add = (name: string, over = {}) =>
    account.act("add_client_contact", { clientId, name, email: `${name}@client.example`, ...over });
  const ann = await add("Ann");
  const ben = await add("Ben", { isPrimary: true });
  expect(await contactsOf(clientId)).toEqual([
    ["Ben", true],
    ["Ann", false],
  ]);
  const without = { contactId: ben.id, isPrimary: false };
  expect(await account.refused("update_client_contact", without)).toMatchObject({
    details: { rule: "needs_primary" },
  });
  await account.act("update_client_contact", { contactId: ann.id, isPrimary: true, name: "Anna" });
  expect(await contactsOf(clientId)).toEqual([
    ["Anna", true],
    ["Ben", false],
  ]);
  await account.act("remove_client_contact", { contactId: ann.id });
  expect(await contactsOf(clientId)).toEqual([["Ben", true]]);
});

test("two new primary contacts at once leave one", async () => {
  const clientId = await newClient("Race Ltd");
  await Promise.all(
    ["Cleo", "Dora", "Elif"].map((name) =>
      account.act("add_client_contact", { clientId, name, email: `${name}@client.example`, isPrimary: true }),
    ),
  );
  expect((await contactsOf(clientId)).filter(([, isPrimary]) => isPrimary)).toHaveLength(1);
});

test("the only recipient of a client's invoices stays, and gets them", async () => {
  const clientId = await newClient("Silent Ltd");
  const person = { clientId, name: "Fay", email: "fay@client.example", receivesInvoices: true };
  const { id: contactId } = await account.act("add_client_contact", person);
  expect(await account.refused("remove_client_contact", { contactId })).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "only_receiver" },
  });
  const stop = { contactId, receivesInvoices: false };
  expect((await account.refused("update_client_contact", stop)).details["rule"]).toBe("only_receiver");
  await account.act("update_client", { clientId, email: "office@silent.example" });
  const invoiceId = await issued("office@silent.example", 10);
  await account.act("send_invoice", { invoiceId });
  expect(JSON.stringify(await mailTo(app, "fay@client.example"))).toContain("office@silent.example");
  await account.act("remove_client_contact", { contactId });
});

test("a merge moves money exactly once and archives the source", async () => {
  const target = await newClient("Target Ltd", { email: "target@merge.example" });
  const source = await newClient("Source Ltd", { email: "source@merge.example" });
  const [first, second] = [
    await issued("source@merge.example", 100),
    await issued("target@merge.example", 50),
  ];
  await account.act("record_payment", { invoiceId: first, amount: 130, method: "cash" });
  const note = { invoiceId: second, amount: 20, reason: "Late", applyToInvoice: false };
  await account.act("generate_credit_note", note);
  const person = { name: "Gus", email: "gus@client.example" };
  await account.act("add_client_contact", { clientId: source, ...person });
  await account.act("add_client_contact", { clientId: target, ...person, name: "Hanna" });
  const schedule = { frequency: "monthly", startDate: "2031-01-31" };
  const items = [{ description: "Retainer", amount: 5 }];
  await account.act("create_recurring_invoice", { client: "source@merge.example", items, ...schedule });

  const input = { sourceClientId: source, targetClientId: target };
  const merged = await account.act("merge_clients", input);
  expect(merged).toMatchObject({ id: target, balances: [{ currency: "USD", due: 50, credit: 50 }] });
  expect(await account.act("get_client", { clientId: source })).toMatchObject({
    status: "archived",
    balances: [],
  });
  expect(await account.refused("merge_clients", input)).toMatchObject({
    details: { rule: "already_merged" },
  });
  expect(await contactsOf(target)).toEqual([
    ["Hanna", true],
    ["Gus", false],
  ]);
  const { recurringInvoices } = await account.act("list_recurring_invoices");
  expect(recurringInvoices).toMatchObject([{ clientId: target, client: "target@merge.example" }]);
  const self = { sourceClientId: target, targetClientId: target };
  expect(await account.refused("merge_clients", self)).toMatchObject({ code: "VALIDATION_ERROR" });
  const { payments } = await account.act("list_payments", { clientId: target, unapplied: true });
  const allocations = [{ invoiceId: second, amount: 30 }];
  await account.act("allocate_payment", { paymentId: payments[0].id, allocations });
  expect(await account.act("get_invoice", { invoiceId: second })).toMatchObject({ amountDue: 20 });
});

test("payments that arrive during a merge are the target's", async () => {
  const target = await newClient("Busy Target", { email: "busy-target@merge.example" });
  const source = await newClient("Busy Source", { email: "busy-source@merge.example" });
  const invoices = await Promise.all([1, 2, 3, 4].map(() => issued("busy-source@merge.example", 10)));
  await Promise.all([
    ...invoices.map((invoiceId) => account.act("record_payment", { invoiceId, amount: 15, method: "cash" })),
    account.act("merge_clients", { sourceClientId: source, targetClientId: target }),
  ]);
  expect(await account.act("get_client", { clientId: target })).toMatchObject({
    balances: [{ due: 0, credit: 20 }],
  });
  expect(await account.act("get_client", { clientId: source })).toMatchObject({ balances: [] });
});

test("two merges of one client at once: one of them is refused", async () => {
  const [one, two, source] = [await newClient("One"), await newClient("Two"), await newClient("Both")];
  const merge = (targetClientId: string) =>
    app.tool("merge_clients", { sourceClientId: source, targetClientId, confirm: true }, account.headers);
  const answers = await Promise.all([merge(one), merge(two)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test("a balance of a day counts documents and entries up to its end", async () => {
  const clientId = await newClient("Dated Ltd", { email: "dated@client.example" });
  const invoiceId = await issued("dated@client.example", 100, "2026-03-02", "2026-03-10");
  await account.act("record_payment", { invoiceId, amount: 30, method: "cash" }, "2026-03-05");
  const { id: paymentId } = await account.act(
    "record_payment",
    { invoiceId, amount: 90, method: "cash" },
    "2026-03-20",
  );
  await account.act("refund_payment", { paymentId, amount: 25 }, "2026-03-25");
  const at = async (asOf: string) => {
    const { due, overdue, credit } = await account.act("get_client_balance", { clientId, asOf });
    return [due, overdue, credit];
  };
  expect(await at("2026-03-01")).toEqual([0, 0, 0]);
  expect(await at("2026-03-02")).toEqual([100, 0, 0]);
  expect(await at("2026-03-10")).toEqual([70, 0, 0]);
  expect(await at("2026-03-11")).toEqual([70, 70, 0]);
  expect(await at("2026-03-20")).toEqual([0, 0, 20]);
  expect(await at("2026-03-25")).toEqual([5, 5, 0]);
  const euros = await account.act("get_client_balance", { clientId, currency: "EUR" });
  expect(euros).toMatchObject({ currency: "EUR", due: 0, credit: 0 });
});

test("an archived item is hidden until it is restored, and its SKU is free meanwhile", async () => {
  const sku = "HIDE-1";
  const { id: itemId } = await account.act("create_item", { name: "Hidden", unitPrice: 5, sku });
  await account.act("archive_item", { itemId });
  expect(await account.act("archive_item", { itemId })).toMatchObject({ status: "archived", version: 2 });
  expect((await account.act("list_items", { query: "Hidden" })).items).toEqual([]);
  const { id: other } = await account.act("create_item", { name: "Other", unitPrice: 5, sku });
  expect(await account.refused("restore_item", { itemId })).toMatchObject({ code: "DUPLICATE" });
  await account.act("archive_item", { itemId: other });
  expect(await account.act("restore_item", { itemId })).toMatchObject({ status: "active", sku });
});

test("an archived tax rate stays on documents, and new lines cannot use it", async () => {
  const { id: taxRateId } = await account.act("create_tax_rate", { name: "Old VAT", ratePercent: 16 });
  await account.act("set_default_tax_rate", { taxRateId });
  expect(await account.act("update_tax_rate", { taxRateId, name: "Former VAT" })).toMatchObject({
    name: "Former VAT",
    ratePercent: 16,
  });
  const draft = { client: "taxed@client.example", items: [{ description: "Taxed", amount: 100 }] };
  const { invoiceId } = await account.act("create_invoice", draft);
  expect(await account.act("archive_tax_rate", { taxRateId })).toMatchObject({
    status: "archived",
    isDefault: false,
  });
  expect(await account.act("get_invoice", { invoiceId })).toMatchObject({ taxTotal: 16 });
  const after = await account.act("create_invoice", draft);
  expect(await account.act("get_invoice", { invoiceId: after.invoiceId })).toMatchObject({ taxTotal: 0 });
  const line = { invoiceId, description: "More", amount: 1, taxRateId };
  expect(await account.refused("add_invoice_line", line)).toMatchObject({ code: "NOT_FOUND" });
});
