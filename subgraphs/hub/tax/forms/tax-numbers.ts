import type { BlindIndexes } from "../../../../src/crypto/crypto.ts";
import type { HubContext } from "../../hub.context.ts";

/** The `column` of the blind index of tax numbers, the same for businesses and recipients. */
export const tinIndex = "tax.tin";

/** Equal for equal numbers, and nobody can count back from it without our index key. */
export function fingerprintOf({ ports: { keyRing } }: HubContext, digits: string): string {
  return keyRing.blindIndex(tinIndex, digits);
}

/** The same under every index key, newest first. */
export function fingerprintsOf({ ports: { keyRing } }: HubContext, digits: string): BlindIndexes {
  return keyRing.blindIndexes(tinIndex, digits);
}

const messages: Readonly<Record<string, string>> = {
  digits: "must have nine digits",
  placeholder: "must not be a placeholder",
  ein_prefix: "begins with a prefix that no EIN has",
  ssn_area: "has an area that no SSN has",
  ssn_group: "has a group that no SSN has",
  ssn_serial: "has a serial number that no SSN has",
  itin_area: "must begin with 9 for tinType ITIN",
  itin_group: "has middle digits that no ITIN has",
  atin_area: "must begin with 9 for tinType ATIN",
  atin_group: "must have the middle digits 93 for tinType ATIN",
};

/** What a number's broken rule means; tells nothing of the number. */
export function tinMessage(rule: string): string {
  return messages[rule] ?? "is not valid";
}
