import { validationError } from "../../../src/errors.ts";
import { findMethod, SCORE_METHODS, type ScoreMethod } from "../green-score/methods.ts";

/** The reference day of a score. Methods use its year only. */
export interface AsOf {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly year: number;
}

const FIRST_YEAR = 1900;
/** Maximum number of years ahead for a requested score: data then count as that much older. */
const YEARS_AHEAD = 10;

export const AS_OF_PATTERN = /^\d{4}(-\d{2}-\d{2})?$/;

/** The last day of a year. */
export function endOf(year: number): AsOf {
  return { date: `${String(year).padStart(4, "0")}-12-31`, year };
}

/**
 * Reads a year, which means its last day, or a date. Throws VALIDATION_ERROR for any other text or a year out of range.
 */
export function readAsOf(text: string, now: Date): AsOf {
  const refuse = (message: string, rule: string) => validationError([{ path: "asOf", message, rule }]);
  const year = Number(text.slice(0, 4));
  const date = text.length === 4 ? endOf(year).date : text;
  if (!AS_OF_PATTERN.test(text) || !isCalendarDate(date))
    throw refuse("must be a year (YYYY) or a date (YYYY-MM-DD)", "format");
  const last = now.getUTCFullYear() + YEARS_AHEAD;
  if (year < FIRST_YEAR) throw refuse(`must be in ${FIRST_YEAR} or later`, "minimum");
  if (year > last) throw refuse(`must be in ${last} or earlier`, "maximum");
  return { date, year };
}

/** The method of a version. Throws VALIDATION_ERROR listing the available versions. */
export function readMethod(version: string): ScoreMethod {
  const method = findMethod(version);
  if (method !== null) return method;
  const known = SCORE_METHODS.map((one) => one.version).join(", ");
  throw validationError([{ path: "methodVersion", message: `must be one of ${known}`, rule: "enum" }]);
}

function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
