import { monthsLeft, monthsThrough, periodOf } from "./tax-period.ts";
import { tablesOf } from "./tax-tables.ts";
import type { TaxableCategory } from "../vehicles/weight-category.ts";

/** A taxed use of a vehicle: its category, and the month of first use as `YYYY-MM`. */
export interface TaxedUse {
  category: TaxableCategory;
  logging: boolean;
  month: string;
}

/** The published tax in cents for a number of months of the period; null when the period has no table. */
export function taxForMonths(
  period: number,
  { category, logging, months }: Pick<TaxedUse, "category" | "logging"> & { months: number },
): number | null {
  const tables = tablesOf(period);
  return tables === null ? null : (logging ? tables.logging : tables.regular)[category][months - 1]!;
}

/** The tax in cents from the month of first use through June; null where the period has no table. */
export function taxFrom({ category, logging, month }: TaxedUse): number | null {
  return taxForMonths(periodOf(month), { category, logging, months: monthsLeft(month) });
}

/**
 * Line 3 in cents: the tax of the new category from the month of the increase, less that of the old one. Null where there
 * is no table or the weight did not rise.
 */
export function weightIncreaseTax(old: Pick<TaxedUse, "category" | "logging">, now: TaxedUse): number | null {
  if (now.category <= old.category) return null;
  const [before, after] = [taxFrom({ ...old, month: now.month }), taxFrom(now)];
  return before === null || after === null ? null : after - before;
}

/** Reason for a credit. */
export type CreditCause =
  | { disposalMonth: string }
  /** Stayed within the mileage limit: full credit. */
  | { lowMileage: true };

export interface VehicleCredit {
  monthsUsed: number;
  taxForMonthsCents: number;
  creditCents: number;
}

/**
 * Credit in cents: tax paid minus the tax for the months from first use through disposal (26 USC 4481(c)(2)). Zero for
 * a vehicle kept into June. Null for months outside the period, or a tax amount that no category has.
 */
export function vehicleCredit(taxPaidCents: number, month: string, cause: CreditCause): VehicleCredit | null {
  if ("lowMileage" in cause) return { monthsUsed: 0, taxForMonthsCents: 0, creditCents: taxPaidCents };
  const monthsUsed = monthsThrough(month, cause.disposalMonth);
  if (monthsUsed < 1 || monthsUsed > monthsLeft(month)) return null;
  const found = useOfTax(taxPaidCents, month);
  if (found === null) return null;
  const used = taxForMonths(periodOf(month), { ...found, months: monthsUsed })!;
  return { monthsUsed, taxForMonthsCents: used, creditCents: Math.max(taxPaidCents - used, 0) };
}

/** Category and table of a tax amount for a month. Prefers the regular table. */
export function useOfTax(taxCents: number, month: string): Pick<TaxedUse, "category" | "logging"> | null {
  const tables = tablesOf(periodOf(month));
  if (tables === null) return null;
  const at = monthsLeft(month) - 1;
  for (const logging of [false, true]) {
    const table = Object.entries(logging ? tables.logging : tables.regular);
    const found = table.find(([, row]) => row[at] === taxCents);
    if (found) return { category: found[0] as TaxableCategory, logging };
  }
  return null;
}
