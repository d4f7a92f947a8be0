import type { RequestContext } from "../../../src/context.ts";

/** A table of figures that the law sets, as an app of the gateway has it in its code. */
export interface TaxTableFacts {
  /** Unique: app, subject and year. */
  id: string;
  /** The app that calculates with it. */
  appId: string;
  name: string;
  /** `US`, or a state as `US-IL`. */
  jurisdiction: string;
  /** The publication that the figures are from. */
  source: string;
  /** First and last day on which they hold, as YYYY-MM-DD. */
  effectiveFrom: string;
  /** Null while no end is set. */
  effectiveUntil: string | null;
  /** True where a test checks results against values from the publication. */
  isVerified: boolean;
}

/** The tables that an app calculates with, in the open transaction. */
export type TaxTableReader = (
  em: RequestContext["em"],
) => readonly TaxTableFacts[] | Promise<readonly TaxTableFacts[]>;

/** The days of a calendar year. */
export function daysOfYear(year: number): Pick<TaxTableFacts, "effectiveFrom" | "effectiveUntil"> {
  return { effectiveFrom: `${year}-01-01`, effectiveUntil: `${year}-12-31` };
}
