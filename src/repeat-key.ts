/** How long a call that named no idempotency key, and was repeated, is taken for the same call. */
export const repeatWindowMs = 120_000;

/** No client can send a key that starts so: theirs are visible ASCII. */
const prefix = "repeat ";

/** The idempotency key of a call that named none, made from what the call is. */
export function repeatKey(fingerprint: string): string {
  return prefix + fingerprint;
}

/** True for a key that the platform made for a call without one: it is good for the repeat window only. */
export function isRepeatKey(key: string): boolean {
  return key.startsWith(prefix);
}
