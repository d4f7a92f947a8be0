import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { createSaver } from "./savers.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const untrusted = (text: string) => ({ untrustedText: text });

test("from an empty account to a net worth, a cash flow and a tax projection, by tools alone", async () => {
  const { act, account, category, book } = await createSaver(app);
  expect(await act("get_net_worth")).toEqual({
    asOf: "2026-03-31",
    currency: "USD",
    assets: 0,
    liabilities: 0,
    netWorth: 0,
    byAccount: [],
  });
  const checking = await account("checking", 1_200);
  const savings = await account("savings", 5_000);
  const card = await account("credit_card", -300);
  const [pay, food, rent] = [
    await category("Pay", "income"),
    await category("Groceries"),
    await category("Rent"),
  ];
  await book(checking, "2026-01-30", 3_000, { categoryId: pay, payee: "Employer" });
  await book(checking, "2026-02-01", -1_500, { categoryId: rent });
  await book(card, "2026-02-03", -120.5, { categoryId: food });
  await book(card, "2026-02-20", 20.5, { categoryId: food, payee: "Refund of Somebody" });
  await act("add_transfer", { fromAccountId: checking, toAccountId: card, date: "2026-02-10", amount: 400 });
  const { fee } = await act("add_transfer", {
    fromAccountId: checking,
    toAccountId: savings,
    date: "2026-02-11",
    amount: 500,
    fee: 1.25,
  });
  expect(fee).toMatchObject({ amount: -1.25, transferId: null });

  const worth = await act("get_net_worth", {});
  expect(worth).toMatchObject({ assets: 1_798.75 + 5_500, liabilities: 0, netWorth: 7_298.75 });
  expect(worth.byAccount.map(({ value }: { value: number }) => value)).toEqual([1_798.75, 5_500, 0]);
  expect(await act("get_net_worth", { asOf: "2026-02-03" })).toMatchObject({
    assets: 2_700 + 5_000,
    liabilities: 420.5,
    netWorth: 7_279.5,
  });
  const { points } = await act("get_net_worth_history", { from: "2025-12-01", to: "2026-03-15" });
  expect(points.map(({ date, netWorth }: { date: string; netWorth: number }) => [date, netWorth])).toEqual([
    ["2025-12-31", 0],
    ["2026-01-31", 8_900],
    ["2026-02-28", 7_298.75],
    ["2026-03-15", 7_298.75],
  ]);

  const flow = await act("analyze_cashflow", { from: "2026-01-01", to: "2026-02-28" });
  expect(flow).toMatchObject({ inflow: 3_000, outflow: 1_601.25, net: 1_398.75, savingsRate: 46.63 });
  expect(flow.byCategory).toEqual([
    { categoryId: pay, name: "Pay", kind: "income", amount: 3_000 },
    { categoryId: rent, name: "Rent", kind: "expense", amount: 1_500 },
    { categoryId: food, name: "Groceries", kind: "expense", amount: 100 },
    { categoryId: null, name: "Uncategorized", kind: "expense", amount: 1.25 },
  ]);
  expect(flow.trend.map(({ net }: { net: number }) => net)).toEqual([3_000, -1_601.25]);
  const spending = await act("get_spending_by_category", { from: "2026-02-01", to: "2026-02-28" });
  expect(spending.total).toBe(1_601.25);
  expect(spending.categories[1]).toMatchObject({ name: "Groceries", amount: 100, percent: 6.25 });

  const taxes = await act("project_taxes", {
    year: 2026,
    filingStatus: "single",
    income: { wages: 60_000 },
    withheld: 5_500,
  });
  expect(taxes).toMatchObject({ taxableIncome: 43_900, incomeTax: 5_020, total: 5_020, balance: -480 });
  expect(taxes.notIncluded.length).toBeGreaterThan(0);
});

describe("accounts", () => {
  test("show balances by state, totals by currency, and their history", async () => {
    const { act, account, book } = await createSaver(app);
    const id = await account("checking", 100);
    await account("savings", 50, { currency: "EUR" });
    await book(id, "2026-02-01", -30, { status: "pending" });
    await book(id, "2026-03-01", 5.5);
    await book(id, "2026-04-01", 1_000);
    expect(await act("get_account", { accountId: id })).toMatchObject({
      balance: 75.5,
      clearedBalance: 105.5,
      pendingBalance: -30,
      reconciledBalance: 100,
    });
    const { totals, accounts } = await act("list_accounts");
    expect(totals).toEqual([
      { currency: "EUR", balance: 50 },
      { currency: "USD", balance: 75.5 },
    ]);
    expect(accounts).toHaveLength(2);
    const history = { accountId: id, from: "2025-12-15", to: "2026-03-02", step: "month" };
    const { balances } = await act("get_account_balance_history", history);
    expect(balances.map(({ balance }: { balance: number }) => balance)).toEqual([0, 100, 70, 75.5]);
  });

  test("agree with a statement to the cent before anything is locked", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("checking", 100);
    const cleared = await book(id, "2026-01-10", -40);
    const pending = await book(id, "2026-01-20", -5.01, { status: "pending" });
    const statement = { accountId: id, statementDate: "2026-01-31", statementBalance: 54.99 };
    expect(await act("reconcile_account", statement)).toMatchObject({
      clearedBalance: 60,
      difference: -5.01,
      reconciled: 0,
    });
    const agreed = await act("reconcile_account", { ...statement, transactionIds: [pending] });
    expect(agreed).toMatchObject({ difference: 0, reconciled: 2 });
    const change = { transactionId: cleared, amount: -41 };
    expect(await refused("update_transaction", change)).toMatchObject({ status: 409, code: "INVALID_STATE" });
    expect((await refused("delete_transaction", { transactionId: cleared })).code).toBe("INVALID_STATE");
    expect(await act("update_transaction", { ...change, unlock: true })).toMatchObject({ status: "cleared" });
    expect((await refused("reconcile_account", { ...statement, transactionIds: ["trn_x"] })).status).toBe(
      404,
    );
  });

  test("of other currencies are converted at the last rate on or before the day", async () => {
    const { act, account, refused } = await createSaver(app);
    await account("checking", 100);
    await account("savings", 1_000, { currency: "JPY" });
    const missing = await refused("get_net_worth", {});
    expect([missing.code, missing.details["rule"]]).toEqual(["BUSINESS_RULE", "no_exchange_rate"]);
    await act("set_exchange_rate", { date: "2026-01-01", base: "USD", quote: "JPY", rate: 150 });
    await act("set_exchange_rate", { date: "2026-03-01", base: "JPY", quote: "USD", rate: 0.007 });
    expect((await act("get_net_worth", { asOf: "2026-02-28" })).netWorth).toBe(106.67);
    expect((await act("get_net_worth")).netWorth).toBe(107);
    expect((await act("get_net_worth", { currency: "JPY" })).netWorth).toBe(1_000 + 14_286);
  });
});

describe("transactions", () => {
  test("are found by account, day, category, tag, amount and words", async () => {
    const { act, account, category, book } = await createSaver(app);
    const [id, other] = [await account("checking"), await account("cash")];
    const food = await category("Food");
    await book(id, "2026-01-05", -12.5, { payee: "Corner Market", categoryId: food, tags: ["trip"] });
    await book(id, "2026-02-05", -80, { payee: "100% Cotton", notes: "two shirts" });
    await book(other, "2026-03-05", 7, { payee: "Found" });
    const count = async (input: Record<string, unknown>) => (await act("list_transactions", input)).total;
    expect(await count({})).toBe(3);
    expect(await count({ accountId: id })).toBe(2);
    expect(await count({ from: "2026-02-05", to: "2026-02-05" })).toBe(1);
    expect(await count({ categoryId: food })).toBe(1);
    expect(await count({ tag: "trip" })).toBe(1);
    expect(await count({ amountMin: -12.5 })).toBe(2);
    expect(await count({ amountMax: -12.5 })).toBe(2);
    expect(await count({ uncategorized: true })).toBe(2);
    expect(await count({ status: "pending" })).toBe(0);
    const search = async (query: string) =>
      (await act("search_transactions", { query })).transactions.map(({ payee }: { payee: object }) => payee);
    expect(await search("market CORNER")).toEqual([untrusted("Corner Market")]);
    expect(await search("shirts")).toEqual([untrusted("100% Cotton")]);
    expect(await search("100%")).toEqual([untrusted("100% Cotton")]);
    expect(await search("12.50")).toEqual([untrusted("Corner Market")]);
    const first = await act("list_transactions", { limit: 2 });
    const rest = await act("list_transactions", { limit: 2, after: first.nextCursor });
    expect([...first.transactions, ...rest.transactions].map(({ date }) => date)).toEqual([
      "2026-03-05",
      "2026-02-05",
      "2026-01-05",
    ]);
    expect(rest.nextCursor).toBeNull();
  });

  test("have parts that sum to the whole, and count to their categories", async () => {
    const { act, account, category, book, refused } = await createSaver(app);
    const id = await account("checking", 500);
    const [food, home] = [await category("Food"), await category("Home")];
    const transactionId = await book(id, "2026-01-05", -42.5);
    const splits = [
      { categoryId: food, amount: -30 },
      { categoryId: home, amount: -12.5, note: "Soap" },
    ];
    const off = [splits[0]!, { categoryId: home, amount: -12.49 }];
    const refusal = await refused("split_transaction", { transactionId, splits: off });
    expect([refusal.status, refusal.details["rule"]]).toEqual([422, "splits_sum"]);
    const split = await act("split_transaction", { transactionId, splits });
    expect(split).toMatchObject({ amount: -42.5, categoryId: null });
    expect(split.splits.map(({ amount }: { amount: number }) => amount)).toEqual([-30, -12.5]);
    expect((await refused("update_transaction", { transactionId, amount: -40 })).details["rule"]).toBe(
      "has_splits",
    );
    const { categories } = await act("get_spending_by_category", { from: "2026-01-01", to: "2026-01-31" });
    expect(categories.map(({ name, amount }: { name: string; amount: number }) => [name, amount])).toEqual([
      ["Food", 30],
      ["Home", 12.5],
    ]);
    expect((await act("list_transactions", { categoryId: home })).total).toBe(1);
    // The database holds it too, whoever writes.
    const write = app.database.query(
      "UPDATE gateway.finance_splits SET amount = amount + 1 WHERE transaction_id = $1 AND position = 0",
      [transactionId],
    );
    await expect(write).rejects.toThrow("sum to");
    expect((await act("unsplit_transaction", { transactionId })).splits).toEqual([]);
  });

  test("a transfer is two legs that live and die together, and moves no net worth", async () => {
    const { act, account, refused } = await createSaver(app);
    const [from, to] = [await account("checking", 100), await account("savings")];
    const before = (await act("get_net_worth")).netWorth;
    const move = { fromAccountId: from, toAccountId: to, date: "2026-02-01", amount: 33.33 };
    const transfer = await act("add_transfer", move);
    expect([transfer.from.amount, transfer.to.amount]).toEqual([-33.33, 33.33]);
    expect((await act("get_net_worth")).netWorth).toBe(before);
    const { inflow, outflow } = await act("analyze_cashflow", { from: "2026-01-01", to: "2026-03-31" });
    expect([inflow, outflow]).toEqual([0, 0]);
    const leg = { transactionId: transfer.from.id, amount: -1 };
    expect((await refused("update_transaction", leg)).details["rule"]).toBe("transfer_leg");
    expect((await refused("add_transfer", { ...move, toAmount: 30 })).code).toBe("VALIDATION_ERROR");
    expect((await refused("add_transfer", { ...move, toAccountId: from })).code).toBe("VALIDATION_ERROR");
    const abroad = await account("savings", 0, { currency: "EUR" });
    expect((await refused("add_transfer", { ...move, toAccountId: abroad })).code).toBe("VALIDATION_ERROR");
    const sent = await act("add_transfer", { ...move, toAccountId: abroad, toAmount: 30 });
    expect(sent.to).toMatchObject({ amount: 30, currency: "EUR" });
    await act("delete_transaction", { transactionId: transfer.to.id });
    expect((await act("list_transactions")).total).toBe(2);
  });

  test("a stale version, a cent too small and an unknown category are refused", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("checking");
    const transactionId = await book(id, "2026-01-05", -1);
    await act("update_transaction", { transactionId, notes: "a", version: 1 });
    expect((await refused("update_transaction", { transactionId, version: 1 })).code).toBe(
      "VERSION_CONFLICT",
    );
    expect((await refused("update_transaction", { transactionId, amount: 0.001 })).code).toBe(
      "AMOUNT_PRECISION",
    );
    expect((await refused("update_transaction", { transactionId, categoryId: "cat_x" })).status).toBe(404);
    const cleared = await act("update_transaction", { transactionId, notes: null });
    expect(cleared.notes).toBeNull();
  });
});

describe("rules", () => {
  test("say the category of new transactions, and of old ones when they are run", async () => {
    const { act, account, category, book, refused } = await createSaver(app);
    const id = await account("checking");
    const food = await category("Food");
    const old = await book(id, "2026-01-05", -20, { payee: "CORNER MARKET 12" });
    const split = await book(id, "2026-01-06", -20, { payee: "Corner Market" });
    await act("split_transaction", {
      transactionId: split,
      splits: [
        { categoryId: food, amount: -15 },
        { categoryId: food, amount: -5 },
      ],
    });
    const market = {
      conditions: [
        { field: "payee", operator: "contains", value: "corner market" },
        { field: "amount", operator: "at_most", value: "50.00" },
      ],
      actions: [
        { set: "category", value: food },
        { set: "payee", value: "Corner Market" },
        { set: "tag", value: "auto" },
      ],
    };
    await act("create_rule", market);
    const made = await act("add_transaction", {
      accountId: id,
      date: "2026-02-01",
      amount: -49.99,
      payee: "corner market 7",
    });
    expect(made).toMatchObject({ categoryId: food, payee: untrusted("Corner Market"), tags: ["auto"] });
    const large = await act("add_transaction", {
      accountId: id,
      date: "2026-02-01",
      amount: -50.01,
      payee: "corner market 7",
    });
    expect(large.categoryId).toBeNull();
    expect(await act("apply_rules", {})).toEqual({ changed: 1, skipped: 0 });
    expect(await act("get_transaction", { transactionId: old })).toMatchObject({ categoryId: food });
    expect(await act("apply_rules", { onlyUncategorized: false })).toEqual({ changed: 0, skipped: 1 });
    const wrong = { ...market, conditions: [{ field: "amount", operator: "contains", value: "x" }] };
    expect((await refused("create_rule", wrong)).code).toBe("VALIDATION_ERROR");
    const foreign = { ...market, actions: [{ set: "category", value: "cat_x" }] };
    expect((await refused("create_rule", foreign)).status).toBe(404);
  });

  test("many transactions go to a category at once, by ids or by a filter", async () => {
    const { act, account, category, book, refused } = await createSaver(app);
    const [id, to] = [await account("checking"), await account("cash")];
    const food = await category("Food");
    const ids = [await book(id, "2026-01-05", -1), await book(id, "2026-01-06", -2)];
    await act("add_transfer", { fromAccountId: id, toAccountId: to, date: "2026-01-07", amount: 1 });
    expect(await act("bulk_categorize", { transactionIds: ids, categoryId: food })).toEqual({
      changed: 2,
      skipped: 0,
    });
    expect(await act("bulk_categorize", { filter: { accountId: id }, categoryId: food })).toEqual({
      changed: 2,
      skipped: 1,
    });
    expect((await refused("bulk_categorize", { categoryId: food })).code).toBe("VALIDATION_ERROR");
    const some = { transactionIds: [ids[0], "trn_x"], categoryId: food };
    expect((await refused("bulk_categorize", some)).status).toBe(404);
  });

  test("a name of a category is there once", async () => {
    const { act, category, refused } = await createSaver(app);
    const group = await act("create_category_group", { name: "Home" });
    const made = await act("create_category", { name: "Rent", kind: "expense", groupId: group.id });
    await category("Pay", "income");
    expect(await refused("create_category", { name: "RENT", kind: "expense" })).toMatchObject({
      code: "DUPLICATE",
      details: { id: made.id },
    });
    const { groups } = await act("list_categories");
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(["Home", "Other"]);
  });
});
