import { domainToASCII } from "node:url";

/** Name of the DNS record that proves control, below a domain, and what its text begins with. */
const recordLabel = "_hub";
const recordPrefix = "hub-verification=";

/** A domain name has up to 253 characters (RFC 1035 2.3.4 without the final dot); the name of the record is one too. */
const maxLength = 253 - `${recordLabel}.`.length;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain below a top-level domain, in ASCII and lower case. Null for anything else, such as an IP address. */
export function readDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, "");
  // Of a URL, the conversion would take its host.
  if (/[^\p{L}\p{M}\p{N}.-]/u.test(name)) return null;
  const domain = domainToASCII(name).toLowerCase();
  const labels = domain.split(".");
  if (labels.length < 2 || domain.length > maxLength) return null;
  // No top-level domain has only digits (RFC 3696 2).
  return labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1)!) ? domain : null;
}

/** The domain of an e-mail address. Null without a valid one. */
export function domainOfAddress(email: string): string | null {
  const at = email.lastIndexOf("@");
  return at < 1 ? null : readDomain(email.slice(at + 1));
}

/** The TXT record that shows control of a domain. */
export function recordOf(domain: string, challenge: string): { name: string; value: string } {
  return { name: `${recordLabel}.${domain}`, value: `${recordPrefix}${challenge}` };
}
