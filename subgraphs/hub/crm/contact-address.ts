import { domainToASCII } from "node:url";
import { parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";

/** Ways to reach somebody. */
export const channels = ["email", "sms", "call"] as const;
export type Channel = (typeof channels)[number];

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

/**
 * The one form of an e-mail address (RFC 5321 4.1.2, without quoted local parts and address literals): lower case, the
 * domain in ASCII. Null for what is none.
 */
export function foldEmail(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  if (at < 1 || trimmed.length > 254) return null;
  const local = trimmed.slice(0, at).toLowerCase();
  const domain = domainToASCII(trimmed.slice(at + 1).normalize("NFC")).toLowerCase();
  const isGood = local.length <= 64 && localPart.test(local) && domainName.test(domain);
  const folded = `${local}@${domain}`;
  return isGood && folded.length <= 254 ? folded : null;
}

/** Numbers read lately: a file asks for each of its numbers several times, and reading one is dear. */
const readLately = new Map<string, string | null>();
const maxReadLately = 5_000;

/** A phone number as E.164; without a country code it is one of `defaultCountry`. Null for what is none. */
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

/** The stored form of an address of a channel; null for what is none. */
export function foldAddress(channel: Channel, text: string): string | null {
  return channel === "email" ? foldEmail(text) : toE164(text);
}
