/** Separates the platform's scopes from those of the identity provider. */
export interface ScopeRules {
  /** Prefixes that the provider puts before the platform's scopes, such as `api://hub/`. */
  scopePrefixes?: readonly string[];
  /** Clients of the platform's owner: their tokens without platform scopes have full access. */
  firstPartyClients?: readonly string[];
}

const maxLength = 4096;
const maxScopes = 256;
const maxScopeLength = 256;
/** A scope-token of RFC 6749, section 3.3. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** `action:resource`. Wider than the scopes that exist: an unknown one limits the token and grants nothing. */
const platformPattern = /^[\w.*-]+:[\w.*-]+$/;

/**
 * The platform scopes that a token is limited to, or null for a token with full access: one without a scope
 * claim, or one of a first-party client without any platform scope. Reads `scope` and `scp`, each a string with
 * spaces or an array. Throws a MalformedScope when they cannot be read or disagree: treating them as absent
 * would widen the token.
 */
export function readScopes(payload: object, rules: ScopeRules): string[] | null {
  const claims = ["scope", "scp"].filter((name) => Object.hasOwn(payload, name));
  if (claims.length === 0) return null;
  const [words, other = words] = claims.map((name) => new Set(readWords(valueOf(payload, name))));
  if (words!.size !== other!.size || ![...words!].every((word) => other!.has(word)))
    throw new MalformedScope();
  const own = platformScopes(words!, rules.scopePrefixes ?? []);
  return own.length === 0 && isFirstParty(payload, rules.firstPartyClients ?? []) ? null : own;
}

/** A scope claim that cannot be read. */
export class MalformedScope extends Error {}

function readWords(claim: unknown): string[] {
  if (typeof claim === "string" && claim.length > maxLength) throw new MalformedScope();
  const words: unknown[] | null =
    typeof claim === "string"
      ? claim.split(" ").filter((word) => word !== "")
      : Array.isArray(claim)
        ? claim
        : null;
  if (words === null || words.length > maxScopes || !words.every(isScope)) throw new MalformedScope();
  return words;
}

function isScope(word: unknown): word is string {
  return typeof word === "string" && word.length <= maxScopeLength && scopePattern.test(word);
}

/** Identity scopes such as `openid` and scopes of other APIs neither grant nor limit. */
function platformScopes(words: ReadonlySet<string>, prefixes: readonly string[]): string[] {
  const names = [...words].map((word) => {
    const prefix = prefixes.find((one) => word.startsWith(one));
    return prefix === undefined ? word : word.slice(prefix.length);
  });
  return [...new Set(names.filter((name) => name === "webhooks" || platformPattern.test(name)))];
}

/** Every claim that names the client must name a first-party one. */
function isFirstParty(payload: object, clients: readonly string[]): boolean {
  const named = ["azp", "client_id", "cid"].filter((name) => Object.hasOwn(payload, name));
  return named.length > 0 && named.every((name) => clients.includes(valueOf(payload, name) as string));
}

function valueOf(payload: object, name: string): unknown {
  return (payload as Record<string, unknown>)[name];
}
