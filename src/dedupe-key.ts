/** How long a repeated request without an idempotency key counts as the same request. */
export const dedupeWindowMs = 120_000;

/** Cannot collide with keys of clients, which are visible ASCII without spaces. */
const prefix = "repeat ";

/** Idempotency key derived from the request itself, for requests without one. */
export function dedupeKey(fingerprint: string): string {
  return prefix + fingerprint;
}

/** True for a derived key; it is valid during the dedupe window only. */
export function isDedupeKey(key: string): boolean {
  return key.startsWith(prefix);
}
