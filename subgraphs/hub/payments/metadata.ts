import { validationError, type FieldFault } from "../../../src/errors.ts";

const maxKeys = 50;
const maxKeyLength = 40;
const maxValueLength = 500;
const reservedPrefix = "hub_";

/**
 * Validates a payment's metadata: at most 50 keys of up to 40 characters, with texts of up to 500, none that starts
 * with `hub_`. Throws VALIDATION_ERROR with all faults at once.
 */
export function checkMetadata(given: Record<string, unknown> | null | undefined): Record<string, string> {
  const entries = Object.entries(given ?? {});
  const faults: FieldFault[] = [];
  if (entries.length > maxKeys)
    faults.push({ path: "metadata", message: `must have at most ${maxKeys} keys`, rule: "maxKeys" });
  for (const [key, value] of entries) {
    const path = `metadata.${key.slice(0, maxKeyLength)}`;
    if (key.length === 0 || key.length > maxKeyLength)
      faults.push({ path, message: `must be a key of 1 to ${maxKeyLength} characters`, rule: "keyLength" });
    if (key.startsWith(reservedPrefix))
      faults.push({ path, message: `must not start with ${reservedPrefix}`, rule: "reserved" });
    if (typeof value !== "string") faults.push({ path, message: "must be a string", rule: "type" });
    else if (value.length > maxValueLength)
      faults.push({ path, message: `must have at most ${maxValueLength} characters`, rule: "maxLength" });
  }
  if (faults.length > 0) throw validationError(faults);
  return Object.fromEntries(entries) as Record<string, string>;
}
