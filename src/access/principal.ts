import type { Membership } from "./roles.ts";

/** Plan keys of the hub, from the smallest to the largest. */
export const planKeys = ["free", "starter", "professional", "business", "enterprise"] as const;
export type PlanKey = (typeof planKeys)[number];

/** Tiers of the invoicing app, held beside the hub plan. */
export type InvoicerTier = "free" | "integration" | "business";

/**
 * The principal, verified once at the router. Every rule and query is evaluated against it. `ownerId` is the
 * account whose rows this principal acts on: the user's personal account, the organization that the user acts for, or
 * the owner of a key.
 */
export interface Principal {
  kind: "anonymous" | "user" | "apiKey" | "serviceAccount" | "internal";
  id: string;
  ownerId: string | null;
  email: string | null;
  name: string | null;
  isAdmin: boolean;
  plan: PlanKey;
  invoicerTier: InvoicerTier;
  /** `all`: a signed-in user acts with every scope of their own account. */
  scopes: readonly string[] | "all";
  /** Apps this credential may name. */
  appIds: readonly string[] | "all";
  livemode: boolean;
  /** Why a signed-in person's account is closed; absent or null while it is open. Rules refuse the closed ones. */
  closed?: "suspended" | "deleted" | null;
  /** True for a key that may change nothing, because its owner has lost the tier for keys. */
  isReadOnly?: boolean;
  /** The account's tiers in apps other than central, by app. */
  tiers?: Readonly<Record<string, string>>;
  /** Usage limits of this key per calendar window; -1 is unlimited. Only keys have limits of their own. */
  keyLimits?: KeyLimits | null;
  /** The session of a user's token. */
  sessionId?: string | null;
  /** Set when the principal acts for an organization: `ownerId` is then the organization, `id` the acting user. */
  membership?: Membership | null;
}

/** Requests of a key by calendar hour, day and month (UTC); -1 is without limit. */
export interface KeyLimits {
  requestsPerHour: number;
  requestsPerDay: number;
  requestsPerMonth: number;
}

/** The principal of a request without a credential. */
export const anonymous: Principal = Object.freeze({
  kind: "anonymous",
  id: "anonymous",
  ownerId: null,
  email: null,
  name: null,
  isAdmin: false,
  plan: "free",
  invoicerTier: "free",
  scopes: [],
  appIds: "all",
  livemode: true,
});

/**
 * The platform acting on its own, for one account or for none: the router looking up a principal, a subgraph
 * settling a charge, a job. Never created from client input.
 */
export function internalPrincipal(component: string, ownerId: string | null = null): Principal {
  return Object.freeze({ ...anonymous, kind: "internal", id: component, ownerId, scopes: "all" });
}

/** The person behind the request: the signed-in user also where they act for an organization, or the owner of a key. */
export function personOf({ ownerId, membership }: Principal): string | null {
  return membership ? membership.userId : ownerId;
}

/** True when the principal's own scopes include `scope` exactly, or `<action>:*` for service accounts. */
export function holdsScope(principal: Principal, scope: string): boolean {
  if (principal.scopes === "all") return true;
  if (principal.scopes.includes(scope)) return true;
  return principal.kind === "serviceAccount" && principal.scopes.includes(`${scope.split(":")[0]}:*`);
}

/** True when the credential may act for this app. */
export function mayUseApp(principal: Principal, appId: string): boolean {
  return principal.appIds === "all" || principal.appIds.includes(appId);
}
