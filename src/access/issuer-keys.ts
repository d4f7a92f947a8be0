import {
  createLocalJWKSet,
  errors,
  type CryptoKey,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from "jose";
import { z } from "zod";
import type { Clock } from "../time/clock.ts";
import { DomainError } from "../errors.ts";

const maxAgeMs = 10 * 60_000;
const coolDownMs = 30_000;
const timeoutMs = 5_000;

const discoverySchema = z.looseObject({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Finds the key that a token says it was signed with. */
export type KeyFinder = (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => Promise<CryptoKey>;

interface KeySet {
  find: KeyFinder;
  fetchedAtMs: number;
}

/**
 * The issuer's signing keys by OpenID discovery, fetched on first use and cached for 10 minutes. A token with
 * an unknown key id causes one refetch, at most every 30 seconds, so invented ids cannot make this process
 * flood the issuer. Throws SERVICE_UNAVAILABLE while the issuer does not respond correctly.
 */
export function createIssuerKeys(issuer: string, clock: Clock, fetch: FetchLike): KeyFinder {
  let current: KeySet | null = null;
  let pending: Promise<KeySet> | null = null;
  let lastRefetchMs = -Infinity;
  const nowMs = () => clock.now().getTime();

  async function load(): Promise<KeySet> {
    pending ??= fetchKeys(issuer, fetch)
      .then((jwks) => (current = { find: createLocalJWKSet(jwks), fetchedAtMs: nowMs() }))
      .catch((cause: unknown) => {
        throw new DomainError(
          "SERVICE_UNAVAILABLE",
          "The identity provider does not respond. Try again later.",
          {},
          { cause },
        );
      })
      .finally(() => (pending = null));
    return pending;
  }

  return async (header, token) => {
    const keys = current !== null && nowMs() - current.fetchedAtMs < maxAgeMs ? current : await load();
    try {
      return await keys.find(header, token);
    } catch (thrown) {
      if (!(thrown instanceof errors.JWKSNoMatchingKey)) throw thrown;
      const isCoolingDown = nowMs() - lastRefetchMs < coolDownMs;
      if (isCoolingDown && pending === null) throw thrown;
      if (!isCoolingDown) lastRefetchMs = nowMs();
      return await (await load()).find(header, token);
    }
  };
}

async function fetchKeys(issuer: string, fetch: FetchLike): Promise<JSONWebKeySet> {
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const discovery = discoverySchema.parse(await fetchJson(discoveryUrl, fetch));
  if (discovery.issuer !== issuer) throw new Error("The discovery document names another issuer.");
  return (await fetchJson(discovery.jwks_uri, fetch)) as JSONWebKeySet;
}

async function fetchJson(url: string, fetch: FetchLike): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) throw new Error(`The issuer answered ${response.status}.`);
  return response.json();
}
