import { z } from "zod";
import { isDateInput } from "../../../../src/time/date-input.ts";
import type { Frequency } from "./occurrences.ts";

/** Schedule of a recurrence rule. */
export interface ScheduleRule {
  frequency: Frequency;
  interval: number;
  count: number | null;
  endDate: string | null;
}

const frequencies = { WEEKLY: "weekly", MONTHLY: "monthly", YEARLY: "yearly" } as const;
const whole = (most: number) => z.coerce.number().int().min(1).max(most);
const parts = z.object({
  FREQ: z.enum(["WEEKLY", "MONTHLY", "YEARLY"]),
  INTERVAL: whole(100).default(1),
  COUNT: whole(1000).optional(),
  UNTIL: z
    .string()
    .regex(/^\d{8}(T\d{6}Z)?$/)
    .optional(),
});

const names: ReadonlySet<string> = new Set(Object.keys(parts.shape));

/**
 * Reads a recurrence rule (RFC 5545) of FREQ, INTERVAL, COUNT and UNTIL. The days follow from the start date, so BYDAY and its
 * like are not supported. Null for any other text.
 */
export function parseScheduleRule(text: string): ScheduleRule | null {
  const pairs = text
    .replace(/^RRULE:/i, "")
    .split(";")
    .map((part) => part.split("="));
  const values = new Map(pairs.map(([name = "", value]) => [name.toUpperCase(), value]));
  const isPlain = pairs.every(({ length }) => length === 2) && values.size === pairs.length;
  if (!isPlain || ![...values.keys()].every((name) => names.has(name))) return null;
  const given = (name: string) => values.get(name);
  const read = parts.safeParse({
    FREQ: given("FREQ"),
    INTERVAL: given("INTERVAL"),
    COUNT: given("COUNT"),
    UNTIL: given("UNTIL"),
  });
  if (!read.success || (read.data.COUNT !== undefined && read.data.UNTIL !== undefined)) return null;
  const { FREQ, INTERVAL, COUNT = null, UNTIL } = read.data;
  const endDate = UNTIL ? `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6, 8)}` : null;
  if (endDate !== null && !isDateInput(endDate)) return null;
  return { frequency: frequencies[FREQ], interval: INTERVAL, count: COUNT, endDate };
}
