import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DomainError } from "../errors.ts";

/** How long a signed request between processes is valid. */
export const callTtlMs = 60_000;

/** How far the clocks of two processes may differ. */
const clockSkewMs = 60_000;

/** HMAC-SHA-256 of the concatenated parts with the secret that the platform's processes share. */
export function internalMac(secret: string, ...parts: readonly (string | Buffer)[]): Buffer {
  if (secret === "") throw new Error("The secret for calls between processes is empty.");
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** True when one of the secrets made this MAC of the parts. Constant time per secret. */
export function isSignedWithAny(
  secrets: readonly string[],
  mac: Buffer,
  ...parts: readonly (string | Buffer)[]
): boolean {
  return secrets.some((secret) => {
    const expected = internalMac(secret, ...parts);
    return expected.length === mac.length && timingSafeEqual(expected, mac);
  });
}

/**
 * True while `exp` (milliseconds since the Unix epoch) is in the future, but no further than a header signed
 * now by a process with a fast clock: headers cannot be signed for later use.
 */
export function isWithinValidity(exp: unknown, now: Date, ttlMs: number = callTtlMs): boolean {
  if (typeof exp !== "number") return false;
  const leftMs = exp - now.getTime();
  return leftMs > 0 && leftMs <= ttlMs + clockSkewMs;
}

const processId = randomBytes(9).toString("base64url");
let issued = 0;

/** A value that no process has used before: random per process, then counted. Not secret; the MAC covers it. */
export function newNonce(): string {
  issued += 1;
  return `${processId}-${issued.toString(36)}`;
}

/** One message for every cause: a forger learns nothing from it. */
export function invalidInternalCall(): DomainError {
  return new DomainError("UNAUTHORIZED", "The internal principal header is not valid.");
}
