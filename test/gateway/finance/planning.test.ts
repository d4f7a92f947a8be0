import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { averageOf, suggestedAmount } from "../../../subgraphs/gateway/finance/budgets/budget-suggestions.ts";
import { projectGoal } from "../../../subgraphs/gateway/finance/goals/goal-projection.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { createPlanner } from "./planners.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const balances = (month: { categories: { categoryId: string; balance: number }[] }) =>
  Object.fromEntries(month.categories.map(({ categoryId, balance }) => [categoryId, balance]));

async function createBudget() {
  const planner = createPlanner(app);
  const { act, account, category } = planner;
  const accountId = await account("checking", 1_000);
  const [food, fun] = [await category("Food"), await category("Fun")];
  const { id: budgetId } = await act("create_budget", {
    name: "Household",
    currency: "USD",
    method: "envelope",
    categoryIds: [food, fun],
    amounts: [
      { categoryId: food, amount: 100 },
      { categoryId: fun, amount: 40 },
    ],
    firstMonth: "2026-02",
  });
  return { ...planner, accountId, food, fun, budgetId: budgetId as string };
}

describe("changes to a budget", () => {
  test("an update changes what it names, once per version, and takes amounts of removed categories", async () => {
    const { act, refused, category, budgetId, food, fun } = await createBudget();
    const trips = await category("Trips");
    const income = await category("Pay", "income");
    const changed = await act("update_budget", {
      budgetId,
      name: "Home",
      categoryIds: [food, trips],
      version: 1,
    });
    expect(changed).toMatchObject({ name: "Home", method: "envelope", version: 2 });
    expect(changed.categoryIds.toSorted()).toEqual([food, trips].toSorted());
    expect(await act("get_budget", { budgetId })).toEqual(changed);
    expect((await act("get_budget_month", { budgetId, month: "2026-02" })).budgeted).toBe(100);
    await act("update_budget", { budgetId, categoryIds: [food, fun, trips] });
    expect((await act("get_budget_month", { budgetId, month: "2026-02" })).budgeted).toBe(100);
    expect((await refused("update_budget", { budgetId, name: "x", version: 1 })).code).toBe(
      "VERSION_CONFLICT",
    );
    const wrong = { budgetId, categoryIds: [food, income] };
    expect((await refused("update_budget", wrong)).code).toBe("VALIDATION_ERROR");
    expect((await refused("update_budget", { budgetId, categoryIds: ["cat_x"] })).code).toBe("NOT_FOUND");
  });

  test("deleting a budget deletes its amounts and keeps the transactions", async () => {
    const { act, refused, book, accountId, budgetId, food } = await createBudget();
    const transactionId = await book(accountId, "2026-02-03", -20, { categoryId: food });
    await act("hold_for_next_month", { budgetId, month: "2026-02", amount: 5 });
    await act("set_category_rollover", { budgetId, categoryId: food, mode: "carry_negative" });
    expect(await act("delete_budget", { budgetId })).toEqual({ deleted: true });
    expect((await refused("get_budget", { budgetId })).code).toBe("NOT_FOUND");
    expect((await refused("delete_budget", { budgetId })).code).toBe("NOT_FOUND");
    expect(await act("get_transaction", { transactionId })).toMatchObject({ amount: -20, categoryId: food });
    const sql = `SELECT 1 FROM gateway.finance_budget_amounts WHERE budget_id = $1
      UNION ALL SELECT 1 FROM gateway.finance_budget_categories WHERE budget_id = $1`;
    expect(await app.database.query(sql, [budgetId])).toEqual([]);
  });

  test("a copied month has the amounts of the other one, also where that has none", async () => {
    const { act, refused, budgetId, fun, food } = await createBudget();
    await act("set_budget_amount", { budgetId, month: "2026-03", categoryId: fun, amount: 70 });
    const copied = await act("copy_budget_month", { budgetId, fromMonth: "2026-02", toMonth: "2026-04" });
    expect(copied).toMatchObject({ month: "2026-04", budgeted: 140 });
    const sparse = await act("copy_budget_month", { budgetId, fromMonth: "2026-03", toMonth: "2026-04" });
    expect(sparse.budgeted).toBe(70);
    const of = (id: string) =>
      sparse.categories.find(({ categoryId }: { categoryId: string }) => categoryId === id).budgeted;
    expect([of(food), of(fun)]).toEqual([0, 70]);
    const early = { budgetId, fromMonth: "2026-01", toMonth: "2026-04" };
    expect((await refused("copy_budget_month", early)).code).toBe("VALIDATION_ERROR");
    const same = { budgetId, fromMonth: "2026-04", toMonth: "2026-04" };
    expect((await refused("copy_budget_month", same)).code).toBe("VALIDATION_ERROR");
  });

  test("overspending is covered with just enough, once, also by two requests at the same time", async () => {
    const { act, refused, book, accountId, budgetId, food, fun } = await createBudget();
    await book(accountId, "2026-02-10", -130.25, { categoryId: food });
    const cover = { budgetId, month: "2026-02", categoryId: food, fromCategoryId: fun };
    await Promise.all([act("cover_overspending", cover), act("cover_overspending", cover)]);
    const after = await act("get_budget_month", { budgetId, month: "2026-02" });
    expect(balances(after)).toEqual({ [food]: 0, [fun]: 9.75 });
    expect(after.budgeted).toBe(140);
    await book(accountId, "2026-02-11", -9.76, { categoryId: food });
    expect((await refused("cover_overspending", cover)).rule).toBe("not_enough_in_category");
    expect(balances(await act("get_budget_month", { budgetId, month: "2026-02" }))).toEqual({
      [food]: -9.76,
      [fun]: 9.75,
    });
  });

  test("suggested amounts come from complete months with history, without transfers, by currency", async () => {
    const { act, account, book, accountId, food, fun } = await createBudget();
    const euros = await account("checking", 0, { currency: "EUR" });
    const savings = await account("savings");
    await book(accountId, "2026-01-05", -100, { categoryId: food });
    await book(accountId, "2026-02-05", -150, { categoryId: food });
    await book(accountId, "2026-02-06", 30, { categoryId: food });
    await book(accountId, "2026-02-07", -10.01, { categoryId: fun });
    await book(accountId, "2026-03-05", -9_000, { categoryId: food });
    await book(euros, "2026-02-05", -50, { categoryId: food });
    await act("add_transfer", {
      fromAccountId: accountId,
      toAccountId: savings,
      date: "2026-02-08",
      amount: 500,
    });
    const suggest = async (method: string, months: number) => {
      const found = await act("suggest_budget", { method, months });
      return [
        found.fromMonth,
        found.toMonth,
        found.suggestions.map((one: Record<string, unknown>) => [
          one["name"],
          one["currency"],
          one["amount"],
          one["transactionCount"],
        ]),
      ];
    };
    expect(await suggest("average", 12)).toEqual([
      "2026-01",
      "2026-02",
      [
        ["Food", "EUR", 50, 1],
        ["Food", "USD", 110, 3],
        ["Fun", "USD", 5.01, 1],
      ],
    ]);
    expect(await suggest("median", 1)).toEqual([
      "2026-02",
      "2026-02",
      [
        ["Food", "EUR", 50, 1],
        ["Food", "USD", 120, 2],
        ["Fun", "USD", 10.01, 1],
      ],
    ]);
    const nobody = createPlanner(app);
    expect(await nobody.act("suggest_budget")).toMatchObject({ fromMonth: null, suggestions: [] });
  });

  test("a suggested amount counts months without spending, and rounds half up", () => {
    expect(suggestedAmount([300, 101], 4, "average")).toBe(100);
    expect(suggestedAmount([300, 101], 4, "median")).toBe(51);
    expect(suggestedAmount([300, 101], 3, "median")).toBe(101);
    expect(suggestedAmount([-500], 2, "average")).toBe(0);
    expect(averageOf([1, 2])).toBe(2);
  });
});

describe("goals", () => {
  test("contributions and withdrawals are kept by day, and decide whether a goal is reached", async () => {
    const { act, account, refused } = createPlanner(app);
    const accountId = await account("savings", 100);
    const { id: goalId } = await act("create_goal", { name: "Bike", targetAmount: 80, accountId });
    await act("contribute_to_goal", { goalId, amount: 50, date: "2026-02-01" });
    expect(await act("contribute_to_goal", { goalId, amount: 30 })).toMatchObject({
      saved: 80,
      remaining: 0,
      status: "reached",
    });
    const back = await act("withdraw_from_goal", { goalId, amount: 0.5 });
    expect(back).toMatchObject({ saved: 79.5, remaining: 0.5, percent: 99.38, status: "active" });
    const { movements, ...goal } = await act("get_goal", { goalId });
    expect(goal).toEqual(back);
    expect(movements.map(({ date, amount }: { date: string; amount: number }) => [date, amount])).toEqual([
      ["2026-03-31", -0.5],
      ["2026-03-31", 30],
      ["2026-02-01", 50],
    ]);
    expect((await refused("withdraw_from_goal", { goalId, amount: 79.51 })).rule).toBe("exceeds_saved");
    const late = { goalId, amount: 1, date: "2026-04-01" };
    expect((await refused("contribute_to_goal", late)).code).toBe("VALIDATION_ERROR");
    const stranger = createPlanner(app);
    expect((await stranger.refused("get_goal", { goalId })).code).toBe("NOT_FOUND");
  });

  test("withdrawals at the same time never take more than is saved", async () => {
    const { act, account } = createPlanner(app);
    const accountId = await account("savings", 100);
    const { id: goalId } = await act("create_goal", { name: "Trip", targetAmount: 80, accountId });
    await act("contribute_to_goal", { goalId, amount: 50 });
    const take = () => act("withdraw_from_goal", { goalId, amount: 20 });
    const taken = await Promise.allSettled(Array.from({ length: 6 }, take));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect((await act("get_goal", { goalId })).saved).toBe(10);
  });

  test("an update follows the target, and moves to an account only when that covers what is saved", async () => {
    const { act, account, refused } = createPlanner(app);
    const accountId = await account("savings", 100);
    const poor = await account("savings", 40);
    const euros = await account("savings", 500, { currency: "EUR" });
    const { id: goalId } = await act("create_goal", { name: "Desk", targetAmount: 80, accountId });
    await act("contribute_to_goal", { goalId, amount: 60 });
    expect((await refused("update_goal", { goalId, accountId: poor })).rule).toBe("exceeds_balance");
    expect((await refused("update_goal", { goalId, accountId: euros })).code).toBe("VALIDATION_ERROR");
    expect((await refused("update_goal", { goalId, accountId: "acc_x" })).code).toBe("NOT_FOUND");
    const less = await act("update_goal", { goalId, targetAmount: 60, name: " Table ", version: 2 });
    expect(less).toMatchObject({ name: "Table", status: "reached", version: 3 });
    expect((await refused("update_goal", { goalId, version: 2 })).code).toBe("VERSION_CONFLICT");
    const free = await act("update_goal", {
      goalId,
      targetAmount: 90,
      accountId: null,
      targetDate: "2026-12-31",
    });
    expect(free).toMatchObject({ status: "active", accountId: null, targetDate: "2026-12-31" });
  });

  test("a closed goal earmarks nothing, and is closed once", async () => {
    const { act, account, refused } = createPlanner(app);
    const accountId = await account("savings", 100);
    const { id: goalId } = await act("create_goal", { name: "Lamp", targetAmount: 80, accountId });
    const { id: other } = await act("create_goal", { name: "Sofa", targetAmount: 100, accountId });
    await act("contribute_to_goal", { goalId, amount: 79 });
    expect((await refused("close_goal", { goalId, outcome: "reached" })).rule).toBe("target_not_saved");
    expect((await refused("contribute_to_goal", { goalId: other, amount: 22 })).rule).toBe("exceeds_balance");
    await act("contribute_to_goal", { goalId, amount: 1 });
    const closed = await act("close_goal", { goalId, outcome: "reached" });
    expect(closed).toMatchObject({ status: "reached", saved: 80, closedOn: "2026-03-31" });
    expect(await act("close_goal", { goalId, outcome: "reached" })).toEqual(closed);
    expect((await refused("close_goal", { goalId, outcome: "dropped" })).code).toBe("INVALID_STATE");
    expect((await refused("withdraw_from_goal", { goalId, amount: 1 })).code).toBe("INVALID_STATE");
    expect((await refused("update_goal", { goalId, name: "x" })).code).toBe("INVALID_STATE");
    expect((await refused("project_goal", { goalId })).code).toBe("INVALID_STATE");
    await act("contribute_to_goal", { goalId: other, amount: 100 });
  });

  test("a projection names the day, and the amount that the target date requires", async () => {
    const { act, account } = createPlanner(app);
    const accountId = await account("savings", 1_000);
    const facts = { name: "Car", targetAmount: 1_000, accountId, targetDate: "2026-09-30" };
    const { id: goalId } = await act("create_goal", facts);
    expect(await act("project_goal", { goalId })).toMatchObject({
      monthlyAmount: 0,
      date: null,
      requiredMonthly: 166.67,
      isOnTime: false,
    });
    await act("contribute_to_goal", { goalId, amount: 100, date: "2025-12-01" });
    await act("contribute_to_goal", { goalId, amount: 300, date: "2026-02-01" });
    expect(await act("project_goal", { goalId })).toMatchObject({
      remaining: 600,
      monthlyAmount: 100,
      date: "2026-09-30",
      requiredMonthly: 100,
      isOnTime: true,
    });
    expect(await act("project_goal", { goalId, monthlyAmount: 99.99 })).toMatchObject({
      date: "2026-10-31",
      isOnTime: false,
    });
  });
});

test("a projected goal without a date to come requires no amount, and one that is saved is reached today", () => {
  const pace = { today: "2026-01-31", remaining: 100, monthly: 50, targetDate: null };
  expect(projectGoal(pace)).toEqual({ date: "2026-03-31", requiredMonthly: null, isOnTime: null });
  expect(projectGoal({ ...pace, remaining: 0, targetDate: "2026-01-31" })).toEqual({
    date: "2026-01-31",
    requiredMonthly: null,
    isOnTime: true,
  });
  expect(projectGoal({ ...pace, targetDate: "2026-02-28" }).requiredMonthly).toBe(100);
  expect(projectGoal({ ...pace, targetDate: "2026-02-27" }).requiredMonthly).toBe(100);
  expect(projectGoal({ ...pace, monthly: 0.01 }).date).toBeNull();
});

describe("corrections of trades", () => {
  test("move cash, price and lot, and leave later sales their units", async () => {
    const { act, account, refused } = createPlanner(app);
    const accountId = await account("investment", 1_000);
    const security = { symbol: "ABC", name: "Abc", kind: "fund", currency: "USD" };
    const { id: securityId } = await act("add_security", security);
    const trade = { accountId, securityId, price: 10 };
    const facts = { ...trade, side: "buy", date: "2026-02-01", quantity: 10, fees: 1 };
    const { id: tradeId, transactionId } = await act("record_trade", facts);
    await act("record_trade", { ...trade, side: "sell", date: "2026-02-10", quantity: 4 });
    const corrected = await act("update_trade", { tradeId, quantity: 5, price: 11, date: "2026-02-03" });
    expect(corrected).toEqual({
      ...corrected,
      id: tradeId,
      quantity: 5,
      price: 11,
      date: "2026-02-03",
      amount: 56,
      transactionId,
    });
    expect(await act("get_transaction", { transactionId })).toMatchObject({
      amount: -56,
      date: "2026-02-03",
    });
    expect((await act("list_tax_lots", { securityId })).lots).toMatchObject([
      { lotId: tradeId, acquiredOn: "2026-02-03", quantity: 1, basis: 11.2 },
    ]);
    expect(await refused("update_trade", { tradeId, quantity: 3 })).toMatchObject({
      rule: "exceeds_holding",
    });
    expect(await refused("update_trade", { tradeId, date: "2026-02-11" })).toMatchObject({
      rule: "exceeds_holding",
    });
    const dividend = { accountId, securityId, date: "2026-03-01", amount: 2 };
    const { id: dividendId } = await act("record_dividend", dividend);
    expect(await refused("update_trade", { tradeId: dividendId, price: 1 })).toMatchObject({
      rule: "not_a_trade",
    });
    const statement = { accountId, statementDate: "2026-03-05", statementBalance: 1_000 - 56 + 40 + 2 };
    expect(await act("reconcile_account", statement)).toMatchObject({ difference: 0 });
    expect(await refused("update_trade", { tradeId, price: 12 })).toMatchObject({ code: "INVALID_STATE" });
  });
});
