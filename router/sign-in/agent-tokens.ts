import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import { readClaims } from "../../src/access/token-claims.ts";
import { readSession } from "../../src/access/token-session.ts";
import type { TokenClaims, TokenVerifier } from "../../src/access/token.ts";
import { memoizeLast } from "../../src/concurrency/memoize-last.ts";
import type { SecretList } from "../../src/config/secret-list.ts";
import { DomainError } from "../../src/errors.ts";
import { derivedKeys } from "./derived-keys.ts";
import { resourceOf } from "./sign-in.settings.ts";

/** Tokens of the platform's own authorization server are signed with a shared secret, those of issuers never. */
export const agentTokenAlgorithm = "HS256" as const;
const maxTokenLength = 16_384;
const skewSeconds = 60;

/** The key that signs agents' tokens. */
export function agentTokenKey(secrets: SecretList): Uint8Array {
  return derivedKeys(secrets, "access tokens")[0];
}

/**
 * Verifies tokens at the agent door: those of the platform's own authorization server, and all others as `tokens` does.
 * Tokens of the first kind are limited to scopes and bound to an account by their claims, and are good at no other door.
 */
export function createAgentTokenVerifier(
  tokens: TokenVerifier,
  { secrets, publicUrl }: { secrets: SecretList; publicUrl: string },
): TokenVerifier {
  const keys = derivedKeys(secrets, "access tokens");
  return {
    async verify(token, now) {
      if (!isAgentToken(token)) return tokens.verify(token, now);
      for (const key of keys) {
        const claims = await verifyWith(key, token, { now, publicUrl });
        if (claims !== null) return claims;
      }
      throw unauthorized();
    },
  };
}

function isAgentToken(token: string): boolean {
  const headerEnd = token.indexOf(".");
  if (token.length > maxTokenLength || headerEnd < 0) return false;
  return kindOf(token.slice(0, headerEnd)).isAgents;
}

/** An issuer gives its tokens the same header, which takes longer to decode than a known token to find. */
const kindOf = memoizeLast((header: string) => {
  try {
    return { isAgents: decodeProtectedHeader({ protected: header }).alg === agentTokenAlgorithm };
  } catch {
    return { isAgents: false };
  }
});

/** Null for a token that this key did not sign. */
async function verifyWith(
  key: Uint8Array,
  token: string,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [agentTokenAlgorithm],
      typ: "at+jwt",
      issuer: publicUrl,
      audience: resourceOf(publicUrl),
      requiredClaims: ["sub", "iat", "exp", "sid", "scope", "account_id"],
      currentDate: now,
      clockTolerance: skewSeconds,
    });
    const claims = readClaims(payload, {});
    if (claims === null || claims.scope === null || claims.account === null) throw unauthorized();
    claims.session = readSession(payload, claims.sub, { iat: payload.iat!, exp: payload.exp! });
    return Object.freeze(claims);
  } catch (thrown) {
    if (thrown instanceof errors.JWSSignatureVerificationFailed) return null;
    if (thrown instanceof errors.JWTExpired)
      throw new DomainError("TOKEN_EXPIRED", "The token has expired. Sign in again, or refresh it.");
    if (thrown instanceof errors.JOSEError || thrown instanceof TypeError) throw unauthorized();
    throw thrown;
  }
}

function unauthorized(): DomainError {
  return new DomainError("UNAUTHORIZED", "The token is not valid. Sign in again.");
}
