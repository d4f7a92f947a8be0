import { addDays } from "../../../../src/time/local-date.ts";

/** The part of an RFC 5545 recurrence rule that bills need. */
export interface BillRule {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  /** For MONTHLY: -1 is the last day. Months without this day are skipped, as the RFC says. */
  monthDay: number | null;
  count: number | null;
  until: string | null;
}

const patterns: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,2}$/,
  BYMONTHDAY: /^(-1|[1-9]|[12]\d|3[01])$/,
  COUNT: /^[1-9]\d{0,3}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
};

/** Reads a rule as `FREQ=MONTHLY;BYMONTHDAY=15`; null for what is none, or has parts that are not known here. */
export function parseRule(text: string): BillRule | null {
  const parts = text
    .replace(/^RRULE:/, "")
    .split(";")
    .map((part) => part.split("="));
  const values = new Map(parts.map(([name, value]) => [name!, value ?? ""]));
  if (values.size !== parts.length || !values.has("FREQ")) return null;
  for (const [name, value] of values) if (!patterns[name]?.test(value)) return null;
  const frequency = values.get("FREQ") as BillRule["frequency"];
  const numberOf = (name: string) => (values.has(name) ? Number(values.get(name)) : null);
  if (values.has("BYMONTHDAY") && frequency !== "MONTHLY") return null;
  if (values.has("COUNT") && values.has("UNTIL")) return null;
  const until = values.get("UNTIL")?.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3") ?? null;
  const limits = { count: numberOf("COUNT"), until };
  return { frequency, interval: numberOf("INTERVAL") ?? 1, monthDay: numberOf("BYMONTHDAY"), ...limits };
}

/** Days of a rule from its first day on, within a span; both ends are included. */
export function billDates(
  rule: BillRule,
  startsOn: string,
  { from, to }: { from: string; to: string },
): string[] {
  const last = rule.until !== null && rule.until < to ? rule.until : to;
  const dates: string[] = [];
  for (let step = 0, found = 0; found < (rule.count ?? Infinity); step++) {
    const { earliest, date } = dateAt(rule, startsOn, step * rule.interval);
    if (earliest > last) break;
    if (date === null || date < startsOn) continue;
    found++;
    if (date > last) break;
    if (date >= from) dates.push(date);
  }
  return dates;
}

interface StepDate {
  /** No date of this or a later step is before it. */
  earliest: string;
  /** Null where the month does not have the day. */
  date: string | null;
}

function dateAt({ frequency, monthDay }: BillRule, startsOn: string, units: number): StepDate {
  if (frequency === "DAILY" || frequency === "WEEKLY") {
    const date = addDays(startsOn, units * (frequency === "DAILY" ? 1 : 7));
    return { earliest: date, date };
  }
  const [year, month, day] = startsOn.split("-").map(Number) as [number, number, number];
  const months = frequency === "MONTHLY" ? month + units : month + units * 12;
  const end = new Date(Date.UTC(year, months, 0));
  const wanted = monthDay ?? day;
  const lastDay = end.getUTCDate();
  const head = end.toISOString().slice(0, 8);
  const chosen = wanted === -1 ? lastDay : wanted;
  return {
    earliest: `${head}01`,
    date: chosen > lastDay ? null : `${head}${String(chosen).padStart(2, "0")}`,
  };
}
