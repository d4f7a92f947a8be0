import { DomainError } from "../errors.ts";
import type { CallContext } from "../context.ts";
import type { LimitClass } from "../limits/limit-table.ts";
import { refuseMember } from "./account-rights.ts";
import { holdsScope, mayUseApp, planKeys, type Principal } from "./principal.ts";
import type { AccessFacts, FieldCall, Rule, Tier } from "./rule.types.ts";
import { invoicerTierOf } from "./tiers.ts";

export type { AccessFacts, Rule, RuleMap, Tier } from "./rule.types.ts";

const allow = () => null;
const missingToken = () =>
  new DomainError("MISSING_TOKEN", "Authentication required. Send a bearer token or an API key.");
const forbidden = (message: string, details: Record<string, unknown>) =>
  new DomainError("FORBIDDEN", message, details);

const notValid = () =>
  new DomainError("UNAUTHORIZED", "The credential is not valid. Sign in again or use another key.");

/** Anyone, without a credential or with a valid one. Credentials of a closed account are not valid. */
export const isPublic: Rule = {
  facts: { auth: "public" },
  check: ({ ctx }) => (ctx.principal.closed ? notValid() : null),
};

/** Anyone with a valid credential: a signed-in user, an API key or a service account. */
export const isAuthenticated = identityRule("caller", (call) =>
  call.ctx.principal.kind === "anonymous" ? missingToken() : isPublic.check(call),
);

/** A signed-in user. Keys are rejected. */
export const isUser = identityRule("user", (call) => requirePerson(call) ?? isPublic.check(call));

/** A signed-in user, even with a deleted account that is not yet erased, so that they can restore it. */
export const isAccountOwner = identityRule(
  "holder",
  (call) => requirePerson(call) ?? (call.ctx.principal.closed === "deleted" ? null : isPublic.check(call)),
);

/** A signed-in user on payment routes: a closed account returns 404. */
export const isPayer = identityRule(
  "payer",
  (call) =>
    requirePerson(call) ??
    (call.ctx.principal.closed
      ? new DomainError("USER_NOT_FOUND", "User not found, or the account is closed. Check the user ID.")
      : null),
);

/**
 * An administrator of the platform. Scope-limited tokens are rejected. A service account has identified itself with the
 * kind of credential that these routes take, and lacks the role.
 */
export const isAdmin = identityRule(
  "admin",
  (call) =>
    (call.ctx.principal.kind === "serviceAccount" ? null : requirePerson(call)) ?? isPublic.check(call),
  ({ ctx: { principal } }) =>
    principal.isAdmin || principal.kind === "internal"
      ? null
      : forbidden("This request requires the admin role. Ask an administrator.", {
          reason: "admin_required",
        }),
);

/**
 * A rule about the principal. On its own it refuses tokens that are limited to their scopes and members of an
 * organization, after the credential (401) and before the role (403). Joined with a scope by `and`, it leaves
 * that decision to the scope, and joined with `withRight`, that about members to the right.
 */
function identityRule(
  auth: AccessFacts["auth"],
  checkCredential: Rule["check"],
  checkRole: Rule["check"] = allow,
): Rule {
  return {
    facts: { auth },
    check: (call) =>
      checkCredential(call) ?? refuseLimitedToken(call) ?? refuseMember(call) ?? checkRole(call),
    checkScoped: (call) => checkCredential(call) ?? checkRole(call),
    checkForMembers: (call) => checkCredential(call) ?? refuseLimitedToken(call) ?? checkRole(call),
  };
}

/** A person's scope-limited token never carries all permissions of that person. */
function refuseLimitedToken({ ctx: { principal } }: FieldCall): DomainError | null {
  const { kind, membership, scopes } = principal;
  // The scopes of a member are those of the role, which limits nothing here.
  const isLimited = membership ? membership.isLimited : scopes !== "all";
  if (kind !== "user" || !isLimited) return null;
  return forbidden(
    "This token is limited to its scopes, and no scope gives access here. Sign in with an application that has full access.",
    { reason: "full_token_required" },
  );
}

/** True where a token that is limited to its scopes is refused whatever they are. */
export function needsFullToken({ auth, scope, anyScope }: Partial<AccessFacts>): boolean {
  return auth !== undefined && auth !== "public" && auth !== "internal" && !scope && !anyScope;
}

/** Admits tokens that are limited to their scopes where no scope is named. */
export const withAnyScope: Rule = { facts: { anyScope: true }, check: allow };

/**
 * The field needs no stored operation: GraphQL alone serves it. Checks nothing and shows in no schema; without it the
 * check of generated files refuses a root field that no operation runs.
 */
export const graphqlOnly: Rule = { facts: {}, check: allow, graphqlOnly: true };

function requirePerson({ ctx: { principal } }: FieldCall): DomainError | null {
  if (principal.kind === "anonymous") return missingToken();
  if (principal.kind === "user" || principal.kind === "internal") return null;
  return new DomainError(
    "UNAUTHORIZED",
    "This request requires a user's bearer token, not a key. Sign in as a user.",
  );
}

/** Internal clients only. Everyone else gets 404. */
export const isInternal: Rule = {
  facts: { auth: "internal" },
  check: ({ ctx }) =>
    ctx.principal.kind === "internal"
      ? null
      : new DomainError("NOT_FOUND", "Not found. Check the path and the method."),
};

/** A key or limited token must have exactly this scope; a full token has all scopes of its account. */
export function hasScope(scope: string): Rule {
  return {
    facts: { scope },
    check: ({ ctx: { principal } }) =>
      holdsScope(principal, scope)
        ? null
        : forbidden(`This ${holderOf(principal)} lacks the scope ${scope}.`, {
            reason: "scope_missing",
            requiredScope: scope,
          }),
  };
}

/** What a missing scope is missing from: a limited token, a role in an organization, or a key. */
function holderOf({ kind, membership }: Principal): string {
  if (membership && !membership.isLimited) return "role";
  return kind === "user" ? "token" : "key";
}

/**
 * The account's plan, or its tier in the invoicing app, must reach this tier. The integration tier grants
 * `api-access`; a valid key has it, so that keys still read for as long as they outlive a downgrade.
 */
export function hasTier(tier: Tier): Rule {
  return {
    facts: { tier },
    check: ({ ctx }) =>
      ctx.principal.kind === "internal" || reachesTier(ctx.principal, tier) ? null : tierRefusal(ctx, tier),
  };
}

/** 403 with the required tier, the current tier and the upgrade URL. */
export function tierRefusal(
  { principal, publicUrl }: Pick<CallContext, "principal" | "publicUrl">,
  tier: Tier,
  message = missingTier(tier),
): DomainError {
  const requiredTier = tier === "api-access" ? "integration" : tier;
  return forbidden(message, {
    reason: "tier_required",
    requiredTier,
    currentTier: requiredTier === "integration" ? principal.invoicerTier : principal.plan,
    upgradeUrl: `${publicUrl}/settings`,
  });
}

function missingTier(tier: Tier): string {
  if (tier !== "integration" && tier !== "api-access") return `This request requires the ${tier} tier.`;
  return "This request requires the integration tier of the invoicing app. Get it, or a business plan, in Settings.";
}

/** A key is read-only during the grace period after its owner lost API access. */
export function refuseReadOnlyKey(ctx: Pick<CallContext, "principal" | "publicUrl">): DomainError | null {
  if (!ctx.principal.isReadOnly) return null;
  return tierRefusal(
    ctx,
    "integration",
    "This key is read-only because its owner's plan no longer includes API access. Upgrade the plan.",
  );
}

function reachesTier(principal: Principal, tier: Tier): boolean {
  if (tier === "api-access" && principal.kind === "apiKey") return true;
  if (tier === "integration" || tier === "api-access") return invoicerTierOf(principal) !== "free";
  return planKeys.indexOf(principal.plan) >= planKeys.indexOf(tier);
}

/** Restricts requests to this app: rejects another app ID, and credentials without access to the app. */
export function onApp(appId: string): Rule {
  return {
    facts: { app: appId },
    check: ({ ctx }) => {
      if (ctx.appId !== null && ctx.appId !== appId) {
        return new DomainError(
          "APP_MISMATCH",
          `This request belongs to the app ${appId}. Send that ID in x-app-id.`,
          {
            expectedAppId: appId,
          },
        );
      }
      return mayUseApp(ctx.principal, appId)
        ? null
        : forbidden(`This credential has no access to the app ${appId}.`, { reason: "app_not_allowed" });
    },
  };
}

/** The call is charged under this operation of the price list. Charging itself happens around the field. */
export function costs(operation: string): Rule {
  return { facts: { cost: operation }, check: allow };
}

/** Like `costs`, for an operation with a price per unit: its use case holds and captures the amount used. */
export function costsByUse(operation: string): Rule {
  return { facts: { cost: operation, byUse: true }, check: allow };
}

/** Requests also count in this limit class; `src/limits/limit-table.ts` has the caps of all classes. */
export function limitedAs(limit: LimitClass): Rule {
  const money = limit === "payment-create" || limit === "money" ? ({ money: true } as const) : {};
  return { facts: { limit, ...money }, check: allow };
}

/**
 * The request moves money or credits: it is refused while limits cannot be checked, and as an agent's tool it
 * requires confirmation first.
 */
export const movesMoney: Rule = { facts: { money: true }, check: allow };

/** Moves no money but commits some: an amount owed or paid changes, or a paid quota is used. Tools ask a person first. */
export const commitsMoney: Rule = { facts: { confirm: true }, check: allow };

/** Reveals a secret or ends an account: tools ask a person first. */
export const needsPerson: Rule = { facts: { confirm: true }, check: allow };

/** True when an agent's call of an operation with these facts requires confirmation first. */
export function needsConfirmation({
  money,
  confirm,
}: Pick<Partial<AccessFacts>, "money" | "confirm">): boolean {
  return money === true || confirm === true;
}

/**
 * The object's owner (named by `field`) is the principal's account. Second line of defence behind a narrowed
 * query.
 */
export function ownedBy(field: string): Rule {
  return {
    facts: { owned: true },
    check: ({ ctx: { principal }, parent }) => {
      const owner = (parent as Record<string, unknown> | null)?.[field];
      // A row without an owner does not belong to a principal without an account.
      const isOwn = typeof owner === "string" && owner === principal.ownerId;
      return isOwn || principal.isAdmin || (principal.kind === "internal" && principal.ownerId === null)
        ? null
        : new DomainError("NOT_FOUND", "Not found. Check the path and the method.");
    },
  };
}

/**
 * All of these rules, evaluated in the order written: identity before permissions. Unless one of them names a
 * scope or `withAnyScope`, tokens that are limited to their scopes are refused; unless one names a right, too, so are
 * members of an organization.
 */
export function and(...rules: Rule[]): Rule {
  const facts: Partial<AccessFacts> = Object.assign({}, ...rules.map((rule) => rule.facts));
  const scoped = rules.map((rule) => rule.checkScoped ?? rule.check);
  const checkScoped = firstRefusal(scoped);
  const checkForMembers = firstRefusal(rules.map((rule) => rule.checkForMembers ?? rule.check));
  const namesScope = facts.scope !== undefined || facts.anyScope === true;
  const unscoped =
    facts.right === undefined ? firstRefusal(rules.map((rule) => rule.check)) : checkForMembers;
  const check = namesScope ? checkScoped : unscoped;
  const only = rules.some((rule) => rule.graphqlOnly) ? ({ graphqlOnly: true } as const) : {};
  const amountOf = rules.find((rule) => rule.amountOf)?.amountOf;
  const closing = rules.some((rule) => rule.whileClosing) ? ({ whileClosing: true } as const) : {};
  return { facts, check, checkScoped, checkForMembers, ...only, ...closing, ...(amountOf && { amountOf }) };
}

function firstRefusal(checks: readonly Rule["check"][]): Rule["check"] {
  return (call) => {
    for (const check of checks) {
      const refusal = check(call);
      if (refusal) return refusal;
    }
    return null;
  };
}
