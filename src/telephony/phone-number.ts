import { createRequire } from "node:module";
import type { CountryCode } from "libphonenumber-js";

/** The copy that class-validator loads anyway: an import would load a second one, with tables of all countries. */
const { isSupportedCountry, parsePhoneNumberFromString } = createRequire(import.meta.url)(
  "libphonenumber-js",
) as typeof import("libphonenumber-js");

/** Recently parsed numbers: a file contains each of its numbers several times, and parsing one is expensive. */
const readLately = new Map<string, string | null>();
const maxReadLately = 5_000;

/**
 * A phone number as E.164; without a country code it is parsed as one of `defaultCountry`. Null for an invalid
 * number.
 */
export function toE164(text: string, defaultCountry: string = "US"): string | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 40) return null;
  const key = `${defaultCountry} ${trimmed}`;
  const known = readLately.get(key);
  if (known !== undefined) return known;
  const number = readNumber(trimmed, defaultCountry);
  if (readLately.size === maxReadLately) readLately.clear();
  readLately.set(key, number);
  return number;
}

function readNumber(text: string, defaultCountry: string): string | null {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: defaultCountry as CountryCode,
    extract: false,
  });
  return number?.isPossible() && !number.ext ? number.number : null;
}

/** True for a country with phone numbers, as two capital letters. */
export function hasNumbers(country: string): boolean {
  return isSupportedCountry(country);
}

/** The country of a number in E.164 form, as ISO 3166-1 has it; null for one of none (satellites, networks). */
export function countryOfNumber(number: string): string | null {
  return parsePhoneNumberFromString(number)?.country ?? null;
}
