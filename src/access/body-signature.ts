import { internalMac, invalidInternalCall, isSameMac } from "./internal-mac.ts";

const version = "b1";

/**
 * A header that lets this body, byte for byte, in at one subgraph: `b1.<expiry>.<base64url HMAC-SHA-256>`. Good for 60
 * seconds, and for no other body. `now` is the machine's time, never a request's test clock.
 */
export function signBody(
  secret: string,
  body: Buffer,
  { audience, now }: { audience: string; now: Date },
): string {
  const expiry = String(now.getTime() + 60_000);
  return `${version}.${expiry}.${macOf(secret, body, audience, expiry).toString("base64url")}`;
}

/** Throws UNAUTHORIZED unless a holder of the secret signed these bytes for this audience within the last minute. */
export function checkBody(
  secret: string,
  body: Buffer,
  header: unknown,
  { audience, now }: { audience: string; now: Date },
): void {
  const [tag, expiry, mac, ...rest] = typeof header === "string" ? header.split(".") : [];
  if (tag !== version || expiry === undefined || mac === undefined || rest.length > 0) {
    throw invalidInternalCall();
  }
  const isSigned = isSameMac(macOf(secret, body, audience, expiry), Buffer.from(mac, "base64url"));
  if (!isSigned || !(now.getTime() < Number(expiry))) throw invalidInternalCall();
}

/** What stands before the body cannot be taken for a part of it, nor the whole for a signed principal. */
function macOf(secret: string, body: Buffer, audience: string, expiry: string): Buffer {
  return internalMac(secret, `${JSON.stringify([version, audience, expiry])}\n`, body);
}
