import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { fireAlerts } from "../../../subgraphs/gateway/finance/alerts/fire-alerts.service.ts";
import type { FinanceContext } from "../../../subgraphs/gateway/finance/finance.context.ts";
import {
  createSaver as createBankSaver,
  exchange,
  logIn,
  requestCount,
} from "../../hub/banking/bank-world.ts";
import { mailTo } from "../invoicing/app/mails.ts";
import { grantCredits } from "../support/people.ts";
import { createSaver, type Saver } from "./savers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

async function portfolio() {
  const saver = await createSaver(app);
  const broker = await saver.account("investment", 10_000);
  const facts = { symbol: "VTI", name: "Total Stock Market", kind: "fund", currency: "USD" };
  const { id: securityId } = await saver.act("add_security", facts);
  const buy = (date: string, quantity: number, price: number, more = {}) =>
    saver.act("record_trade", { accountId: broker, securityId, side: "buy", date, quantity, price, ...more });
  return { ...saver, broker, securityId: securityId as string, buy };
}
type Portfolio = Saver & Awaited<ReturnType<typeof portfolio>>;

const balanceOf = async ({ act, broker }: Portfolio) =>
  (await act("get_account", { accountId: broker })).balance as number;

describe("investments", () => {
  test("dividends are income, and a reinvested one buys a lot without moving cash", async () => {
    const person = await portfolio();
    const { act, broker, securityId, buy, refused } = person;
    await buy("2026-01-05", 10, 100);
    const facts = { accountId: broker, securityId, date: "2026-02-02" };
    const cash = await act("record_dividend", { ...facts, amount: 12.5 });
    expect(cash).toMatchObject({ side: "dividend", quantity: 0, price: 0, amount: 12.5 });
    const more = await act("record_dividend", { ...facts, amount: 30, reinvestQuantity: 0.25 });
    expect(more).toMatchObject({ side: "reinvestment", quantity: 0.25, price: 120, amount: 30 });
    expect(await balanceOf(person)).toBe(9_012.5);
    const { holdings } = await act("list_holdings");
    expect(holdings).toMatchObject([{ quantity: 10.25, basis: 1_030, value: 1_230 }]);
    const growth = await act("get_portfolio_performance", { from: "2026-01-31", to: "2026-03-31" });
    expect(growth).toMatchObject({ income: 42.5, netContributions: 0, gain: 242.5 });
    const { trades, total } = await act("list_trades", { securityId });
    expect(total).toBe(3);
    expect(trades.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([cash.id, more.id]));
    expect(trades.find(({ id }: { id: string }) => id === more.id)).toEqual(more);
    expect(await refused("record_dividend", { ...facts, amount: 1.234 })).toMatchObject({
      code: "AMOUNT_PRECISION",
    });
  });

  test("a split scales lots, prices and net worth, and is recorded once a day", async () => {
    const { act, account, securityId, buy, refused, broker } = await portfolio();
    await buy("2026-01-05", 10, 100);
    await buy("2026-01-06", 5, 100);
    const worth = async () => (await act("get_net_worth")).netWorth as number;
    const before = await worth();
    const split = { securityId, date: "2026-02-02", numerator: 3, denominator: 2 };
    expect(await act("record_stock_split", split)).toEqual({ lotsChanged: 2 });
    expect(await worth()).toBeCloseTo(before, 2);
    expect((await act("list_holdings")).holdings).toMatchObject([
      { quantity: 22.5, basis: 1_500, price: 66.666667 },
    ]);
    expect((await act("list_holdings", { asOf: "2026-02-01" })).holdings).toMatchObject([
      { quantity: 15, price: 100 },
    ]);
    expect(await refused("record_stock_split", split)).toMatchObject({ status: 409, code: "DUPLICATE" });
    await act("record_trade", {
      accountId: broker,
      securityId,
      side: "sell",
      date: "2026-03-02",
      quantity: 22,
      price: 70,
    });
    const reverse = { securityId, date: "2026-03-01", numerator: 1, denominator: 2 };
    expect((await refused("record_stock_split", reverse)).details).toMatchObject({ rule: "exceeds_holding" });
    // Units after the split decide whether the account still holds some.
    const closing = { accountId: broker, transferTo: await account("checking", 0) };
    expect((await refused("close_account", closing)).details).toMatchObject({ rule: "has_holdings" });
    const rest = {
      accountId: broker,
      securityId,
      side: "sell",
      date: "2026-03-03",
      quantity: 0.5,
      price: 70,
    };
    await act("record_trade", rest);
    expect(await act("close_account", closing)).toMatchObject({ status: "closed" });
  });

  test("a spin-off moves basis to lots as old, sells the fraction, and is undone as a whole", async () => {
    const person = await portfolio();
    const { act, broker, securityId, buy, refused } = person;
    const first = await buy("2024-12-02", 100, 50);
    await buy("2026-01-05", 51, 60);
    const facts = { symbol: "NEW", name: "New Company", kind: "stock", currency: "USD" };
    const { id: newSecurityId } = await act("add_security", facts);
    const input = { accountId: broker, securityId, newSecurityId, unitsPerShare: 0.25, basisPercent: 20 };
    const rule = async (tool: string, more: Record<string, unknown>) =>
      (await refused(tool, more)).details as unknown;
    expect(await rule("record_spin_off", { ...input, date: "2024-12-02" })).toMatchObject({
      rule: "no_holding",
    });
    expect(
      await refused("record_spin_off", { ...input, date: "2026-03-02", newSecurityId: securityId }),
    ).toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const spinOff = { ...input, date: "2026-03-02", cashInLieu: 22.5 };
    const made = await act("record_spin_off", spinOff);
    // 151 units give 37.75; 20 % of 5,000 and 3,060 move. 0.75 units of the oldest lot have 30 of its 1,000.
    expect(made).toMatchObject({ lotsCreated: 2, quantity: 37, movedBasis: 1_612, remainingBasis: 6_448 });
    expect(await balanceOf(person)).toBe(10_000 - 5_000 - 3_060 + 22.5);
    expect((await act("list_tax_lots", { securityId: newSecurityId })).lots).toMatchObject([
      { acquiredOn: "2024-12-02", quantity: 24.25, basis: 970 },
      { acquiredOn: "2026-01-05", quantity: 12.75, basis: 612 },
    ]);
    expect((await act("get_realized_gains", { year: 2026 })).gains).toMatchObject([
      { acquiredOn: "2024-12-02", quantity: 0.75, proceeds: 22.5, basis: 30, gain: -7.5, term: "long" },
    ]);
    expect((await act("list_holdings")).holdings).toMatchObject([
      { symbol: "NEW", quantity: 37, basis: 1_582, price: 30 },
      { symbol: "VTI", quantity: 151, basis: 6_448 },
    ]);
    const { trades } = await act("list_trades", { securityId: newSecurityId });
    const received = trades.find(({ side }: { side: string }) => side === "received");
    expect(received.transactionId).toBeNull();
    expect(await refused("record_spin_off", spinOff)).toMatchObject({ code: "DUPLICATE" });
    expect(await rule("update_trade", { tradeId: first.id, price: 51 })).toMatchObject({
      rule: "before_spin_off",
    });
    expect(await rule("delete_trade", { tradeId: first.id })).toMatchObject({ rule: "lot_in_use" });
    expect(await rule("delete_trade", { tradeId: received.id })).toMatchObject({ rule: "part_of_spin_off" });
    expect(
      await rule("record_stock_split", { securityId, date: "2026-02-02", numerator: 2, denominator: 1 }),
    ).toMatchObject({ rule: "exceeds_holding" });
    const { changes } = await act("list_finance_changes", { limit: 1 });
    await act("undo_finance_change", { changeId: changes[0].id });
    expect(await balanceOf(person)).toBe(1_940);
    expect((await act("list_holdings")).holdings).toMatchObject([
      { symbol: "VTI", quantity: 151, basis: 8_060 },
    ]);
    expect((await act("list_trades", { securityId: newSecurityId })).total).toBe(0);
  });

  test("sales take named lots or the oldest, and gains of the year show both", async () => {
    const { act, broker, securityId, buy, refused } = await portfolio();
    const first = await buy("2024-12-01", 10, 50);
    const second = await buy("2026-01-05", 10, 100);
    const sale = { accountId: broker, securityId, side: "sell", date: "2026-03-02", quantity: 10, price: 80 };
    const lots = [{ lotId: second.id, quantity: 10 }];
    expect(
      await refused("record_trade", { ...sale, lots: [{ lotId: second.id, quantity: 9 }] }),
    ).toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect(
      (await refused("record_trade", { ...sale, lots: [{ lotId: "trd_none", quantity: 10 }] })).details,
    ).toMatchObject({
      rule: "lot_not_available",
    });
    await act("record_trade", { ...sale, lots });
    const specific = await act("get_realized_gains", { year: 2026 });
    expect(specific.gains).toMatchObject([
      { lotId: second.id, proceeds: 800, basis: 1_000, gain: -200, term: "short", washSale: false },
    ]);
    const fifo = await act("get_realized_gains", { year: 2026, method: "fifo" });
    expect(fifo.gains).toMatchObject([{ lotId: first.id, gain: 300, term: "long" }]);
    expect(fifo.totals).toEqual([
      { currency: "USD", term: "long", proceeds: 800, basis: 500, gain: 300, disallowedLoss: 0 },
    ]);
    expect(await act("list_tax_lots", { securityId })).toMatchObject({
      lots: [
        { lotId: first.id, quantity: 10, basis: 500, value: 800, term: "long", longTermFrom: "2025-12-02" },
      ],
    });
    expect((await refused("delete_trade", { tradeId: second.id })).details).toMatchObject({
      rule: "lot_in_use",
    });
  });

  test("a deleted trade takes its cash and its price along", async () => {
    const person = await portfolio();
    const { act, buy, refused, securityId, broker } = person;
    const { id: tradeId } = await buy("2026-01-05", 10, 100);
    await buy("2026-01-05", 1, 90);
    await act("delete_trade", { tradeId });
    expect(await balanceOf(person)).toBe(9_910);
    expect((await act("list_holdings")).holdings).toMatchObject([
      { quantity: 1, price: 90, accountId: broker },
    ]);
    expect(await refused("delete_trade", { tradeId })).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect((await act("list_securities", { query: "vt" })).securities).toMatchObject([{ id: securityId }]);
    expect((await act("list_securities", { query: "%" })).securities).toEqual([]);
  });

  test("concurrent sales and a split sell no share twice", async () => {
    const { act, broker, securityId, buy } = await portfolio();
    await buy("2026-01-05", 10, 100);
    const sale = { accountId: broker, securityId, side: "sell", date: "2026-03-02", quantity: 3, price: 80 };
    const split = { securityId, date: "2026-02-02", numerator: 1, denominator: 2 };
    const all = [
      ...Array.from({ length: 6 }, () => act("record_trade", sale)),
      act("record_stock_split", split),
    ];
    await Promise.allSettled(all);
    const { holdings } = await act("list_holdings");
    const left = holdings.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0);
    const { total } = await act("list_trades", { securityId });
    const { lots } = await act("list_tax_lots", { securityId });
    const isSplit = [2, 5].includes(left);
    expect(left).toBe((isSplit ? 5 : 10) - 3 * (total - 1));
    expect(lots.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)).toBe(left);
  });

  test("the allocation sums to 100 percent, and a plan moves it to its targets", async () => {
    const { act, buy, refused, securityId, broker } = await portfolio();
    expect((await refused("get_rebalancing_plan", {})).details).toMatchObject({ rule: "no_targets" });
    await buy("2026-01-05", 30, 100);
    const byClass = await act("get_asset_allocation", { by: "class" });
    expect(byClass).toMatchObject({
      total: 10_000,
      parts: [
        { key: "cash", value: 7_000, percent: 70 },
        { key: "fund", value: 3_000, percent: 30 },
      ],
    });
    expect((await act("get_asset_allocation", { by: "account" })).parts).toEqual([
      { key: broker, value: 10_000, percent: 100 },
    ]);
    const targets = [
      { class: "fund", percent: 60 },
      { class: "bond", percent: 30 },
      { class: "cash", percent: 10 },
    ];
    await act("set_target_allocation", { targets });
    expect(await act("get_rebalancing_plan", { cashToInvest: 2_000 })).toEqual({
      currency: "USD",
      total: 12_000,
      cashAfter: 1_200,
      moves: [
        { class: "fund", securityId, side: "buy", amount: 4_200 },
        { class: "bond", securityId: null, side: "buy", amount: 3_600 },
      ],
    });
    expect(await refused("set_target_allocation", { targets: targets.slice(1) })).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
    });
  });
});

describe("assets and loans", () => {
  test("an asset has its recorded values from their days on, in whatever order they are recorded", async () => {
    const { act, refused, account } = await createSaver(app);
    const house = { name: "House", kind: "property", value: 300_000, asOf: "2025-01-10" };
    const { id: accountId } = await act("add_asset", house);
    await act("record_asset_valuation", { accountId, date: "2026-01-10", value: 330_000 });
    await act("record_asset_valuation", { accountId, date: "2025-07-10", value: 310_000 });
    await act("record_asset_valuation", { accountId, date: "2026-01-10", value: 340_000 });
    const worthOn = async (asOf: string) => (await act("get_net_worth", { asOf })).netWorth as number;
    expect(
      await Promise.all(["2025-01-09", "2025-01-10", "2025-07-10", "2026-01-09", "2026-01-10"].map(worthOn)),
    ).toEqual([0, 300_000, 310_000, 310_000, 340_000]);
    const { valuations } = await act("list_asset_valuations", { accountId });
    expect(valuations.map(({ date, value }: { date: string; value: number }) => [date, value])).toEqual([
      ["2026-01-10", 340_000],
      ["2025-07-10", 310_000],
      ["2025-01-10", 300_000],
    ]);
    const { transactions } = await act("list_transactions", { accountId });
    expect(transactions).toHaveLength(2);
    const [{ id: transactionId }] = transactions;
    expect((await refused("delete_transaction", { transactionId })).details).toMatchObject({
      rule: "valuation",
    });
    expect((await refused("update_transaction", { transactionId, amount: 5 })).details).toMatchObject({
      rule: "valuation",
    });
    const early = { accountId, date: "2025-01-09", value: 1 };
    expect(await refused("record_asset_valuation", early)).toMatchObject({ code: "VALIDATION_ERROR" });
    const checking = await account("checking", 5);
    expect(
      (await refused("record_asset_valuation", { accountId: checking, date: "2026-02-02", value: 1 }))
        .details,
    ).toMatchObject({ rule: "not_an_asset" });
  });

  test("extra payments save months, and both strategies pay off what is owed", async () => {
    const { act, account, refused } = await createSaver(app);
    expect((await refused("compare_payoff_strategies", { monthlyBudget: 5 })).details).toMatchObject({
      rule: "no_debts",
    });
    const car = { name: "Car", principal: 12_000, annualRate: 4, termMonths: 48, startDate: "2026-03-15" };
    const { id: loanId } = await act("add_loan", car);
    const { id: cardId } = await act("add_loan", {
      ...car,
      name: "Card",
      principal: 9_000,
      annualRate: 20,
      startDate: "2026-03-01",
    });
    const saved = await act("simulate_extra_payment", { loanId, extraMonthly: 100 });
    const [plain, faster] = await Promise.all([
      act("get_loan_schedule", { loanId }),
      act("get_loan_schedule", { loanId, extraMonthly: 100 }),
    ]);
    expect(saved.monthsSaved).toBe(plain.rows.length - faster.rows.length);
    expect(saved.interestSaved).toBeCloseTo(plain.totalInterest - faster.totalInterest, 2);
    expect(await refused("simulate_extra_payment", { loanId, extraMonthly: 1, lumpSum: 1 })).toMatchObject({
      code: "VALIDATION_ERROR",
    });
    const { avalanche, snowball } = await act("compare_payoff_strategies", { monthlyBudget: 900 });
    expect(avalanche.loans.map((loan: { loanId: string }) => loan.loanId)).toEqual([cardId, loanId]);
    expect(avalanche.totalInterest).toBeLessThanOrEqual(snowball.totalInterest);
    const low = await refused("compare_payoff_strategies", { monthlyBudget: 300 });
    expect(low.details).toMatchObject({ rule: "budget_too_small" });
    const plastic = await account("credit_card", -1_000);
    const { months } = (await act("compare_payoff_strategies", { monthlyBudget: 900 })).avalanche;
    expect(await act("update_account", { accountId: plastic, annualRate: 24 })).toMatchObject({
      annualRate: 24,
    });
    const withCard = (await act("compare_payoff_strategies", { monthlyBudget: 900 })).avalanche;
    expect(withCard.loans[0]).toMatchObject({ loanId: plastic, name: "My credit_card" });
    expect(withCard.months).toBeGreaterThan(months);
    const checking = await account("checking", 5);
    expect(await refused("update_account", { accountId: checking, annualRate: 1 })).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});

describe("taxes", () => {
  test("quarterly payments follow from the profile of the year", async () => {
    const { act, refused } = await createSaver(app);
    expect(await refused("get_tax_profile", { year: 2026 })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    expect(await refused("estimate_quarterly_taxes", { year: 2026 })).toMatchObject({ code: "NOT_FOUND" });
    const items = [
      { kind: "wages", amount: 100_000 },
      { kind: "withheld", amount: 2_000.5 },
      { kind: "prior_year_tax", amount: 9_000 },
      { kind: "estimated_paid", amount: 2_000 },
    ];
    await act("set_tax_profile", { year: 2026, filingStatus: "head", items: items.slice(1) });
    const profile = await act("set_tax_profile", { year: 2026, filingStatus: "single", state: "TX", items });
    expect(await act("get_tax_profile", { year: 2026 })).toEqual(profile);
    const estimate = await act("estimate_quarterly_taxes", { year: 2026 });
    const facts = { filingStatus: "single", income: { wages: 100_000 }, year: 2026 };
    const { total } = await act("project_taxes", facts);
    expect(estimate).toMatchObject({ projectedTax: total, safeHarbor: "prior_year", requiredPayment: 9_000 });
    expect(estimate.installments).toEqual([
      { quarter: 1, dueDate: "2026-04-15", amount: 1_749.88, paid: 1_749.88 },
      { quarter: 2, dueDate: "2026-06-15", amount: 1_749.88, paid: 250.12 },
      { quarter: 3, dueDate: "2026-09-15", amount: 1_749.87, paid: 0 },
      { quarter: 4, dueDate: "2027-01-15", amount: 1_749.87, paid: 0 },
    ]);
    const twice = { year: 2026, filingStatus: "single", items: [items[0], items[0]] };
    expect(await refused("set_tax_profile", twice)).toMatchObject({ code: "VALIDATION_ERROR" });
    const { statuses } = await act("compare_filing_statuses", {
      year: 2026,
      inputs: { income: facts.income },
    });
    expect(statuses.map(({ status }: { status: string }) => status)).toEqual([
      "married_joint",
      "head",
      "single",
      "married_separate",
    ]);
    expect(statuses[2].tax).toBe(total);
    expect(estimate.stateTax).toMatchObject({ state: "TX", tax: 0 });
    expect(estimate.notIncluded).toContain("Annualized income installment method");
    const business = { isSpecifiedService: true, stateAllowances: 1, state: "PA", filingStatus: "single" };
    await act("set_tax_profile", {
      ...business,
      year: 2026,
      items: [
        { kind: "wages", amount: 200_000 },
        { kind: "minimum_tax_items", amount: 400_000 },
      ],
    });
    // 151,882 of tentative tax against 36,734 of regular tax, and 3.07 % in Pennsylvania.
    expect(await act("estimate_quarterly_taxes", { year: 2026 })).toMatchObject({
      projectedTax: 151_882,
      minimumTax: 115_148,
      businessDeduction: 0,
      stateTax: { state: "PA", tax: 6_140 },
    });
    expect(await refused("estimate_quarterly_taxes", { year: 2030 })).toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });

  test("deductible spending is summed by tax line, with parts of splits and without transfers", async () => {
    const { act, account, book } = await createSaver(app);
    const checking = await account("checking", 1_000);
    const { id: office } = await act("create_category", {
      name: "Office",
      kind: "expense",
      taxLine: "Schedule C line 18",
    });
    const { id: gifts } = await act("create_category", {
      name: "Gifts",
      kind: "expense",
      taxLine: "Schedule A line 11",
    });
    const { id: food } = await act("create_category", { name: "Food", kind: "expense" });
    const paper = await book(checking, "2026-01-05", -20.5, { categoryId: office });
    await book(checking, "2026-01-06", 5, { categoryId: office });
    await book(checking, "2025-12-31", -99, { categoryId: office });
    const mixed = await book(checking, "2026-02-01", -50);
    const splits = [
      { categoryId: gifts, amount: -30 },
      { categoryId: food, amount: -20 },
    ];
    await act("split_transaction", { transactionId: mixed, splits });
    const { lines } = await act("list_deductible_transactions", { year: 2026 });
    expect(lines).toMatchObject([
      { taxLine: "Schedule A line 11", total: 30, count: 1, transactions: [{ id: mixed, amount: -50 }] },
      { taxLine: "Schedule C line 18", total: 15.5, count: 2 },
    ]);
    expect(lines[1].transactions[1]).toMatchObject({ id: paper, amount: -20.5 });
    const one = await act("list_deductible_transactions", { year: 2026, taxLine: "Schedule A line 11" });
    expect(one.lines).toHaveLength(1);
  });
});

describe("exchange rates", () => {
  test("amounts are converted at the last rate on or before the day, own rates first", async () => {
    const { act, refused } = await createSaver(app);
    const sunday = "2026-02-15";
    const { rates } = await act("list_exchange_rates", {
      base: "EUR",
      quote: "USD",
      from: "2026-02-09",
      to: sunday,
    });
    expect(rates.map(({ date }: { date: string }) => date)).toEqual([
      "2026-02-09",
      "2026-02-10",
      "2026-02-11",
      "2026-02-12",
      "2026-02-13",
    ]);
    const friday = rates.at(-1);
    expect(friday).toMatchObject({ source: "ecb", fetchedAt: expect.stringMatching(/Z$/) });
    const inDollars = await act("convert_amount", { amount: 100, from: "EUR", to: "USD", date: sunday });
    expect(inDollars).toMatchObject({
      rate: friday.rate,
      rateDate: "2026-02-13",
      source: "ecb",
      currency: "USD",
    });
    expect(inDollars.amount).toBeCloseTo(100 * friday.rate, 2);
    const yen = await act("list_exchange_rates", {
      base: "EUR",
      quote: "JPY",
      from: "2026-02-13",
      to: sunday,
    });
    const crossed = await act("convert_amount", { amount: 50, from: "USD", to: "JPY", date: sunday });
    expect(crossed.amount).toBe(Math.round((50 * yen.rates[0].rate) / friday.rate));
    await act("set_exchange_rate", { date: "2026-02-13", base: "USD", quote: "EUR", rate: 0.5 });
    expect(await act("convert_amount", { amount: 100, from: "EUR", to: "USD", date: sunday })).toEqual({
      amount: 200,
      currency: "USD",
      rate: 2,
      rateDate: "2026-02-13",
      source: "own",
      fetchedAt: null,
    });
    const unknown = { amount: 1, from: "USD", to: "XOF" };
    expect((await refused("convert_amount", unknown)).details).toMatchObject({ rule: "no_exchange_rate" });
    expect(await refused("convert_amount", { ...unknown, to: "XXQ" })).toMatchObject({
      code: "INVALID_CURRENCY",
    });
    expect(await refused("convert_amount", { ...unknown, amount: 1.234 })).toMatchObject({
      code: "AMOUNT_PRECISION",
    });
  });
});

describe("alerts", () => {
  /** Checks the alerts of an account on a day; returns how many fired. */
  const check = (ownerId: string, day: string) => {
    const ctx = app.running.platform.contextIn("gateway", ownerId) as FinanceContext;
    const clock = fixedClock(new Date(`${day}T12:00:00.000Z`));
    return fireAlerts(Object.assign(Object.create(ctx) as FinanceContext, { clock }));
  };
  const messagesOf = async ({ act }: Saver): Promise<string[]> => {
    const { events } = await act("list_alert_events");
    return events.map(({ message }: { message: { untrustedText: string } }) => message.untrustedText);
  };

  test("a low balance fires once, and again only after the balance was back", async () => {
    const saver = await createSaver(app);
    const { act, account, book, ownerId } = saver;
    const accountId = await account("checking", 150);
    await act("create_alert", {
      kind: "low_balance",
      params: { accountId, threshold: 100 },
      channel: "webhook",
    });
    expect(await check(ownerId, "2026-03-31")).toBe(0);
    await book(accountId, "2026-03-31", -50.01);
    const both = await Promise.all([check(ownerId, "2026-03-31"), check(ownerId, "2026-03-31")]);
    expect(both.toSorted()).toEqual([0, 1]);
    await book(accountId, "2026-03-31", -10);
    expect(await check(ownerId, "2026-03-31")).toBe(0);
    await book(accountId, "2026-03-31", 10.01);
    expect(await check(ownerId, "2026-03-31")).toBe(0);
    await book(accountId, "2026-03-31", -1);
    expect(await check(ownerId, "2026-03-31")).toBe(1);
    expect(await messagesOf(saver)).toEqual([
      "My checking has $99.00, less than $100.00.",
      "My checking has $99.99, less than $100.00.",
    ]);
    const sql =
      "SELECT count(*)::int AS n FROM gateway.outbox_events WHERE owner_id = $1 AND type = 'finance.alert.fired'";
    expect(await app.database.query(sql, [ownerId])).toEqual([{ n: 2 }]);
  });

  test("large transactions, budgets and due bills fire once each", async () => {
    const saver = await createSaver(app);
    const { act, account, book, category, ownerId, refused } = saver;
    const accountId = await account("checking", 5_000);
    const earlier = { accountId, date: "2026-03-30", amount: -900, payee: "Before the alert" };
    await act("add_transaction", earlier, "2026-03-30");
    const food = await category("Food");
    const facts = { name: "Home", currency: "USD", method: "tracking", firstMonth: "2026-03" };
    const budget = await act("create_budget", {
      ...facts,
      categoryIds: [food],
      amounts: [{ categoryId: food, amount: 100 }],
    });
    const rent = { payee: "Landlord", amount: 700, rrule: "FREQ=MONTHLY", startsOn: "2026-04-02", accountId };
    await act("create_bill", rent);
    const create = (kind: string, params: object) =>
      act("create_alert", { kind, params, channel: "webhook" });
    const { id: alertId } = await create("large_transaction", { threshold: 500 });
    await create("over_budget", { budgetId: budget.id });
    await create("bill_due", { daysBefore: 1 });
    expect((await act("list_alerts")).alerts).toHaveLength(3);
    expect(await check(ownerId, "2026-03-31")).toBe(0);
    await book(accountId, "2026-03-31", -500, { payee: "Dentist" });
    await book(accountId, "2026-03-31", -100.5, { categoryId: food });
    expect(await check(ownerId, "2026-03-31")).toBe(2);
    expect(await check(ownerId, "2026-04-01")).toBe(1);
    expect(await check(ownerId, "2026-04-02")).toBe(0);
    expect((await messagesOf(saver)).toSorted()).toEqual([
      "Bill of $700.00 to Landlord is due on 2026-04-02.",
      "Food is over its budget Home by $0.50 in 2026-03.",
      "Transaction of -$500.00 on 2026-03-31: Dentist.",
    ]);
    await act("delete_alert", { alertId });
    await book(accountId, "2026-04-02", -5_000, {});
    expect(await check(ownerId, "2026-04-02")).toBe(0);
    expect((await act("list_alert_events", { from: "2026-04-01" })).total).toBe(1);
    for (const params of [{}, { threshold: 5, budgetId: budget.id }, { threshold: 0 }])
      expect(
        await refused("create_alert", { kind: "large_transaction", params, channel: "mail" }),
      ).toMatchObject({
        code: "VALIDATION_ERROR",
      });
  });

  test("an alert by mail arrives at the verified address", async () => {
    const { act, account, ownerId } = await createSaver(app);
    const address = `${ownerId}@person.example`;
    const verify = "UPDATE hub.users SET email = $2, email_verified = true WHERE id = $1";
    await app.database.query(verify, [ownerId, address]);
    const accountId = await account("savings", 3);
    await act("create_alert", { kind: "low_balance", params: { accountId, threshold: 5 }, channel: "mail" });
    expect(await check(ownerId, "2026-03-31")).toBe(1);
    expect((await mailTo(app, address)).text).toContain("My savings has $3.00, less than $5.00.");
  });
});

describe("bank links", () => {
  async function person() {
    const saver = await createBankSaver(app);
    await grantCredits(app, saver.id, 500);
    const headers = { "x-app-id": "finance", ...saver.headers };
    const call = (name: string, input: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
      app.tool(name, input, { ...headers, ...more });
    return { ...saver, call };
  }

  test("a bank is linked once per key, synced, and left with or without its history", async () => {
    const { call, headers } = await person();
    const { publicToken: linkToken } = await logIn(app, { accounts: 2, transactions: 6 });
    const input = { institutionId: "ins_109508", linkToken };
    const key = { "idempotency-key": "link-1" };
    const before = await requestCount(app, "/item/public_token/exchange");
    const [linked, replay] = [
      await call("link_bank_account", input, key),
      await call("link_bank_account", input, key),
    ];
    expect(linked.body).toMatchObject({ status: "active", errorCode: null, accountCount: 2 });
    expect(replay.body).toEqual(linked.body);
    expect((await requestCount(app, "/item/public_token/exchange")) - before).toBe(1);
    const { id: linkId } = linked.body;
    await call("sync_bank_link", { linkId });
    expect((await call("list_bank_links")).body.links).toMatchObject([{ id: linkId, status: "active" }]);
    expect((await call("list_accounts")).body.total).toBe(2);

    expect((await call("unlink_bank_account", { linkId })).body).toEqual({
      unlinked: true,
      accountsDeleted: 0,
    });
    expect((await call("list_bank_links")).body.links).toMatchObject([
      { id: linkId, status: "disconnected" },
    ]);
    expect((await call("list_accounts")).body.total).toBe(2);
    const [{ id: accountId }] = (await call("list_accounts")).body.accounts;
    const own = { name: "Own", kind: "cash", currency: "USD", openingBalance: 0, openedOn: "2026-01-01" };
    const { id: cash } = (await call("create_account", own)).body;
    await call("add_transfer", {
      fromAccountId: accountId,
      toAccountId: cash,
      date: "2026-01-05",
      amount: 5,
    });
    const { body: goal } = await call("create_goal", { name: "Car", targetAmount: 50, accountId });
    const refused = await call("unlink_bank_account", { linkId, keepHistory: false });
    expect([refused.status, refused.body.details.rule, goal.status]).toEqual([
      422,
      "account_in_use",
      "active",
    ]);
    await app.database.query("DELETE FROM gateway.finance_goals WHERE id = $1", [goal.id]);
    const gone = await call("unlink_bank_account", { linkId, keepHistory: false });
    expect(gone.body).toEqual({ unlinked: true, accountsDeleted: 2 });
    expect((await call("list_transactions")).body.transactions).toMatchObject([
      { amount: 5, transferId: null },
    ]);
    const status = await app.get("/integrations/bank/connections", headers);
    expect(status.body.connections).toMatchObject([{ connectionId: linkId, status: "disconnected" }]);
  });

  test("a bank that another app uses stays connected, and other accounts and keys cannot leave it", async () => {
    const owner = await person();
    const { call, headers } = owner;
    const login = await logIn(app);
    const linked = await exchange(app, { headers }, login);
    const { connectionId: linkId } = linked.body.connection;
    const sharing = { connectionId: linkId, appId: "invoicer", enabled: true };
    const used = await app.send("PUT", "/integrations/bank/toggle-app", owner.headers, sharing);
    expect(used.status, used.text).toBe(200);
    const stranger = await person();
    expect((await stranger.call("unlink_bank_account", { linkId })).body.code).toBe("CONNECTION_NOT_FOUND");
    expect((await stranger.call("list_bank_links")).body.links).toEqual([]);
    expect((await call("unlink_bank_account", { linkId })).status).toBe(200);
    expect((await call("list_bank_links")).body.links).toMatchObject([{ id: linkId, status: "unlinked" }]);
    const { connections } = (await app.get("/integrations/bank/connections", headers)).body;
    expect(connections).toMatchObject([{ status: "active" }]);
    const { refused } = await createSaver(app);
    expect((await refused("unlink_bank_account", { linkId })).status).toBe(401);
    const wrong = await call("link_bank_account", { institutionId: "ins_109508", linkToken: "public-used" });
    expect([wrong.status, wrong.body.details.fields[0].path]).toEqual([400, "linkToken"]);
  });
});

test("market prices replace those of trades, stay behind those set by hand, and name source and time", async () => {
  const { act, account, refused } = await createSaver(app);
  const accountId = await account("investment", 5_000);
  const { id: securityId } = await act("add_security", {
    symbol: "WIDE",
    name: "Wide",
    kind: "fund",
    currency: "USD",
  });
  await act("record_trade", {
    accountId,
    securityId,
    side: "buy",
    date: "2026-03-02",
    quantity: 2,
    price: 1,
  });
  await act("set_security_price", { securityId, date: "2026-03-30", price: 77 });
  const unknown = { symbol: "NONE", name: "None", kind: "stock", currency: "USD" };
  const { id: otherId } = await act("add_security", unknown);
  const fetched = await act("refresh_security_prices", { securityIds: [securityId, otherId] });
  const results = new Map(fetched.securities.map((one: { securityId: string }) => [one.securityId, one]));
  // Working days from the first trade on, but the one that was set by hand.
  expect(results.get(securityId)).toMatchObject({ outcome: "updated", changed: 21 });
  expect(results.get(otherId)).toMatchObject({ outcome: "unknown_symbol", changed: 0, fetchedAt: null });
  const { prices } = await act("list_security_prices", { securityId, from: "2026-03-01", to: "2026-03-31" });
  expect(prices).toHaveLength(22);
  expect(prices.filter(({ source }: { source: string }) => source === "manual")).toEqual([
    { date: "2026-03-30", price: 77, source: "manual", fetchedAt: null },
  ]);
  expect(prices[0]).toMatchObject({ date: "2026-03-02", source: "market" });
  const [holding] = (await act("list_holdings", {})).holdings;
  expect(holding).toMatchObject({ priceDate: "2026-03-31", priceSource: "market" });
  expect(Date.parse(holding.priceFetchedAt)).toBeGreaterThan(0);
  expect((await act("refresh_security_prices", {})).securities).toMatchObject([{ securityId, changed: 0 }]);
  expect(await refused("refresh_security_prices", { securityIds: ["sec_none"] })).toMatchObject({
    code: "NOT_FOUND",
  });
});
