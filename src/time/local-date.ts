/** Calendar dates (`YYYY-MM-DD`) in time zones, by the runtime's own zone data. */

const formatters = new Map<string, Intl.DateTimeFormat>();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** No zone is further from UTC. */
const widestOffsetMs = 16 * 60 * minuteMs;
/** The last moment whose ISO form has a year of four digits. */
const lastMoment = Date.parse("9999-12-31T23:59:59.999Z");

/** The date that calendars in `zone` show at this moment. Throws RangeError for an unknown zone. */
export function localDate(at: Date, zone: string): string {
  const { year, month, day } = datePartsOf(at, zone);
  return [year.padStart(4, "0"), month, day].join("-");
}

/**
 * The moment at which `date` is over in `zone`, to the minute: the first one of a later date, also where the clocks
 * change at midnight. Throws RangeError for an unknown zone.
 */
export function endOfDate(date: string, zone: string): Date {
  const nextMidnight = Date.parse(`${date}T00:00:00.000Z`) + dayMs;
  const wanted = Number(date.replaceAll("-", ""));
  let [before, after] = [nextMidnight - widestOffsetMs, nextMidnight + widestOffsetMs];
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
    if (numberOfDate(new Date(middle), zone) > wanted) after = middle;
    else before = middle;
  }
  return new Date(Math.min(after, lastMoment));
}

/** The date `days` days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

function numberOfDate(at: Date, zone: string): number {
  const { year, month, day } = datePartsOf(at, zone);
  return Number(`${year}${month}${day}`);
}

function datePartsOf(at: Date, zone: string): { year: string; month: string; day: string } {
  const parts = formatterOf(zone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return { year: part("year"), month: part("month"), day: part("day") };
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const options = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const formatter = new Intl.DateTimeFormat("en-US", { ...options, calendar: "iso8601", timeZone: zone });
  formatters.set(zone, formatter);
  return formatter;
}
