import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { creditByParts } from "../../../../subgraphs/gateway/invoicing/credit-notes/credit-arithmetic.ts";
import { plainTax, type LineTax } from "../../../../subgraphs/gateway/invoicing/taxes/line-taxes.ts";
import { priceInvoice } from "../../../../subgraphs/gateway/invoicing/invoices/read-invoice-input.ts";

const tax = (percent: number, more: Partial<LineTax> = {}): LineTax => ({
  ...plainTax(Math.round(percent * 10_000)),
  taxRateId: "txr_1",
  ...more,
});
const compound = { isCompound: true };
const inclusive = { isInclusive: true };

const priced = (
  items: { unitPrice: number; quantity?: number; taxes: LineTax[]; discount?: number }[],
  over: { discount?: number; level?: "line" | "invoice" } = {},
) =>
  priceInvoice(
    {
      items: items.map((item) => ({ description: "Item", quantity: 1, ...item })),
      currency: "EUR",
      discount: over.discount,
    },
    { roundingMode: "half_up", taxRoundingLevel: over.level ?? "invoice" },
  );

describe("known invoices", () => {
  test("Québec until 2012: QST of 9.5 % on the price with GST of 5 %", () => {
    const { totals } = priced([{ unitPrice: 100, taxes: [tax(5), tax(9.5, compound)] }]);
    expect(totals.taxLines).toEqual([
      { rate: 50_000, base: 10_000, tax: 500 },
      { rate: 95_000, base: 10_500, tax: 998 },
    ]);
    expect(totals.total).toBe(11_498);
  });

  test("a Spanish professional: IVA of 21 %, and IRPF of 15 % that the client withholds", () => {
    const { lines, totals } = priced([{ unitPrice: 1000, taxes: [tax(21), tax(-15)] }]);
    expect(lines[0]!.taxRates).toEqual([210_000, -150_000]);
    expect(totals.taxLines).toEqual([
      { rate: -150_000, base: 100_000, tax: -15_000 },
      { rate: 210_000, base: 100_000, tax: 21_000 },
    ]);
    expect(totals.total).toBe(106_000);
  });

  test.each([
    { price: 119, quantity: 1, rate: 19, net: 10_000, of: 1_900 },
    { price: 9.99, quantity: 7, rate: 19, net: 5_876, of: 1_117 },
    { price: 0.03, quantity: 1, rate: 19, net: 3, of: 0 },
    { price: 107.7, quantity: 1, rate: 7.7, net: 10_000, of: 770 },
  ])("$quantity x $price with $rate % included", ({ price, quantity, rate, net, of }) => {
    const { totals } = priced([{ unitPrice: price, quantity, taxes: [tax(rate, inclusive)] }]);
    expect([totals.subtotal, totals.taxTotal]).toEqual([net, of]);
  });

  test("a price with two taxes, one on the other", () => {
    // 114.975 is 100 with 5 % and 9.5 % on 105; the price is rounded to cents.
    const taxes = [tax(5, inclusive), tax(9.5, { ...inclusive, ...compound })];
    const { totals } = priced([{ unitPrice: 114.98, taxes }]);
    expect(totals.subtotal).toBe(10_000);
    expect(totals.taxLines.map((line) => line.tax)).toEqual([500, 998]);
    expect(totals.total).toBe(11_498);
  });

  test("a discount on the invoice is deducted before tax, also of prices with tax", () => {
    const { totals } = priced([{ unitPrice: 119, taxes: [tax(19, inclusive)] }], { discount: 10 });
    expect(totals).toMatchObject({ subtotal: 9_000, taxTotal: 1_710, total: 10_710 });
  });

  test("tax of each line is what is left of its price where tax is rounded by the line", () => {
    const items = Array.from({ length: 3 }, () => ({ unitPrice: 0.99, taxes: [tax(19, inclusive)] }));
    const { lines, totals } = priced(items, { level: "line" });
    expect(lines.map(({ netMinor }) => netMinor)).toEqual([83, 83, 83]);
    expect(totals).toMatchObject({ subtotal: 249, taxTotal: 48, total: 297 });
  });
});

/** Fractions, apart from the code: an amount is numerator / denominator. */
type Fraction = readonly [bigint, bigint];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const whole = ([a, b]: Fraction) => (2n * a + b) / (2n * b);

describe("for any invoice", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  const percents = fc.integer({ min: 1, max: 500_000 });

  test("prices with tax add up to the total, and the net is the nearest to the exact one", () => {
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 10 }), percents, (prices, rate) => {
        const taxes = [{ ...plainTax(rate), taxRateId: "txr_1", isInclusive: true }];
        const { lines, totals } = priced(prices.map((minor) => ({ unitPrice: minor / 100, taxes })));
        const gross = prices.reduce((sum, minor) => sum + minor, 0);
        expect(totals.total).toBe(gross);
        const exact = times([BigInt(gross), 1n], [1_000_000n, 1_000_000n + BigInt(rate)]);
        expect(BigInt(totals.subtotal)).toBe(whole(exact));
        expect(lines.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(totals.subtotal);
      }),
    );
  });

  test("a compound tax is calculated on the net with the simple tax as it is printed", () => {
    fc.assert(
      fc.property(cents, percents, percents, (minor, simple, second) => {
        fc.pre(simple !== second);
        const taxes = [plainTax(simple), { ...plainTax(second), taxRateId: "txr_1", isCompound: true }];
        const { totals } = priced([{ unitPrice: minor / 100, taxes }]);
        const taxOf = (base: bigint, rate: number) => whole(times([base, 1n], [BigInt(rate), 1_000_000n]));
        const first = taxOf(BigInt(minor), simple);
        const then = taxOf(BigInt(minor) + first, second);
        const found = new Map(totals.taxLines.map((line) => [line.rate, line]));
        expect([found.get(simple)!.tax, found.get(second)!.tax].map(BigInt)).toEqual([first, then]);
        expect(BigInt(found.get(second)!.base)).toBe(BigInt(minor) + first);
      }),
    );
  });

  test("crediting each line of prices with tax leaves nothing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 }),
        percents,
        (prices, rate) => {
          const taxes = [{ ...plainTax(rate), taxRateId: "txr_1", isInclusive: true }];
          const { lines, totals } = priced(prices.map((minor) => ({ unitPrice: minor / 100, taxes })));
          fc.pre(totals.subtotal > 0);
          const parts = lines.map(({ netMinor: net, taxRates: rates }) => ({ net, rates }));
          const credit = creditByParts(totals, parts, "half_up")!;
          expect(credit.subtotal).toBe(totals.subtotal);
          expect(credit.taxLines).toEqual(totals.taxLines);
        },
      ),
    );
  });
});
