import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scoreOf } from "../../../subgraphs/gateway/finance/insight/unusual-spending.ts";
import {
  addMonths,
  addMonthsToDay,
  daysOfMonth,
  monthsOf,
} from "../../../subgraphs/gateway/finance/months.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { createPlanner, type Planner } from "./planners.ts";

let app: GatewayApp;
let saver: Planner;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await openSharedGateway();
  saver = createPlanner(app);
  ids = await createHousehold(saver);
});
afterAll(() => app?.close());

type Row = Record<string, unknown>;
const columns = (rows: Row[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));

/** Three months in dollars, some euros, a transfer, a refund and a split. */
async function createHousehold({ act, account, category, book }: Planner) {
  const checking = await account("checking", 1_000);
  const euros = await account("checking", 300, { currency: "EUR" });
  const savings = await account("savings", 500);
  const [pay, food, fun] = [await category("Pay", "income"), await category("Food"), await category("Fun")];
  const january = await book(checking, "2026-01-30", 2_000, { categoryId: pay, payee: "Employer" });
  await book(checking, "2026-02-27", 2_000, { categoryId: pay, payee: "Employer" });
  const gift = await book(checking, "2026-02-14", 100, { payee: "Aunt" });
  const market = await book(checking, "2026-01-10", -300, { categoryId: food, payee: "Market" });
  const refund = await book(checking, "2026-02-03", 50, { categoryId: food, payee: "Market" });
  const large = await book(checking, "2026-02-10", -200, { categoryId: food, payee: "Market" });
  const split = await book(checking, "2026-02-20", -90, { payee: "Store" });
  await act("split_transaction", {
    transactionId: split,
    splits: [
      { categoryId: food, amount: -60 },
      { categoryId: fun, amount: -30 },
    ],
  });
  const march = await book(checking, "2026-03-05", -120, { categoryId: fun, payee: "Cinema" });
  const abroad = await book(euros, "2026-02-08", -75, { categoryId: food, payee: "Marché" });
  await act("add_transfer", {
    fromAccountId: checking,
    toAccountId: savings,
    date: "2026-02-28",
    amount: 400,
  });
  return {
    checking,
    euros,
    savings,
    pay,
    food,
    fun,
    january,
    gift,
    market,
    refund,
    large,
    split,
    march,
    abroad,
  };
}

const february = { from: "2026-02-01", to: "2026-02-28" };

describe("insight into income and spending", () => {
  test("trends show each month with its average, change and transactions, currencies apart", async () => {
    const { months } = await saver.act("get_spending_trends", { months: 3 });
    expect(columns(months, "currency", "month", "amount", "avg3", "change", "isPartial")).toEqual([
      ["EUR", "2026-02", 75, null, null, false],
      ["EUR", "2026-03", 0, null, -100, true],
      ["USD", "2026-01", 300, null, null, false],
      ["USD", "2026-02", 240, null, -20, false],
      ["USD", "2026-03", 120, 220, -50, true],
    ]);
    expect(months[3]).toMatchObject({
      transactionCount: 3,
      transactionIds: [ids["large"], ids["split"], ids["refund"]],
    });
    const ofFun = await saver.act("get_spending_trends", { months: 2, categoryId: ids["fun"] });
    expect(columns(ofFun.months, "month", "amount")).toEqual([
      ["2026-02", 30],
      ["2026-03", 120],
    ]);
    const income = { categoryId: ids["pay"] };
    expect((await saver.refused("get_spending_trends", income)).code).toBe("VALIDATION_ERROR");
    const stranger = createPlanner(app);
    expect((await stranger.refused("get_spending_trends", { categoryId: ids["fun"] })).code).toBe(
      "NOT_FOUND",
    );
    expect(await stranger.act("get_spending_trends")).toEqual({ categoryId: null, months: [] });
  });

  test("income is listed by payer with its share, without transfers and refunds", async () => {
    const { sources } = await saver.act("get_income_summary", { from: "2026-01-01", to: "2026-02-28" });
    expect(columns(sources, "payee", "currency", "amount", "percent", "transactionCount")).toEqual([
      ["Employer", "USD", 4_000, 97.56, 2],
      ["Aunt", "USD", 100, 2.44, 1],
    ]);
    expect(sources[1].transactionIds).toEqual([ids["gift"]]);
    const wrong = { from: "2026-02-01", to: "2026-01-01" };
    expect((await saver.refused("get_income_summary", wrong)).code).toBe("VALIDATION_ERROR");
  });

  test("top merchants are ranked in their currency, refunds taken off", async () => {
    const { merchants } = await saver.act("get_top_merchants", { ...february, limit: 1 });
    expect(columns(merchants, "payee", "currency", "amount", "transactionCount")).toEqual([
      ["Marché", "EUR", 75, 1],
      ["Market", "USD", 150, 2],
    ]);
    expect(merchants[1].transactionIds).toEqual([ids["large"], ids["refund"]]);
  });

  test.each([
    ["category", ["Pay", 2_000, 2_000, 0, 0], ["Fun", 0, 30, 30, null], ["Food", 300, 210, -90, -30]],
    ["payee", ["Market", 300, 150, -150, -50], ["Store", 0, 90, 90, null], ["Employer", 2_000, 2_000, 0, 0]],
  ])("two periods are compared by %s, income and spending apart", async (by, ...wanted) => {
    const periodA = { from: "2026-01-01", to: "2026-01-31" };
    const { differences } = await saver.act("compare_periods", { periodA, periodB: february, by });
    const rows = columns(differences, "name", "a", "b", "diff", "diffPercent");
    expect(rows).toEqual(expect.arrayContaining(wanted));
    const euros = differences.filter(({ currency }: Row) => currency === "EUR");
    expect(euros).toMatchObject([{ a: 0, b: 75, transactionIdsA: [], transactionIdsB: [ids["abroad"]] }]);
    expect(differences.filter(({ kind }: Row) => kind === "income").length).toBeGreaterThan(0);
    const wrong = { periodA, periodB: { from: "2026-03-01", to: "2026-02-01" }, by };
    expect((await saver.refused("compare_periods", wrong)).message).toContain("periodB.to");
  });

  test("uncategorized income and spending are rows of their own", async () => {
    const periodA = { from: "2025-01-01", to: "2025-01-31" };
    const { differences } = await saver.act("compare_periods", {
      periodA,
      periodB: february,
      by: "category",
    });
    expect(differences.filter(({ key }: Row) => key === null)).toMatchObject([
      { name: "Uncategorized", kind: "income", b: 100 },
    ]);
  });

  test("savings rate and runway are by currency, and complete months alone count", async () => {
    expect(await saver.act("get_savings_rate", february)).toMatchObject({
      totals: [
        { currency: "EUR", income: 0, spent: 75, saved: -75, rate: null },
        { currency: "USD", income: 2_100, spent: 240, saved: 1_860, rate: 88.57 },
      ],
    });
    // 1,000 + 500 + 4,100 of income - 660 of spending.
    expect(await saver.act("get_runway")).toEqual({
      asOf: "2026-03-31",
      totals: [
        { currency: "EUR", liquid: 225, monthlyBurn: 75, months: 3, monthsUsed: 1 },
        { currency: "USD", liquid: 4_940, monthlyBurn: 270, months: 18.3, monthsUsed: 2 },
      ],
    });
    const rich = createPlanner(app);
    await rich.account("savings", 50);
    expect((await rich.act("get_runway")).totals).toEqual([
      { currency: "USD", liquid: 50, monthlyBurn: 0, months: null, monthsUsed: 0 },
    ]);
  });

  test("a summary has each figure with its transactions, bills and balances by currency", async () => {
    const { act, checking } = { act: saver.act, checking: ids["checking"] };
    const { id: billId } = await act("create_bill", {
      payee: "Power",
      amount: 60,
      rrule: "FREQ=WEEKLY",
      startsOn: "2026-02-02",
      accountId: checking,
    });
    await act("mark_bill_paid", { billId, occurrenceDate: "2026-02-02", transactionId: ids["split"] });
    await act("skip_bill", { billId, occurrenceDate: "2026-02-09" });
    const summary = await act("get_financial_summary", { month: "2026-02" });
    await act("delete_bill", { billId });
    expect(summary).toMatchObject({ month: "2026-02", asOf: "2026-02-28", isPartial: false, unusual: [] });
    expect(summary.bills).toEqual({ paid: 1, skipped: 1, unpaid: 2, transactionIds: [ids["split"]] });
    expect(summary.currencies.map(({ currency }: Row) => currency)).toEqual(["EUR", "USD"]);
    expect(summary.currencies[1]).toMatchObject({
      income: { amount: 2_100, transactionCount: 2 },
      spending: {
        amount: 240,
        transactionCount: 3,
        transactionIds: [ids["large"], ids["split"], ids["refund"]],
      },
      saved: 1_860,
      savingsRate: 88.57,
      previousSpending: { amount: 300, transactionIds: [ids["market"]] },
      spendingChange: -20,
      balance: 5_060,
      topCategories: [
        { name: "Food", amount: 210, percent: 87.5 },
        { name: "Fun", amount: 30, percent: 12.5 },
      ],
      topMerchants: [
        { payee: "Market", amount: 150 },
        { payee: "Store", amount: 90 },
      ],
    });
    const march = await act("get_financial_summary", { month: "2026-03" });
    expect(march).toMatchObject({ asOf: "2026-03-31", isPartial: true });
    expect((await saver.refused("get_financial_summary", { month: "0026-03" })).code).toBe(
      "VALIDATION_ERROR",
    );
  });
});

describe("unusual spending", () => {
  test("payments far above the history of payee or category are found with the reason", async () => {
    const { act, account, category, book } = createPlanner(app);
    const accountId = await account("checking", 5_000);
    const food = await category("Food");
    const days = ["01", "05", "09", "13", "17", "21"];
    for (const [index, day] of days.entries()) {
      await book(accountId, `2026-01-${day}`, -(20 + index), { categoryId: food, payee: "Market" });
      await book(accountId, `2026-02-${day}`, -(20 + index), { categoryId: food, payee: `Stall ${index}` });
    }
    const atMarket = await book(accountId, "2026-03-02", -80, { categoryId: food, payee: "Market" });
    const atStall = await book(accountId, "2026-03-03", -95, { categoryId: food, payee: "Stall 9" });
    await book(accountId, "2026-03-04", -26, { categoryId: food, payee: "Market" });
    await book(accountId, "2026-03-05", -9_000, { payee: "Once" });
    const march = { from: "2026-03-01", to: "2026-03-31" };
    const { transactions } = await act("detect_unusual_spending", march);
    expect(transactions).toMatchObject([
      { transactionId: atStall, basis: "category", historyCount: 15, amount: 95, payee: "Stall 9" },
      { transactionId: atMarket, basis: "payee", historyCount: 8, amount: 80, usual: 23.5 },
    ]);
    expect(transactions[1].why).toBe("3.4 times the median of 23.5 USD at this payee (8 payments).");
    expect((await act("detect_unusual_spending", february)).transactions).toEqual([]);
    const summary = await act("get_financial_summary", { month: "2026-03" });
    expect(summary.unusual).toEqual(transactions);
  });

  test("a score counts deviations above the median, at least of a tenth of it", () => {
    const history = { count: 9, lower: 900, median: 1_000, upper: 1_169.8 };
    expect(scoreOf(1_400, history)).toBe(2);
    expect(scoreOf(1_400, { ...history, lower: 1_000, upper: 1_000 })).toBe(4);
    expect(scoreOf(800, history)).toBe(-1);
  });
});

test("months are counted across years, and days stay within their month", () => {
  expect([addMonths("2026-01", -1), addMonths("2026-11", 14)]).toEqual(["2025-12", "2028-01"]);
  expect(addMonthsToDay("2026-01-31", 1)).toBe("2026-02-28");
  expect(monthsOf("2025-12", "2026-02")).toEqual(["2025-12", "2026-01", "2026-02"]);
  expect(monthsOf("2026-02", "2026-01")).toEqual([]);
  expect(daysOfMonth("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
});
