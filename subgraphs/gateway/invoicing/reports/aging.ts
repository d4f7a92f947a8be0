/** Aging of open amounts in integer minor units. */

export interface OpenOnDay {
  dueDate: string | null;
  open: number;
}

export interface Aging {
  current: number;
  d1_30: number;
  d31_60: number;
  d61_90: number;
  d90plus: number;
  total: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Days from the due date to `asOf`; less than 1 means not past due. */
export function daysLate(dueDate: string | null, asOf: string): number {
  return dueDate === null ? 0 : Math.max(0, Math.round((Date.parse(asOf) - Date.parse(dueDate)) / dayMs));
}

/** Aging buckets of these amounts at the end of a day. They add up to the total. */
export function agingOf(amounts: readonly OpenOnDay[], asOf: string): Aging {
  const aging: Aging = { current: 0, d1_30: 0, d31_60: 0, d61_90: 0, d90plus: 0, total: 0 };
  for (const { dueDate, open } of amounts) {
    aging[bucketOf(daysLate(dueDate, asOf))] += open;
    aging.total += open;
  }
  return aging;
}

function bucketOf(days: number): Exclude<keyof Aging, "total"> {
  if (days <= 0) return "current";
  if (days <= 30) return "d1_30";
  if (days <= 60) return "d31_60";
  return days <= 90 ? "d61_90" : "d90plus";
}
