import { errors, jwtVerify, type JWTPayload } from "jose";
import { systemClock, type Clock } from "../time/clock.ts";
import { DomainError } from "../errors.ts";
import { createIssuerKeys, type FetchLike, type KeyFinder } from "./issuer-keys.ts";
import { TokenCache } from "./token-cache.ts";
import { readClaims, type ClaimRules, type TokenClaims } from "./token-claims.ts";
import { isAccessToken } from "./token-kind.ts";
import { readSession } from "./token-session.ts";

export type { TokenClaims } from "./token-claims.ts";

const algorithms = ["RS256", "ES256", "EdDSA"];
const skewSeconds = 60;
/** As long as the keys are kept: a key that the issuer withdrew is refused no later for a token seen before. */
const rememberForMs = 10 * 60_000;
/** No token is longer in practice, and hashing and parsing stay cheap. */
const maxTokenLength = 16_384;

export interface TokenVerifierOptions extends ClaimRules {
  /** Exactly the `iss` of accepted tokens, and the base of the issuer's discovery document. */
  issuer: string;
  /** A token must name at least one of these in `aud`. */
  audience: string | readonly string[];
  /** Ages the cached keys and verdicts. Never a request's test clock. */
  clock?: Clock;
  fetch?: FetchLike;
  /** How many verified tokens are remembered. */
  cacheSize?: number;
}

export interface TokenVerifier {
  /**
   * The claims of a token signed by the issuer for this audience and valid at `now`, with 60 seconds of
   * tolerance. Throws TOKEN_EXPIRED for an expired token, UNAUTHORIZED for any other invalid one,
   * SERVICE_UNAVAILABLE when the issuer's keys are not available. The result is shared between requests and
   * frozen.
   */
  verify(token: string, now: Date): Promise<TokenClaims>;
}

interface Verdict {
  claims: TokenClaims;
  issuedAt: number;
  notBefore: number;
  expiresAt: number;
}

/** A verifier for one issuer. Nothing is fetched before the first token, so the issuer may start later. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const clock = options.clock ?? systemClock;
  const findKey = createIssuerKeys(options.issuer, clock, options.fetch ?? fetch);
  const cache = new TokenCache<Verdict>(options.cacheSize ?? 10_000);
  return {
    async verify(token, now) {
      if (token.length > maxTokenLength) throw unauthorized();
      const key = TokenCache.keyOf(token);
      const nowMs = clock.now().getTime();
      const known = cache.get(key, nowMs);
      const verdict = known ?? (await verifyToken(token, now, findKey, options));
      checkTimes(verdict, now);
      if (known === undefined) cache.set(key, verdict, nowMs + rememberForMs);
      return verdict.claims;
    },
  };
}

async function verifyToken(
  token: string,
  now: Date,
  findKey: KeyFinder,
  options: TokenVerifierOptions,
): Promise<Verdict> {
  const payload = await verifyPayload(token, now, findKey, options);
  const claims = readClaims(payload, options);
  const { iat, nbf, exp } = payload;
  if (claims === null || iat === undefined || exp === undefined) throw unauthorized();
  claims.session = readSession(payload, claims.sub, { iat, exp }, options.sessionClaim);
  freeze(claims);
  return { claims, issuedAt: iat, notBefore: nbf ?? iat, expiresAt: exp };
}

async function verifyPayload(
  token: string,
  now: Date,
  findKey: KeyFinder,
  options: TokenVerifierOptions,
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, findKey, {
      algorithms,
      issuer: options.issuer,
      audience: [options.audience].flat(),
      requiredClaims: ["sub", "iat", "exp"],
      currentDate: now,
      clockTolerance: skewSeconds,
    });
    if (!isAccessToken(protectedHeader, payload)) throw unauthorized();
    return payload;
  } catch (thrown) {
    if (thrown instanceof errors.JWTExpired) throw expired();
    if (thrown instanceof errors.JOSEError || thrown instanceof TypeError) throw unauthorized(thrown);
    throw thrown;
  }
}

/** A cached token needs no signature check, but its times must be checked again; jose does not check `iat`. */
function checkTimes(verdict: Verdict, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (seconds >= verdict.expiresAt + skewSeconds) throw expired();
  if (Math.max(verdict.issuedAt, verdict.notBefore) > seconds + skewSeconds) throw unauthorized();
}

function freeze(claims: TokenClaims): void {
  for (const list of [claims.roles, claims.apps, claims.scope]) Object.freeze(list);
  Object.freeze(claims);
}

function unauthorized(cause?: unknown): DomainError {
  return new DomainError("UNAUTHORIZED", "The token is not valid. Sign in again.", {}, { cause });
}

function expired(): DomainError {
  return new DomainError("TOKEN_EXPIRED", "The token has expired. Sign in again.");
}
