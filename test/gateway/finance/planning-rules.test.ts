import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertMinor } from "../../../subgraphs/gateway/finance/accounts/exchange-rates.ts";
import { billDates, parseRule } from "../../../subgraphs/gateway/finance/bills/bill-dates.ts";
import { findRecurring } from "../../../subgraphs/gateway/finance/bills/recurring-payments.ts";
import {
  budgetMonth,
  nextMonth,
  type BudgetFacts,
} from "../../../subgraphs/gateway/finance/budgets/envelopes.ts";
import { projectedSpending } from "../../../subgraphs/gateway/finance/budgets/pace.ts";
import { valueOf } from "../../../subgraphs/gateway/finance/investments/holding-value.ts";
import { holdingOf, type LotTrade } from "../../../subgraphs/gateway/finance/investments/lots.ts";
import {
  flowByCategory,
  flowByPeriod,
  flowOf,
} from "../../../subgraphs/gateway/finance/reports/cash-flow.ts";
import { forecast } from "../../../subgraphs/gateway/finance/reports/forecast.ts";
import { netWorthOn, type WorthAccount } from "../../../subgraphs/gateway/finance/reports/net-worth.ts";

const months = ["2026-01", "2026-02", "2026-03", "2026-04"];

/** A budget of two categories by tables of month and category. */
function budget(
  tables: Partial<
    Record<"amount" | "activity" | "income" | "held" | "mode", Record<string, number | string>>
  >,
  more: Partial<BudgetFacts> = {},
): BudgetFacts {
  const at = (table: Record<string, number | string> | undefined, key: string) => Number(table?.[key] ?? 0);
  return {
    method: "envelope",
    firstMonth: "2026-01",
    categoryIds: ["a", "b"],
    amountOf: (category, month) => at(tables.amount, `${category} ${month}`),
    activityOf: (category, month) => at(tables.activity, `${category} ${month}`),
    incomeOf: (month) => at(tables.income, month),
    heldIn: (month) => at(tables.held, month),
    rolloverOf: (category) => (tables.mode?.[category] === "carry_negative" ? "carry_negative" : "reset"),
    ...more,
  };
}

describe("envelopes", () => {
  const spent = {
    amount: { "a 2026-01": 100, "b 2026-01": 50, "a 2026-02": 100 },
    activity: { "a 2026-01": -130, "b 2026-01": -20 },
    income: { "2026-01": 500, "2026-02": 10 },
    held: { "2026-01": 40 },
  };

  test("envelopes carry a remainder over and take overspending from the next month's budget", () => {
    const first = budgetMonth(budget(spent), "2026-01");
    expect(first.toBudget).toBe(500 - 150 - 40);
    expect(first.categories.map(({ balance }) => balance)).toEqual([-30, 30]);
    const second = budgetMonth(budget(spent), "2026-02");
    expect(second.categories).toMatchObject([
      { carried: 0, balance: 100 },
      { carried: 30, balance: 30 },
    ]);
    expect(second.toBudget).toBe(310 + 10 - 100 - 30 + 40);
  });

  test("envelopes under carry_negative carry overspending over too", () => {
    const facts = budget({ ...spent, mode: { a: "carry_negative" } });
    const second = budgetMonth(facts, "2026-02");
    expect(second.categories[0]).toMatchObject({ carried: -30, balance: 70 });
    expect(second.toBudget).toBe(310 + 10 - 100 + 40);
  });

  test("months of a tracking budget are independent", () => {
    const second = budgetMonth(budget(spent, { method: "tracking" }), "2026-02");
    expect(second).toMatchObject({ toBudget: -90, categories: [{ carried: 0 }, { carried: 0 }] });
  });

  test("envelopes conserve money: unassigned, held and category amounts sum to the net flow", () => {
    const amount = fc.integer({ min: -100_000, max: 100_000 });
    const table = (keys: string[], value: fc.Arbitrary<number>) =>
      fc
        .tuple(...keys.map(() => value))
        .map((values) => Object.fromEntries(keys.map((key, at) => [key, values[at]!])));
    const both = months.flatMap((month) => [`a ${month}`, `b ${month}`]);
    const modes = fc.constantFrom("carry_negative", "reset");
    fc.assert(
      fc.property(
        table(both, amount),
        table(both, amount),
        table(months, amount),
        table(months, fc.nat(1_000)),
        fc.record({ a: modes, b: modes }),
        (given, activity, income, held, mode) => {
          const facts = budget({ amount: given, activity, income, held, mode });
          let known = 0;
          for (const month of months) {
            known += income[month]! + activity[`a ${month}`]! + activity[`b ${month}`]!;
            const { toBudget, held: kept, categories } = budgetMonth(facts, month);
            expect(categories.reduce((sum, { balance }) => sum + balance, toBudget + kept)).toBe(known);
          }
        },
      ),
    );
    expect(nextMonth("2026-12")).toBe("2027-01");
  });

  test("projected spending extrapolates the current month and returns actual spending for others", () => {
    expect(projectedSpending(1_000, "2026-04", "2026-04-10")).toBe(3_000);
    expect(projectedSpending(1_000, "2026-03", "2026-04-10")).toBe(1_000);
  });
});

describe("bills", () => {
  const dates = (rule: string, startsOn: string, from: string, to: string) =>
    billDates(parseRule(rule)!, startsOn, { from, to });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=15", "2026-01-20", ["2026-02-15", "2026-03-15"]],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-01", ["2026-01-31", "2026-02-28", "2026-03-31"]],
    ["RRULE:FREQ=MONTHLY", "2026-01-31", ["2026-01-31", "2026-03-31"]],
    ["FREQ=WEEKLY;INTERVAL=6", "2025-12-25", ["2026-02-05", "2026-03-19"]],
    ["FREQ=YEARLY", "2020-02-29", []],
    ["FREQ=YEARLY", "2020-03-01", ["2026-03-01"]],
    ["FREQ=DAILY;INTERVAL=30;UNTIL=20260203", "2026-01-01", ["2026-01-01", "2026-01-31"]],
    ["FREQ=MONTHLY;COUNT=2", "2025-12-10", ["2026-01-10"]],
  ])("%s from %s", (rule, startsOn, expected) => {
    expect(dates(rule, startsOn, "2026-01-01", "2026-03-31")).toEqual(expected);
  });

  test.each([
    "",
    "MONTHLY",
    "FREQ=HOURLY",
    "FREQ=MONTHLY;BYDAY=MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=1;UNTIL=20260101",
    "FREQ=DAILY;FREQ=DAILY",
  ])("%j is no rule", (rule) => {
    expect(parseRule(rule)).toBeNull();
  });

  test("are found by their gaps and amounts", () => {
    const paid = (payeeId: string, amounts: Record<string, number>) =>
      Object.entries(amounts).map(([date, amount]) => ({ payeeId, currency: "USD", date, amount }));
    const found = findRecurring([
      ...paid("rent", {
        "2026-01-01": -1_000,
        "2026-02-01": -1_000,
        "2026-03-01": -1_000,
        "2026-04-01": -1_050,
      }),
      ...paid("tv", { "2026-01-03": -15, "2026-01-10": -15, "2026-01-17": -15, "2026-01-24": -15 }),
      ...paid("domain", { "2025-01-10": -12, "2026-01-11": -12 }),
      ...paid("shop", { "2026-01-02": -5, "2026-01-20": -80, "2026-01-21": -33, "2026-03-30": -12 }),
      ...paid("pay", { "2026-01-01": 9, "2026-02-01": 9, "2026-03-01": 9 }),
    ]);
    expect(found.map(({ payeeId, interval, amount }) => [payeeId, interval, amount])).toEqual([
      ["rent", "monthly", 1_000],
      ["tv", "weekly", 15],
      ["domain", "yearly", 12],
    ]);
  });
});

describe("lots", () => {
  const trade = (side: "buy" | "sell", date: string, quantity: number, amount: number): LotTrade => ({
    side,
    date,
    quantity: quantity * 1_000_000,
    amount,
  });

  test("are sold oldest first, with their part of the basis", () => {
    const found = holdingOf([
      trade("buy", "2026-01-01", 3, 1_000),
      trade("buy", "2026-02-01", 2, 900),
      trade("sell", "2026-03-01", 1, 400),
      trade("sell", "2026-03-02", 3, 1_500),
    ]);
    expect(found).toMatchObject({ quantity: 1_000_000, basis: 450, realizedGain: 400 + 1_500 - 1_450 });
    expect(holdingOf([trade("buy", "2026-01-02", 1, 1), trade("sell", "2026-01-01", 1, 1)])).toBeNull();
  });

  test("lose no cent of basis, whatever is sold in which parts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 9_999 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9_999 })), {
          maxLength: 8,
        }),
        (buys, sells) => {
          const trades = [
            ...buys.map(([quantity, amount]) => trade("buy", "2026-01-01", quantity, amount)),
            ...sells.map(([quantity, amount]) => trade("sell", "2026-02-01", quantity, amount)),
          ];
          const [bought, sold] = [buys, sells].map((list) =>
            list.reduce((sum, [quantity]) => sum + quantity, 0),
          );
          const found = holdingOf(trades);
          if (found === null) {
            expect(sold).toBeGreaterThan(bought!);
            return;
          }
          const [cost, brought] = [buys, sells].map((list) =>
            list.reduce((sum, [, amount]) => sum + amount, 0),
          );
          expect(found.quantity).toBe((bought! - sold!) * 1_000_000);
          expect(found.realizedGain).toBe(brought! - (cost! - found.basis));
        },
      ),
    );
  });

  test("are worth quantity times price, rounded once", () => {
    expect(valueOf(333_333, 3_000_000, "USD")).toBe(100);
    expect(valueOf(1_500_000, 10_000_000, "JPY")).toBe(15);
    expect(valueOf(100_000_000_000_000, 9_000_000, "USD")).toBe(90_000_000_000);
  });
});

describe("net worth", () => {
  const anyAccount: fc.Arbitrary<WorthAccount> = fc.record({
    id: fc.uuid(),
    name: fc.constant("x"),
    kind: fc.constantFrom("checking", "credit_card", "loan", "investment"),
    currency: fc.constant("USD"),
    openingBalance: fc.integer({ min: -100_000, max: 100_000 }),
    openedOn: fc.constantFrom("2026-01-01", "2026-01-03"),
    movements: fc
      .array(
        fc.record({
          date: fc.constantFrom("2026-01-02", "2026-01-04"),
          amount: fc.integer({ min: -999, max: 999 }),
        }),
        { maxLength: 4 },
      )
      .map((list) => list.sort((a, b) => (a.date < b.date ? -1 : 1))),
    positions: fc.constant([]),
  });
  const same = (amount: number) => amount;

  test("is the sum of the accounts, and a transfer never changes it", () => {
    fc.assert(
      fc.property(fc.array(anyAccount, { minLength: 2, maxLength: 5 }), fc.nat(10_000), (accounts, moved) => {
        const dates = ["2025-12-31", "2026-01-02", "2026-01-05"];
        const before = netWorthOn(accounts, dates, same);
        for (const { assets, liabilities, netWorth, byAccount } of before) {
          expect(byAccount.reduce((sum, { value }) => sum + value, 0)).toBe(netWorth);
          expect(assets - liabilities).toBe(netWorth);
        }
        expect(before[0]!.netWorth).toBe(0);
        const leg = (at: number, amount: number) => {
          const account = accounts[at]!;
          const movements = [...account.movements, { date: "2026-01-05", amount }];
          return { ...account, movements };
        };
        const after = netWorthOn([leg(0, -moved), leg(1, moved), ...accounts.slice(2)], dates, same);
        expect(after.map(({ netWorth }) => netWorth)).toEqual(before.map(({ netWorth }) => netWorth));
      }),
    );
  });

  test("in another currency takes the last rate on or before the day, of either direction", () => {
    const rates = [
      { base: "EUR", quote: "USD", date: "2026-01-01", rate: 110_000_000 },
      { base: "USD", quote: "EUR", date: "2026-02-01", rate: 80_000_000 },
    ];
    const convert = (date: string) => convertMinor(rates, 10_000, { from: "EUR", to: "USD", date });
    expect([convert("2025-12-31"), convert("2026-01-31"), convert("2026-02-01")]).toEqual([
      null,
      11_000,
      12_500,
    ]);
    expect(convertMinor(rates, 1, { from: "USD", to: "USD", date: "2000-01-01" })).toBe(1);
  });
});

describe("cash flow", () => {
  const anyPart = fc.record({
    date: fc.constantFrom("2026-01-01", "2026-01-31", "2026-02-14", "2026-03-31"),
    categoryId: fc.constantFrom("food", "pay", null),
    amount: fc.integer({ min: -10_000, max: 10_000 }),
  });

  test("is what all parts sum to, by category and by period alike", () => {
    fc.assert(
      fc.property(
        fc.array(anyPart, { maxLength: 30 }),
        fc.constantFrom("month" as const, "week" as const),
        (list, groupBy) => {
          const kinds = { food: "expense", pay: "income" } as const;
          const parts = list.map((part) => ({
            ...part,
            kind: part.categoryId === null ? null : kinds[part.categoryId],
          }));
          const flow = flowOf(parts);
          expect(flow.net).toBe(parts.reduce((sum, { amount }) => sum + amount, 0));
          const byCategory = flowByCategory(parts);
          const sumOf = (wanted: string) =>
            byCategory.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0);
          expect([sumOf("income"), sumOf("expense")]).toEqual([flow.inflow, flow.outflow]);
          const periods = flowByPeriod(parts, { from: "2026-01-01", to: "2026-03-31", groupBy });
          expect(periods.reduce((sum, { net }) => sum + net, 0)).toBe(flow.net);
          expect(periods.at(-1)!.to).toBe("2026-03-31");
        },
      ),
    );
  });

  test("the forecast sums known items and the pace of other flow", () => {
    const facts = { today: "2026-03-31", days: 3, balance: 1_000, otherFlow: -900, averageDays: 90 };
    const items = [
      { date: "2026-03-25", label: "late", amount: -500 },
      { date: "2026-04-02", label: "rent", amount: -600 },
    ];
    expect(forecast({ ...facts, items }).map(({ date, balance, isLow }) => [date, balance, isLow])).toEqual([
      ["2026-04-01", 490, false],
      ["2026-04-02", -120, true],
      ["2026-04-03", -130, true],
    ]);
  });
});
