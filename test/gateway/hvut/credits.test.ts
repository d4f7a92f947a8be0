import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  disposalCredit,
  checkCredits,
  type PaidTax,
} from "../../../subgraphs/gateway/hvut/tax/credit-bounds.ts";
import { taxFrom, weightIncreaseTax } from "../../../subgraphs/gateway/hvut/tax/heavy-vehicle-tax.ts";
import { addMonths } from "../../../subgraphs/gateway/hvut/tax/tax-period.ts";
import {
  taxableCategories,
  type TaxableCategory,
} from "../../../subgraphs/gateway/hvut/vehicles/weight-category.ts";

describe("credits of line 5", () => {
  const month = (index: number) => addMonths("2026-07", index);
  const paidFor = (category: TaxableCategory, logging: boolean, first: number): PaidTax => {
    const taxCents = taxFrom({ category, logging, month: month(first) })!;
    return { month: month(first), taxCents, category, logging, previousCategory: null };
  };
  const increased = (previousCategory: TaxableCategory, logging: boolean, at: number): PaidTax => {
    const now = { category: "V" as const, logging, month: month(at) };
    const taxCents = weightIncreaseTax({ category: previousCategory, logging }, now)!;
    return { month: month(at), taxCents, category: "V", logging, previousCategory };
  };
  const lighter = fc.constantFrom(...taxableCategories.filter((category) => category !== "V"));
  const months = fc.integer({ min: 0, max: 11 });

  test("a disposal credit never exceeds the tax paid, is zero in June, and never grows with a later disposal", () => {
    fc.assert(
      fc.property(lighter, fc.boolean(), months, months, months, (category, logging, a, b, at) => {
        const [first, rise] = [Math.min(a, b), Math.max(a, b)];
        const paid = [paidFor(category, logging, first), increased(category, logging, rise)];
        const total = paid.reduce((sum, { taxCents }) => sum + taxCents, 0);
        const credit = disposalCredit(paid, month(Math.max(at, first)));
        expect(credit).toBeGreaterThanOrEqual(0);
        expect(credit).toBeLessThanOrEqual(total);
        expect(disposalCredit(paid, month(11))).toBe(0);
        const later = Math.min(Math.max(at, first) + 1, 11);
        expect(disposalCredit(paid, month(later))).toBeLessThanOrEqual(credit);
      }),
    );
  });

  test.each([
    ["V", "2026-07", "2026-12", 27_500],
    ["V", "2026-10", "2027-02", 18_333],
  ] as const)("%s from %s, gone in %s: %i", (category, first, last, cents) => {
    const taxCents = taxFrom({ category, logging: false, month: first })!;
    const paid = [{ month: first, taxCents, category, logging: false, previousCategory: null }];
    expect(disposalCredit(paid, last)).toBe(cents);
  });

  test("credits above the maximum of their source, or without a source, are reported", () => {
    const source = fc.oneof(
      fc.record({ period: fc.constant(2026), atMostCents: fc.integer({ min: 0, max: 55_000 }) }),
      fc.record({ missing: fc.constantFrom("tax" as const, "disposal" as const, "mileage" as const) }),
    );
    const asked = fc.array(fc.tuple(source, fc.integer({ min: 1, max: 55_000 })), { maxLength: 6 });
    fc.assert(
      fc.property(asked, (pairs) => {
        const credits = pairs.map(([, amountCents]) => ({ vin: "x", reason: "sold" as const, amountCents }));
        const found = checkCredits(
          credits,
          pairs.map(([one]) => one),
        );
        const wrong = pairs.filter(([one, cents]) => "missing" in one || cents > one.atMostCents);
        expect(found).toHaveLength(wrong.length);
      }),
    );
  });
});
