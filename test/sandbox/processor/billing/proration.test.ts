import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minimumCharge, settleAmounts } from "../../../../sandbox/processor/invoices/invoice-amounts.ts";
import { nextAttemptAt, standardDunning } from "../../../../sandbox/processor/subscriptions/dunning.ts";
import { prorate, shareLeft } from "../../../../sandbox/processor/subscriptions/proration.ts";

const day = 86_400;
const april = { start: 0, end: 30 * day };

const shares: [number, number, number][] = [
  [2900, 0, 2900],
  [2900, 15 * day, 1450],
  [2900, 30 * day, 0],
  [2900, 10 * day, 1933], // 1933.33…
  [2900, 20 * day, 967], // 966.66…
  [9900, 1, 9900], // one second costs less than half a cent
  [9900, 30 * day - 1, 0],
  [1, 15 * day, 1], // exactly half goes up
  [2900, -5, 2900],
  [2900, 31 * day, 0],
];

it.each(shares)("of %i, at second %i of a month of 30 days %i is left", (amount, at, left) => {
  expect(shareLeft(amount, april, at)).toBe(left);
});

const prices = fc.record({
  unitAmount: fc.integer({ min: 0, max: 99_999_999 }),
  quantity: fc.integer({ min: 1, max: 50 }),
});
const moments = fc.integer({ min: 0, max: april.end });

describe("a change of price", () => {
  it("gives back the unused time and charges the rest of the period", () => {
    const change = { from: { unitAmount: 2900, quantity: 1 }, to: { unitAmount: 9900, quantity: 1 } };
    expect(prorate(change, april, 12 * day)).toEqual({
      credit: -1740,
      debit: 5940,
      period: { start: 12 * day, end: 30 * day },
    });
  });

  it("to the same price costs nothing at any second", () => {
    fc.assert(
      fc.property(prices, moments, (price, at) => {
        const { credit, debit } = prorate({ from: price, to: price }, april, at);
        expect(credit + debit).toBe(0);
      }),
    );
  });

  it("never gives back more than was paid, and gives back less the later it is", () => {
    fc.assert(
      fc.property(prices, prices, moments, moments, (from, to, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const first = prorate({ from, to }, april, early);
        const second = prorate({ from, to }, april, late);
        expect(-first.credit).toBeLessThanOrEqual(from.unitAmount * from.quantity);
        expect(-second.credit).toBeLessThanOrEqual(-first.credit);
        expect(second.debit).toBeLessThanOrEqual(first.debit);
      }),
    );
  });

  it("is exact to within half a minor unit", () => {
    fc.assert(
      fc.property(prices, moments, (price, at) => {
        const amount = price.unitAmount * price.quantity;
        const exact = (BigInt(amount) * BigInt(april.end - at) * 2n) / BigInt(april.end);
        const twice = BigInt(shareLeft(amount, april, at)) * 2n;
        expect(twice - exact).toBeLessThanOrEqual(1n);
        expect(twice - exact).toBeGreaterThanOrEqual(-1n);
      }),
    );
  });
});

describe("invoice totals", () => {
  it.each([
    [[2900], 0, 2900, 0],
    [[2900], -1000, 1900, 0],
    [[2900], -5000, 0, -2100],
    [[-1740, 5940, 9900], 0, 14_100, 0],
    [[-5000, 1000], 0, 0, -4000],
    [[49], 0, 0, 49],
    [[50], 0, 50, 0],
    [[2900], 49, 2949, 0],
    [[], 0, 0, 0],
  ])("lines %j with a balance of %i: %i due, %i carried on", (lines, balance, due, ending) => {
    expect(settleAmounts(lines, balance)).toMatchObject({ amountDue: due, endingBalance: ending });
  });

  it("totals lose no money: the owed amount is either due or carried over", () => {
    const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(amounts), amounts, (lines, balance) => {
        const { total, amountDue, endingBalance } = settleAmounts(lines, balance);
        expect(total + balance).toBe(amountDue + endingBalance);
        expect(amountDue === 0 || amountDue >= minimumCharge).toBe(true);
      }),
    );
  });
});

it("failed renewals are tried again after 3, 5 and 7 days, then no more", () => {
  const tries = [1, 2, 3, 4].map((count) => nextAttemptAt(standardDunning, count, 0));
  expect(tries).toEqual([3 * day, 5 * day, 7 * day, null]);
});
