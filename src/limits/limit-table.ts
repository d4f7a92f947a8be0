import { planKeys, type PlanKey, type Principal } from "../access/principal.ts";
import { invoicerTierOf, invoicerTiers } from "../access/tiers.ts";

/** Calls by calendar minute (sliding), day and month; null is without limit. */
export interface TierLimits {
  minute: number | null;
  day: number | null;
  month: number | null;
  /** The plan whose caps of classes apply. */
  plan: PlanKey;
}

/** The documented tiers of the hub. */
export const planLimits: Readonly<Record<PlanKey, TierLimits>> = {
  free: { minute: 10, day: 100, month: 1_000, plan: "free" },
  starter: { minute: 30, day: 1_000, month: 10_000, plan: "starter" },
  professional: { minute: 60, day: 10_000, month: 100_000, plan: "professional" },
  business: { minute: 120, day: 50_000, month: 500_000, plan: "business" },
  enterprise: { minute: null, day: null, month: null, plan: "enterprise" },
};

/**
 * Paid tiers of the invoicing app. The documents give the calls of a day; the month is that of the tier's keys. The
 * minute is ours: an hour of a key (250) may come in a few bursts, and `business` has what the hub's business has.
 */
const invoicerLimits: Readonly<Record<"integration" | "business", TierLimits>> = {
  integration: {
    minute: 60,
    day: invoicerTiers.integration.apiCallsPerDay,
    month: 30_000,
    plan: "starter",
  },
  business: { minute: 120, day: invoicerTiers.business.apiCallsPerDay, month: null, plan: "business" },
};

/** Calls a minute of one class, by plan from free to enterprise; null is without a cap of its own. */
const classTable = {
  "ai-text": [5, 15, 30, 60, 300],
  "ai-image": [2, 5, 10, 20, 60],
  "ai-search": [5, 15, 30, 60, 300],
  "payment-create": [5, 10, 10, 20, 20],
  "crm-send": [2, 5, 10, 20, 60],
  // Tools of the gateway; contracts of enterprise accounts know the abuse ceiling alone.
  money: [30, 30, 30, 30, null],
  calls: [10, 10, 10, 10, null],
  search: [60, 60, 60, 60, null],
} as const satisfies Record<string, readonly (number | null)[]>;

/** Requests per minute of one address, from all its clients together. */
export const addressLimits = {
  public: 60,
  "webhook-in": 600,
  "booking-read": 120,
  "booking-write": 30,
} as const;

/** Classes that are counted by address alone. */
export type AddressClass = Exclude<keyof typeof addressLimits, "public">;

/** Answers that an address may get to credentials that are missing or bad, before it is refused unheard. */
export const failedAttemptsPerMinute = 600;
/**
 * Requests per minute of one administrator to administrators' operations; these do not count in the
 * administrator's own tier.
 */
export const adminCallsPerMinute = 300;
/**
 * Reads that the explorer's pages send without a click, per account or, without a credential, per address. They use
 * nothing of the account's own quota, so that looking at pages does not cost requests.
 */
export const explorerReads = { minute: 120, day: 3_000 } as const;
/** A key's bucket: a burst of 20 requests, refilled by one every 100 ms. */
export const keyBurst = { limit: 20, intervalMs: 100 } as const;

/** Classes that an operation can be of, by `limitedAs`. */
export type LimitClass = keyof typeof classTable | AddressClass;

/** Calls a minute that an account of this plan has in a class; null is without a cap. */
export function classLimit(limitClass: Exclude<LimitClass, AddressClass>, plan: PlanKey): number | null {
  return classTable[limitClass][planKeys.indexOf(plan)] ?? null;
}

/** Calls a minute in a class by plan, from the smallest plan; no caps for a name that is no class of accounts. */
export function classCaps(limitClass: string | undefined): readonly (number | null)[] {
  const table: Readonly<Record<string, readonly (number | null)[]>> = classTable;
  return (limitClass === undefined ? undefined : table[limitClass]) ?? planKeys.map(() => null);
}

/** True for classes that are counted by address, not by account. */
export function isAddressClass(limitClass: string | undefined): limitClass is AddressClass {
  return limitClass !== undefined && limitClass !== "public" && Object.hasOwn(addressLimits, limitClass);
}

/**
 * The limits of an account in an app, and whether the account pays for that app. Apps that are not paid for
 * share one free quota. An enterprise plan of the hub covers every app, as do service accounts; every other
 * plan covers the app it was bought for. In the invoicing app its own tiers count, and so does a hub plan that
 * includes them.
 */
export function tierIn(
  principal: Pick<Principal, "kind" | "plan" | "invoicerTier" | "tiers">,
  appId: string,
): { limits: TierLimits; isPaid: boolean } {
  const isEverywhere = principal.kind === "serviceAccount" || principal.plan === "enterprise";
  if (isEverywhere) return { limits: planLimits.enterprise, isPaid: true };
  const held = appId === "central" ? principal.plan : principal.tiers?.[appId];
  if (appId === "invoicer") {
    const tier = invoicerTierOf(principal);
    if (tier === "integration" || tier === "business") return { limits: invoicerLimits[tier], isPaid: true };
  }
  const plan = planKeys.find((key) => key === held) ?? "free";
  return { limits: planLimits[plan], isPaid: plan !== "free" };
}

/** The limits that a plan of this id gives its subscribers in an app; those of the free plan for an unknown one. */
export function limitsOfPlan(appId: string, planId: string): TierLimits {
  if (appId === "invoicer" && (planId === "integration" || planId === "business"))
    return invoicerLimits[planId];
  return planLimits[planKeys.find((key) => key === planId) ?? "free"];
}
