import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { isEqualSecret, sha256 } from "../../../../src/crypto/crypto.ts";
import type { BankProvider } from "../bank.port.ts";

/** Oldest that a signature may be, by our clock. */
const maxAgeSeconds = 300;

/** Result of a signature check. */
export type Verdict =
  | { isVerified: true; keyId: string; issuedAt: Date }
  | { isVerified: false; reason: "no_signature" | "algorithm" | "key" | "signature" | "age" | "body" };

/**
 * Verifies the `Plaid-Verification` header of a webhook: a JWT with ES256 by a current key of the provider, at most 5
 * minutes old, over the SHA-256 of the raw body. No other algorithm of the token is accepted. Throws the port's fault
 * while the provider's key is unavailable.
 */
export async function verifyWebhook(
  { body, signature }: { body: string; signature: string | null },
  { bank, now }: { bank: Pick<BankProvider, "readWebhookKey">; now: Date },
): Promise<Verdict> {
  if (!signature) return { isVerified: false, reason: "no_signature" };
  const header = readHeader(signature);
  if (header?.alg !== "ES256") return { isVerified: false, reason: "algorithm" };
  const keyId = typeof header.kid === "string" && /^[\w-]{1,100}$/.test(header.kid) ? header.kid : null;
  const key = keyId === null ? null : await bank.readWebhookKey(keyId, now);
  if (keyId === null || key === null) return { isVerified: false, reason: "key" };
  const claims = await readClaims(signature, key);
  if (claims === null) return { isVerified: false, reason: "signature" };
  const { iat, request_body_sha256: bodyHash } = claims;
  const age = now.getTime() / 1000 - Number(iat);
  if (typeof iat !== "number" || !(age <= maxAgeSeconds && age >= -maxAgeSeconds))
    return { isVerified: false, reason: "age" };
  const isOfBody = typeof bodyHash === "string" && isEqualSecret(bodyHash, sha256(body).toString("hex"));
  if (!isOfBody) return { isVerified: false, reason: "body" };
  return { isVerified: true, keyId, issuedAt: new Date(iat * 1000) };
}

function readHeader(token: string): { alg?: unknown; kid?: unknown } | null {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

/** The claims, if the signature matches the key. The age is checked with the caller's clock. */
async function readClaims(
  token: string,
  { kty, crv, x, y }: NonNullable<Awaited<ReturnType<BankProvider["readWebhookKey"]>>>,
): Promise<Record<string, unknown> | null> {
  try {
    const key = await importJWK({ kty, crv, x, y }, "ES256");
    // An `exp` or `nbf`, which the provider does not send, would be checked with another clock than ours.
    return (await jwtVerify(token, key, { algorithms: ["ES256"] })).payload;
  } catch {
    return null;
  }
}
