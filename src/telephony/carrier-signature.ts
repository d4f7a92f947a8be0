import { createHmac } from "node:crypto";
import { isEqualSecret } from "../crypto/crypto.ts";

/**
 * The carrier's signature of a form: base64 of HMAC-SHA-1, keyed by the account's token, over the whole address and then
 * every parameter's name and value, in the order of names (Twilio, "Security: validating requests").
 */
export function signCarrierForm(
  token: string,
  url: string,
  params: Readonly<Record<string, string>>,
): string {
  const text = Object.keys(params)
    .toSorted()
    .reduce((joined, name) => `${joined}${name}${params[name]}`, url);
  return createHmac("sha1", token).update(text, "utf8").digest("base64");
}

/** True when the carrier signed this form for this address. */
export function isCarrierForm(
  form: { url: string; params: Readonly<Record<string, string>> },
  signature: string | null,
  token: string,
): boolean {
  return signature !== null && isEqualSecret(signature, signCarrierForm(token, form.url, form.params));
}
