import { createHmac } from "node:crypto";
import { request } from "../http/undici.ts";
import { z } from "zod";
import type { Clock } from "../time/clock.ts";

/** Credentials of the developer console: the client's ID and secret, and the token of the user who files. */
export interface TaxBanditsCredentials {
  clientId: string;
  clientSecret: string;
  userToken: string;
}

/** Time that a token is used for; TaxBandits issues them for an hour. */
const lifetimeMs = 50 * 60_000;
const replySchema = z.object({ AccessToken: z.string().min(1).max(8_192) });

/** Why no token came: `refused` for credentials that are not good, `silent` for anything that may pass. */
export type TokenFailure = "refused" | "silent";

export interface TokenSource {
  /** The token in use, or a new one. Concurrent callers share a request. Throws what `failed` makes. */
  token(): Promise<string>;
  /** Drops the token in use, which the API has refused. */
  forget(): void;
}

/**
 * Access tokens of TaxBandits: a JWS of the credentials is exchanged for one
 * (developer.taxbandits.com, OAuth 2.0 Authentication: `GET v2/tbsauth` with the JWS in `Authentication`).
 */
export function createTokenSource(options: {
  authUrl: string;
  credentials: TaxBanditsCredentials;
  clock: Clock;
  timeoutMs: number;
  failed(failure: TokenFailure): Error;
}): TokenSource {
  const { authUrl, credentials, clock, timeoutMs, failed } = options;
  let kept: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function fetchToken(): Promise<string> {
    const now = clock.now();
    const authentication = signCredentials(credentials, now);
    const reply = await request(authUrl, {
      method: "GET",
      headers: { accept: "application/json", authentication },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => null);
    const text = (await reply?.body.text().catch(() => null)) ?? null;
    if (reply === null || text === null || reply.statusCode >= 500) throw failed("silent");
    const { data } = replySchema.safeParse(parseOrNull(text));
    if (reply.statusCode !== 200 || !data) throw failed("refused");
    kept = { token: data.AccessToken, until: now.getTime() + lifetimeMs };
    return data.AccessToken;
  }

  return {
    token() {
      if (kept !== null && clock.now().getTime() < kept.until) return Promise.resolve(kept.token);
      pending ??= fetchToken().finally(() => {
        pending = null;
      });
      return pending;
    },
    forget() {
      kept = null;
    },
  };
}

/** The JWS of the credentials: HS256 with the client's secret; issuer and subject are its ID, the user token is the audience. */
export function signCredentials(
  { clientId, clientSecret, userToken }: TaxBanditsCredentials,
  at: Date,
): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const iat = Math.floor(at.getTime() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: userToken, iat };
  const content = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${content}.${createHmac("sha256", clientSecret).update(content).digest("base64url")}`;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
