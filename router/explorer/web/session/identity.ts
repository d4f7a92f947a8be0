import { anonymous } from "../../../../src/access/principal.ts";
import { ruleFromFacts, type AccessFacts } from "../../../../src/access/rules.ts";
import type { DomainError } from "../../../../src/errors.ts";
import type { Identity } from "../../session.types.ts";

export type { Identity } from "../../session.types.ts";

/** Calling without a credential. */
export const nobody: Identity = {
  ...anonymous,
  id: "nobody",
  name: "Nobody (no credential)",
  credential: null,
  isDemo: true,
  isKnown: true,
};

/** The name and value of the header that carries the identity's credential; null for nobody. */
export function credentialHeader({
  kind,
  credential,
}: Pick<Identity, "kind" | "credential">): [string, string] | null {
  if (credential === null) return null;
  return kind === "apiKey" ? ["x-api-key", credential] : ["authorization", `Bearer ${credential}`];
}

/**
 * What keeps an identity from calling a field of these facts, by the very rules that the server enforces; null when
 * nothing does, or when nobody can tell beforehand. Whether a row is the caller's own is not known here.
 */
function refusalFor(
  identity: Identity,
  facts: Partial<AccessFacts>,
  appId: string | null = null,
): DomainError | null {
  if (!identity.isKnown) return null;
  const principal = { ...anonymous, ...identity, ownerId: identity.id };
  const ctx = { principal, appId, publicUrl: "" };
  // The rules read no more of a call than who makes it, and for which app.
  return ruleFromFacts(facts).check({ ctx: ctx as never, parent: null, args: {} });
}

/** What is missing, in words: "needs the scope write:invoices". Null when nothing is. */
export function missingWords(identity: Identity, facts: Partial<AccessFacts>): string | null {
  const refusal = refusalFor(identity, facts);
  return refusal === null ? null : describeRefusal(refusal);
}

/** The refusal's cause in words, from its code and details, whichever door answered it. */
export function describeRefusal({
  code,
  details,
  message,
}: {
  code: string;
  details: Readonly<Record<string, unknown>>;
  message: string;
}): string {
  const { reason, requiredScope, requiredTier, currentTier } = details;
  if (code === "MISSING_TOKEN") return "needs a credential";
  if (code === "UNAUTHORIZED") return "needs a valid credential of another type";
  if (reason === "scope_missing") return `needs the scope ${String(requiredScope)}`;
  if (reason === "tier_required") return `needs the tier ${String(requiredTier)}, has ${String(currentTier)}`;
  if (reason === "full_token_required") return "needs a token with full access";
  if (reason === "admin_required") return "needs the role admin";
  if (reason === "app_not_allowed") return "needs a credential for this app";
  if (code === "NOT_FOUND") return "is internal to the platform";
  return message;
}

/** The first identity, people before keys, that all of these facts let in; null when none is known to. */
export function identityThatCan(
  identities: readonly Identity[],
  facts: readonly Partial<AccessFacts>[],
): Identity | null {
  return (
    identities.find(
      (identity) =>
        identity.isKnown &&
        identity.credential !== null &&
        facts.every((one) => refusalFor(identity, one) === null),
    ) ?? null
  );
}
