import type { ByFrequency, ByStatus } from "../tax-tables/tax-tables.schema.ts";
import { periodsPerYear, type PayFrequency } from "./pay-frequency.ts";
import type { FilingStatus } from "./withholding-tables.ts";

/** A column of a table. `soleEarner` is for a married person whose spouse earns nothing, where a state has one. */
export type Column = FilingStatus | "soleEarner";

/** The value of a column: the same for everybody, or that of the status. */
export function valueFor<T>(value: ByStatus<T>, column: Column): T {
  if (typeof value !== "object" || value === null || !("single" in value)) return value;
  return column === "soleEarner" ? (value.soleEarner ?? value.married) : value[column];
}

/** A figure of a pay period: the printed one, or the annual one divided by the periods of a year. */
export function figureOfPeriod(figures: ByFrequency<number>, frequency: PayFrequency): number {
  return printedFor(figures, frequency) ?? figures.annual / periodsPerYear[frequency];
}

/** What a publication prints for a frequency; undefined where it prints nothing. */
export function printedFor<T>(printed: ByFrequency<T>, frequency: PayFrequency): T | undefined {
  return Object.hasOwn(printed, frequency) ? printed[frequency as keyof ByFrequency<T>] : undefined;
}
