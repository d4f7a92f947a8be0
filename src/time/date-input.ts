/**
 * Dates and times that inputs accept. One range for all of them, 1900 to 2199: every sum of days, months or
 * years that operations compute from an input stays within what JavaScript and PostgreSQL print with a
 * four-digit year, and time zones have offsets of whole minutes. Doors and scalars share these checks.
 */

export const earliestYear = 1900;
export const latestYear = 2199;

const earliest = Date.UTC(earliestYear, 0, 1);
const end = Date.UTC(latestYear + 1, 0, 1);

export const dateMessage = `must be a date as YYYY-MM-DD, from ${earliestYear}-01-01 to ${latestYear}-12-31`;
export const dateTimeMessage = `must be an RFC 3339 time with a time zone, from ${earliestYear} to ${latestYear}`;

/** Maximum length of text that is parsed; fractions of a second may have any number of digits up to there. */
const maxLength = 64;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** True for a day that the calendar has, `YYYY-MM-DD`, within the range. */
export function isDateInput(text: string): boolean {
  const day = dayOf(text);
  return day !== null && isInRange(day);
}

/**
 * True for an RFC 3339 time with a zone, upper or lower case, whose moment is within the range. Leap seconds and hour 24
 * are not accepted: JavaScript has no moment for the one, and RFC 3339 no form for the other.
 */
export function isDateTimeInput(text: string): boolean {
  if (text.length > maxLength) return false;
  const upper = text.toUpperCase();
  if (upper[10] !== "T" || !timePattern.test(upper.slice(11)) || dayOf(upper.slice(0, 10)) === null)
    return false;
  return isInRange(Date.parse(upper));
}

/** Start of the day in UTC, in milliseconds; null for a day that does not exist. */
function dayOf(text: string): number | null {
  if (!datePattern.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  // Some engines move the 30th of February into March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : null;
}

function isInRange(at: number): boolean {
  return at >= earliest && at < end;
}
