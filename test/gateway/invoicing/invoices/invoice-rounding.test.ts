import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "../../../../src/money.ts";
import {
  lineNet,
  taxOn,
  totalInvoice,
  type TaxedLine,
} from "../../../../subgraphs/gateway/invoicing/invoices/invoice-arithmetic.ts";

const unitsOfWhole = 1_000_000n;

/** `rate` on `base` by long division: the quotient, and one more when the rest is at least half. */
function longDivision(base: number, rate: number): number {
  const product = BigInt(base) * BigInt(rate);
  const magnitude = product < 0n ? -product : product;
  const quotient = magnitude / unitsOfWhole;
  const rounded = (magnitude % unitsOfWhole) * 2n >= unitsOfWhole ? quotient + 1n : quotient;
  return Number(product < 0n ? -rounded : rounded);
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const rate = fc.constantFrom(0, 1, 50_000, 99_750, 130_000, 1_000_000);
const net = fc.integer({ min: 0, max: 5_000_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const singleRated = fc.array(fc.record({ net, rates: rate.map((one) => [one]) }), {
  minLength: 1,
  maxLength: 20,
});

test.each([
  [50, 10_000, 1],
  [49, 10_000, 0],
  [-50, 10_000, -1],
  [-49, 10_000, 0],
  [1_005, 100_000, 101],
])("tax on %d at %d units is %d: half goes away from zero", (base, units, tax) =>
  expect(taxOn(base, units)).toBe(tax),
);

test.each([
  [2.5, 1, 0, 3],
  [-2.5, 1, 0, -3],
  [0.0001, 5, 3, 1],
  [0.0001, 4.9, 3, 0],
])("quantity %d at %d in a currency of %d decimals is %d minor units", (quantity, price, decimals, minor) => {
  const [count, each] = [parseDecimal(Math.abs(quantity)), parseDecimal(quantity < 0 ? -price : price)];
  expect(lineNet(count, each, decimals)).toBe(minor);
});

test("a line is within half a cent of quantity x unit price, the same either side of zero", () => {
  const quantity = fc.integer({ min: 1, max: 9_999_999 });
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(quantity, cents, (digits, price) => {
      const count = { digits: BigInt(digits), scale: 4 };
      const minor = lineNet(count, { digits: BigInt(price), scale: 2 }, 2);
      const off = BigInt(minor) * 10_000n - BigInt(digits) * BigInt(price);
      expect(off <= 5_000n && off > -5_000n).toBe(true);
      expect(lineNet(count, { digits: BigInt(-price), scale: 2 }, 2) + minor).toBe(0);
    }),
  );
});

test("each rate's tax is exact arithmetic on its base, rounded once", () => {
  fc.assert(
    fc.property(singleRated, share, (lines, part) => {
      const discount = Math.floor(sum(lines.map((line) => line.net)) * part);
      for (const line of totalInvoice(lines, discount).taxLines) {
        expect(line.tax).toBe(longDivision(line.base, line.rate));
      }
    }),
  );
});

test("a discount is spread to the last cent, each rate within one cent of its exact share", () => {
  fc.assert(
    fc.property(singleRated, share, (lines, part) => {
      const total = sum(lines.map((line) => line.net));
      const discount = Math.floor(total * part);
      const { taxLines, subtotal } = totalInvoice(lines, discount);
      expect(sum(taxLines.map(({ base }) => base))).toBe(subtotal);
      for (const { rate: units, base } of taxLines) {
        const own = sum(lines.filter((line) => line.rates[0] === units).map((line) => line.net));
        const off = BigInt(own - base) * BigInt(total) - BigInt(discount) * BigInt(own);
        expect(off > -BigInt(total + 1) && off < BigInt(total + 1)).toBe(true);
      }
    }),
  );
});

test("of the discount's odd cents the largest remainder gets the first", () => {
  const lines = [
    { net: 1_000, rates: [130_000] },
    { net: 500, rates: [50_000] },
  ];
  // Exact shares of 100 are 66.67 and 33.33.
  expect(totalInvoice(lines, 100).taxLines).toEqual([
    { rate: 50_000, base: 467, tax: 23 },
    { rate: 130_000, base: 933, tax: 121 },
  ]);
});

test("a discount stays away from parts that are negative", () => {
  const lines = [
    { net: 1_000, rates: [130_000] },
    { net: -200, rates: [50_000] },
  ];
  expect(totalInvoice(lines, 100).taxLines).toEqual([
    { rate: 50_000, base: -200, tax: -10 },
    { rate: 130_000, base: 900, tax: 117 },
  ]);
});

test("an untaxed credit may take the net below zero as long as the tax covers it", () => {
  const taxed: TaxedLine = { net: 10_000, rates: [130_000] };
  expect(totalInvoice([taxed, { net: -11_300, rates: [] }]).total).toBe(0);
  expect(() => totalInvoice([taxed, { net: -11_301, rates: [] }])).toThrow(/negative/);
});

test("a line split in two is the same invoice", () => {
  fc.assert(
    fc.property(singleRated, fc.nat(), (lines, cut) => {
      const [first, ...rest] = lines as TaxedLine[] as [TaxedLine, ...TaxedLine[]];
      const one = cut % (first.net + 1);
      const halves = [
        { ...first, net: one },
        { ...first, net: first.net - one },
      ];
      expect(totalInvoice([...halves, ...rest])).toEqual(totalInvoice(lines));
    }),
  );
});
