/** How often a recurring price is billed. */
export interface Cadence {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
}

/** A stretch of time in Unix seconds: `start` belongs to it, `end` does not. */
export interface Period {
  start: number;
  end: number;
}

const daySeconds = 86_400;

/**
 * The moment `count` billing intervals after the anchor, in Unix seconds and UTC. A day of the month that the
 * target month does not have becomes its last day; because every period is counted from the anchor and never from
 * its neighbour, the 31st comes back after February.
 */
export function addCadences(anchor: number, { interval, intervalCount }: Cadence, count: number): number {
  const units = intervalCount * count;
  switch (interval) {
    case "day":
      return anchor + units * daySeconds;
    case "week":
      return anchor + units * 7 * daySeconds;
    case "month":
      return addMonths(anchor, units);
    case "year":
      return addMonths(anchor, units * 12);
  }
}

/** The billing period that `at` falls in, of the periods that run from the anchor in both directions. */
export function periodAt(anchor: number, cadence: Cadence, at: number): Period {
  let count = Math.floor((at - anchor) / nearSeconds(cadence));
  while (addCadences(anchor, cadence, count) > at) count--;
  while (addCadences(anchor, cadence, count + 1) <= at) count++;
  return { start: addCadences(anchor, cadence, count), end: addCadences(anchor, cadence, count + 1) };
}

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysInMonth));
  return date.getTime() / 1000;
}

/** A length near one interval, to start the search from. */
function nearSeconds({ interval, intervalCount }: Cadence): number {
  const days = { day: 1, week: 7, month: 30, year: 365 }[interval];
  return days * intervalCount * daySeconds;
}
