import { afterAll, beforeAll, expect, test } from "vitest";
import { formerDate, formerRange } from "../../../subgraphs/hub/accounting/reports/comparison.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { move, newBookkeeper, newPerson, post, type Bookkeeper } from "./bookkeeper.ts";

let app: TestApp;
let keeper: Bookkeeper;
beforeAll(async () => {
  app = await openSharedApp();
  keeper = await newBookkeeper(app);
  // 2025: founded, a machine on a loan, and its depreciation.
  await post(app, keeper, "2025-01-02", move("1010", "3000", 10_000));
  await post(app, keeper, "2025-06-01", move("1500", "2700", 6_000));
  await post(app, keeper, "2025-12-31", move("6800", "1590", 1_200));
  // January 2026: a sale on credit with tax, a bill, rent, and a repayment.
  await post(app, keeper, "2026-01-10", [
    { code: "1100", debit: 1_090 },
    { code: "4000", credit: 1_000 },
    { code: "2200", credit: 90 },
  ]);
  await post(app, keeper, "2026-01-15", move("6500", "2000", 250.5));
  await post(app, keeper, "2026-01-20", move("6400", "1010", 400));
  await post(app, keeper, "2026-01-31", move("2700", "1010", 500));
  // February: half of the sale is paid.
  await post(app, keeper, "2026-02-05", move("1010", "1100", 545));
});
afterAll(() => app?.close());

const read = async (report: string, query: string, headers = keeper.headers) =>
  (await app.get(`/accounting/reports/${report}?${query}`, headers)).body;

interface Section {
  title: string;
  category: string | null;
  total: number;
  lines: { name: string; code: string | null; amount: number; previousAmount: number | null }[];
}
const linesOf = ({ lines }: Section) => lines.map(({ code, name, amount }) => [code ?? name, amount]);
const january = "from=2026-01-01&to=2026-01-31";

test("the trial balance has equal sides, at the end of a month and within it", async () => {
  const body = await read("trial-balance", "asOf=2026-01-15&compareWith=previous_year");
  const rows = body.rows.map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [
    code,
    debit - credit,
  ]);
  expect(rows).toEqual([
    ["1010", 10_000],
    ["1100", 1_090],
    ["1500", 6_000],
    ["1590", -1_200],
    ["2000", -250.5],
    ["2200", -90],
    ["2700", -6_000],
    ["3000", -10_000],
    ["4000", -1_000],
    ["6500", 250.5],
    ["6800", 1_200],
  ]);
  expect([body.totalDebit, body.totalCredit]).toEqual([18_540.5, 18_540.5]);
  expect(body.previousAsOf).toBe("2025-01-15");
  expect(body.rows[0]).toMatchObject({ previousDebit: 10_000, previousCredit: 0 });
  const end = await read("trial-balance", "asOf=2026-01-31");
  expect([end.totalDebit, end.totalCredit]).toEqual([18_040.5, 18_040.5]);
});

test("profit and loss has income and costs of the time alone, with those of the former one", async () => {
  const body = await read("profit-and-loss", `${january}&compareWith=previous_period`);
  expect(body.income.map(linesOf)).toEqual([[["4000", 1_000]]]);
  expect(body.expenses.map(linesOf)).toEqual([
    [
      ["6400", 400],
      ["6500", 250.5],
    ],
    [["6800", 0]],
  ]);
  expect([body.totalIncome, body.totalExpenses, body.netIncome]).toEqual([1_000, 650.5, 349.5]);
  expect([body.previousFrom, body.previousTo, body.previousNetIncome]).toEqual([
    "2025-12-01",
    "2025-12-31",
    -1_200,
  ]);
});

test("by the cash basis, a sale counts when it is paid, and a bill not before", async () => {
  const first = await read("profit-and-loss", `${january}&basis=cash`);
  expect([first.totalIncome, first.totalExpenses, first.netIncome]).toEqual([0, 400, -400]);
  const second = await read("profit-and-loss", "from=2026-02-01&to=2026-02-28&basis=cash");
  expect([second.totalIncome, second.netIncome]).toEqual([545, 545]);
  expect(second.income.at(-1).title).toBe("Adjustments to the cash basis");
});

test("on the balance sheet assets equal liabilities and equity, also before the year is closed", async () => {
  const body = await read("balance-sheet", "asOf=2026-01-31&compareWith=previous_period");
  expect([body.totalAssets, body.totalLiabilities, body.totalEquity]).toEqual([14_990, 5_840.5, 9_149.5]);
  expect(body.equity.map(linesOf)).toEqual([
    [["3000", 10_000]],
    [["Net income that is not closed yet", -850.5]],
  ]);
  expect(body.previousAsOf).toBe("2025-12-31");
  expect(body.equity[1].lines[0].previousAmount).toBe(-1_200);
});

test("the cash flow statement explains the change of cash, and ends at its balance", async () => {
  const body = await read("cash-flow", january);
  expect(linesOf(body.operating)).toEqual([
    ["Net income", 349.5],
    ["1100", -1_090],
    ["2000", 250.5],
    ["2200", 90],
  ]);
  expect([body.operating.total, body.investing.total, body.financing.total]).toEqual([-400, 0, -500]);
  expect([body.openingCash, body.netChange, body.closingCash]).toEqual([10_000, -900, 9_100]);
  const year = await read("cash-flow", "from=2025-01-01&to=2025-12-31");
  expect(linesOf(year.operating)).toEqual([
    ["Net income", -1_200],
    ["1590", 1_200],
  ]);
  expect([year.investing.total, year.financing.total, year.closingCash]).toEqual([-6_000, 16_000, 10_000]);
});

test("the general ledger has a running balance on every page", async () => {
  const query = `accountId=${keeper.accounts.get("1010")}&from=2026-01-01&to=2026-02-28&limit=2`;
  const first = await read("general-ledger", query);
  expect([first.openingBalance, first.closingBalance, first.code]).toEqual([10_000, 9_645, "1010"]);
  const balances = ({ lines }: { lines: { balance: number }[] }) => lines.map(({ balance }) => balance);
  expect(balances(first)).toEqual([9_600, 9_100]);
  const second = await read("general-ledger", `${query}&cursor=${first.nextCursor}`);
  expect([balances(second), second.nextCursor]).toEqual([[9_645], null]);
  const owed = await read(
    "general-ledger",
    query.replace(keeper.accounts.get("1010")!, keeper.accounts.get("2700")!),
  );
  expect([owed.openingBalance, owed.closingBalance, balances(owed)]).toEqual([6_000, 5_500, [5_500]]);
});

test("reports of an account without a ledger are zero, and a range that ends before it begins is refused", async () => {
  const { headers } = await newPerson(app);
  expect(await read("trial-balance", "asOf=2026-01-31", headers)).toMatchObject({ rows: [], totalDebit: 0 });
  expect(await read("balance-sheet", "asOf=2026-01-31", headers)).toMatchObject({
    assets: [],
    totalAssets: 0,
  });
  for (const report of ["profit-and-loss", "cash-flow", "general-ledger"]) {
    const range = `from=2026-02-01&to=2026-01-31${report === "general-ledger" ? "&accountId=x" : ""}`;
    const body = await read(report, range, headers);
    expect(body.details.fields[0].path).toBe("to");
  }
});

test("another account's figures are not in a report, and its ledger account does not exist", async () => {
  const other = await newBookkeeper(app);
  expect((await read("trial-balance", "asOf=2026-12-31", other.headers)).rows).toEqual([]);
  const query = `accountId=${keeper.accounts.get("1010")}&from=2026-01-01&to=2026-02-28`;
  expect((await read("general-ledger", query, other.headers)).code).toBe("NOT_FOUND");
});

test.each([
  ["2026-03-31", "previous_period", "2026-02-28"],
  ["2026-02-28", "previous_period", "2026-01-31"],
  ["2026-03-15", "previous_period", "2026-02-15"],
  ["2024-02-29", "previous_year", "2023-02-28"],
] as const)("%s is compared by %s with %s", (asOf, comparison, expected) => {
  expect(formerDate(asOf, comparison)).toBe(expected);
});

test.each([
  ["2026-03-01", "2026-03-31", "previous_period", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2026-03-31", "previous_period", "2025-10-01", "2025-12-31"],
  ["2026-03-05", "2026-03-11", "previous_period", "2026-02-26", "2026-03-04"],
  ["2024-02-01", "2024-02-29", "previous_year", "2023-02-01", "2023-02-28"],
] as const)("%s to %s is compared by %s with %s to %s", (from, to, comparison, start, end) => {
  expect(formerRange({ from, to }, comparison)).toEqual({ from: start, to: end });
});
