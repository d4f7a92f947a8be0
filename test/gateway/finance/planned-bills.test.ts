import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dueDates } from "../../../subgraphs/gateway/finance/bills/bill-terms.ts";
import { runningCharge, type Charge } from "../../../subgraphs/gateway/finance/bills/recurring-charges.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { createPlanner } from "./planners.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

async function createRent() {
  const planner = createPlanner(app);
  const accountId = await planner.account("checking", 5_000);
  const { id: billId } = await planner.act("create_bill", {
    payee: "Landlord",
    amount: 900,
    rrule: "FREQ=MONTHLY;BYMONTHDAY=15",
    startsOn: "2026-02-01",
    accountId,
  });
  return { ...planner, accountId, billId: billId as string };
}

describe("changes to a bill", () => {
  test("an update holds from today on, and earlier occurrences keep their amounts and days", async () => {
    const { act, billId } = await createRent();
    const due = async () =>
      (await act("list_upcoming_bills", { days: 40 })).bills.map(
        ({ date, status, amount }: Record<string, unknown>) => [date, status, amount],
      );
    await act("update_bill", { billId, amount: 950 });
    const changed = await act("update_bill", {
      billId,
      amountMin: 940,
      amountMax: 960,
      rrule: "FREQ=MONTHLY;BYMONTHDAY=5",
      payee: " Landlady ",
      version: 2,
    });
    expect(changed).toMatchObject({ payee: "Landlady", amountMin: 940, amountMax: 960, version: 3 });
    expect(await due()).toEqual([
      ["2026-02-15", "late", 900],
      ["2026-03-15", "late", 900],
      ["2026-04-05", "expected", 960],
      ["2026-05-05", "expected", 960],
    ]);
    await act("skip_bill", { billId, occurrenceDate: "2026-02-15" });
    await act("skip_bill", { billId, occurrenceDate: "2026-04-05" });
    const { nextDate, occurrences, ...bill } = await act("get_bill", { billId });
    expect(bill).toEqual(changed);
    expect(nextDate).toBe("2026-05-05");
    expect(occurrences).toMatchObject([
      { date: "2026-04-05", status: "skipped" },
      { date: "2026-02-15", status: "skipped" },
    ]);
  });

  test("an update refuses dates of the old rule, accounts in other currencies and old versions", async () => {
    const { act, account, refused, billId } = await createRent();
    await act("update_bill", { billId, rrule: "FREQ=MONTHLY;BYMONTHDAY=5" });
    const old = { billId, occurrenceDate: "2026-04-15" };
    expect((await refused("skip_bill", old)).code).toBe("VALIDATION_ERROR");
    const euros = await account("checking", 0, { currency: "EUR" });
    expect((await refused("update_bill", { billId, accountId: euros })).code).toBe("VALIDATION_ERROR");
    expect((await refused("update_bill", { billId, version: 1 })).code).toBe("VERSION_CONFLICT");
    expect((await refused("update_bill", { billId, rrule: "FREQ=NEVER" })).code).toBe("VALIDATION_ERROR");
    expect((await refused("update_bill", { billId, amountMin: 1 })).code).toBe("VALIDATION_ERROR");
    expect((await refused("update_bill", { billId, categoryId: "cat_x" })).code).toBe("NOT_FOUND");
    const stranger = createPlanner(app);
    expect((await stranger.refused("update_bill", { billId, amount: 1 })).code).toBe("NOT_FOUND");
  });

  test("an ended bill has no due dates, and lists filter by status", async () => {
    const { act, billId } = await createRent();
    const ended = await act("update_bill", { billId, status: "ended", autopay: true });
    expect(ended).toMatchObject({ status: "ended", autopay: true, amountMax: 900 });
    expect((await act("list_upcoming_bills", { days: 40 })).bills).toEqual([]);
    expect((await act("get_bill", { billId })).nextDate).toBeNull();
    expect(await act("list_bills", { status: "active" })).toEqual({ bills: [] });
    expect(await act("list_bills")).toEqual({ bills: [ended] });
  });

  test("deleting a bill deletes its occurrences and keeps the payment", async () => {
    const { act, book, refused, accountId, billId } = await createRent();
    const transactionId = await book(accountId, "2026-02-15", -900);
    await act("mark_bill_paid", { billId, occurrenceDate: "2026-02-15", transactionId });
    await act("update_bill", { billId, amount: 950 });
    expect(await act("delete_bill", { billId })).toEqual({ deleted: true });
    expect((await refused("get_bill", { billId })).code).toBe("NOT_FOUND");
    expect(await act("get_transaction", { transactionId })).toMatchObject({ amount: -900 });
    const sql = `SELECT 1 FROM gateway.finance_bill_occurrences WHERE bill_id = $1
      UNION ALL SELECT 1 FROM gateway.finance_bill_terms WHERE bill_id = $1`;
    expect(await app.database.query(sql, [billId])).toEqual([]);
  });

  test("due dates follow the terms of their time, each date once", () => {
    const terms = (rrule: string, amount: number) => ({
      amountMin: amount,
      amountMax: amount,
      rrule,
      startsOn: "2026-01-10",
    });
    const past = (until: string, rrule: string, amount: number) => ({
      billId: "b",
      ownerId: "o",
      until,
      ...terms(rrule, amount),
    });
    const found = dueDates(
      terms("FREQ=MONTHLY", 3),
      [past("2026-02-10", "FREQ=MONTHLY", 1), past("2026-03-01", "FREQ=WEEKLY;INTERVAL=2", 2)],
      { from: "2026-01-01", to: "2026-04-30" },
    );
    expect(found.map(({ date, terms: { amountMax } }) => [date, amountMax])).toEqual([
      ["2026-01-10", 1],
      ["2026-02-21", 2],
      ["2026-03-10", 3],
      ["2026-04-10", 3],
    ]);
  });
});

describe("recurring charges", () => {
  const monthly = (amounts: number[], day = 3): Charge[] =>
    amounts.map((amount, index) => ({
      id: `t${index}`,
      date: `2026-0${index + 1}-${String(day).padStart(2, "0")}`,
      amount,
    }));

  test("a price change of a running charge is its latest amount minus the one before", () => {
    expect(runningCharge(monthly([999, 999, 1_199, 1_199]), "2026-04-20")).toEqual({
      interval: "monthly",
      amount: 1_199,
      monthlyCost: 1_199,
      lastDate: "2026-04-03",
      nextDate: "2026-05-03",
      priceChange: 200,
      priceChangedOn: "2026-03-03",
    });
    expect(runningCharge(monthly([999, 999, 999]), "2026-03-20")).toMatchObject({
      priceChange: 0,
      priceChangedOn: null,
    });
  });

  test.each([
    ["that has ended", monthly([999, 999, 999]), "2026-04-25"],
    ["of loose prices", monthly([999, 1_999, 1_299, 2_100]), "2026-04-20"],
    ["whose price doubled and more", monthly([999, 999, 2_100]), "2026-03-20"],
    ["above 100.00 per month", monthly([10_001, 10_001, 10_001]), "2026-03-20"],
    ["that happened once", monthly([999]), "2026-01-20"],
  ])("a charge %s is no recurring charge", (_, charges, today) => {
    expect(runningCharge(charges, today)).toBeNull();
  });

  test("charges of other intervals cost their share per month", () => {
    const yearly = [
      { id: "a", date: "2025-03-01", amount: 12_000 },
      { id: "b", date: "2026-03-02", amount: 12_000 },
    ];
    expect(runningCharge(yearly, "2026-03-20")).toMatchObject({ interval: "yearly", monthlyCost: 1_000 });
    const weekly = ["2026-03-01", "2026-03-08", "2026-03-15", "2026-03-22"].map((date, id) => ({
      id: String(id),
      date,
      amount: 300,
    }));
    expect(runningCharge(weekly, "2026-03-25")).toMatchObject({ monthlyCost: 1_300, nextDate: "2026-03-29" });
  });

  test("recurring charges are listed by currency with totals and their transactions", async () => {
    const { act, account, book } = createPlanner(app);
    const dollars = await account("checking", 1_000);
    const euros = await account("checking", 1_000, { currency: "EUR" });
    const ids: string[] = [];
    for (const month of ["01", "02", "03"]) {
      ids.push(await book(dollars, `2026-${month}-02`, month === "03" ? -11.99 : -9.99, { payee: "Music" }));
      await book(dollars, `2026-${month}-05`, -20, { payee: "Gym" });
      await book(dollars, `2026-${month}-01`, -1_500, { payee: "Rent" });
      await book(euros, `2026-${month}-09`, -5, { payee: "Music" });
      await book(dollars, `2026-${month}-1${month.slice(1)}`, -40 - Number(month) * 30, { payee: "Market" });
    }
    const { charges, totals } = await act("list_recurring_charges");
    expect(
      charges.map((one: Record<string, unknown>) => [one["currency"], one["payee"], one["monthlyCost"]]),
    ).toEqual([
      ["EUR", "Music", 5],
      ["USD", "Gym", 20],
      ["USD", "Music", 11.99],
    ]);
    expect(charges[2]).toMatchObject({ priceChange: 2, count: 3, transactionIds: ids.toReversed() });
    expect(totals).toEqual([
      { currency: "EUR", monthlyCost: 5 },
      { currency: "USD", monthlyCost: 31.99 },
    ]);
  });
});

describe("changes to a rule", () => {
  const facts = (categoryId: string, value = "market") => ({
    conditions: [{ field: "payee", operator: "contains", value }],
    actions: [
      { set: "category", value: categoryId },
      { set: "tag", value: "weekly" },
    ],
  });

  test("a test shows what a rule would change, and changes nothing", async () => {
    const { act, account, category, book, refused } = createPlanner(app);
    const accountId = await account("checking", 1_000);
    const [food, fun] = [await category("Food"), await category("Fun")];
    const first = await book(accountId, "2026-02-01", -20, { payee: "City MARKET" });
    const second = await book(accountId, "2026-02-02", -30, {
      payee: "Market Hall",
      categoryId: food,
      tags: ["weekly"],
    });
    const split = await book(accountId, "2026-02-03", -40, { payee: "Market Hall" });
    await act("split_transaction", {
      transactionId: split,
      splits: [
        { categoryId: food, amount: -30 },
        { categoryId: fun, amount: -10 },
      ],
    });
    await book(accountId, "2026-02-04", -50, { payee: "Bakery" });
    const tested = await act("test_rule", facts(food));
    expect(tested).toMatchObject({ matched: 3, skipped: 1, changed: 1 });
    expect(tested.changes).toEqual([
      {
        transactionId: first,
        date: "2026-02-01",
        amount: -20,
        currency: "USD",
        before: { payee: "City MARKET", categoryId: null, tags: [] },
        after: { payee: "City MARKET", categoryId: food, tags: ["weekly"] },
      },
    ]);
    expect((await act("get_transaction", { transactionId: first })).categoryId).toBeNull();
    const amounts = { field: "amount", operator: "at_least", value: "30" };
    const both = { ...facts(fun), conditions: [...facts(fun).conditions, amounts] };
    expect((await act("test_rule", both)).changes).toMatchObject([{ transactionId: second }]);
    const limited = {
      conditions: [{ ...amounts, value: "1" }],
      actions: [{ set: "tag", value: "x" }],
      limit: 1,
    };
    expect(await act("test_rule", limited)).toMatchObject({
      matched: 4,
      changed: 3,
      changes: [{ amount: -50 }],
    });
    // What the test said is what applying does.
    await act("create_rule", facts(food));
    expect((await act("apply_rules", { onlyUncategorized: false })).changed).toBe(1);
    expect((await refused("test_rule", facts("cat_x"))).code).toBe("NOT_FOUND");
    const wrong = { ...facts(food), conditions: [{ field: "amount", operator: "contains", value: "1" }] };
    expect((await refused("test_rule", wrong)).code).toBe("VALIDATION_ERROR");
  });

  test("conditions on notes and accounts are tested as they are applied", async () => {
    const { act, account, book } = createPlanner(app);
    const [one, two] = [await account("checking"), await account("savings")];
    const wanted = await book(one, "2026-02-01", -20, { notes: "For the Party" });
    await book(two, "2026-02-01", -20, { notes: "For the party" });
    await book(one, "2026-02-01", -20);
    const conditions = [
      { field: "notes", operator: "contains", value: "PARTY" },
      { field: "account", operator: "is", value: one },
    ];
    const tested = await act("test_rule", { conditions, actions: [{ set: "payee", value: "Caterer" }] });
    expect(tested).toMatchObject({
      matched: 1,
      changes: [{ transactionId: wanted, after: { payee: "Caterer" } }],
    });
  });

  test("an update of a rule holds for new transactions, and a deleted one sets nothing", async () => {
    const { act, account, category, book, refused } = createPlanner(app);
    const accountId = await account("checking", 1_000);
    const [food, fun] = [await category("Food"), await category("Fun")];
    const { id: ruleId, order } = await act("create_rule", facts(food));
    const changed = await act("update_rule", {
      ruleId,
      actions: facts(fun).actions,
      stopOnMatch: true,
      version: 1,
    });
    expect(changed).toMatchObject({ ...facts(fun), stopOnMatch: true, order, version: 2 });
    expect(await act("list_rules")).toEqual({ rules: [changed] });
    const categoryOf = async () => {
      const transactionId = await book(accountId, "2026-02-01", -20, { payee: "Market" });
      return (await act("get_transaction", { transactionId })).categoryId;
    };
    expect(await categoryOf()).toBe(fun);
    expect((await refused("update_rule", { ruleId, version: 1 })).code).toBe("VERSION_CONFLICT");
    expect((await refused("update_rule", { ruleId, actions: facts("cat_x").actions })).code).toBe(
      "NOT_FOUND",
    );
    const wrong = { ruleId, conditions: [{ field: "account", operator: "contains", value: "a" }] };
    expect((await refused("update_rule", wrong)).code).toBe("VALIDATION_ERROR");
    expect(await act("delete_rule", { ruleId })).toEqual({ deleted: true });
    expect(await categoryOf()).toBeNull();
    expect((await refused("delete_rule", { ruleId })).code).toBe("NOT_FOUND");
  });
});
