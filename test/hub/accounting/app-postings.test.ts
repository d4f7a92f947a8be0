import { isDeepStrictEqual as isEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyScopes } from "../../../src/access/scopes.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { grantPurchase, reversePurchase } from "../../../subgraphs/hub/credits/grant-purchase.service.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { newId } from "../../../src/ids.ts";
import { newPerson } from "./bookkeeper.ts";
import { createEmployer } from "../../gateway/payroll/employers.ts";
import { until } from "../../support/poll.ts";
import { createScheduler, openService } from "../../gateway/booking/schedulers.ts";
import { createKey, createPerson, type Person } from "../../gateway/support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

type Input = Record<string, unknown>;

/** A person who works in the app by a key, on days of their own, and keeps books; every request must succeed. */
function seller({ ownerId, headers: { authorization } }: Person, key: Person["headers"]) {
  const person = { ownerId, headers: { authorization: authorization! } };
  const on = (day: string) => ({ ...key, "x-app-id": "invoicer", "x-test-clock": `${day}T12:00:00.000Z` });
  const must = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const post = (day: string, path: string, body: Input = {}) => must(app.post(path, body, on(day)));
  return {
    ...person,
    post,
    keep: (path: string, body: Input = {}) => must(app.post(`/accounting/${path}`, body, person.headers)),
    get: (path: string) => must(app.get(path, person.headers)),
    send: (day: string, method: string, path: string, body?: Input) =>
      must(app.send(method, path, on(day), body)),
    invoice: async (day: string, amount: number, taxRate = 10) => {
      const rate =
        taxRate > 0 && (await post(day, "/tax-rates", { name: "Sales tax", ratePercent: taxRate }));
      const items = [{ description: "Work", amount, taxRateIds: rate ? [rate.id] : [] }];
      const made = await post(day, "/invoices", { client: "bakery@clients.example", items });
      await post(day, `/invoices/${made.invoiceId}/mark-sent`);
      return made.invoiceId as string;
    },
    sync: (appId = "invoicer", from = "2026-01-01", to = "2026-12-31") =>
      must(app.post("/accounting/app-postings/sync", { appId, from, to }, person.headers)),
  };
}

type Seller = ReturnType<typeof seller>;

async function newSeller(): Promise<Seller> {
  const person = await createPerson(app, 500);
  return seller(person, await createKey(app, person.ownerId, keyScopes));
}

/** Balances by code, credits negative, on a day. */
async function balances({ get }: Pick<Seller, "get">, asOf = "2026-12-31"): Promise<Record<string, number>> {
  const { rows: found } = await get(`/accounting/reports/trial-balance?asOf=${asOf}`);
  const rows = found as { code: string; debit: number; credit: number }[];
  return Object.fromEntries(
    rows
      .filter(({ debit, credit }) => debit !== credit)
      .map(({ code, debit, credit }) => [code, debit - credit]),
  );
}

const control = async ({ get }: Pick<Seller, "get">, name: string, asOf = "2026-12-31") => {
  const report = await get(`/accounting/reports/subledger-reconciliation?asOf=${asOf}`);
  return (report.controls as (Input & Record<"differences" | "parties", Input[]>)[]).find(
    (one) => one.control === name,
  )!;
};

test("invoices, payments, credit notes, refunds and expenses are posted once, and agree with the control accounts", async () => {
  const own = await newSeller();
  const paid = await own.invoice("2026-02-03", 100);
  await own.post("2026-02-10", `/invoices/${paid}/payments`, { amount: 130, method: "check" });
  const credited = await own.invoice("2026-02-04", 200);
  const note = await own.post("2026-02-12", `/invoices/${credited}/credit-notes`, {
    amount: 55,
    reason: "Late",
  });
  expect(note.total).toBe(55);
  const voided = await own.invoice("2026-02-05", 70);
  await own.post("2026-03-01", `/invoices/${voided}/cancel`, { reason: "Twice" });
  const lost = await own.invoice("2026-02-06", 40);
  await own.post("2026-03-02", `/invoices/${lost}/write-off`, { reason: "Closed shop" });
  const spent = { date: "2026-02-20", vendor: "Rails", amount: 30, category: "Travel", currency: "USD" };
  await own.post("2026-02-20", "/expenses", { ...spent, taxAmount: 2 });

  expect(await own.sync()).toMatchObject({ posted: 10, skipped: 0, corrected: 0, removed: 0, problems: [] });
  // 1100: 220 less 55; 2400: 20 paid too much; 2200: 10 + 20 + 4 less 5 and 2; 4000: 100 + 200 + 40.
  expect(await balances(own)).toEqual({
    "1010": -30,
    "1050": 130,
    "1100": 165,
    "2200": -27,
    "2400": -20,
    "4000": -340,
    "4900": 50,
    "6650": 28,
    "6900": 44,
  });
  expect(await balances(own, "2026-02-28")).toMatchObject({ "1100": 165 + 77 + 44 });
  expect(await own.sync()).toMatchObject({ posted: 0, skipped: 10, problemCount: 0 });
  expect(await control(own, "receivables")).toMatchObject({
    subledger: 165,
    ledger: 165,
    differenceCount: 0,
  });
  expect(await control(own, "customer_credits")).toMatchObject({ subledger: 20, ledger: 20, difference: 0 });
  const report = await own.get("/accounting/reports/subledger-reconciliation?asOf=2026-02-28");
  expect(report).toMatchObject({ isReconciled: true });
});

test("a changed expense is reversed and posted again, a deleted one is reversed, and a hand entry shows as a difference", async () => {
  const own = await newSeller();
  const spent = { date: "2026-02-20", vendor: "Rails", amount: 30, category: "Odds", currency: "USD" };
  const { id } = await own.post("2026-02-20", "/expenses", spent);
  const other = await own.post("2026-02-20", "/expenses", { ...spent, amount: 5 });
  expect(await own.sync()).toMatchObject({ posted: 2 });
  await own.send("2026-02-21", "PATCH", `/expenses/${id}`, { amount: 45 });
  await own.send("2026-02-21", "DELETE", `/expenses/${other.id}`);
  expect(await own.sync()).toMatchObject({ posted: 0, corrected: 1, removed: 1, skipped: 0 });
  expect(await own.sync()).toMatchObject({ skipped: 1, corrected: 0, removed: 0 });
  expect(await balances(own)).toEqual({ "1010": -45, "8100": 45 });
  const { entries } = await own.get("/accounting/journal-entries");
  const kinds = (entries as { kind: string }[]).map(({ kind }) => kind).toSorted();
  expect(kinds).toEqual(["reversal", "reversal", "standard", "standard", "standard"]);

  const { accounts } = await own.get("/accounting/ledger-accounts");
  const idOf = (code: string) =>
    (accounts as { id: string; code: string }[]).find((one) => one.code === code)!.id;
  const lines = [
    { accountId: idOf("1100"), debit: 12 },
    { accountId: idOf("4000"), credit: 12 },
  ];
  const draft = await own.keep("journal-entries", {
    date: "2026-03-01",
    memo: "Old debt",
    lines,
  });
  await own.keep(`journal-entries/${draft.id}/post`);
  await own.invoice("2026-03-02", 10, 0);
  const compared = await control(own, "receivables");
  expect(compared).toMatchObject({ subledger: 10, ledger: 12, difference: 2, differenceCount: 2 });
  expect(compared.differences).toMatchObject([
    { reason: "not_posted", kind: "invoice", difference: -10 },
    { reason: "by_hand", entryId: draft.id, difference: 12 },
  ]);
});

test("a record of a closed period is posted on the first open day, and names its own", async () => {
  const own = await newSeller();
  await own.invoice("2026-01-05", 10, 0);
  await own.sync();
  const { periods } = await own.get("/accounting/fiscal-periods?year=2026");
  await own.keep(`fiscal-periods/${periods[0].id}/close`);
  await own.invoice("2026-01-20", 25, 0);
  expect(await own.sync()).toMatchObject({ posted: 1, skipped: 1, problemCount: 0 });
  const { entries } = await own.get("/accounting/journal-entries");
  expect(entries[0]).toMatchObject({ date: "2026-02-01", total: 25 });
  expect(entries[0].memo).toMatch(/\(of 2026-01-20\)$/);
  const late = await control(own, "receivables", "2026-01-31");
  expect(late.differences).toMatchObject([{ reason: "posted_later", date: "2026-01-20", difference: -25 }]);
  expect(await control(own, "receivables")).toMatchObject({ difference: 0, differenceCount: 0 });
});

test("a mapping moves later postings, refuses unfit accounts, and a missing account waits as a problem", async () => {
  const own = await newSeller();
  await own.keep("chart-of-accounts", {});
  const made = async (code: string, type: string) =>
    (await own.keep("ledger-accounts", { code, name: code, type })).account.id as string;
  const [sales, cost] = [await made("4100", "income"), await made("6999", "expense")];
  const patch = (accounts: Input[]) =>
    app.send("PATCH", "/accounting/ledger-mapping", own.headers, { accounts });
  const unfit = await patch([{ slot: "sales", accountId: cost }]);
  expect([unfit.status, unfit.body.details.reason]).toEqual([422, "account_type"]);
  expect((await patch([{ slot: "sales", accountId: sales }])).status).toBe(200);
  const { slots } = await own.get("/accounting/ledger-mapping");
  expect((slots as Input[]).find(({ slot }) => slot === "sales")).toMatchObject({
    accountCode: "4100",
    isDefault: false,
  });
  await own.invoice("2026-02-01", 10, 0);
  await own.sync();
  expect(await balances(own)).toEqual({ "1100": 10, "4100": -10 });

  expect((await patch([{ slot: "expenses", accountId: cost }])).status).toBe(200);
  await own.keep(`ledger-accounts/${cost}/archive`);
  const spent = { date: "2026-02-02", vendor: "Shop", amount: 3, category: "Odds", currency: "USD" };
  await own.post("2026-02-02", "/expenses", spent);
  const waiting = await own.sync();
  expect(waiting).toMatchObject({
    posted: 0,
    problemCount: 1,
    problems: [{ kind: "expense", reason: "account_archived" }],
  });
  expect((await patch([{ slot: "expenses", accountId: null }])).status).toBe(200);
  expect(await own.sync()).toMatchObject({ posted: 1, problemCount: 0 });
});

test("a record in another currency goes into the ledger of that currency", async () => {
  const own = await newSeller();
  const spent = { date: "2026-02-20", vendor: "Rails", amount: 30, category: "Travel" };
  await own.post("2026-02-20", "/expenses", { ...spent, currency: "EUR" });
  await own.post("2026-02-20", "/expenses", { ...spent, currency: "USD", amount: 8 });
  expect(await own.sync()).toMatchObject({ posted: 2, problemCount: 0 });
  const totals = async (currency: string) =>
    (await own.get(`/accounting/reports/trial-balance?asOf=2026-12-31&currency=${currency}`))
      .totalDebit as number;
  expect([await totals("EUR"), await totals("USD")]).toEqual([30, 8]);
});

test("two syncs at once post each record once, and a wiped ledger is the same after a replay", async () => {
  const own = await newSeller();
  const ids = [await own.invoice("2026-02-03", 100), await own.invoice("2026-02-04", 50)];
  await own.post("2026-02-10", `/invoices/${ids[0]}/payments`, { amount: 60, method: "card" });
  const runs = await Promise.all([own.sync(), own.sync(), own.sync("invoicer", "2026-02-04", "2026-02-28")]);
  expect(runs.reduce((sum, { posted }) => sum + (posted as number), 0)).toBe(3);
  const before = [await balances(own), await balances(own, "2026-02-05")];
  await wipe(own.ownerId);
  expect(await balances(own)).toEqual({});
  expect(await own.sync()).toMatchObject({ posted: 3 });
  expect([await balances(own), await balances(own, "2026-02-05")]).toEqual(before);
  expect(before[0]).toEqual(await expectedFromTables(own.ownerId));
});

/** Removes the books of an account, as its erasure does. */
async function wipe(ownerId: string): Promise<void> {
  const tables = ["app_postings", "lines", "entries", "balances", "numbers", "accounts", "ledgers"];
  for (const table of tables)
    await app.database.query(
      `WITH system AS MATERIALIZED (SELECT set_config('app.system', 'on', true))
       DELETE FROM hub.accounting_${table} USING system WHERE owner_id = $1`,
      [ownerId],
    );
}

/** The balances that the tables of the app mean: an oracle that knows nothing of facts and postings. */
async function expectedFromTables(ownerId: string): Promise<Record<string, number>> {
  const [invoices] = await app.database.query<Record<string, number>>(
    `SELECT sum(total_minor)::float8 AS total, sum(subtotal_minor)::float8 AS net, sum(tax_minor)::float8 AS tax,
      sum(amount_paid_minor)::float8 AS paid FROM gateway.invoices WHERE owner_id = $1`,
    [ownerId],
  );
  const { total, net, tax, paid } = invoices!;
  return {
    "1050": paid! / 100,
    "1100": (total! - paid!) / 100,
    "2200": -tax! / 100,
    "4000": -net! / 100,
  };
}

test("a payroll run, its payment, a reversal and a tax deposit are posted, and the taxes owed agree", async () => {
  const employer = await createEmployer(app);
  await employer.hire(52_000);
  const period = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
  const run = await employer.act("run_payroll", period);
  const token = await app.tokenFor({ sub: employer.ownerId, expiresInSeconds: 172_800 });
  const own = seller({ ownerId: employer.ownerId, headers: { authorization: `Bearer ${token}` } }, {});
  expect(await own.sync("payroll")).toMatchObject({ posted: 1 });
  const journal = await employer.act("get_payroll_journal", { runId: run.runId });
  const entries = journal.entries as { account: string; debit: number; credit: number }[];
  const of = (...accounts: string[]) =>
    Math.round(
      100 *
        entries
          .filter(({ account }) => accounts.includes(account))
          .reduce((s, e) => s + e.debit - e.credit, 0),
    ) / 100;
  const taxes = of("2100", "2110", "2120", "2130", "2140", "2150");
  expect(await balances(own)).toEqual({
    "2310": taxes,
    "2320": of("1000"),
    "6300": of("6000"),
    "6310": of("6010"),
  });
  const deposit = {
    agency: "IRS",
    form: "941",
    period: "2026-Q1",
    amount: 100,
    date: "2026-02-10",
    reference: "A1",
  };
  await employer.act("record_tax_deposit", deposit, "2026-02-11");
  await app.database.query("UPDATE gateway.payroll_runs SET status = 'paid' WHERE id = $1", [run.runId]);
  expect(await own.sync("payroll")).toMatchObject({ posted: 2, skipped: 1 });
  expect(await balances(own)).toMatchObject({
    "1010": of("1000") - 100,
    "2310": Math.round(100 * (taxes + 100)) / 100,
  });
  expect(await control(own, "payroll_taxes")).toMatchObject({
    difference: 0,
    differenceCount: 0,
    ledger: -(taxes + 100),
  });
  const { payslips } = await employer.act("list_payslips", {});
  await employer.act("reverse_payslip", { payslipId: payslips[0].id, reason: "Wrong person" });
  expect(await own.sync("payroll")).toMatchObject({ posted: 1, corrected: 0, skipped: 3 });
  // The pay went out, so the employee owes it; the deposit is to be claimed back.
  expect(await balances(own)).toEqual({ "1010": of("1000") - 100, "2310": 100, "2320": -of("1000") });
  expect(await control(own, "payroll_taxes")).toMatchObject({
    difference: 0,
    differenceCount: 0,
    ledger: -100,
  });
});

test("refunds, voids, advances, later allocations and used credit notes keep both control accounts equal on any day", async () => {
  const own = await newSeller();
  const first = await own.invoice("2026-02-03", 100, 0);
  const over = await own.post("2026-02-05", `/invoices/${first}/payments`, { amount: 150, method: "cash" });
  const second = await own.invoice("2026-02-10", 60, 0);
  const use = { allocations: [{ invoiceId: second, amount: 30 }] };
  await own.post("2026-02-11", `/invoice-payments/${over.id}/allocate`, use);
  await own.post("2026-02-14", `/invoice-payments/${over.id}/refund`, { amount: 40 });
  const wrong = await own.post("2026-02-15", `/invoices/${second}/payments`, { amount: 5, method: "cash" });
  await own.post("2026-02-16", `/invoice-payments/${wrong.id}/void`, { reason: "Typed twice" });
  const open = { amount: 20, reason: "Late", applyToInvoice: false };
  const note = await own.post("2026-02-17", `/invoices/${second}/credit-notes`, open);
  await own.post("2026-02-18", `/credit-notes/${note.id}/apply`, { invoiceId: second, amount: 8 });
  await own.post("2026-02-19", `/credit-notes/${note.id}/refunds`, { amount: 12 });
  const unused = await own.post("2026-02-20", `/invoices/${second}/credit-notes`, { ...open, amount: 3 });
  await own.post("2026-02-21", `/credit-notes/${unused.id}/void`, { reason: "Not due" });
  expect(await own.sync()).toMatchObject({ skipped: 0, problemCount: 0 });
  const days = Array.from({ length: 22 }, (_, index) => `2026-02-${String(index + 2).padStart(2, "0")}`);
  for (const asOf of days)
    expect(await own.get(`/accounting/reports/subledger-reconciliation?asOf=${asOf}`)).toMatchObject({
      isReconciled: true,
    });
  // The refund takes the 20 that no invoice has used, and 20 back from the second invoice.
  expect(await balances(own)).toEqual({ "1010": -52, "1050": 150, "1100": 42, "4000": -160, "4900": 20 });
});

test("credits that were bought, used and refunded are posted at their average cost", async () => {
  const own = await newBuyer();
  const ctx = app.running.platform.contextIn("hub", own.ownerId) as HubContext;
  const id = newId("txn");
  await app.database.query(
    `INSERT INTO hub.payment_transactions (id, owner_id, app_id, type, status, amount, currency, description, credits,
       created_at, updated_at)
     VALUES ($1, $2, 'central', 'credit_purchase', 'succeeded', 1000, 'USD', 'Starter', 10000, now(), now())`,
    [id, own.ownerId],
  );
  const bought = { id, type: "credit_purchase", ownerId: own.ownerId, appId: "central", amount: 1000 };
  const purchase = { ...bought, packageId: null, credits: 10_000 };
  await inTransaction(ctx, (em) => grantPurchase(ctx, em, purchase));
  await own.post("/credits/consume", {
    appId: "central",
    amount: 25,
    description: "Work",
  });
  const range = { appId: "central", from: "2026-01-01", to: "2030-12-31" };
  const sync = (at: Date) => own.post("/accounting/app-postings/sync", range, at);
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await sync(new Date())).toMatchObject({ posted: 1, skipped: 0 });
  expect(await sync(tomorrow)).toMatchObject({ posted: 1, skipped: 1, corrected: 0 });
  expect(await balances(own, "2030-12-31")).toEqual({ "1010": -10, "1300": 7.5, "6500": 2.5 });
  await inTransaction(ctx, (em) => reversePurchase(ctx, em, purchase, 500));
  expect(await sync(tomorrow)).toMatchObject({ posted: 1, removed: 0 });
  expect(await balances(own, "2030-12-31")).toMatchObject({ "1010": -5 });
});

/** A person with books and no credits but those of the test. */
async function newBuyer() {
  const { ownerId, headers } = await newPerson(app);
  const must = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    ownerId,
    get: (path: string) => must(app.get(path, headers)),
    post: (path: string, body: Input, at = new Date()) =>
      must(app.post(path, body, { ...headers, "x-test-clock": at.toISOString() })),
  };
}

test("deposits for bookings are owed until the booking is over, and what is kept is earned, also by events", async () => {
  const desk = await createScheduler(app);
  const token = await app.tokenFor({ sub: desk.ownerId, expiresInSeconds: 172_800 });
  const keeper = seller(
    { ownerId: desk.ownerId, headers: { authorization: `Bearer ${token}` } },
    desk.headers,
  );
  const { serviceId } = await openService(desk, { timezone: "UTC" }, { timezone: "UTC" });
  const book = async (time: string, amount: number) => {
    const booking = { serviceId, date: "2026-01-07", time, clientEmail: "dep@client.example" };
    const { bookingId } = await desk.act("create_booking", booking);
    const { id } = await desk.act("record_deposit", { bookingId, amount, method: "cash" });
    return { bookingId: bookingId as string, depositId: id as string };
  };
  const [kept, back, ahead] = [await book("09:00", 30), await book("11:00", 20.5), await book("13:00", 7)];
  const all = () => keeper.sync("event-manager");
  expect(await all()).toMatchObject({ posted: 3, problemCount: 0 });
  expect(await balances(keeper)).toEqual({ "1050": 57.5, "2410": -57.5 });

  await desk.act("refund_deposit", { depositId: back.depositId, amount: 5.5 });
  const after = desk.at("2026-01-07T10:30:00.000Z");
  await after.act("cancel_booking", { bookingId: back.bookingId, reason: "Ill", confirm: true });
  await after.act("complete_booking", { bookingId: kept.bookingId });
  expect(await all()).toMatchObject({ posted: 3, skipped: 3 });
  const expected = { "1010": -5.5, "1050": 57.5, "2410": -7, "4000": -45 };
  expect(await balances(keeper)).toEqual(expected);
  // Before the bookings were over, all that was not paid back was owed.
  expect((await balances(keeper, "2026-01-06"))["2410"]).toBe(-52);
  for (const day of ["2026-01-05", "2026-01-06", "2026-01-07", "2026-12-31"])
    expect(await control(keeper, "booking_deposits", day)).toMatchObject({
      difference: 0,
      differenceCount: 0,
    });

  const put = { enabled: true, from: "2026-01-01" };
  await app.send("PUT", "/accounting/automatic-postings/event-manager", keeper.headers, put);
  await desk.at("2026-01-09T09:00:00.000Z").act("refund_deposit", { depositId: kept.depositId, amount: 10 });
  await until("the refund of what was earned is in the books", async () =>
    isEqual(await balances(keeper), { ...expected, "1010": -15.5, "4900": 10 }),
  );
  expect((await all()).posted).toBe(0);
  expect(await control(keeper, "booking_deposits")).toMatchObject({ subledger: 7, ledger: 7, difference: 0 });
  expect(ahead.depositId).toMatch(/^bdp_/);
});

test("records are posted automatically once that is switched on, and no longer when it is off", async () => {
  const own = await newSeller();
  const put = (enabled: boolean) =>
    app.send("PUT", "/accounting/automatic-postings/invoicer", own.headers, { enabled, from: "2026-02-02" });
  const early = { date: "2026-02-01", vendor: "Early", amount: 7, category: "Odds", currency: "USD" };
  await own.post("2026-02-05", "/expenses", early);
  expect((await put(true)).body).toEqual({ appId: "invoicer", enabled: true, from: "2026-02-02" });
  expect((await own.get("/accounting/ledger-mapping")).automaticPostings).toHaveLength(1);
  await own.invoice("2026-02-03", 10, 0);
  const spent = { ...early, date: "2026-02-04", amount: 3 };
  const { id } = await own.post("2026-02-05", "/expenses", spent);
  await until("the books show it", async () =>
    isEqual(await balances(own), { "1010": -3, "1100": 10, "4000": -10, "8100": 3 }),
  );
  await own.send("2026-02-05", "DELETE", `/expenses/${id}`);
  await until("the books show it", async () => isEqual(await balances(own), { "1100": 10, "4000": -10 }));
  expect((await put(false)).body).toEqual({ appId: "invoicer", enabled: false, from: null });
  expect((await own.get("/accounting/ledger-mapping")).automaticPostings).toEqual([]);
});

test("another app's ID and a range that ends before it begins are refused", async () => {
  const own = await newSeller();
  const call = (input: Input) => app.post("/accounting/app-postings/sync", input, own.headers);
  expect((await call({ appId: "no-such-app", from: "2026-01-01", to: "2026-01-02" })).status).toBe(404);
  expect((await call({ appId: "payroll", from: "2026-01-02", to: "2026-01-01" })).status).toBe(400);
});

test("aging of receivables from the ledger is by due date and invoice, and adds up to the control account", async () => {
  const own = await newSeller();
  const aging = (asOf: string) => own.get(`/accounting/reports/receivable-aging?asOf=${asOf}`);
  const invoice = async (issued: string, dueDate: string, amount: number) => {
    const items = [{ description: "Work", amount }];
    const made = await own.post(issued, "/invoices", { client: "bakery@clients.example", dueDate, items });
    await own.post(issued, `/invoices/${made.invoiceId}/mark-sent`);
    return made.invoiceId as string;
  };
  await invoice("2026-02-03", "2026-03-20", 100);
  const late = await invoice("2026-03-03", "2026-05-01", 200);
  // The payment is for the later invoice: the earlier one stays late.
  await own.post("2026-03-10", `/invoices/${late}/payments`, { amount: 50, method: "check" });
  await own.sync();
  const chart = (await own.get("/accounting/ledger-accounts")).accounts as { id: string; code: string }[];
  const idOf = (code: string) => chart.find((one) => one.code === code)!.id;
  const lines = [
    { accountId: idOf("1100"), debit: 7, client: "Hand Ltd" },
    { accountId: idOf("4000"), credit: 7 },
  ];
  const byHand = await own.keep("journal-entries", { date: "2026-03-15", memo: "By hand", lines });
  await own.keep(`journal-entries/${byHand.id}/post`);
  const onDue = await aging("2026-03-20");
  const after = await aging("2026-04-10");
  // What was posted by hand is due on its own day.
  expect(onDue.totals).toMatchObject({ current: 250, d1_30: 7 });
  const client = after.clients.find((one: Input) => one.client !== "Hand Ltd");
  expect([client.d1_30, client.current]).toEqual([100, 150]);
  for (const { totals, ledgerBalance, difference } of [onDue, after])
    expect([totals.total, difference]).toEqual([ledgerBalance, 0]);
  expect(after.ledgerBalance).toBe(257);
  const file = await own.get(`/accounting/reports/export?report=receivable_aging&format=csv&asOf=2026-04-10`);
  expect(file.content.split(/\r?\n/)[0].replace("\uFEFF", "")).toBe(
    "Client,Not due,1 to 30 days,31 to 60 days,61 to 90 days,Over 90 days,Unapplied,Total",
  );
  expect(file.content).toContain("Balance of the ledger,,,,,,,257.00");

  // Postings of before know no due date until the app is synced again.
  await app.database.query(
    "UPDATE hub.accounting_app_postings SET item_id = NULL, due_date = NULL WHERE owner_id = $1",
    [own.ownerId],
  );
  expect((await aging("2026-04-10")).totals.total).toBe(257);
  await own.sync();
  expect(await aging("2026-04-10")).toEqual(after);
});
