import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { allowSync, connect, control, createSaver as createBankSaver } from "../../hub/banking/bank-world.ts";
import { grantCredits } from "../support/people.ts";
import { createSaver } from "./savers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
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

  test("reconciling requires a statement match to the cent before it locks transactions", async () => {
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
    // The database enforces it too, for every writer.
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

describe("imports", () => {
  const csv =
    "date,payee,amount\n2026-01-05,Market,-12.50\n2026-01-05,Market,-12.50\n2026-01-30,Employer,3000\nx,y,z\n";

  test("an import adds new lines once, also with twenty concurrent imports", async () => {
    const { act, account, category } = await createSaver(app);
    const accountId = await account("checking");
    const food = await category("Food");
    await act("create_rule", {
      conditions: [{ field: "payee", operator: "is", value: "market" }],
      actions: [
        { set: "category", value: food },
        { set: "payee", value: "Corner Market" },
      ],
    });
    const statement = { accountId, format: "csv", content: csv };
    const preview = await act("preview_import", statement);
    expect(preview).toMatchObject({ added: 3, settled: 0, duplicates: 0, errors: [{ row: 4 }] });
    expect((await act("list_transactions")).total).toBe(0);
    const batches = await Promise.all(
      Array.from({ length: 20 }, () => act("import_transactions", statement)),
    );
    const added = batches.map((batch) => batch.added as number).sort((a, b) => b - a);
    expect(added).toEqual([3, ...Array.from({ length: 19 }, () => 0)]);
    expect((await act("list_transactions", { categoryId: food })).total).toBe(2);
    expect((await act("get_account", { accountId })).balance).toBe(2_975);
  });

  test("an ISO 20022 statement of a bank adds its booked entries once", async () => {
    const { act, account } = await createSaver(app);
    const accountId = await account("checking");
    const entry = (id: string, status: string, amount: string, sign: "CRDT" | "DBIT") =>
      `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
       <BookgDt><Dt>2026-01-05</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry>`;
    const entries = [
      entry("1", "BOOK", "12.50", "DBIT"),
      entry("2", "BOOK", "100", "CRDT"),
      entry("3", "PDNG", "7", "DBIT"),
    ];
    const content = `<Document><BkToCstmrStmt><Stmt><Acct><Id>1</Id><Ccy>USD</Ccy></Acct>${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
    const statement = { accountId, format: "camt053", content };
    expect(await act("import_transactions", statement)).toMatchObject({ added: 2, rejected: 0 });
    expect(await act("import_transactions", statement)).toMatchObject({ added: 0, duplicates: 2 });
    expect((await act("get_account", { accountId })).balance).toBe(87.5);
  });

  test("an import clears pending entries, its undo keeps edited ones, and it requires one currency", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const accountId = await account("checking");
    const pending = await book(accountId, "2026-01-28", 3_000, { status: "pending", payee: "Hold" });
    const { id: batchId, ...batch } = await act("import_transactions", {
      accountId,
      format: "csv",
      content: csv,
    });
    expect(batch).toMatchObject({ added: 2, settled: 1, duplicates: 0, rejected: 1 });
    expect(await act("get_transaction", { transactionId: pending })).toMatchObject({
      status: "cleared",
      date: "2026-01-30",
    });
    const [touched] = (await act("search_transactions", { query: "market" })).transactions;
    await act("update_transaction", { transactionId: touched.id, notes: "lunch" });
    expect(await act("undo_import", { batchId })).toEqual({ removed: 1, kept: 1 });
    expect((await refused("undo_import", { batchId })).code).toBe("INVALID_STATE");
    const foreign = `<?xml version="1.0"?><OFX><STMTRS><CURDEF>EUR</CURDEF></STMTRS></OFX>`;
    const refusal = await refused("import_transactions", { accountId, format: "ofx", content: foreign });
    expect(refusal.details["rule"]).toBe("currency_mismatch");
    const nothing = await refused("preview_import", { accountId, format: "ofx", content: "hello" });
    expect(nothing.code).toBe("VALIDATION_ERROR");
  });
});

describe("budgets", () => {
  test("carry over, move without loss, and show the pace", async () => {
    const { act, account, category, book, refused } = await createSaver(app);
    const checking = await account("checking");
    const [pay, food, fun] = [await category("Pay", "income"), await category("Food"), await category("Fun")];
    await book(checking, "2026-02-01", 2_000, { categoryId: pay });
    await book(checking, "2026-02-10", -450, { categoryId: food });
    await book(checking, "2026-03-15", -155, { categoryId: fun });
    const { id: budgetId } = await act("create_budget", {
      name: "Household",
      currency: "USD",
      method: "envelope",
      categoryIds: [food, fun],
      amounts: [{ categoryId: food, amount: 400 }],
      firstMonth: "2026-02",
    });
    await act("set_budget_amount", { budgetId, month: "2026-02", categoryId: fun, amount: 100 });
    const first = await act("get_budget_month", { budgetId, month: "2026-02" });
    expect(first).toMatchObject({ income: 2_000, budgeted: 500, toBudget: 1_500 });
    expect(first.categories.map(({ balance }: { balance: number }) => balance)).toEqual([-50, 100]);
    const second = await act("get_budget_month", { budgetId, month: "2026-03" });
    expect(second.toBudget).toBe(1_450);
    expect(second.categories).toMatchObject([
      { carried: 0, balance: 0 },
      { carried: 100, spent: 155, balance: -55 },
    ]);
    await act("set_category_rollover", {
      budgetId,
      categoryId: food,
      mode: "carry_negative",
      fromMonth: "2026-02",
    });
    await act("hold_for_next_month", { budgetId, month: "2026-02", amount: 300 });
    const carried = await act("get_budget_month", { budgetId, month: "2026-03" });
    expect(carried).toMatchObject({ toBudget: 1_500, categories: [{ carried: -50 }, { carried: 100 }] });

    await act("set_budget_amount", { budgetId, month: "2026-03", categoryId: fun, amount: 155 });
    const move = { budgetId, month: "2026-03", fromCategoryId: fun, toCategoryId: food, amount: 5 };
    const moves = await Promise.allSettled(Array.from({ length: 50 }, () => act("move_budget_money", move)));
    // There is 100 in it: twenty moves of five, and not one more.
    expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    const after = await act("get_budget_month", { budgetId, month: "2026-03" });
    expect(after.budgeted).toBe(155);
    expect(after.categories.map(({ balance }: { balance: number }) => balance)).toEqual([50, 0]);
    expect((await refused("move_budget_money", move)).details["rule"]).toBe("not_enough_in_category");
    const progress = await act("get_budget_progress", { budgetId, month: "2026-03" });
    expect(progress.categories[1]).toMatchObject({
      spent: 155,
      budgeted: 55,
      percent: 281.82,
      projected: 155,
    });
    const ofPay = { budgetId, month: "2026-03", categoryId: pay, amount: 1 };
    expect((await refused("set_budget_amount", ofPay)).status).toBe(404);
    expect((await refused("get_budget_month", { budgetId, month: "2026-01" })).code).toBe("VALIDATION_ERROR");
    expect((await act("list_budgets")).budgets).toHaveLength(1);
  });

  test("goals earmark no more than the account has, also at the same time", async () => {
    const { act, account, refused } = await createSaver(app);
    const accountId = await account("savings", 100);
    const { id: goalId } = await act("create_goal", { name: "Bike", targetAmount: 80, accountId });
    const { id: other } = await act("create_goal", { name: "Trip", targetAmount: 500, accountId });
    const give = (to: string) => act("contribute_to_goal", { goalId: to, amount: 10 });
    const given = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => give(at % 2 ? goalId : other)),
    );
    expect(given.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const refusal = await refused("contribute_to_goal", { goalId: other, amount: 0.01 });
    expect(refusal.details["rule"]).toBe("exceeds_balance");
    expect((await act("list_goals")).goals).toHaveLength(2);
  });
});

describe("bills and forecast", () => {
  test("bills are due until paid or skipped, and the forecast shows the remaining money", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const accountId = await account("checking", 1_000);
    const bill = await act("create_bill", {
      payee: "Power Company",
      amountMin: 70,
      amountMax: 90,
      rrule: "FREQ=MONTHLY;BYMONTHDAY=15",
      startsOn: "2026-02-01",
      accountId,
    });
    const billId = bill.id;
    const list = async () =>
      (await act("list_upcoming_bills", { days: 30 })).bills.map(
        ({ date, status, projectedBalance }: Record<string, unknown>) => [date, status, projectedBalance],
      );
    expect(await list()).toEqual([
      ["2026-02-15", "late", 910],
      ["2026-03-15", "late", 820],
      ["2026-04-15", "expected", 730],
    ]);
    const transactionId = await book(accountId, "2026-03-16", -80, { payee: "Power Company" });
    await act("mark_bill_paid", { billId, occurrenceDate: "2026-03-15", transactionId });
    await act("skip_bill", { billId, occurrenceDate: "2026-02-15" });
    expect(await list()).toEqual([["2026-04-15", "expected", 830]]);
    const again = { billId, occurrenceDate: "2026-02-15" };
    expect((await refused("mark_bill_paid", again)).code).toBe("INVALID_STATE");
    expect((await refused("skip_bill", { billId, occurrenceDate: "2026-02-16" })).code).toBe(
      "VALIDATION_ERROR",
    );

    await book(accountId, "2026-03-20", -90, { payee: "Food" });
    const forecast = await act("forecast_cashflow", { days: 20 });
    expect(forecast).toMatchObject({ startBalance: 830, lowestBalance: 720, lowestOn: "2026-04-20" });
    expect(forecast.days[14]).toMatchObject({
      date: "2026-04-15",
      balance: 725,
      isLow: false,
      items: [{ amount: -90, label: untrusted("Power Company") }],
    });
    for (const date of ["2026-01-02", "2026-02-02", "2026-03-02"])
      await book(accountId, date, -9.99, { payee: "Music" });
    const { payments } = await act("detect_recurring", { months: 4 });
    expect(payments).toMatchObject([
      { payee: untrusted("Music"), interval: "monthly", amount: 9.99, confidence: 1, count: 3 },
    ]);
  });

  test("a loan owes its principal, and is paid off by its schedule", async () => {
    const { act, refused } = await createSaver(app);
    const facts = {
      name: "House",
      principal: 200_000,
      annualRate: 6,
      termMonths: 360,
      startDate: "2026-01-31",
    };
    const loan = await act("add_loan", facts);
    expect(loan).toMatchObject({ payment: 1_199.1, currency: "USD", paymentDay: 31, annualRate: 6 });
    expect((await act("get_net_worth")).liabilities).toBe(200_000);
    const schedule = await act("get_loan_schedule", { loanId: loan.id });
    expect(schedule).toMatchObject({ payment: 1_199.1, totalInterest: 231_677.04 });
    expect(schedule.rows.at(-1)).toMatchObject({ number: 360, payment: 1_200.14, balance: 0 });
    const quicker = await act("get_loan_schedule", { loanId: loan.id, extraMonthly: 500 });
    expect(quicker.rows.length).toBeLessThan(200);
    expect((await refused("add_loan", { ...facts, annualRate: 6.00001 })).code).toBe("VALIDATION_ERROR");
  });
});

describe("investments", () => {
  test("securities are bought with cash, valued at the last price, and never sold beyond the holding", async () => {
    const { act, account, refused } = await createSaver(app);
    const [checking, broker] = [await account("checking", 5_000), await account("investment")];
    const { id: securityId } = await act("add_security", {
      symbol: "VTI",
      name: "Total Market",
      kind: "fund",
      currency: "USD",
    });
    await act("add_transfer", {
      fromAccountId: checking,
      toAccountId: broker,
      date: "2026-01-02",
      amount: 2_000,
    });
    const trade = {
      accountId: broker,
      securityId,
      side: "buy",
      date: "2026-01-05",
      quantity: 10,
      price: 100,
    };
    const bought = await act("record_trade", { ...trade, fees: 5 });
    expect(bought).toMatchObject({ amount: 1_005, fees: 5 });
    expect((await act("get_account", { accountId: broker })).balance).toBe(995);
    expect((await act("get_net_worth")).netWorth).toBe(4_995);
    await act("set_security_price", { securityId, date: "2026-02-01", price: 110 });
    expect((await act("get_net_worth")).netWorth).toBe(5_095);
    expect((await act("list_holdings")).holdings).toMatchObject([
      {
        symbol: "VTI",
        quantity: 10,
        basis: 1_005,
        price: 110,
        priceDate: "2026-02-01",
        value: 1_100,
        gain: 95,
      },
    ]);
    const { inflow, outflow } = await act("analyze_cashflow", { from: "2026-01-01", to: "2026-03-31" });
    expect([inflow, outflow]).toEqual([0, 0]);
    const performance = await act("get_portfolio_performance", { from: "2026-01-01", to: "2026-03-31" });
    expect(performance).toMatchObject({
      startValue: 0,
      endValue: 2_095,
      netContributions: 2_000,
      gain: 95,
      income: 0,
      twr: 4.75,
    });
    expect(performance.xirr).toBeGreaterThan(20);

    const sell = { ...trade, side: "sell", date: "2026-02-10", quantity: 1, price: 110 };
    const sales = await Promise.allSettled(Array.from({ length: 50 }, () => act("record_trade", sell)));
    expect(sales.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const refusal = await refused("record_trade", { ...sell, date: "2026-01-06" });
    expect(refusal.details).toMatchObject({ rule: "exceeds_holding" });
    expect((await act("list_holdings")).holdings).toEqual([]);
    expect((await act("list_holdings", { asOf: "2026-02-09" })).holdings).toMatchObject([{ quantity: 10 }]);
    expect((await act("get_account", { accountId: broker })).balance).toBe(995 + 1_100);
    expect((await refused("record_trade", { ...trade, accountId: checking })).details["rule"]).toBe(
      "not_an_investment_account",
    );
    const cash = { transactionId: bought.transactionId };
    expect((await refused("delete_transaction", cash)).details["rule"]).toBe("trade_cash");
  });
});

describe("a bank connection", () => {
  test("a bank connection creates its accounts with the bank's balances and updates posted transactions", async () => {
    const person = await createBankSaver(app);
    await grantCredits(app, person.id, 500);
    const { connectionId: linkId, itemId } = await connect(app, person, { accounts: 2, transactions: 24 });
    const act = async (name: string, input: Record<string, unknown> = {}) => {
      const answer = await app.tool(name, input, { "x-app-id": "finance", ...person.headers });
      if (answer.status >= 300) throw new Error(`${name} answered ${answer.text}`);
      return answer.body;
    };
    const sync = () => act("sync_bank_link", { linkId });
    const firsts = await Promise.all(Array.from({ length: 5 }, sync));
    const first = firsts.find(({ added }) => added > 0);
    expect(firsts.filter(({ added }) => added > 0)).toHaveLength(1);
    expect(first.accountIds).toHaveLength(2);
    expect((await act("list_accounts")).total).toBe(2);
    expect((await act("list_transactions")).total).toBe(first.added);
    const bank = await app.get(`/integrations/bank/accounts/${linkId}`, person.headers);
    const owed = ({ type }: { type: string }) => (type === "credit" || type === "loan" ? -1 : 1);
    const said = bank.body.accounts.map(
      (account: { type: string; balances: { current: number } }) => account.balances.current * owed(account),
    );
    const { accounts } = await act("list_accounts");
    const ours = accounts.map(({ clearedBalance }: { clearedBalance: number }) => clearedBalance);
    expect(ours.sort()).toEqual(said.sort());

    const move = (body: object) => control(app, `/items/${itemId}/transactions`, { notify: false, ...body });
    const { added } = await move({ add: 1, pending: true, amount: 12.5 });
    await allowSync(app, linkId);
    expect(await sync()).toMatchObject({ synced: true, added: 1, updated: 0 });
    const { transactions } = await act("list_transactions", { status: "pending" });
    expect(transactions).toMatchObject([{ amount: -12.5 }]);
    await act("update_transaction", { transactionId: transactions[0].id, notes: "mine" });
    await move({ post: added, amount: 13.75 });
    await allowSync(app, linkId);
    expect(await sync()).toMatchObject({ synced: true, added: 0, updated: 1, removed: 0 });
    const posted = await act("get_transaction", { transactionId: transactions[0].id });
    expect(posted).toMatchObject({ status: "cleared", amount: -13.75, notes: untrusted("mine") });
    expect(await sync()).toMatchObject({ synced: false, added: 0, updated: 0 });
    const stranger = await createSaver(app);
    expect((await stranger.refused("sync_bank_link", { linkId })).status).toBe(404);
  });
});

describe("changes to accounts", () => {
  test("a renamed account keeps its history, and its currency is fixed once it is used", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("checking", 100);
    const changed = await act("update_account", {
      accountId: id,
      name: " Daily ",
      kind: "cash",
      currency: "JPY",
    });
    expect(changed).toMatchObject({
      name: "Daily",
      kind: "cash",
      currency: "JPY",
      openingBalance: 100,
      version: 2,
    });
    await act("update_account", { accountId: id, currency: "USD", openingBalance: 80.5, version: 2 });
    await book(id, "2026-02-01", -30);
    expect(await refused("update_account", { accountId: id, currency: "EUR" })).toMatchObject({
      status: 422,
      details: { rule: "currency_fixed", uses: ["transactions"] },
    });
    const stale = await refused("update_account", { accountId: id, name: "Late", version: 2 });
    expect(stale.code).toBe("VERSION_CONFLICT");
    const account2 = await act("update_account", {
      accountId: id,
      openingBalance: 100,
      openedOn: "2025-12-01",
    });
    expect(account2).toMatchObject({ balance: 70, openedOn: "2025-12-01", includeInNetWorth: true });
    await act("reconcile_account", { accountId: id, statementDate: "2026-02-28", statementBalance: 70 });
    expect(await refused("update_account", { accountId: id, openingBalance: 90 })).toMatchObject({
      details: { rule: "reconciled", reconciledUntil: "2026-02-28" },
    });
    expect(await act("update_account", { accountId: id, name: "Same" })).toMatchObject({ balance: 70 });
  });

  test("closing moves what is left as a transfer, and the history stays until reopening", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const [old, next] = [await account("checking", 100), await account("savings", 5)];
    await book(old, "2026-05-01", -30);
    const left = await refused("close_account", { accountId: old });
    expect(left).toMatchObject({ status: 422, details: { rule: "balance_left", balance: 70 } });
    expect((await refused("close_account", { accountId: old, transferTo: old })).status).toBe(400);
    expect(await act("close_account", { accountId: old, transferTo: next })).toMatchObject({
      status: "closed",
    });
    // On the day of the last entry, which is later than today.
    const { transactions } = await act("list_transactions", { accountId: next });
    expect(transactions).toMatchObject([{ amount: 70, date: "2026-05-01" }]);
    expect(transactions[0].transferId).toMatch(/^tfr_/);
    expect(await act("get_net_worth", { asOf: "2026-05-02" })).toMatchObject({ netWorth: 75 });
    expect(await act("analyze_cashflow", { from: "2026-05-01", to: "2026-05-31" })).toMatchObject({
      inflow: 0,
    });
    const late = { accountId: old, date: "2026-05-02", amount: -1, payee: "Late" };
    expect((await refused("add_transaction", late)).code).toBe("INVALID_STATE");
    expect((await refused("close_account", { accountId: next, transferTo: old })).code).toBe("INVALID_STATE");
    expect(await act("close_account", { accountId: old })).toMatchObject({ status: "closed" });
    expect(await act("reopen_account", { accountId: old })).toMatchObject({ status: "open" });
    expect((await act("list_transactions", { accountId: old })).total).toBe(2);
  });

  test("nothing is booked on an account after it was closed, also at the same time", async () => {
    const { act, account, refused } = await createSaver(app);
    const [old, next] = [await account("checking", 100), await account("savings", 0)];
    const booking = (amount: number) => ({ accountId: old, date: "2026-02-01", amount, payee: "Somebody" });
    const booked = [1, 2, 3, 4, 5, 6].map((amount) => act("add_transaction", booking(amount)));
    const closed = act("close_account", { accountId: old, transferTo: next });
    const later = [7, 8, 9].map((amount) => act("add_transaction", booking(amount)));
    await Promise.allSettled([...booked, ...later]);
    expect(await closed).toMatchObject({ status: "closed" });
    expect(await act("get_account", { accountId: old })).toMatchObject({ status: "closed", balance: 0 });
    expect((await refused("add_transaction", booking(1))).code).toBe("INVALID_STATE");
  });

  test("a debt is closed by the account that pays it, in its own currency", async () => {
    const { act, account, refused } = await createSaver(app);
    const [card, euros] = [
      await account("credit_card", -110),
      await account("checking", 500, { currency: "EUR" }),
    ];
    const close = { accountId: card, transferTo: euros };
    expect((await refused("close_account", close)).details["rule"]).toBe("no_exchange_rate");
    await act("set_exchange_rate", { date: "2026-01-01", base: "EUR", quote: "USD", rate: 1.1 });
    await act("close_account", close);
    expect(await act("get_account", { accountId: euros })).toMatchObject({ balance: 400 });
    expect(await act("get_account", { accountId: card })).toMatchObject({ balance: 0, status: "closed" });
  });

  test("only an account without history is deleted", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const [used, empty] = [await account("cash"), await account("cash", 20)];
    const transactionId = await book(used, "2026-01-02", 5);
    expect(await refused("delete_account", { accountId: used })).toMatchObject({
      status: 422,
      details: { rule: "account_in_use", uses: ["transactions"] },
    });
    expect(await act("delete_account", { accountId: empty })).toEqual({ deleted: true });
    expect((await refused("get_account", { accountId: empty })).status).toBe(404);
    await act("delete_transaction", { transactionId });
    await act("reconcile_account", { accountId: used, statementDate: "2026-02-28", statementBalance: 0 });
    const kept = await refused("delete_account", { accountId: used });
    expect(kept.details["uses"]).toEqual(["reconciliations"]);
  });

  test("a balance is adjusted by its difference, and not in a reconciled period", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("cash", 100);
    await book(id, "2026-02-10", -30);
    await book(id, "2026-03-10", -20);
    const adjust = { accountId: id, date: "2026-02-28", newBalance: 72.5, reason: "Counted" };
    expect(await act("adjust_account_balance", adjust)).toMatchObject({
      amount: 2.5,
      date: "2026-02-28",
      payee: untrusted("Balance adjustment"),
      notes: untrusted("Counted"),
    });
    expect(await act("get_account", { accountId: id })).toMatchObject({ balance: 52.5 });
    expect((await refused("adjust_account_balance", adjust)).details["rule"]).toBe("no_difference");
    const early = await refused("adjust_account_balance", { ...adjust, date: "2025-12-31" });
    expect(early.status).toBe(400);
    await act("reconcile_account", { accountId: id, statementDate: "2026-02-28", statementBalance: 72.5 });
    expect(await refused("adjust_account_balance", { ...adjust, newBalance: 1 })).toMatchObject({
      status: 422,
      details: { rule: "reconciled_period", reconciledUntil: "2026-02-28" },
    });
  });
});

describe("checks of transactions", () => {
  test("are marked as cleared and reviewed, and a reconciled one keeps its state", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("checking", 0);
    const ids = [await book(id, "2026-02-01", -3), await book(id, "2026-02-02", -4, { status: "pending" })];
    const mark = { transactionIds: ids, cleared: true };
    expect(await act("mark_transaction_cleared", mark)).toEqual({ changed: 1 });
    expect(await act("get_account", { accountId: id })).toMatchObject({ pendingBalance: 0 });
    await act("reconcile_account", { accountId: id, statementDate: "2026-02-01", statementBalance: -3 });
    const locked = await refused("mark_transaction_cleared", { ...mark, cleared: false });
    expect(locked).toMatchObject({ status: 409, details: { transactionIds: [ids[0]] } });
    const review = { transactionIds: ids, reviewed: true };
    expect(await act("review_transaction", review)).toEqual({ changed: 2 });
    expect(await act("review_transaction", review)).toEqual({ changed: 0 });
    expect(
      (await refused("review_transaction", { ...review, transactionIds: [ids[0], "trn_x"] })).status,
    ).toBe(404);
  });

  test("two sides become a transfer and two transactions again, and no balance changes", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const [from, to] = [await account("checking", 100), await account("savings", 0)];
    const pay = await category("Pay", "income");
    const out = await book(from, "2026-02-01", -40);
    const into = await book(to, "2026-02-03", 40, { categoryId: pay });
    const pair = { transactionIdA: into, transactionIdB: out };
    const made = await act("match_transfer", pair);
    expect(made).toMatchObject({ from: { id: out }, to: { id: into, categoryId: null }, fee: null });
    expect((await act("match_transfer", pair)).transferId).toBe(made.transferId);
    const flow = { from: "2026-02-01", to: "2026-02-28" };
    expect(await act("analyze_cashflow", flow)).toMatchObject({ inflow: 0, outflow: 0 });
    const { transactions } = await act("unmatch_transfer", { transferId: made.transferId });
    expect(transactions.map(({ id }: { id: string }) => id)).toEqual([out, into]);
    expect(await act("analyze_cashflow", flow)).toMatchObject({ inflow: 40, outflow: 40 });
    expect((await refused("unmatch_transfer", { transferId: made.transferId })).status).toBe(404);
    expect(await act("get_account", { accountId: from })).toMatchObject({ balance: 60 });
  });

  test("what is no transfer is refused with its reason", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const [from, to] = [await account("checking", 100), await account("savings", 0)];
    const out = await book(from, "2026-02-01", -40);
    const ruleOf = async (other: string) =>
      (await refused("match_transfer", { transactionIdA: out, transactionIdB: other })).details["rule"];
    expect(await ruleOf(await book(from, "2026-02-01", 40))).toBe("same_account");
    expect(await ruleOf(await book(to, "2026-02-01", -40))).toBe("same_direction");
    expect(await ruleOf(await book(to, "2026-02-01", 39.99))).toBe("amounts_differ");
    const split = await book(to, "2026-02-01", 40);
    const [a, b] = [await category("A", "income"), await category("B", "income")];
    await act("split_transaction", {
      transactionId: split,
      splits: [
        { categoryId: a, amount: 15 },
        { categoryId: b, amount: 25 },
      ],
    });
    expect(await ruleOf(split)).toBe("has_splits");
    const { to: leg } = await act("add_transfer", {
      fromAccountId: from,
      toAccountId: to,
      date: "2026-02-01",
      amount: 40,
    });
    expect(await ruleOf(leg.id)).toBe("transfer_leg");
    const free = await book(to, "2026-02-02", 40);
    await act("reconcile_account", { accountId: to, statementDate: "2026-02-28", statementBalance: 119.99 });
    const locked = await refused("match_transfer", { transactionIdA: out, transactionIdB: free });
    expect(locked).toMatchObject({ status: 409, code: "INVALID_STATE" });
  });

  test("duplicates are found and merged into the richer one, which a repeated import recognises", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const id = await account("checking", 100);
    const food = await category("Groceries");
    const statement = {
      accountId: id,
      format: "csv",
      content:
        "date,payee,amount,id\n2026-02-02,CORNER MARKET 12,-42.50,B1\n2026-02-03,Corner Market,-42.50,B2\n",
    };
    await act("import_transactions", statement);
    const facts = { payee: "Corner Market", categoryId: food, notes: "Cake", tags: ["party"] };
    const manual = await book(id, "2026-02-01", -42.5, facts);
    await book(id, "2026-02-09", -42.5, { payee: "Corner Market" });
    const { groups, hasMore } = await act("find_duplicate_transactions", { accountId: id });
    expect([groups.length, hasMore]).toEqual([1, false]);
    const [keep, drop] = groups[0].transactions;
    expect([groups[0].keepId, drop.id, keep.date]).toEqual([keep.id, manual, "2026-02-02"]);
    const merged = await act("merge_duplicate_transactions", { keepId: keep.id, dropIds: [manual] });
    expect(merged).toMatchObject({
      categoryId: food,
      notes: untrusted("Cake"),
      tags: ["party"],
      amount: -42.5,
    });
    expect((await refused("get_transaction", { transactionId: manual })).status).toBe(404);
    expect(await act("import_transactions", statement)).toMatchObject({ added: 0, duplicates: 2 });
    expect(await act("get_account", { accountId: id })).toMatchObject({ balance: -27.5 });
    expect((await act("find_duplicate_transactions", { accountId: id, windowDays: 14 })).groups).toHaveLength(
      1,
    );
  });

  test("a merge keeps splits, bill payments and what is reconciled, and refuses what is no duplicate", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const id = await account("checking", 0);
    const [a, b] = [await category("A"), await category("B")];
    const [plain, split] = [await book(id, "2026-02-01", -10), await book(id, "2026-02-01", -10)];
    const splits = [
      { categoryId: a, amount: -4 },
      { categoryId: b, amount: -6 },
    ];
    await act("split_transaction", { transactionId: split, splits });
    const { id: billId } = await act("create_bill", {
      payee: "Rent",
      amount: 10,
      rrule: "FREQ=MONTHLY",
      startsOn: "2026-02-01",
      accountId: id,
    });
    await act("mark_bill_paid", { billId, occurrenceDate: "2026-02-01", transactionId: split });
    const merged = await act("merge_duplicate_transactions", { keepId: plain, dropIds: [split] });
    expect(merged.splits).toHaveLength(2);
    const paid = "SELECT transaction_id FROM gateway.finance_bill_occurrences WHERE bill_id = $1";
    expect(await app.database.query(paid, [billId])).toEqual([{ transaction_id: plain }]);

    await act("reconcile_account", { accountId: id, statementDate: "2026-02-28", statementBalance: -10 });
    const again = await book(id, "2026-02-01", -10, { notes: "Again" });
    const locked = await refused("merge_duplicate_transactions", { keepId: again, dropIds: [plain] });
    expect(locked).toMatchObject({ status: 409, code: "INVALID_STATE" });
    const kept = await act("merge_duplicate_transactions", { keepId: plain, dropIds: [again] });
    expect(kept).toMatchObject({ status: "reconciled", notes: null });
    const ruleOf = async (dropId: string) =>
      (await refused("merge_duplicate_transactions", { keepId: plain, dropIds: [dropId] })).details["rule"];
    expect(await ruleOf(await book(id, "2026-02-01", -11))).toBe("not_duplicates");
    expect(await ruleOf(await book(id, "2026-02-16", -10))).toBe("not_duplicates");
    expect((await refused("merge_duplicate_transactions", { keepId: plain, dropIds: [plain] })).status).toBe(
      400,
    );
  });

  test("a receipt is kept with its transaction after the upload was deleted, also through a merge", async () => {
    const { act, account, book, refused, upload } = await createSaver(app);
    const id = await account("checking", 0);
    const [keep, drop] = [await book(id, "2026-02-01", -10), await book(id, "2026-02-01", -10)];
    const bytes = Buffer.from("%PDF-1.4\n% A receipt\n");
    const fileId = await upload("receipt.pdf", "application/pdf", bytes);
    const attach = { transactionId: drop, fileId };
    const attached = await act("attach_transaction_receipt", attach);
    expect(attached).toMatchObject({ filename: "receipt.pdf", size: bytes.length, transactionId: drop });
    expect((await act("attach_transaction_receipt", attach)).id).toBe(attached.id);
    await app.database.query("DELETE FROM hub.files WHERE id = $1", [fileId]);
    const list = await upload("list.csv", "text/csv", Buffer.from("a,b\n"));
    expect((await refused("attach_transaction_receipt", { transactionId: drop, fileId: list })).status).toBe(
      400,
    );
    await act("merge_duplicate_transactions", { keepId: keep, dropIds: [drop] });
    const receipt = { transactionId: keep, receiptId: attached.id };
    const file = await act("get_transaction_receipt_file", receipt);
    expect(Buffer.from(file.content, "base64")).toEqual(bytes);
    expect((await act("list_transaction_receipts", { transactionId: keep })).receipts).toHaveLength(1);
    expect(await act("remove_transaction_receipt", receipt)).toEqual({ receipts: [] });
    expect((await refused("get_transaction_receipt_file", receipt)).status).toBe(404);
  });
});

describe("changes to categories", () => {
  test("names stay unique, groups have an order, and the kind of a budgeted category is fixed", async () => {
    const { act, category, refused } = await createSaver(app);
    const [food, fun] = [await category("Food"), await category("Fun")];
    const { id: groupId } = await act("create_category_group", { name: "Daily" });
    await act("create_category_group", { name: "Later", order: 1 });
    const changed = await act("update_category", {
      categoryId: food,
      name: "Meals",
      groupId,
      taxLine: "24b",
    });
    expect(changed).toMatchObject({ name: "Meals", groupId, taxLine: "24b", version: 2 });
    expect(await refused("update_category", { categoryId: fun, name: "MEALS" })).toMatchObject({
      code: "DUPLICATE",
      details: { id: food },
    });
    expect((await refused("update_category", { categoryId: food, version: 1 })).code).toBe(
      "VERSION_CONFLICT",
    );
    expect((await refused("update_category", { categoryId: food, groupId: "cgr_x" })).status).toBe(404);
    const { groups } = await act("list_category_groups");
    expect(groups).toMatchObject([
      { name: "Daily", order: 0, categories: [{ id: food }] },
      { name: "Later", order: 1, categories: [] },
    ]);
    const moved = await act("update_category_group", { groupId, order: 5 });
    expect(moved).toMatchObject({ order: 5, categories: [{ id: food }] });
    expect((await refused("update_category_group", { groupId, name: "later" })).code).toBe("DUPLICATE");
    await act("create_budget", { name: "Plan", currency: "USD", method: "envelope", categoryIds: [food] });
    const fixed = await refused("update_category", { categoryId: food, kind: "income" });
    expect(fixed.details["rule"]).toBe("in_budget");
    expect(await act("update_category", { categoryId: fun, kind: "income", groupId: null })).toMatchObject({
      kind: "income",
      groupId: null,
    });
  });

  test("a merge moves transactions, splits, budgets, bills and rules, also of what is reconciled", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const id = await account("checking", 0);
    const [food, meals, pay] = [
      await category("Food"),
      await category("Meals"),
      await category("Pay", "income"),
    ];
    const first = await book(id, "2026-02-01", -10, { categoryId: food });
    const split = await book(id, "2026-02-02", -30);
    const splits = [
      { categoryId: food, amount: -12 },
      { categoryId: meals, amount: -18 },
    ];
    await act("split_transaction", { transactionId: split, splits });
    await act("reconcile_account", { accountId: id, statementDate: "2026-02-28", statementBalance: -40 });
    const { id: budgetId } = await act("create_budget", {
      name: "Plan",
      currency: "USD",
      method: "envelope",
      categoryIds: [food, meals],
      amounts: [
        { categoryId: food, amount: 25 },
        { categoryId: meals, amount: 40 },
      ],
      firstMonth: "2026-02",
    });
    const rule = { conditions: [{ field: "payee", operator: "is", value: "Grill" }], order: 1 };
    await act("create_rule", { ...rule, actions: [{ set: "category", value: food }] });
    expect((await refused("archive_category", { categoryId: food })).details["rule"]).toBe(
      "category_in_rules",
    );
    const wrong = await refused("merge_categories", { sourceId: food, targetId: pay });
    expect(wrong.details["rule"]).toBe("kinds_differ");
    const merged = await act("merge_categories", { sourceId: food, targetId: meals });
    expect(merged).toMatchObject({ id: meals, status: "active" });

    const kept = await act("get_transaction", { transactionId: first });
    expect(kept).toMatchObject({ categoryId: meals, status: "reconciled", amount: -10 });
    const parts = (await act("get_transaction", { transactionId: split })).splits;
    expect(parts.map(({ categoryId }: { categoryId: string }) => categoryId)).toEqual([meals, meals]);
    const month = await act("get_budget_month", { budgetId, month: "2026-02" });
    expect(month.categories).toMatchObject([{ categoryId: meals, budgeted: 65, spent: 40 }]);
    const { id: next } = await act("add_transaction", {
      accountId: id,
      date: "2026-03-01",
      amount: -5,
      payee: "Grill",
    });
    expect(await act("get_transaction", { transactionId: next })).toMatchObject({ categoryId: meals });
    const archived = await act("list_categories", { status: "archived" });
    expect(archived.groups[0].categories).toMatchObject([{ id: food }]);
    expect(await act("archive_category", { categoryId: food })).toMatchObject({ status: "archived" });
    const late = await refused("merge_categories", { sourceId: meals, targetId: food });
    expect(late.code).toBe("INVALID_STATE");
  });
});

describe("payees", () => {
  test("are listed with totals and history, and categorize their new transactions", async () => {
    const { act, account, book, category } = await createSaver(app);
    const [id, euros] = [await account("checking", 0), await account("checking", 0, { currency: "EUR" })];
    await book(id, "2026-01-05", -10, { payee: "Corner Market" });
    await book(id, "2026-02-05", -10.01, { payee: "corner market" });
    await book(euros, "2026-02-06", 4, { payee: "Corner Market" });
    await act("add_transfer", {
      fromAccountId: id,
      toAccountId: euros,
      date: "2026-02-07",
      amount: 1,
      toAmount: 1,
    });
    const { payees, total } = await act("list_payees", { query: "NER mark" });
    expect(total).toBe(1);
    expect(payees[0]).toMatchObject({
      name: untrusted("Corner Market"),
      otherNames: [],
      transactionCount: 3,
      lastDate: "2026-02-06",
      totals: [
        { currency: "EUR", inflow: 4, outflow: 0, average: 4 },
        { currency: "USD", inflow: 0, outflow: 20.01, average: -10.01 },
      ],
    });
    const payeeId = payees[0].id as string;
    const details = await act("get_payee", { payeeId });
    expect(details.months).toMatchObject([
      { month: "2026-02", currency: "EUR", amount: 4, count: 1 },
      { month: "2026-02", currency: "USD", amount: -10.01 },
      { month: "2026-01", currency: "USD", amount: -10 },
    ]);
    expect(details.recentTransactions).toHaveLength(3);

    const [food, gifts] = [await category("Food"), await category("Gifts")];
    await act("set_payee_default_category", { payeeId, categoryId: food });
    const next = await act("add_transaction", {
      accountId: id,
      date: "2026-03-01",
      amount: -1,
      payee: "Corner Market",
    });
    expect(next.categoryId).toBe(food);
    const condition = { field: "payee", operator: "contains", value: "corner" };
    await act("create_rule", { conditions: [condition], actions: [{ set: "category", value: gifts }] });
    const content = "date,payee,amount\n2026-03-02,Corner Market,-2\n";
    await act("import_transactions", { accountId: id, format: "csv", content });
    const ruled = await act("search_transactions", { query: "2.00" });
    expect(ruled.transactions).toMatchObject([{ categoryId: gifts }]);
    const cleared = await act("set_payee_default_category", { payeeId, categoryId: null });
    expect(cleared.defaultCategoryId).toBeNull();
  });

  test("a renamed or merged payee gets what comes under its former names", async () => {
    const { act, account, book, refused } = await createSaver(app);
    const id = await account("checking", 0);
    const first = await book(id, "2026-01-05", -10, { payee: "AMZN MKTP" });
    await book(id, "2026-01-06", -20, { payee: "Amazon Prime" });
    await act("reconcile_account", { accountId: id, statementDate: "2026-01-31", statementBalance: -30 });
    const idOf = async (query: string) => (await act("list_payees", { query })).payees[0].id as string;
    const [shop, prime] = [await idOf("AMZN"), await idOf("Prime")];
    const condition = { field: "amount", operator: "at_least", value: "500" };
    await act("create_rule", { conditions: [condition], actions: [{ set: "payee", value: "AMZN MKTP" }] });
    const taken = await refused("rename_payee", { payeeId: shop, name: "amazon prime" });
    expect(taken).toMatchObject({ code: "DUPLICATE", details: { id: prime } });
    const renamed = await act("rename_payee", { payeeId: shop, name: "Amazon" });
    expect(renamed).toMatchObject({ name: untrusted("Amazon"), otherNames: [untrusted("AMZN MKTP")] });
    expect(await act("get_transaction", { transactionId: first })).toMatchObject({
      payee: untrusted("Amazon"),
      status: "reconciled",
      amount: -10,
    });
    await act("import_transactions", {
      accountId: id,
      format: "csv",
      content: "date,payee,amount\n2026-02-05,AMZN MKTP,-5\n2026-02-06,Big,-600\n",
    });
    const merged = await act("merge_payees", { sourceIds: [prime], targetId: shop });
    expect(merged).toMatchObject({ transactionCount: 4, totals: [{ outflow: 635 }] });
    expect(merged.otherNames).toEqual([untrusted("Amazon Prime"), untrusted("AMZN MKTP")]);
    await book(id, "2026-03-01", -1, { payee: "AMAZON PRIME" });
    expect((await act("get_payee", { payeeId: shop })).transactionCount).toBe(5);
    expect((await refused("get_payee", { payeeId: prime })).status).toBe(404);
    expect((await refused("merge_payees", { sourceIds: [shop], targetId: shop })).status).toBe(400);
    // Back to a former name, which is no other name any more.
    const back = await act("rename_payee", { payeeId: shop, name: "Amazon Prime" });
    expect(back.otherNames).toEqual([untrusted("Amazon"), untrusted("AMZN MKTP")]);
    expect((await act("list_rules")).rules[0].actions).toEqual([{ set: "payee", value: "Amazon Prime" }]);
  });
});

test("tags are made by their first use, summed and deleted everywhere", async () => {
  const { act, account, book, refused } = await createSaver(app);
  const id = await account("checking", 0);
  const trip = await act("create_tag", { name: " trip ", color: "#0B5394" });
  expect(trip).toMatchObject({ name: "trip", color: "#0b5394", transactionCount: 0, totals: [] });
  expect((await refused("create_tag", { name: "trip" })).code).toBe("DUPLICATE");
  const first = await book(id, "2026-01-05", -10, { tags: ["trip", "food"] });
  const second = await book(id, "2026-01-06", -5);
  await act("reconcile_account", { accountId: id, statementDate: "2026-01-31", statementBalance: -15 });
  const change = { transactionIds: [first, second], add: ["trip"], remove: ["food"] };
  expect(await act("tag_transactions", change)).toEqual({ changed: 2 });
  expect(await act("tag_transactions", change)).toEqual({ changed: 0 });
  expect((await refused("tag_transactions", { transactionIds: [first] })).status).toBe(400);
  await act("tag_transactions", {
    transactionIds: [first],
    add: Array.from({ length: 19 }, (_, n) => `t${n}`),
  });
  const crowded = await refused("tag_transactions", { transactionIds: [first], add: ["one more"] });
  expect(crowded.details).toMatchObject({ rule: "too_many_tags", transactionIds: [first] });
  const { tags } = await act("list_tags");
  expect(tags).toHaveLength(21);
  expect(tags.at(-1)).toMatchObject({
    id: trip.id,
    transactionCount: 2,
    totals: [{ currency: "USD", inflow: 0, outflow: 15 }],
  });
  const condition = { field: "payee", operator: "is", value: "Nobody" };
  await act("create_rule", { conditions: [condition], actions: [{ set: "tag", value: "t0" }] });
  const [ruled] = tags.filter(({ name }: { name: string }) => name === "t0");
  expect((await refused("delete_tag", { tagId: ruled.id })).details["rule"]).toBe("tag_in_rules");
  expect(await act("delete_tag", { tagId: trip.id })).toEqual({ deleted: true, untagged: 2 });
  expect((await act("list_transactions", { tag: "trip" })).total).toBe(0);
  expect((await refused("delete_tag", { tagId: trip.id })).status).toBe(404);
});

test("no merge, rename or tag changes a balance or a total, in any order", async () => {
  const { act, account, book, category } = await createSaver(app);
  const accounts = [await account("checking", 100), await account("savings", 50)];
  const categories = [await category("A"), await category("B"), await category("C")];
  const names = ["Anna", "Bert", "Cleo", "Dora"];
  const ids: string[] = [];
  for (const [index, payee] of names.entries())
    for (const [on, accountId] of accounts.entries())
      ids.push(
        await book(accountId, `2026-02-0${index + 1}`, -(index + 1) * 3 - on, {
          payee,
          categoryId: categories[index % 3],
          tags: [payee],
        }),
      );
  await act("reconcile_account", {
    accountId: accounts[0],
    statementDate: "2026-02-02",
    statementBalance: 91,
  });
  const sums = async () => {
    const { totals } = await act("list_accounts");
    const flow = await act("analyze_cashflow", { from: "2026-02-01", to: "2026-02-28" });
    const { payees } = await act("list_payees", { limit: 100 });
    type Summed = { totals: { outflow: number }[] };
    const byPayee = (payees as Summed[]).flatMap((one) => one.totals.map(({ outflow }) => outflow));
    const byCategory = (flow.byCategory as { amount: number }[]).map(({ amount }) => amount);
    const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
    const { balances } = await act("get_account_balance_history", {
      accountId: accounts[0],
      from: "2026-02-01",
      to: "2026-02-28",
      step: "day",
    });
    return { totals, outflow: flow.outflow, byPayee: add(byPayee), byCategory: add(byCategory), balances };
  };
  const before = await sums();
  expect(before.byPayee).toBe(before.outflow);
  const pick = fc.nat(99);
  const step = fc.tuple(fc.constantFrom("payees", "rename", "categories", "default", "tag"), pick, pick);
  const run = async ([kind, a, b]: [string, number, number]) => {
    const { payees } = await act("list_payees", { limit: 100 });
    const { groups } = await act("list_categories");
    const active = (groups[0].categories as { id: string }[]).map(({ id }) => id);
    const payeeIds = (payees as { id: string }[]).map(({ id }) => id).toSorted();
    const [one, other] = [payeeIds[a % payeeIds.length]!, payeeIds[b % payeeIds.length]!];
    const [source, target] = [active[a % active.length]!, active[b % active.length]!];
    if (kind === "payees" && one !== other) await act("merge_payees", { sourceIds: [one], targetId: other });
    if (kind === "rename") await act("rename_payee", { payeeId: one, name: `Name ${a} ${one}` });
    if (kind === "categories" && source !== target)
      await act("merge_categories", { sourceId: source, targetId: target });
    if (kind === "default") await act("set_payee_default_category", { payeeId: one, categoryId: source });
    if (kind === "tag")
      await act("tag_transactions", { transactionIds: [ids[a % ids.length]], add: [`t${b % 3}`] });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      for (const one of steps) await run(one);
      expect(await sums()).toEqual(before);
    }),
    { numRuns: 4 },
  );
});

describe("mappings and exports", () => {
  test("a saved mapping reads the statements of its account", async () => {
    const { act, account, refused } = await createSaver(app);
    const [id, other] = [await account("checking", 0), await account("savings", 0)];
    const mapping = { date: "Tag", amount: "Betrag", payee: "Wer", dateFormat: "dmy", decimalComma: true };
    const saved = await act("save_import_mapping", { accountId: id, name: "Bank ", mapping });
    expect(saved).toMatchObject({ name: "Bank", mapping: { ...mapping, notes: null } });
    const again = await act("save_import_mapping", { accountId: id, name: "bank", mapping });
    expect(again.id).toBe(saved.id);
    expect((await act("list_import_mappings", { accountId: id })).mappings).toEqual([again]);
    const empty = { accountId: id, name: "Empty", mapping: {} };
    expect((await refused("save_import_mapping", empty)).status).toBe(400);
    const content = 'Tag;Wer;Betrag\n03.02.2026;Markt;"-12,50"\n';
    const statement = { accountId: id, format: "csv", content, mappingName: "BANK" };
    expect(await act("preview_import", statement)).toMatchObject({ added: 1 });
    expect((await refused("import_transactions", { ...statement, accountId: other })).status).toBe(404);
    expect((await refused("import_transactions", { ...statement, mapping })).status).toBe(400);
    const batch = await act("import_transactions", statement);
    const { transactions } = await act("list_transactions", { accountId: id });
    expect(transactions).toMatchObject([{ amount: -12.5, date: "2026-02-03" }]);
    const imports = await act("list_import_batches", { accountId: id });
    expect(imports).toMatchObject({ imports: [{ id: batch.id, added: 1 }], total: 1 });
    expect((await act("list_import_batches", { accountId: other })).total).toBe(0);
  });

  test("exported transactions are imported again without a duplicate, and whole into another account", async () => {
    const { act, account, book, category, refused } = await createSaver(app);
    const [id, savings] = [await account("checking", 100), await account("savings", 0)];
    const food = await category("Food & drink");
    const longest = `${"Long name of a shop ".repeat(3)}<&>`;
    await book(id, "2026-01-05", -10.5, { payee: "=Formula", categoryId: food, tags: ["a", "b"] });
    const split = await book(id, "2026-01-06", -4, { payee: longest, notes: "Two\nlines" });
    const rest = await category("Rest");
    await act("split_transaction", {
      transactionId: split,
      splits: [
        { categoryId: food, amount: -1 },
        { categoryId: rest, amount: -3 },
      ],
    });
    await act("add_transfer", { fromAccountId: id, toAccountId: savings, date: "2026-01-07", amount: 20 });
    await book(id, "2026-01-08", -1, { status: "pending" });
    const content = "date,payee,amount,id\n2026-01-09,Market,-2,B1\n2026-01-09,Bus,-2.50,\n";
    await act("import_transactions", { accountId: id, format: "csv", content });

    const csv = await act("export_transactions", { accountId: id, format: "csv", to: "2026-01-31" });
    expect(csv).toMatchObject({ filename: "transactions-2026-01-31.csv", contentType: "text/csv", count: 6 });
    const text = csv.content.untrustedText as string;
    expect(text).toContain("2026-01-05,My checking,'=Formula,-10.5,USD,Food & drink,,,a b,cleared,,trn_");
    expect(text).toContain("Food & drink: -1; Rest: -3");
    const ofx = await act("export_transactions", { accountId: id, format: "ofx" });
    expect(ofx.count).toBe(5);
    expect(ofx.content.untrustedText).toContain("<BALAMT>61.00</BALAMT>");
    for (const [format, file] of [
      ["csv", text],
      ["ofx", ofx.content.untrustedText],
    ]) {
      const repeated = await act("preview_import", { accountId: id, format, content: file });
      expect(repeated).toMatchObject({ added: 0, settled: 0, errors: [] });
      const other = await account("checking", 100);
      const whole = await act("import_transactions", { accountId: other, format, content: file });
      expect(whole).toMatchObject({ added: repeated.duplicates, rejected: 0 });
      const { balance } = await act("get_account", { accountId: other });
      expect(balance).toBe(format === "csv" ? 60 : 61);
    }
    const json = await act("export_transactions", { format: "json", categoryId: food });
    const { transactions, categories } = JSON.parse(json.content.untrustedText);
    expect(transactions).toMatchObject([{ amount: -10.5 }, { payee: longest.trim() }]);
    expect(categories.map(({ name }: { name: string }) => name)).toEqual(["Food & drink", "Rest"]);
    for (const [format, filename, opening, line] of [
      ["hledger", "transactions.journal", "Assets:My checking  100.00 USD", "Expenses:Rest  3.00 USD"],
      ["beancount", "transactions.beancount", "Assets:My-checking  100.00 USD", "Expenses:Rest  3.00 USD"],
    ]) {
      const journal = await act("export_transactions", { accountId: id, format });
      expect(journal).toMatchObject({ filename, contentType: "text/plain", count: 6 });
      for (const part of [opening, line]) expect(journal.content.untrustedText).toContain(part);
      const later = await act("export_transactions", { accountId: id, format, from: "2026-01-06" });
      expect(later.content.untrustedText).toContain(opening!.replace("100.00", "89.50"));
      const some = await act("export_transactions", { accountId: id, format, tag: "a" });
      expect(some.content.untrustedText).not.toContain("Opening");
    }
    const far = await account("cash", 5, { openedOn: "2150-01-01" });
    const tooFar = await refused("export_transactions", { format: "beancount", accountId: far });
    expect(tooFar).toMatchObject({ code: "BUSINESS_RULE", details: { rule: "date_not_in_format" } });
    expect((await refused("export_transactions", { format: "ofx" })).status).toBe(400);
    expect((await refused("export_transactions", { format: "csv", accountId: "acc_x" })).status).toBe(404);
  });
});

describe("exports of other programs", () => {
  const ynab = [
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
    '"Giro","Red","31/01/2026","Market","Food: Groceries","Food","Groceries","weekly",€1.012,50,€0,00,"Cleared"',
    '"Giro","","30/01/2026","Transfer : Reserve","","","","to reserve",€200,00,€0,00,"Reconciled"',
    '"Giro","","29/01/2026","Employer","Inflow: Pay","Inflow","Pay","",€0,00,€3.000,00,"Cleared"',
    '"Giro","","28/01/2026","Cafe","Food: Groceries","Food","Groceries","Split (1/2) ",€4,00,€0,00,"Uncleared"',
    '"Reserve","","30/01/2026","Transfer : Giro","","","","",€0,00,€200,00,"Cleared"',
    "",
  ]
    .join("\n")
    .replaceAll(/€([\d.]+,\d\d)/g, '"€$1"');
  const firefly = [
    "user_id,group_id,journal_id,type,currency_code,amount,foreign_currency_code,foreign_amount,description,date,source_name,source_type,destination_name,destination_type,category,tags,notes",
    '1,1,11,Withdrawal,EUR,-1012.50,,,Weekly,2026-01-31T00:00:00+01:00,Giro,Asset account,Market,Expense account,Groceries,"Red,home",',
    "1,2,12,Transfer,EUR,200.00,USD,220.00,To reserve,2026-01-30T00:00:00+01:00,Giro,Asset account,Reserve,Asset account,,,",
    "1,3,13,Deposit,EUR,3000.00,,,January,2026-01-29T00:00:00+01:00,Employer,Revenue account,Giro,Asset account,Pay,,",
    "1,4,14,Withdrawal,EUR,-4.00,,,Coffee,2026-01-28T00:00:00+01:00,Giro,Asset account,Cafe,Expense account,Groceries,,",
    "",
  ].join("\n");
  const actual = [
    "Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared",
    "Giro,2026-01-31,Market,weekly #Red,Groceries,-1012.5,0,Cleared",
    "Giro,2026-01-30,Reserve,,,-200,0,Reconciled",
    "Giro,2026-01-29,Employer,,Pay,3000,0,Cleared",
    "Giro,2026-01-28,Cafe,(SPLIT INTO 1) ,,0,-4,Not cleared",
    "Giro,2026-01-28,Cafe,(SPLIT 1 OF 1) ,Groceries,-4,0,Not cleared",
    "Reserve,2026-01-30,Giro,,,200,0,Cleared",
    "",
  ].join("\n");

  test.each([
    ["ynab", ynab, { decimalComma: true }, "EUR", 200],
    ["firefly", firefly, undefined, "USD", 220],
    ["actual", actual, undefined, "EUR", 200],
  ] as const)("%s: categories, tags and notes are kept, and a transfer is there once", async (...given) => {
    const [format, content, mapping, currency, arrived] = given;
    const { act, account, refused } = await createSaver(app);
    const giro = await account("checking", 0, { name: "Giro", currency: "EUR" });
    const reserve = await account("savings", 0, { name: "reserve", currency });
    const read = { format, content, mapping };
    const preview = await act("preview_import", { ...read, accountId: giro });
    expect(preview).toMatchObject({ added: 4, errors: [] });
    for (const accountId of [giro, reserve]) await act("import_transactions", { ...read, accountId });
    expect((await act("get_account", { accountId: giro })).balance).toBe(1_783.5);
    expect((await act("get_account", { accountId: reserve })).balance).toBe(arrived);

    const { transactions } = await act("list_transactions", { accountId: giro });
    const { groups } = await act("list_categories");
    const category = (name: string) =>
      groups[0].categories.find((one: { name: string }) => one.name === name) ?? {};
    expect(category("Pay")).toMatchObject({ kind: "income" });
    expect(category("Groceries")).toMatchObject({ kind: "expense" });
    expect(transactions).toMatchObject([
      {
        amount: -1_012.5,
        categoryId: category("Groceries").id,
        tags: format === "firefly" ? ["Red", "home"] : ["Red"],
      },
      { amount: -200, categoryId: null },
      { amount: 3_000, categoryId: category("Pay").id },
      {
        amount: -4,
        categoryId: category("Groceries").id,
        status: format === "firefly" ? "cleared" : "pending",
      },
    ]);
    expect(transactions[0].notes.untrustedText.toLowerCase()).toContain("weekly");
    const other = (await act("list_transactions", { accountId: reserve })).transactions;
    expect(transactions[1].transferId).toMatch(/^tfr_/);
    expect(other).toMatchObject([{ amount: arrived, transferId: transactions[1].transferId }]);
    expect(transactions[2].transferId).toBeNull();

    for (const accountId of [giro, reserve]) {
      const again = await act("import_transactions", { ...read, accountId });
      expect(again).toMatchObject({ added: 0, settled: 0, rejected: 0 });
    }
    const unknown = await account("cash", 0, { name: "Nobody's" });
    expect((await refused("import_transactions", { ...read, accountId: unknown })).status).toBe(400);
    const bank = { ...read, accountId: giro, content: "date,payee,amount\n2026-01-09,Market,-2\n" };
    expect((await refused("preview_import", bank)).status).toBe(400);
  });

  test.each([
    [
      "ynab",
      `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Giro","Red","2026-01-31","Market","Food: Groceries","Food","Groceries","Split (2/2) milk","$8.00","$0.00","Cleared"
"Giro","","2026-01-31","Market","Home: Garden","Home","Garden","Split (1/2) ","$4.50","$0.00","Cleared"
"Giro","","2026-01-30","Market","Home: Garden","Home","Garden","Split (1/2) alone","$1.00","$0.00","Cleared"
`,
    ],
    [
      "actual",
      `Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
Giro,2026-01-31,Market,(SPLIT INTO 2) #Red,,0,-12.5,Cleared
Giro,2026-01-31,Market,(SPLIT 1 OF 2) ,Garden,-4.5,0,Cleared
Giro,2026-01-31,Market,(SPLIT 2 OF 2) milk #Red,Groceries,-8,0,Cleared
Giro,2026-01-30,Market,(SPLIT 1 OF 2) alone,Garden,-1,0,Cleared
`,
    ],
  ] as const)(
    "%s: the parts of a split are one transaction, and an import of it can be undone",
    async (format, content) => {
      const { act, account } = await createSaver(app);
      const accountId = await account("checking", 0, { name: "Giro" });
      const read = { format, content, accountId, mapping: { dateFormat: "ymd" } };
      expect(await act("import_transactions", read)).toMatchObject({ added: 2, rejected: 0 });
      const { transactions } = await act("list_transactions", { accountId });
      const { groups } = await act("list_categories");
      const idOf = (name: string) =>
        groups[0].categories.find((one: { name: string }) => one.name === name).id;
      expect(transactions).toMatchObject([
        { amount: -12.5, categoryId: null, tags: ["Red"] },
        { amount: -1, categoryId: idOf("Garden") },
      ]);
      expect(transactions[0].splits).toMatchObject([
        { categoryId: idOf("Garden"), amount: -4.5, note: null },
        { categoryId: idOf("Groceries"), amount: -8 },
      ]);
      expect(await act("import_transactions", read)).toMatchObject({ added: 0, duplicates: 2 });
      const [, first] = (await act("list_finance_changes", { limit: 2 })).changes;
      await act("undo_finance_change", { changeId: first.id });
      expect((await act("list_transactions", { accountId })).total).toBe(0);
    },
  );

  test("both sides of a transfer that are imported at once are one transfer", async () => {
    const { act, account } = await createSaver(app);
    const giro = await account("checking", 0, { name: "Giro", currency: "EUR" });
    const reserve = await account("savings", 0, { name: "Reserve", currency: "EUR" });
    const read = { format: "actual", content: actual };
    await Promise.all([giro, reserve].map((accountId) => act("import_transactions", { ...read, accountId })));
    const [side] = (await act("list_transactions", { accountId: reserve })).transactions;
    expect(side.transferId).toMatch(/^tfr_/);
  });
});
