import type { z } from "zod";
import type { VendorAnswer } from "../../../src/http/vendor-api.ts";
import type { CalendarAnswer } from "./connected-calendars.port.ts";

/** What a response says that is no success; null for a success. */
export type CalendarTrouble = (
  answer: VendorAnswer,
) => Exclude<CalendarAnswer<never>, { kind: "found" }> | null;

/** Reads the JSON of a successful response by its schema; `refused` where it does not fit. */
export function readCalendarAnswer<Schema extends z.ZodType, Value>(
  troubleOf: CalendarTrouble,
  answer: VendorAnswer,
  schema: Schema,
  present: (found: z.output<Schema>) => Value,
): CalendarAnswer<Value> {
  const trouble = troubleOf(answer);
  if (trouble !== null) return trouble;
  try {
    const { text } = answer as Extract<VendorAnswer, { kind: "reply" }>;
    return { kind: "found", value: present(schema.parse(JSON.parse(text))) };
  } catch {
    return { kind: "refused" };
  }
}

/** The outcome of a deletion: an event that does not exist counts as deleted. */
export function readDeletion(troubleOf: CalendarTrouble, answer: VendorAnswer): CalendarAnswer<null> {
  const trouble = troubleOf(answer);
  if (trouble === null || trouble.kind === "not_found") return { kind: "found", value: null };
  return trouble;
}
