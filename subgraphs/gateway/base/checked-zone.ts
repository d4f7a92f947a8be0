import { isTimezone } from "./wall-clock.ts";
import { validationError } from "../../../src/errors.ts";

/** Validates a time zone; null when none is given. Throws VALIDATION_ERROR for an unknown one. */
export function checkedZone(timezone: string | null | undefined): string | null {
  if (timezone === null || timezone === undefined) return null;
  if (isTimezone(timezone)) return timezone;
  throw validationError([
    { path: "timezone", message: "must be an IANA time zone, such as Europe/Berlin", rule: "timezone" },
  ]);
}
