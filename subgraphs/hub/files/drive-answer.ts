import type { z } from "zod";
import type { VendorAnswer } from "../../../src/http/vendor-api.ts";
import type { DriveAnswer } from "./connected-files.port.ts";

/** What a response says that is no success; null for a success. */
type DriveTrouble = (answer: VendorAnswer) => Exclude<DriveAnswer<never>, { kind: "found" }> | null;

/** Reads the JSON of a successful response by its schema; `refused` where it does not fit. */
export function readDriveAnswer<Schema extends z.ZodType, Value>(
  troubleOf: DriveTrouble,
  answer: VendorAnswer,
  schema: Schema,
  present: (found: z.output<Schema>) => Value,
): DriveAnswer<Value> {
  const trouble = troubleOf(answer);
  if (trouble !== null) return trouble;
  try {
    const { text } = answer as Extract<VendorAnswer, { kind: "reply" }>;
    return { kind: "found", value: present(schema.parse(JSON.parse(text))) };
  } catch {
    return { kind: "refused" };
  }
}
