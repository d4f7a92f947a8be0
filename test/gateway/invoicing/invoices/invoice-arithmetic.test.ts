import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "../../../../src/money.ts";
import {
  lineNet,
  rateOfPercent,
  taxOn,
  totalInvoice,
  type TaxedLine,
} from "../../../../subgraphs/gateway/invoicing/invoices/invoice-arithmetic.ts";

const net = (quantity: number, unitPrice: number) =>
  lineNet(parseDecimal(quantity), parseDecimal(unitPrice), 2);
const line = (minor: number, ...percents: number[]): TaxedLine => ({
  net: minor,
  rates: percents.map(rateOfPercent),
});

describe("known invoices", () => {
  test.each([
    { of: "140.00 at 5 % and 9.975 %", lines: [line(14_000, 5, 9.975)], taxes: [700, 1_397], total: 16_097 },
    {
      of: "1,140.00 at 5 % and 9.975 %",
      lines: [line(114_000, 5, 9.975)],
      taxes: [5_700, 11_372],
      total: 131_072,
    },
    { of: "138.66 at 19 %", lines: [line(13_866, 19)], taxes: [2_635], total: 16_501 },
    {
      of: "3 x 33.33 at 7 %",
      lines: [line(3_333, 7), line(3_333, 7), line(3_333, 7)],
      taxes: [700],
      total: 10_699,
    },
    {
      of: "10 x 0.07 at 8.25 %",
      lines: Array.from({ length: 10 }, () => line(7, 8.25)),
      taxes: [6],
      total: 76,
    },
    { of: "0.50 at 5 %", lines: [line(50, 5)], taxes: [3], total: 53 },
    { of: "a credit of 0.50 at 5 % beside 1.00", lines: [line(100), line(-50, 5)], taxes: [-3], total: 47 },
    { of: "nothing due", lines: [line(100), line(-100)], taxes: [], total: 0 },
  ])("$of", ({ lines, taxes, total }) => {
    const totals = totalInvoice(lines);
    expect(totals.taxLines.map(({ tax }) => tax)).toEqual(taxes);
    expect(totals.total).toBe(total);
  });

  test.each([
    [3, 0.335, 101],
    [1.5, 0.01, 2],
    [1.5, -0.01, -2],
    [0.0001, 0.01, 0],
    [99_999_999.9999, 1, 10_000_000_000],
    [0.1, 0.3, 3],
  ])("%d x %d is %d cents", (quantity, unitPrice, cents) => {
    expect(net(quantity, unitPrice)).toBe(cents);
  });

  test("a discount lowers each rate's base by its share", () => {
    const totals = totalInvoice([line(10_000, 10), line(5_000, 20)], 1_500);
    expect(totals.taxLines).toEqual([
      { rate: 100_000, base: 9_000, tax: 900 },
      { rate: 200_000, base: 4_500, tax: 900 },
    ]);
    expect(totals).toMatchObject({ subtotal: 13_500, taxTotal: 1_800, total: 15_300, discount: 1_500 });
  });
});

describe("what no invoice can be", () => {
  test.each([
    ["a negative total", [line(100), line(-101)], 0],
    ["a discount beyond the lines", [line(100)], 101],
    ["a discount on nothing", [line(0)], 1],
    ["more than 15 digits", [line(999_999_999_999_999), line(1)], 0],
  ])("%s is refused", (_, lines, discount) => {
    expect(() => totalInvoice(lines, discount)).toThrow(expect.objectContaining({ code: "INVALID_AMOUNT" }));
  });

  test("sums on the way may be larger than the result", () => {
    const large = 999_999_999_999_999;
    expect(totalInvoice([line(large), line(large), line(-large), line(-large), line(5)]).total).toBe(5);
  });
});

const rates = fc.uniqueArray(fc.integer({ min: 0, max: 300_000 }), { maxLength: 3 });
const positive = fc.record({ net: fc.integer({ min: 0, max: 10_000_000 }), rates });
const lists = fc.array(positive, { minLength: 1, maxLength: 20 });

describe("for any invoice", () => {
  test("the parts add up", () => {
    fc.assert(
      fc.property(lists, fc.nat(), (lines, wish) => {
        const sum = lines.reduce((running, one) => running + one.net, 0);
        const discount = sum === 0 ? 0 : wish % (sum + 1);
        const totals = totalInvoice(lines, discount);
        expect(totals.subtotal).toBe(sum - discount);
        expect(totals.total).toBe(totals.subtotal + totals.taxTotal);
        expect(totals.taxLines.reduce((running, { tax }) => running + tax, 0)).toBe(totals.taxTotal);
        for (const { rate, base, tax } of totals.taxLines) expect(tax).toBe(taxOn(base, rate));
      }),
    );
  });

  test("without a discount a rate's base is the sum of the lines that carry it", () => {
    fc.assert(
      fc.property(lists, (lines) => {
        for (const { rate, base } of totalInvoice(lines).taxLines) {
          const carrying = lines.filter((one) => one.rates.includes(rate));
          expect(base).toBe(carrying.reduce((running, one) => running + one.net, 0));
        }
      }),
    );
  });

  test("the order of the lines does not matter", () => {
    const shuffled = lists.chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.nat(), ([lines, other], wish) => {
        const sum = lines.reduce((running, one) => running + one.net, 0);
        const discount = sum === 0 ? 0 : wish % (sum + 1);
        expect(totalInvoice(other, discount)).toEqual(totalInvoice(lines, discount));
      }),
    );
  });

  test("the mirrored amount has the mirrored tax", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (base, rate) => {
          expect(taxOn(-base, rate) + taxOn(base, rate)).toBe(0);
        },
      ),
    );
  });
});
