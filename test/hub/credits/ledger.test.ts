import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  availableOf,
  counterLedger,
  drawLots,
  postingsOf,
  type Lot,
  type MovementType,
} from "../../../subgraphs/hub/credits/ledger.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

function lot(id: string, over: Partial<Lot> = {}): Lot {
  return { id, source: "paid", remaining: 100, expiresAt: null, createdAt: day(1), ...over };
}

const anyDay = fc.integer({ min: 1, max: 4 }).map(day);
const anyLots = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    source: fc.constantFrom("paid" as const, "promo" as const),
    remaining: fc.integer({ min: 0, max: 500 }),
    expiresAt: fc.option(anyDay),
    createdAt: anyDay,
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);

describe("the draw order of lots", () => {
  test.each<[string, Lot[], string[]]>([
    [
      "the one that expires first goes first",
      [lot("late", { expiresAt: day(9) }), lot("soon", { expiresAt: day(2) })],
      ["soon", "late"],
    ],
    [
      "one that never expires goes last",
      [lot("never"), lot("ever", { expiresAt: day(9) })],
      ["ever", "never"],
    ],
    [
      "expiry counts more than being promotional",
      [lot("promo", { source: "promo" }), lot("paid", { expiresAt: day(9) })],
      ["paid", "promo"],
    ],
    [
      "with one expiry promotional goes before paid",
      [lot("paid", { createdAt: day(1) }), lot("promo", { source: "promo", createdAt: day(3) })],
      ["promo", "paid"],
    ],
    [
      "of one kind the oldest goes first",
      [lot("new", { createdAt: day(3) }), lot("old", { createdAt: day(2) })],
      ["old", "new"],
    ],
    ["equal lots go by id", [lot("b"), lot("a")], ["a", "b"]],
  ])("%s", (_, lots, order) => {
    expect(drawLots(lots, 200).map(({ lotId }) => lotId)).toEqual(order);
  });

  test("a draw takes only the requested amount, and the rest of the last lot stays", () => {
    const lots = [lot("a", { expiresAt: day(2) }), lot("b")];
    expect(drawLots(lots, 130)).toEqual([
      { lotId: "a", amount: 100 },
      { lotId: "b", amount: 30 },
    ]);
  });

  test("a draw of zero takes nothing, and empty lots are skipped", () => {
    expect(drawLots([lot("a")], 0)).toEqual([]);
    expect(drawLots([lot("empty", { remaining: 0 }), lot("full")], 5)).toEqual([
      { lotId: "full", amount: 5 },
    ]);
  });

  test("a draw gives min(amount, total), never more of a lot than it has", () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 0, max: 3000 }), (lots, amount) => {
        const draws = drawLots(lots, amount);
        const remaining = new Map(lots.map((each) => [each.id, each.remaining]));
        expect(sum(draws.map((draw) => draw.amount))).toBe(
          Math.min(amount, sum(lots.map((each) => each.remaining))),
        );
        for (const draw of draws) {
          expect(draw.amount).toBeGreaterThan(0);
          expect(draw.amount).toBeLessThanOrEqual(remaining.get(draw.lotId)!);
        }
        expect(new Set(draws.map((draw) => draw.lotId)).size).toBe(draws.length);
      }),
    );
  });

  test("a draw does not depend on the order in which the lots are read, and leaves the list unchanged", () => {
    const shuffled = anyLots.chain((lots) =>
      fc.tuple(
        fc.constant(lots),
        fc.shuffledSubarray(lots, { minLength: lots.length, maxLength: lots.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 0, max: 3000 }), ([lots, others], amount) => {
        const before = structuredClone(others);
        expect(drawLots(others, amount)).toEqual(drawLots(lots, amount));
        expect(others).toEqual(before);
      }),
    );
  });

  test("a lot is drawn only when all before it in the order are empty", () => {
    fc.assert(
      fc.property(anyLots, fc.integer({ min: 1, max: 3000 }), (lots, amount) => {
        const draws = drawLots(lots, amount);
        const remaining = new Map(lots.map((each) => [each.id, each.remaining]));
        for (const draw of draws.slice(0, -1)) expect(draw.amount).toBe(remaining.get(draw.lotId));
      }),
    );
  });
});

describe("a movement", () => {
  const types = Object.keys(counterLedger) as MovementType[];
  const systems = { sales: 1, promo: 1, usage: 1, breakage: 1, adjust: 1 };

  test.each(types)("of type %s has two postings that sum to zero, one of them the account's", (type) => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (amount) => {
        const [ours, theirs] = postingsOf(type, "acc_1", amount);
        expect(ours).toEqual({ ledger: "account:acc_1", amount });
        expect(ours.amount + theirs.amount).toBe(0);
        expect(Object.keys(systems)).toContain(theirs.ledger.replace("system:", ""));
      }),
    );
  });
});

test("the available amount is the balance without held credits, and negative for a debt", () => {
  expect(availableOf({ balance: 1000, held: 250 })).toBe(750);
  expect(availableOf({ balance: -300, held: 0 })).toBe(-300);
});
