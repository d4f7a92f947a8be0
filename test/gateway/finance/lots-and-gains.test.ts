import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rebalance, type HeldValue } from "../../../subgraphs/gateway/finance/allocation/rebalance.ts";
import { longTermFrom, termOf } from "../../../subgraphs/gateway/finance/investments/holding-period.ts";
import { positionValues } from "../../../subgraphs/gateway/finance/investments/holding-value.ts";
import {
  holdingOf,
  lotMethods,
  type LotMethod,
  type LotTrade,
  type StockSplit,
} from "../../../subgraphs/gateway/finance/investments/lots.ts";
import { washSales } from "../../../subgraphs/gateway/finance/investments/realized-gains.ts";

const unit = 1_000_000;
type Trade = LotTrade & { id: string };

const trade = (
  id: string,
  side: LotTrade["side"],
  date: string,
  quantity: number,
  dollars: number,
): Trade => ({
  id,
  side,
  date,
  quantity: Math.round(quantity * unit),
  amount: Math.round(dollars * 100),
});
const split = (date: string, numerator: number, denominator: number): StockSplit => ({
  date,
  numerator,
  denominator,
});

const gainsOf = (trades: readonly Trade[], splits: readonly StockSplit[] = []) =>
  holdingOf(trades, { splits })!.sold.map(({ tradeId, quantity, proceeds, basis }) => [
    tradeId,
    quantity / unit,
    (proceeds - basis) / 100,
  ]);

describe("lots of a security", () => {
  test("are sold first in, first out, or as a sale names them (Treas. Reg. 1.1012-1(c))", () => {
    const bought = [
      trade("a", "buy", "2020-01-02", 100, 1_000),
      trade("b", "buy", "2020-02-03", 100, 1_100),
      trade("c", "buy", "2020-03-02", 200, 1_800),
    ];
    expect(gainsOf([...bought, trade("s", "sell", "2020-06-01", 130, 1_950)])).toEqual([
      ["a", 100, 500],
      ["b", 30, 120],
    ]);
    const named = {
      ...trade("s", "sell", "2020-06-01", 130, 1_950),
      lots: [{ tradeId: "c", quantity: 130 * unit }],
    };
    expect(gainsOf([...bought, named])).toEqual([["c", 130, 780]]);
    expect(holdingOf([...bought, named], { method: "fifo" })!.sold.map(({ tradeId }) => tradeId)).toEqual([
      "a",
      "b",
    ]);
    const gone = { ...named, lots: [{ tradeId: "a", quantity: 130 * unit }] };
    expect(holdingOf([...bought, gone])).toBeNull();
  });

  test("are sold last in, first out, or at the average basis of all units (Treas. Reg. 1.1012-1(e))", () => {
    const trades = [
      trade("a", "buy", "2020-01-02", 100, 1_000),
      trade("b", "buy", "2020-02-03", 100, 1_100),
      trade("c", "buy", "2020-03-02", 200, 1_800),
      trade("s", "sell", "2020-06-01", 130, 1_950),
      trade("d", "buy", "2020-07-01", 130, 2_000),
    ];
    const soldBy = (method: LotMethod) =>
      holdingOf(trades, { method })!.sold.map(({ tradeId, quantity, basis }) => [
        tradeId,
        quantity / unit,
        basis / 100,
      ]);
    expect(soldBy("lifo")).toEqual([["c", 130, 1_170]]);
    // 3,900.00 for 400 units: 9.75 each, of the oldest.
    expect(soldBy("average")).toEqual([
      ["a", 100, 975],
      ["b", 30, 292.5],
    ]);
    const later = [...trades, trade("t", "sell", "2020-08-01", 400, 5_000)];
    // 270 units at 9.75 and 130 for 2,000.00 are 400 for 4,632.50.
    expect(holdingOf(later, { method: "average" })!.realizedGain).toBe(195_000 - 126_750 + 500_000 - 463_250);
  });

  test("a split spreads the basis over the new shares (26 U.S.C. 307)", () => {
    const found = holdingOf([trade("a", "buy", "2020-01-02", 100, 1_500)], {
      splits: [split("2020-03-01", 2, 1)],
    })!;
    expect(found.lots).toEqual([{ tradeId: "a", date: "2020-01-02", quantity: 200 * unit, basis: 150_000 }]);
    expect(
      gainsOf(
        [trade("a", "buy", "2020-01-02", 100, 1_500), trade("s", "sell", "2020-04-01", 50, 500)],
        [split("2020-03-01", 2, 1)],
      ),
    ).toEqual([["a", 50, 125]]);
  });

  test("trades on the day of a split are in new shares", () => {
    const trades = [trade("a", "buy", "2020-01-02", 10, 100), trade("b", "buy", "2020-03-01", 10, 50)];
    expect(holdingOf(trades, { splits: [split("2020-03-01", 3, 1)] })!.quantity).toBe(40 * unit);
    expect(
      holdingOf([...trades, trade("s", "sell", "2020-02-01", 11, 1)], {
        splits: [split("2020-03-01", 3, 1)],
      }),
    ).toBeNull();
  });

  test("a dividend in cash changes no lot, a reinvested one adds its own", () => {
    const trades = [
      trade("a", "buy", "2020-01-02", 10, 100),
      trade("d", "dividend", "2020-02-01", 0, 7),
      trade("r", "reinvestment", "2020-03-01", 0.5, 6),
    ];
    const { quantity, basis, lots } = holdingOf(trades)!;
    expect([quantity, basis, lots.map(({ tradeId }) => tradeId)]).toEqual([10.5 * unit, 10_600, ["a", "r"]]);
  });

  test("basis and proceeds are conserved, and positions hold what lots sum to, whatever happens", () => {
    const days = ["2020-01-01", "2020-01-02", "2020-01-03", "2020-01-04", "2020-01-05"];
    const anyTrade = fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const, "reinvestment" as const, "dividend" as const),
      day: fc.nat(4),
      units: fc.integer({ min: 1, max: 40_000_000 }),
      amount: fc.integer({ min: 0, max: 99_999 }),
    });
    const anySplit = fc.record({
      day: fc.nat(4),
      numerator: fc.integer({ min: 1, max: 9 }),
      denominator: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyTrade, { maxLength: 12 }),
        fc.uniqueArray(anySplit, { maxLength: 3, selector: ({ day }) => day }),
        fc.constantFrom(...lotMethods),
        (drawn, drawnSplits, method) => {
          const trades = drawn.map(({ side, day, units, amount }, index): Trade => ({
            id: `t${index}`,
            side,
            date: days[day]!,
            quantity: side === "dividend" ? 0 : units,
            amount,
          }));
          const splits = drawnSplits
            .toSorted((a, b) => a.day - b.day)
            .map(({ day, ...ratio }) => ({ ...ratio, date: days[day]! }));
          const found = holdingOf(trades, { splits, method });
          fc.pre(found !== null);
          const sum = (pick: (trade: Trade) => number) => trades.reduce((total, one) => total + pick(one), 0);
          const bought = sum(({ side, amount }) => (side === "buy" || side === "reinvestment" ? amount : 0));
          const sold = found.sold.reduce((total, part) => total + part.basis, 0);
          expect(found.basis + sold).toBe(bought);
          const proceeds = found.sold.reduce((total, part) => total + part.proceeds, 0);
          expect(proceeds).toBe(sum(({ side, amount }) => (side === "sell" ? amount : 0)));
          const changes = trades
            .filter(({ side }) => side !== "dividend")
            .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
            .map(({ side, date, quantity }) => ({ date, change: side === "sell" ? -quantity : quantity }));
          // At a price of one after the last split, a position is worth its units.
          const prices = [{ date: days[4]!, price: 100 * unit }];
          const [value] = positionValues({ currency: "USD", changes, prices, splits }, [days[4]!]);
          expect(value).toBe(Math.round((found.quantity * 10_000) / unit));
        },
      ),
    );
  });
});

describe("a spin-off", () => {
  const named = (...lots: [string, number][]) =>
    lots.map(([tradeId, quantity]) => ({ tradeId, quantity: quantity * unit }));
  const spinOff = (date: string, dollars: number, lots: ReturnType<typeof named>): LotTrade => ({
    id: "spin",
    side: "spin_off",
    date,
    quantity: 0,
    amount: Math.round(dollars * 100),
    lots,
  });

  test("moves basis out of each lot in proportion, before the trades of its day, and loses no cent", () => {
    const bought = [
      trade("a", "buy", "2024-01-02", 100, 5_000),
      trade("b", "buy", "2025-01-02", 51, 3_060.01),
    ];
    const sameDay = trade("c", "buy", "2026-03-02", 10, 500);
    const spin = spinOff("2026-03-02", 1_612, named(["a", 100], ["b", 51]));
    const { lots, basis } = holdingOf([...bought, sameDay, spin])!;
    // 1,612 × 5,000 / 8,060.01 is 999.9988, and the rest is the second lot's.
    expect(lots.map((lot) => lot.basis / 100)).toEqual([4_000, 2_448.01, 500]);
    expect(basis / 100).toBe(5_000 + 3_060.01 + 500 - 1_612);
  });

  test("stands on the lots that it found", () => {
    const bought = trade("a", "buy", "2024-01-02", 100, 5_000);
    const spin = spinOff("2026-03-02", 1_000, named(["a", 100]));
    const sold = (date: string) => trade("s", "sell", date, 10, 600);
    expect(holdingOf([bought, spin, sold("2026-03-02")])!.sold[0]!.basis).toBe(40_000);
    expect(holdingOf([bought, spin, sold("2026-03-01")])).toBeNull();
    expect(holdingOf([bought, spin], { splits: [split("2025-06-02", 2, 1)] })).toBeNull();
    expect(holdingOf([bought, spin], { splits: [split("2026-03-03", 2, 1)] })!.quantity).toBe(200 * unit);
    expect(holdingOf([spin])).toBeNull();
  });

  test("makes lots as old as those that they come from: the first are sold first", () => {
    const received: LotTrade = {
      ...trade("r", "buy", "2026-03-02", 5, 100),
      side: "received",
      acquiredOn: "2024-01-02",
    };
    const trades = [
      trade("own", "buy", "2025-01-02", 5, 200),
      received,
      trade("s", "sell", "2026-03-03", 5, 150),
    ];
    expect(holdingOf(trades)!.sold).toMatchObject([
      { tradeId: "r", acquiredOn: "2024-01-02", basis: 10_000 },
    ]);
  });
});

describe("the holding period", () => {
  test.each([
    // Rev. Rul. 66-7: bought on the last of a month, long on the first of the 13th month after.
    ["2022-02-07", "2023-02-08"],
    ["2023-02-28", "2024-03-01"],
    ["2024-02-29", "2025-03-01"],
    ["2024-02-28", "2025-03-01"],
    ["2022-12-31", "2024-01-01"],
  ])("of shares bought on %s is long from %s on", (bought, from) => {
    expect(longTermFrom(bought)).toBe(from);
    expect(termOf(bought, from)).toBe("long");
    const dayBefore = new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10);
    expect(termOf(bought, dayBefore)).toBe("short");
  });
});

describe("wash sales", () => {
  const disallowed = (trades: readonly Trade[], splits: readonly StockSplit[] = []) =>
    washSales(holdingOf(trades, { splits })!.sold, trades, splits).map(
      ({ disallowedLoss }) => disallowedLoss / 100,
    );

  test("shares bought again within 30 days disallow the loss (IRS Publication 550: $250)", () => {
    const trades = (date: string) => [
      trade("a", "buy", "2020-01-02", 100, 1_000),
      trade("s", "sell", "2020-06-10", 100, 750),
      trade("b", "buy", date, 100, 800),
    ];
    expect(disallowed(trades("2020-07-10"))).toEqual([250]);
    expect(disallowed(trades("2020-07-11"))).toEqual([0]);
  });

  test("fewer shares bought disallow their part (Treas. Reg. 1.1091-1(h), example 2: 75 of 100)", () => {
    expect(
      disallowed([
        trade("a", "buy", "1954-09-21", 100, 5_000),
        trade("b", "buy", "1954-12-21", 50, 2_750),
        trade("c", "buy", "1954-12-27", 25, 1_125),
        trade("s", "sell", "1955-01-03", 100, 4_000),
      ]),
    ).toEqual([750]);
  });

  test("the rest of the lot that was sold does not replace it (Rev. Rul. 56-602), and gains are no wash sales", () => {
    expect(
      disallowed([trade("a", "buy", "2020-06-01", 100, 1_000), trade("s", "sell", "2020-06-10", 40, 100)]),
    ).toEqual([0]);
    expect(
      disallowed([
        trade("a", "buy", "2020-01-02", 100, 1_000),
        trade("s", "sell", "2020-06-10", 100, 1_001),
        trade("b", "buy", "2020-06-11", 100, 1_000),
      ]),
    ).toEqual([0]);
  });

  test("one bought share replaces one sold share, in the units of its day", () => {
    const trades = [
      trade("a", "buy", "2020-01-02", 100, 1_000),
      trade("s1", "sell", "2020-06-10", 50, 400),
      trade("b", "buy", "2020-06-15", 60, 480),
      trade("s2", "sell", "2020-06-20", 50, 400),
    ];
    expect(disallowed(trades)).toEqual([100, 20]);
    const halves = [
      trade("a", "buy", "2020-01-02", 100, 1_000),
      trade("s", "sell", "2020-06-10", 100, 500),
      trade("b", "buy", "2020-06-15", 100, 480),
    ];
    // After a 2-for-1 split the 100 bought shares are 50 of the sold ones.
    expect(disallowed(halves, [split("2020-06-12", 2, 1)])).toEqual([250]);
  });
});

describe("a rebalancing plan", () => {
  const held: HeldValue[] = [
    { securityId: "vti", class: "fund", value: 70_000 },
    { securityId: "vxus", class: "fund", value: 10_000 },
    { securityId: "bnd", class: "bond", value: 10_000 },
  ];

  test("sells what is over its target, and buys what is under it", () => {
    const targets = [
      { class: "fund" as const, share: 6_000 },
      { class: "bond" as const, share: 3_000 },
      { class: "stock" as const, share: 1_000 },
    ];
    expect(rebalance(100_000, held, targets, (one) => (one === "stock" ? "own" : null))).toEqual([
      { class: "fund", securityId: "vti", amount: -17_500 },
      { class: "fund", securityId: "vxus", amount: -2_500 },
      { class: "bond", securityId: "bnd", amount: 20_000 },
      { class: "stock", securityId: "own", amount: 10_000 },
    ]);
  });

  test("after its moves every class has its share to the cent, whatever is held", () => {
    const classes = ["stock", "fund", "bond", "crypto", "other"] as const;
    fc.assert(
      fc.property(
        fc.array(fc.record({ class: fc.constantFrom(...classes), value: fc.integer({ min: 0, max: 1e9 }) }), {
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 1e9 }),
        fc.nat(10_000),
        (drawn, cash, share) => {
          const securities = drawn.map((one, index) => ({ ...one, securityId: `s${index}` }));
          const whole = securities.reduce((sum, { value }) => sum + value, cash);
          const targets = [
            { class: "stock" as const, share },
            { class: "cash" as const, share: 10_000 - share },
          ];
          const moves = rebalance(whole, securities, targets, () => null);
          for (const assetClass of classes) {
            const before = securities.reduce(
              (sum, one) => (one.class === assetClass ? sum + one.value : sum),
              0,
            );
            const moved = moves.reduce((sum, one) => (one.class === assetClass ? sum + one.amount : sum), 0);
            const exact = assetClass === "stock" ? (whole * share) / 10_000 : 0;
            expect(Math.abs(before + moved - exact)).toBeLessThan(1);
          }
        },
      ),
    );
  });
});
