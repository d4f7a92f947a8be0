import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { move, newBookkeeper, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
  await post(app, keeper, "2026-01-10", move("1010", "4000", 900));
  await post(app, keeper, "2026-01-20", move("6400", "1010", 400.1));
  await post(app, keeper, "2026-02-20", move("6400", "1010", 400.1));
});
afterAll(() => app?.close());

const lineOf = (code: string, month: string, amount: number) => ({
  accountId: keeper.accounts.get(code)!,
  month,
  amount,
});
const create = (lines: readonly unknown[], headers = keeper.headers) =>
  app.post("/accounting/budgets", { name: "Plan", lines }, headers);
const profit = async (query: string, headers = keeper.headers) =>
  (await app.get(`/accounting/reports/profit-and-loss?${query}`, headers)).body;

/** Sales, rent, and travel that nobody posts to. */
const plan = () => [
  lineOf("4000", "2026-01-01", 1_000),
  lineOf("4000", "2026-02-01", 1_100.5),
  lineOf("6400", "2026-01-01", 400),
  lineOf("6400", "2026-02-01", 420),
  lineOf("6650", "2026-02-01", 50.25),
];

interface Section {
  lines: { code: string; amount: number; budgetAmount: number | null }[];
}
const linesOf = ({ lines }: Section) =>
  lines.map(({ code, amount, budgetAmount }) => [code, amount, budgetAmount]);

test("a budget has its lines by account and month, and their totals", async () => {
  const { status, body } = await create(plan());
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: "Plan",
    currency: "USD",
    firstMonth: "2026-01-01",
    lastMonth: "2026-02-01",
    totalIncome: 2_100.5,
    totalExpenses: 870.25,
  });
  const read = await app.get(`/accounting/budgets/${body.id}`, keeper.headers);
  expect(read.body).toEqual(body);
  expect(read.body.lines.map(({ code, amount }: { code: string; amount: number }) => [code, amount])).toEqual(
    [
      ["4000", 1_000],
      ["4000", 1_100.5],
      ["6400", 400],
      ["6400", 420],
      ["6650", 50.25],
    ],
  );
});

test("profit and loss has the budget beside what was posted, also for accounts without postings", async () => {
  const { body: budget } = await create(plan());
  const body = await profit(`from=2026-01-01&to=2026-02-28&budgetId=${budget.id}`);
  expect(body.income.map(linesOf)).toEqual([[["4000", 900, 2_100.5]]]);
  expect(body.expenses.map(linesOf)).toEqual([
    [
      ["6400", 800.2, 820],
      ["6650", 0, 50.25],
    ],
  ]);
  expect(body.expenses[0]).toMatchObject({ total: 800.2, budgetTotal: 870.25, previousTotal: null });
  expect([body.netIncome, body.budgetNetIncome, body.previousNetIncome]).toEqual([99.8, 1_230.25, null]);
  const february = await profit(
    `from=2026-02-01&to=2026-02-28&compareWith=previous_period&budgetId=${budget.id}`,
  );
  expect(february.income.map(linesOf)).toEqual([[["4000", 0, 1_100.5]]]);
  expect([february.netIncome, february.previousNetIncome, february.budgetNetIncome]).toEqual([
    -400.1, 499.9, 630.25,
  ]);
  const later = await profit(`from=2026-03-01&to=2026-03-31&budgetId=${budget.id}`);
  expect([later.income, later.budgetNetIncome]).toEqual([[], 0]);
  const plain = await profit("from=2026-01-01&to=2026-02-28");
  expect([plain.budgetNetIncome, plain.expenses[0].budgetTotal]).toEqual([null, null]);
  const file = await app.get(
    `/accounting/reports/export?report=profit_and_loss&format=csv&from=2026-01-01&to=2026-02-28&budgetId=${budget.id}`,
    keeper.headers,
  );
  expect(file.body.content.trimEnd().split("\r\n").at(-1)).toBe("Net income,,,99.80,1230.25");
});

test("updating sets the given lines, removes those of 0, and leaves the others", async () => {
  const { body } = await create(plan());
  const lines = [lineOf("6400", "2026-01-01", 450), lineOf("6650", "2026-02-01", 0)];
  const changed = await app.send("PATCH", `/accounting/budgets/${body.id}`, keeper.headers, {
    name: "Plan B",
    lines,
  });
  expect(changed.body).toMatchObject({ name: "Plan B", totalIncome: 2_100.5, totalExpenses: 870 });
  expect(changed.body.lines).toHaveLength(4);
});

test("a deleted budget is not found, also by a report", async () => {
  const { body } = await create(plan());
  const deleted = await app.send("DELETE", `/accounting/budgets/${body.id}`, keeper.headers);
  expect(deleted.body).toEqual({ id: body.id, deleted: true });
  expect((await app.get(`/accounting/budgets/${body.id}`, keeper.headers)).status).toBe(404);
  const report = await profit(`from=2026-01-01&to=2026-01-31&budgetId=${body.id}`);
  expect(report.code).toBe("NOT_FOUND");
});

test("months that are none, repeated lines, and ranges that split a month are refused", async () => {
  const faults = ({ details }: { details: { fields: { path: string; rule: string }[] } }) =>
    details.fields.map(({ path, rule }) => `${path} ${rule}`);
  const wrong = await create([
    lineOf("6400", "2026-01-02", 1),
    lineOf("6400", "2026-02-01", 1),
    lineOf("6400", "2026-02-01", 2),
  ]);
  expect(faults(wrong.body)).toEqual(["lines.0.month month", "lines.2 unique"]);
  const { body } = await create(plan());
  const split = await profit(`from=2026-01-02&to=2026-02-27&budgetId=${body.id}`);
  expect(faults(split)).toEqual(["from wholeMonths", "to wholeMonths"]);
  const other = await profit(`from=2026-01-01&to=2026-01-31&currency=EUR&budgetId=${body.id}`);
  expect(faults(other)).toEqual(["currency budget"]);
});

test("accounts of the balance sheet have no budget, and a fraction of a cent is refused", async () => {
  const { body } = await create([lineOf("1010", "2026-01-01", 5)]);
  expect([body.code, body.details.reason]).toEqual(["BUSINESS_RULE", "not_income_or_expense"]);
  const fraction = await create([lineOf("6400", "2026-01-01", 0.001)]);
  expect([fraction.status, fraction.body.code]).toEqual([400, "AMOUNT_PRECISION"]);
});

test("the type of an account is frozen while a budget has it", async () => {
  const made = { code: "6991", name: "Planned only", type: "expense" };
  const { account } = (await app.post("/accounting/ledger-accounts", made, keeper.headers)).body;
  const change = (type: string) =>
    app.send("PATCH", `/accounting/ledger-accounts/${account.id}`, keeper.headers, { type });
  const { body } = await create([{ accountId: account.id, month: "2026-01-01", amount: 10 }]);
  expect((await change("asset")).body.details.reason).toBe("account_in_use");
  await app.send("DELETE", `/accounting/budgets/${body.id}`, keeper.headers);
  expect((await change("asset")).body.account.type).toBe("asset");
});

test("another account's budget does not exist", async () => {
  const { body } = await create(plan());
  const other = await newBookkeeper(app);
  const missing = await app.get("/accounting/budgets/lbg_none", other.headers);
  const foreign = await app.get(`/accounting/budgets/${body.id}`, other.headers);
  expect([foreign.status, foreign.body.message]).toEqual([404, missing.body.message]);
  const report = await profit(`from=2026-01-01&to=2026-01-31&budgetId=${body.id}`, other.headers);
  expect(report.code).toBe("NOT_FOUND");
  expect((await create([lineOf("6400", "2026-01-01", 1)], other.headers)).body.code).toBe("NOT_FOUND");
});
