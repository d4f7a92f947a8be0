import { isEqualSecret, type KeyRing } from "../../../../src/crypto/crypto.ts";

/** A provider, and how many times the URL of its feed was replaced. */
export interface FeedVersion {
  providerId: string;
  generation: number;
}

/** The token of a feed: the provider, and 128 bits derived from it and the index key. It is stored nowhere. */
export function feedToken(keyRing: KeyRing, version: FeedVersion): string {
  return `${version.providerId}.${secretsOf(keyRing, version)[0]!}`;
}

/** The provider that a token names; null for a text that is no token. A `.ics` at its end is ignored. */
export function providerOfToken(token: string): string | null {
  return /^(prv_\w{1,40})\.[0-9a-f]{32}(?:\.ics)?$/.exec(token)?.[1] ?? null;
}

/** True when the token is the one of this version, also under the secret before a rotation. */
export function isFeedToken(keyRing: KeyRing, token: string, version: FeedVersion): boolean {
  const secret = token.slice(version.providerId.length + 1).replace(/\.ics$/, "");
  return secretsOf(keyRing, version).some((one) => isEqualSecret(one, secret));
}

function secretsOf(keyRing: KeyRing, { providerId, generation }: FeedVersion): string[] {
  return keyRing.blindIndexes("booking.feed", `${providerId} ${generation}`).map((text) => text.slice(0, 32));
}
