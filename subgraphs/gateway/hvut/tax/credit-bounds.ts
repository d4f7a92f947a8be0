import type { FilingCredit } from "../filings/filing.entity.ts";
import { taxForMonths } from "./heavy-vehicle-tax.ts";
import type { RuleFinding } from "./rule-finding.ts";
import { monthsThrough, periodOf } from "./tax-period.ts";
import type { TaxableCategory } from "../vehicles/weight-category.ts";

/** A tax that was paid for a vehicle, in cents: by its return, or by an amendment for a heavier weight. */
export interface PaidTax {
  /** The first month that it pays for. */
  month: string;
  taxCents: number;
  category: TaxableCategory;
  logging: boolean;
  /** For a weight increase: the previously taxed category. */
  previousCategory: TaxableCategory | null;
}

/** Source of a credit: the period and maximum amount, or the missing requirement. */
export type CreditSource =
  | { period: number; atMostCents: number }
  | { missing: "tax" | "disposal" | "mileage" };

/**
 * Refundable tax in cents for a disposal in that month: tax paid minus the tax for the months through the disposal
 * (26 USC 4481(c)(2)). Never more than was paid, and zero in June.
 */
export function disposalCredit(paid: readonly PaidTax[], disposalMonth: string): number {
  return paid.reduce(
    (sum, tax) => sum + tax.taxCents - Math.min(usedOf(tax, disposalMonth), tax.taxCents),
    0,
  );
}

/** Tax for the months of use; for a weight increase, only the increase. */
function usedOf({ month, category, logging, previousCategory }: PaidTax, lastMonth: string): number {
  const months = Math.max(monthsThrough(month, lastMonth), 0);
  const of = (one: TaxableCategory) =>
    months === 0 ? 0 : (taxForMonths(periodOf(month), { category: one, logging, months }) ?? Infinity);
  return previousCategory === null ? of(category) : of(category) - of(previousCategory);
}

const without = {
  tax: "No accepted return of this filer taxed the vehicle. Set paidElsewhere to the tax that was paid.",
  disposal: "The vehicle has no matching disposal. Record it first with record_vehicle_disposal.",
  mileage: "The vehicle exceeded its mileage limit, or its period is not over. Remove the credit.",
};

/** A finding for each credit without a source, or above the maximum of its source. */
export function checkCredits(
  credits: readonly FilingCredit[],
  sources: readonly CreditSource[],
): RuleFinding[] {
  return credits.flatMap(({ amountCents }, at) => {
    const source = sources[at] ?? ({ missing: "tax" } as const);
    if ("missing" in source) {
      const message = without[source.missing];
      return [{ rule: "CREDIT_SOURCE", path: `credits.${at}`, message }];
    }
    if (amountCents <= source.atMostCents) return [];
    const message = `The credit exceeds the refundable tax. Claim at most ${(source.atMostCents / 100).toFixed(2)}.`;
    return [{ rule: "CREDIT_AMOUNT", path: `credits.${at}.amount`, message }];
  });
}
