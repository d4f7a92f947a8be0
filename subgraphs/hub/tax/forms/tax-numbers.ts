import type { BlindIndexes } from "../../../../src/crypto/crypto.ts";
import type { HubContext } from "../../hub.context.ts";

/** The `column` of the blind index of tax numbers, the same for businesses and recipients. */
export const tinIndex = "tax.tin";

/** Equal for equal numbers, and not reversible without our index key. */
export function fingerprintOf({ ports: { keyRing } }: HubContext, digits: string): string {
  return keyRing.blindIndex(tinIndex, digits);
}

/** The same under every index key, newest first. */
export function fingerprintsOf({ ports: { keyRing } }: HubContext, digits: string): BlindIndexes {
  return keyRing.blindIndexes(tinIndex, digits);
}

const messages: Readonly<Record<string, string>> = {
  digits: "must have nine digits",
  placeholder: "must not be a placeholder number",
  ein_prefix: "must begin with an assigned EIN prefix",
  ssn_area: "must begin with a valid SSN area number",
  ssn_group: "must have a valid SSN group number (digits 4 and 5)",
  ssn_serial: "must have a valid SSN serial number (last four digits)",
  itin_area: "must begin with 9 for tinType ITIN",
  itin_group: "must have valid ITIN middle digits (digits 4 and 5)",
  atin_area: "must begin with 9 for tinType ATIN",
  atin_group: "must have the middle digits 93 for tinType ATIN",
};

/** The message for a broken rule of a number, without the number. */
export function tinMessage(rule: string): string {
  return messages[rule] ?? "is not valid";
}
