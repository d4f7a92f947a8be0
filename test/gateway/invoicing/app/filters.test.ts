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

async function issued(client: string, amount: number, dueDate = "2026-03-31"): Promise<string> {
  const items = [{ description: "Work", amount }];
  const { invoiceId } = await account.act("create_invoice", { client, items, dueDate }, "2026-03-02");
  await account.act("mark_invoice_sent", { invoiceId }, "2026-03-02");
  return invoiceId as string;
}

const idsOf = (rows: { id?: string; invoiceId?: string }[]) => rows.map((row) => row.id ?? row.invoiceId);

test("invoices are filtered by what is due", async () => {
  const client = "due@client.example";
  const [part, whole] = [await issued(client, 100), await issued(client, 100)];
  await account.act("record_payment", { invoiceId: part, amount: 40, method: "cash" });
  const { clientId } = (await account.act("get_invoice", { invoiceId: part })).client;
  const due = async (minDue: number) =>
    idsOf((await account.act("list_invoices", { clientId: clientId ?? undefined, minDue })).invoices);
  expect(await due(60)).toContain(part);
  expect(await due(60.01)).not.toContain(part);
  expect(await due(100)).toContain(whole);
});

test("overdue invoices of a day are those late on it", async () => {
  const invoiceId = await issued("late@client.example", 70, "2026-03-10");
  const late = async (asOf: string, minDaysLate = 1) =>
    (await account.act("list_overdue_invoices", { asOf, minDaysLate })).invoices.filter(
      (one: { invoiceId: string }) => one.invoiceId === invoiceId,
    );
  expect(await late("2026-03-10")).toEqual([]);
  expect(await late("2026-03-11")).toMatchObject([{ daysLate: 1 }]);
  expect(await late("2026-03-20", 11)).toEqual([]);
  expect(await late("2026-03-21", 11)).toMatchObject([{ daysLate: 11 }]);
});

test("an aging report is broken down by client, or not at all", async () => {
  await issued("aged@client.example", 45);
  const day = { asOf: "2026-03-31", currency: "USD" };
  const [whole, byClient] = [
    await account.act("get_aging_report", { ...day, groupBy: "none" }),
    await account.act("get_aging_report", day),
  ];
  expect(whole.clients).toEqual([]);
  const totals = byClient.clients.map(({ total }: { total: number }) => total) as number[];
  expect(totals.reduce((sum, total) => sum + total, 0)).toBeCloseTo(whole.total as number);
});

test("a preview calculates with the rounding mode that is asked for", async () => {
  const items = [{ description: "Half a cent", quantity: 0.5, unitPrice: 0.25 }];
  const total = async (roundingMode: string) =>
    (await account.act("preview_invoice_totals", { items, roundingMode })).total as number;
  expect([await total("half_up"), await total("half_even")]).toEqual([0.13, 0.12]);
});

test("quotations are filtered by client", async () => {
  const items = [{ description: "Signs", quantity: 1, unitPrice: 10 }];
  const quote = (client: string) =>
    account.act("create_quotation", { client, items, validUntil: "2031-01-31" });
  const [one] = [await quote("quoted@client.example"), await quote("another@client.example")];
  const { quotations, total } = await account.act("list_quotations", { clientId: one.client.id });
  expect([idsOf(quotations), total]).toEqual([[one.id], 1]);
});

test("a reminder has the text of its template", async () => {
  const invoiceId = await issued("reminded@client.example", 30);
  const sent = await account.act("send_payment_reminder", { invoiceId, template: "final" });
  expect(sent).toMatchObject({ invoiceId, template: "final" });
  const mail = await mailTo(app, "reminded@client.example", "Payment reminder");
  expect(mail.text).toContain("This is our last reminder");
});
