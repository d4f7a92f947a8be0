import {
  callTtlMs,
  internalMac,
  invalidInternalCall,
  isSignedWithAny,
  isWithinValidity,
  newNonce,
} from "./internal-mac.ts";

const version = "b2";

/**
 * A header for this body, byte for byte, at one subgraph: `b2.<expiry>.<nonce>.<base64url HMAC-SHA-256>`. Valid for 60
 * seconds. `now` is the machine's time, never a request's test clock.
 */
export function signBody(
  secret: string,
  body: Buffer,
  { audience, now }: { audience: string; now: Date },
): string {
  const expiry = String(now.getTime() + callTtlMs);
  const nonce = newNonce();
  const mac = internalMac(secret, headOf({ audience, expiry, nonce }), body);
  return `${version}.${expiry}.${nonce}.${mac.toString("base64url")}`;
}

/**
 * Throws UNAUTHORIZED unless a holder of one of the secrets signed these bytes for this audience within the
 * last minute. Returns the fields that identify a replay.
 */
export function checkBody(
  secrets: readonly string[],
  body: Buffer,
  header: unknown,
  { audience, now }: { audience: string; now: Date },
): { nonce: string; exp: number } {
  const [tag, expiry, nonce, mac, ...rest] = typeof header === "string" ? header.split(".") : [];
  if (tag !== version || !expiry || !nonce || mac === undefined || rest.length > 0) {
    throw invalidInternalCall();
  }
  const head = headOf({ audience, expiry, nonce });
  const exp = Number(expiry);
  const isSigned = isSignedWithAny(secrets, Buffer.from(mac, "base64url"), head, body);
  if (!isSigned || !isWithinValidity(exp, now)) throw invalidInternalCall();
  return { nonce, exp };
}

/** The head cannot be read as part of the body, nor the whole as a signed principal. */
function headOf({ audience, expiry, nonce }: { audience: string; expiry: string; nonce: string }): string {
  return `${JSON.stringify([version, audience, expiry, nonce])}\n`;
}
