import type { BillRow, BillTermsRow } from "../finance-tables.ts";
import { billDates, parseRule } from "./bill-dates.ts";

type Terms = Pick<BillRow, "amountMin" | "amountMax" | "rrule" | "startsOn">;

/** A due date of a bill, and the terms it is due by. */
export interface DueDate {
  date: string;
  terms: Terms;
}

/**
 * Due dates of a bill within a span, both ends included, in order. A date before a change of the bill follows from the
 * terms before that change: `past` has those, in the order of the days until which they applied.
 */
export function dueDates(
  bill: Terms,
  past: readonly BillTermsRow[],
  { from, to }: { from: string; to: string },
): DueDate[] {
  const parts = [...past, { ...bill, until: null }];
  return parts.flatMap((terms, index) => {
    const begins = past[index - 1]?.until ?? "";
    return billDates(parseRule(terms.rrule)!, terms.startsOn, { from, to })
      .filter((date) => date >= begins && (terms.until === null || date < terms.until))
      .map((date) => ({ date, terms }));
  });
}
