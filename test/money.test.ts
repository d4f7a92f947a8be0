import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "../src/errors.ts";
import {
  allocate,
  assertMinor,
  maxMinor,
  multiplyHalfUp,
  parseDecimal,
  toMajor,
  toMinor,
} from "../src/money.ts";

const minorAmount = fc.integer({ min: -maxMinor, max: maxMinor });
const decimals = fc.constantFrom(0, 2, 3);

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("Nothing was thrown.");
}

describe("toMinor", () => {
  it.each([
    [12.34, 2, 1234],
    [0.29, 2, 29],
    [1.005, 3, 1005],
    [8.2, 2, 820],
    [1.15, 2, 115],
    [-0.01, 2, -1],
    [500, 0, 500],
    [0, 2, 0],
    [1e3, 3, 1_000_000],
    [9_999_999_999_999.99, 2, maxMinor],
  ])("reads %d with %d decimals as exactly %d", (amount, places, minor) => {
    expect(toMinor(amount, places)).toBe(minor);
  });

  it.each([
    [1.005, 2],
    [1e-7, 2],
    [1e-7, 3],
    [0.1 + 0.2, 2],
    [0.1 + 0.2, 3],
    [100.5, 0],
    [0.001, 2],
    [-3.333, 2],
  ])("refuses %d where only %d decimals are allowed, and names them", (amount, places) => {
    expect(thrownBy(() => toMinor(amount, places))).toMatchObject({
      code: "AMOUNT_PRECISION",
      status: 400,
      details: { decimals: places },
    });
  });

  it.each([Number.NaN, Infinity, -Infinity, 1e21, 1e300, 10_000_000_000_000])(
    "refuses %d as an amount",
    (amount) => {
      expect(thrownBy(() => toMinor(amount, 2))).toMatchObject({ code: "INVALID_AMOUNT" });
    },
  );

  it("gives no negative zero", () => {
    expect(Object.is(toMinor(-0, 2), 0)).toBe(true);
    expect(Object.is(multiplyHalfUp(-1, 1, 3), 0)).toBe(true);
  });
});

describe("toMajor", () => {
  it("is undone by toMinor for every amount and number of decimals", () => {
    fc.assert(
      fc.property(minorAmount, decimals, (minor, places) => {
        expect(toMinor(toMajor(minor, places), places)).toBe(minor);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [1234, 2, 12.34],
    [5, 2, 0.05],
    [-5, 3, -0.005],
    [7, 0, 7],
    [0, 2, 0],
  ])("shows %d with %d decimals as %d", (minor, places, major) => {
    expect(toMajor(minor, places)).toBe(major);
  });

  it("refuses a fraction of a minor unit as a bug of the caller", () => {
    expect(() => toMajor(0.5, 2)).toThrow(RangeError);
    expect(() => assertMinor(maxMinor + 1)).toThrow(RangeError);
  });
});

describe("parseDecimal", () => {
  it.each([
    [8.25, 825n, 2],
    [-0.5, -5n, 1],
    [1e21, 10n ** 21n, 0],
    [2.5e-7, 25n, 8],
    [0, 0n, 0],
  ])("reads %d exactly", (value, digits, scale) => {
    expect(parseDecimal(value)).toEqual({ digits, scale });
  });
});

describe("multiplyHalfUp", () => {
  it.each([
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [1000, 825, 10_000, 83],
    [-1000, 825, 10_000, -83],
    [105, -1, 10, -11],
    [maxMinor, 999_999_999, 1_000_000_000, 999_999_998_999_999],
  ])("takes %d times %d / %d as %d, halves away from zero", (minor, numerator, denominator, expected) => {
    expect(multiplyHalfUp(minor, numerator, denominator)).toBe(expected);
  });

  it("is never more than half a unit from the exact value, and a tie goes away from zero", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: -1e5, max: 1e5 }),
        fc.integer({ min: 1, max: 1e6 }),
        (minor, numerator, denominator) => {
          const exact = BigInt(minor) * BigInt(numerator);
          const doubledError =
            2n * (BigInt(multiplyHalfUp(minor, numerator, denominator)) * BigInt(denominator) - exact);
          const outwards = exact < 0n ? -doubledError : doubledError;
          expect(outwards <= BigInt(denominator)).toBe(true);
          expect(outwards > -BigInt(denominator)).toBe(true);
        },
      ),
    );
  });

  it("refuses a product beyond 15 digits and a denominator of zero", () => {
    expect(thrownBy(() => multiplyHalfUp(maxMinor, 2, 1))).toBeInstanceOf(DomainError);
    expect(() => multiplyHalfUp(1, 1, 0)).toThrow(RangeError);
    expect(() => multiplyHalfUp(1, 0.5, 1)).toThrow(RangeError);
  });
});

describe("allocate", () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [10, [0, 3, 7], [0, 3, 7]],
    [1, [1, 2], [0, 1]],
    [0, [5, 5], [0, 0]],
  ])("splits %d by %j into %j", (total, weights, parts) => {
    expect(allocate(total, weights)).toEqual(parts);
  });

  it("adds up to the total, with each part within one unit of its exact share and none for a weight of zero", () => {
    const weights = fc
      .array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1e12 })), { minLength: 1, maxLength: 20 })
      .filter((list) => list.some((weight) => weight > 0));
    fc.assert(
      fc.property(minorAmount, weights, (total, list) => {
        const parts = allocate(total, list);
        const sum = list.reduce((subtotal, weight) => subtotal + BigInt(weight), 0n);
        expect(parts.reduce((subtotal, part) => subtotal + BigInt(part), 0n)).toBe(BigInt(total));
        parts.forEach((part, index) => {
          const weight = BigInt(list[index] as number);
          const error = BigInt(part) * sum - BigInt(total) * weight;
          expect(error < sum && error > -sum).toBe(true);
          if (weight === 0n) expect(part === 0).toBe(true);
        });
      }),
    );
  });

  it("refuses weights that cannot be shared by", () => {
    for (const weights of [[], [0, 0], [1, -1], [0.5]])
      expect(() => allocate(10, weights)).toThrow(RangeError);
  });
});
