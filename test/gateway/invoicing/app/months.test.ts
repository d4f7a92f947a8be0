import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { createToolAccount, type ToolAccount } from "./accounts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const end = "2026-09-30";
const monthOf = (account: ToolAccount, month: string, basis = "accrual") =>
  account.act("get_monthly_report", { month, basis }, end);

async function issue(account: ToolAccount, on: string, over: Record<string, unknown> = {}): Promise<string> {
  const items = [{ description: "Work", amount: 100 }];
  const { invoiceId } = await account.act(
    "create_invoice",
    { client: "ana@client.example", items, ...over },
    on,
  );
  await account.act("mark_invoice_sent", { invoiceId }, on);
  return invoiceId;
}

describe("GET /reports/monthly", () => {
  test("answers exactly the four documented fields, of an empty account too", async () => {
    const { headers } = await createToolAccount(app);
    const { status, body } = await app.get("/reports/monthly?month=2026-01", headers);
    expect([status, body]).toEqual([200, { revenue: 0, expenses: 0, outstanding: 0, invoicesSent: 0 }]);
    const central = await app.get("/reports/monthly?month=2026-01", { ...headers, "x-app-id": "central" });
    expect(central.status).toBe(200);
    const other = await app.get("/reports/monthly?month=2026-01", { ...headers, "x-app-id": "payroll" });
    expect([other.status, other.body.code]).toEqual([403, "APP_MISMATCH"]);
  });

  test.each([
    ["2026-13", "VALIDATION_ERROR"],
    ["26-01", "VALIDATION_ERROR"],
    ["2126-01", "MONTH_IN_FUTURE"],
  ])("refuses the month %s as %s", async (month, code) => {
    const { headers } = await createToolAccount(app);
    const { status, body } = await app.get(`/reports/monthly?month=${month}`, headers);
    expect([status, body.code]).toEqual([400, code]);
  });

  test("a month that is over is not changed by what happens later", async () => {
    const account = await createToolAccount(app);
    const invoiceId = await issue(account, "2026-05-10", { taxRate: 19 });
    const may = await monthOf(account, "2026-05");
    expect(may).toEqual({ revenue: 100, expenses: 0, outstanding: 119, invoicesSent: 1 });
    const payment = await account.act(
      "record_payment",
      { invoiceId, amount: 119, method: "cash" },
      "2026-06-02",
    );
    await account.act("refund_payment", { paymentId: payment.id, amount: 19 }, "2026-07-02");
    await account.act("generate_credit_note", { invoiceId, amount: 11.9, reason: "late" }, "2026-07-03");
    await account.act("write_off_invoice", { invoiceId, reason: "gone" }, "2026-08-04");
    expect(await monthOf(account, "2026-05")).toEqual(may);
    expect(await monthOf(account, "2026-06")).toMatchObject({ revenue: 0, outstanding: 0 });
    expect(await monthOf(account, "2026-07")).toMatchObject({ revenue: -10, outstanding: 7.1 });
    expect(await monthOf(account, "2026-08")).toMatchObject({ revenue: -7.1, outstanding: 0 });
    expect(await monthOf(account, "2026-06", "cash")).toMatchObject({ revenue: 100 });
    expect(await monthOf(account, "2026-07", "cash")).toMatchObject({ revenue: -15.97 });
  });

  test("a cancelled invoice is removed from its month or subtracted in the month of its cancellation", async () => {
    const account = await createToolAccount(app);
    const early = await issue(account, "2026-05-10");
    const late = await issue(account, "2026-05-11");
    await account.act("cancel_invoice", { invoiceId: early, reason: "wrong" }, "2026-05-20");
    expect(await monthOf(account, "2026-05")).toEqual({
      revenue: 100,
      expenses: 0,
      outstanding: 100,
      invoicesSent: 2,
    });
    await account.act("cancel_invoice", { invoiceId: late, reason: "wrong" }, "2026-06-20");
    expect(await monthOf(account, "2026-05")).toMatchObject({ revenue: 100, outstanding: 100 });
    expect(await monthOf(account, "2026-06")).toMatchObject({
      revenue: -100,
      outstanding: 0,
      invoicesSent: 0,
    });
  });

  test("expenses count without the tax that is reclaimed, and months begin in the account's timezone", async () => {
    const account = await createToolAccount(app);
    await account.act("update_invoice_settings", { timezone: "Pacific/Kiritimati" }, "2026-05-01");
    const spent = { vendor: "Shop", amount: 119, taxAmount: 19, category: "tools" };
    await account.act("create_expense", { ...spent, date: "2026-06-01" }, "2026-05-31");
    await issue(account, "2026-05-31");
    expect(await monthOf(account, "2026-05")).toMatchObject({ revenue: 0, expenses: 0, invoicesSent: 0 });
    expect(await monthOf(account, "2026-06")).toMatchObject({ revenue: 100, expenses: 100, invoicesSent: 1 });
  });

  test("documents in several currencies are not added up: one must be named", async () => {
    const account = await createToolAccount(app);
    await issue(account, "2026-05-10");
    await issue(account, "2026-05-10", { currency: "EUR", client: "ben@client.example" });
    const refusal = await account.refused("get_monthly_report", { month: "2026-05" }, end);
    expect(refusal).toMatchObject({
      status: 422,
      code: "BUSINESS_RULE",
      details: { currencies: ["EUR", "USD"] },
    });
    const named = await account.act("get_monthly_report", { month: "2026-05", currency: "EUR" }, end);
    expect(named).toMatchObject({ revenue: 100, invoicesSent: 1 });
  });
});

/** What may happen to an invoice, and on which day of the month after its own it does. */
const happening = fc.record({
  kind: fc.constantFrom("pay", "refund", "void", "credit", "write_off", "cancel"),
  percent: fc.integer({ min: 1, max: 130 }),
});
type Life = { month: number; cents: number; rate: number; happenings: { kind: string; percent: number }[] };
const life: fc.Arbitrary<Life> = fc.record({
  month: fc.integer({ min: 3, max: 5 }),
  cents: fc.integer({ min: 1, max: 99_999 }),
  rate: fc.constantFrom(0, 7, 9.975, 19),
  happenings: fc.array(happening, { maxLength: 3 }),
});

test("outstanding is the month before's, with all that moved it, whatever happens to invoices", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 3 }), async (lives) => {
      const account = await createToolAccount(app);
      for (const one of lives) await live(account, one);
      await expectIdentities(account);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

async function live(account: ToolAccount, { month, cents, rate, happenings }: Life): Promise<void> {
  const items = [{ description: "Work", amount: cents / 100 }];
  const invoiceId = await issue(account, `2026-0${month}-15`, {
    items,
    taxRate: rate,
    dueDate: `2026-0${month}-20`,
  });
  for (const [index, { kind, percent }] of happenings.entries()) {
    const on = `2026-0${month + index}-2${index + 1}`;
    const { total, amountDue } = await account.act("get_invoice", { invoiceId }, on);
    const amount = Math.max(1, Math.round((total * percent) / 1)) / 100;
    // An operation that the current state does not allow is rejected and changes nothing.
    await happen(account, { kind, invoiceId, amount, amountDue, on }).catch((error: unknown) => {
      if (!/answered 4(09|22)/.test(String(error))) throw error;
    });
  }
}

async function happen(
  account: ToolAccount,
  event: { kind: string; invoiceId: string; amount: number; amountDue: number; on: string },
): Promise<void> {
  const { kind, invoiceId, amount, on } = event;
  if (kind === "pay") await account.act("record_payment", { invoiceId, amount, method: "cash" }, on);
  if (kind === "credit") await account.act("generate_credit_note", { invoiceId, amount, reason: "x" }, on);
  if (kind === "write_off") await account.act("write_off_invoice", { invoiceId, reason: "x" }, on);
  if (kind === "cancel") await account.act("cancel_invoice", { invoiceId, reason: "x" }, on);
  if (kind !== "refund" && kind !== "void") return;
  const { id: paymentId } = await account.act("record_payment", { invoiceId, amount, method: "cash" }, on);
  if (kind === "void") await account.act("void_payment", { paymentId, reason: "x" }, on);
  else
    await account.act(
      "refund_payment",
      { paymentId, amount: Math.max(0.01, Math.floor(amount * 50) / 100) },
      on,
    );
}

/** The identities of the report, against sums that are made here from the rows themselves. */
async function expectIdentities(account: ToolAccount): Promise<void> {
  let before = 0;
  for (const month of ["2026-03", "2026-04", "2026-05", "2026-06", "2026-07"]) {
    const report = await monthOf(account, month);
    const aging = await account.act("get_aging_report", { asOf: lastDayOf(month) }, end);
    const days = { from: `${month}-01`, to: lastDayOf(month) };
    const byClient = await account.act("get_revenue_by_client", days, end);
    const moved = await movedIn(account.ownerId, month);
    expect(cents(report.outstanding)).toBe(before + moved);
    expect(aging.total).toBe(report.outstanding);
    const { current, d1_30, d31_60, d61_90, d90plus } = aging;
    expect([current, d1_30, d31_60, d61_90, d90plus].reduce((sum, one) => sum + cents(one), 0)).toBe(
      cents(report.outstanding),
    );
    expect(byClient.total).toBe(report.revenue);
    before = cents(report.outstanding);
  }
  const statement = { clientId: "ana@client.example", from: "2026-01-01", to: end };
  const { id: clientId, balances } = await account.act("get_client", { clientId: statement.clientId }, end);
  const { closing } = await account.act("get_client_statement", { ...statement, clientId }, end);
  const { due = 0, credit = 0 } = balances[0] ?? {};
  expect(cents(due)).toBe(before);
  expect(cents(closing)).toBe(cents(due) - cents(credit));
}

const cents = (major: number) => Math.round(major * 100);
const lastDayOf = (month: string) =>
  new Date(Date.UTC(2026, Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Gross issued, less cancelled ones, less movements of payments, credits and write-offs, in a month. */
async function movedIn(ownerId: string, month: string): Promise<number> {
  const [row] = await app.database.query<{ moved: number }>(
    `SELECT (
       coalesce((SELECT sum(total_minor) FROM gateway.invoices
                 WHERE owner_id = $1 AND to_char(issue_date, 'YYYY-MM') = $2), 0)
       - coalesce((SELECT sum(total_minor) FROM gateway.invoices
                   WHERE owner_id = $1 AND to_char(cancelled_on, 'YYYY-MM') = $2), 0)
       - coalesce((SELECT sum(amount_minor) FROM gateway.invoice_entries
                   WHERE owner_id = $1 AND to_char(booked_on, 'YYYY-MM') = $2), 0))::int AS moved`,
    [ownerId, month],
  );
  return row!.moved;
}
