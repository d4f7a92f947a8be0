import { randomBytes } from "node:crypto";
import { ulid } from "ulid";

/** A new id: `<prefix>_` and a 26-character lower-case ULID, ordered by creation time. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}

/** True when `value` has the form of an id with this prefix. */
export function isId(prefix: string, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(value.slice(prefix.length + 1));
}

/** A URL-safe random token of `bytes` random bytes (128 bits by default). */
export function newToken(bytes = 16): string {
  return randomBytes(bytes).toString("base64url");
}
