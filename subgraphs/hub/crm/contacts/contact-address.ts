import { domainToASCII } from "node:url";
import { toE164 } from "../../../../src/telephony/phone-number.ts";

/** Channels to reach a contact. */
export const channels = ["email", "sms", "call"] as const;
export type Channel = (typeof channels)[number];

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

/**
 * The canonical form of an e-mail address (RFC 5321 4.1.2, without quoted local parts and address literals): lower
 * case, the domain in ASCII. Null for an invalid one.
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

/** An Internet domain as it is stored: lower case, in ASCII. Null for an invalid one. */
export function foldDomain(text: string): string | null {
  const folded = domainToASCII(text.trim().normalize("NFC")).toLowerCase();
  return domainName.test(folded) ? folded : null;
}

/** The stored form of an address of a channel; null for an invalid one. */
export function foldAddress(channel: Channel, text: string): string | null {
  return channel === "email" ? foldEmail(text) : toE164(text);
}
