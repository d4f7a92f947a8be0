import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Purpose of a key: a user's live or test integration, or a service account. */
export const keyKinds = ["hub_live", "hub_test", "hubsa_live"] as const;
export type KeyKind = (typeof keyKinds)[number];

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 30;
const checksumLength = 6;
const bodyPattern = new RegExp(`^[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** A new key: `<kind>_`, 30 random base62 characters (178 bits), 6 of their CRC-32. Shown once, never stored. */
export function generateKey(kind: KeyKind): string {
  return assembleKey(kind, () => randomBytes(64));
}

/** The same key for the same seed, for demo data only: it is no harder to guess than its seed. */
export function deriveKey(kind: KeyKind, seed: string): string {
  let round = 0;
  return assembleKey(kind, () => createHmac("sha512", seed).update(`${kind}:${round++}`).digest());
}

/**
 * The kind that a text's prefix claims and whether the rest has the right form and checksum; null for a text that
 * is no key at all. Garbage is refused here without a look-up; a valid form says nothing about the key existing.
 */
export function parseKey(text: string): { kind: KeyKind; valid: boolean } | null {
  const kind = keyKinds.find((candidate) => text.startsWith(`${candidate}_`));
  if (kind === undefined) return null;
  const body = text.slice(kind.length + 1);
  const valid = bodyPattern.test(body) && body.slice(secretLength) === checksum(body.slice(0, secretLength));
  return { kind, valid };
}

/**
 * The part of a key that may be shown later: its prefix, first and last four characters, as
 * `hub_live_aB3d…x9Zk`.
 */
export function keyPreview(key: string): string {
  const start = key.lastIndexOf("_") + 1;
  return `${key.slice(0, start + 4)}…${key.slice(-4)}`;
}

/** HMAC-SHA-256 of the key under the pepper, in hex: the only form in which a key is stored and looked up. */
export function hashKey(pepper: string, key: string): string {
  return createHmac("sha256", pepper).update(key).digest("hex");
}

function assembleKey(kind: KeyKind, nextBytes: () => Uint8Array): string {
  let secret = "";
  while (secret.length < secretLength) {
    for (const byte of nextBytes()) {
      // 248 is the largest multiple of 62 in a byte; a larger byte would favour the first characters.
      if (byte < 248 && secret.length < secretLength) secret += alphabet.charAt(byte % 62);
    }
  }
  return `${kind}_${secret}${checksum(secret)}`;
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  for (let place = 0; place < checksumLength; place++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
