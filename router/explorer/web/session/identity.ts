import { anonymous } from "../../../../src/access/principal.ts";
import { ruleFromFacts } from "../../../../src/access/rule-from-facts.ts";
import type { AccessFacts } from "../../../../src/access/rules.ts";
import type { DomainError } from "../../../../src/errors.ts";
import type { Identity } from "../../session.types.ts";

export type { Identity } from "../../session.types.ts";

/** The anonymous identity. */
export const nobody: Identity = {
  ...anonymous,
  id: "nobody",
  name: "Nobody (no credential)",
  credential: null,
  isDemo: true,
  isKnown: true,
};

/** Name and value of the identity's credential header. Null for the anonymous identity. */
export function credentialHeader({
  kind,
  credential,
}: Pick<Identity, "kind" | "credential">): [string, string] | null {
  if (credential === null) return null;
  return kind === "apiKey" ? ["x-api-key", credential] : ["authorization", `Bearer ${credential}`];
}

/**
 * Why an identity may not use a field with these access facts, by the same rules as the server. Null when
 * access is allowed or cannot be determined in advance. Ownership of rows is not known here.
 */
function refusalFor(
  identity: Identity,
  facts: Partial<AccessFacts>,
  appId: string | null = null,
): DomainError | null {
  if (!identity.isKnown) return null;
  const principal = { ...anonymous, ...identity, ownerId: identity.id };
  const ctx = { principal, appId, publicUrl: "" };
  // The rules read only the principal and the app of a request.
  return ruleFromFacts(facts).check({ ctx: ctx as never, parent: null, args: {} });
}

/** Missing permission as a phrase: "needs the scope write:invoices". Null if nothing is missing. */
export function missingWords(identity: Identity, facts: Partial<AccessFacts>): string | null {
  const refusal = refusalFor(identity, facts);
  return refusal === null ? null : describeRefusal(refusal);
}

/** Cause of an error as a phrase, from its code and details. Works for every door. */
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
  if (code === "SESSION_REVOKED") return "needs a new sign-in";
  if (reason === "scope_missing") return `needs the scope ${String(requiredScope)}`;
  if (reason === "tier_required") return `needs the tier ${String(requiredTier)}, has ${String(currentTier)}`;
  if (reason === "full_token_required") return "needs a token with full access";
  if (reason === "admin_required") return "needs the role admin";
  if (reason === "app_not_allowed") return "needs a credential for this app";
  if (code === "NOT_FOUND") return "is internal to the platform";
  return message;
}

/** First identity with access to all of these facts, people before keys. Null if none is known. */
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
