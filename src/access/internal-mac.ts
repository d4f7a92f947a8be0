import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "../errors.ts";

/** The HMAC-SHA-256 of the parts, one after the other, with the secret that the platform's processes share. */
export function internalMac(secret: string, ...parts: readonly (string | Buffer)[]): Buffer {
  if (secret === "") throw new Error("The secret for calls between processes is empty.");
  const hmac = createHmac("sha256", secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** True when both are the same, in a time that does not tell where they differ. */
export function isSameMac(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** One message for every cause: a forger learns nothing from it. */
export function invalidInternalCall(): DomainError {
  return new DomainError("UNAUTHORIZED", "The internal caller header is not valid.");
}
