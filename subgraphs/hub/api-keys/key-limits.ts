import { invoicerTierOf } from "../../../src/access/tiers.ts";
import type { KeyLimits, Principal } from "../../../src/access/principal.ts";

const unlimited = -1;
const withoutLimit: KeyLimits = {
  requestsPerHour: unlimited,
  requestsPerDay: unlimited,
  requestsPerMonth: unlimited,
};
const integrationLimits: KeyLimits = {
  requestsPerHour: 250,
  requestsPerDay: 1_000,
  requestsPerMonth: 30_000,
};
const hubBusinessLimits: KeyLimits = {
  requestsPerHour: 7_500,
  requestsPerDay: 50_000,
  requestsPerMonth: 500_000,
};

/** Limits that a key sets for itself; null or omitted means the tier's. */
export type OwnLimits = { [Name in keyof KeyLimits]?: number | null | undefined };

/**
 * Limits of each key of an account. When a hub plan and a tier of the invoicing app both allow keys, the wider one
 * applies. An account that has lost its tier has the smallest limits while its keys may read.
 */
export function tierLimits(tiers: Pick<Principal, "plan" | "invoicerTier">): KeyLimits {
  if (tiers.plan === "enterprise" || tiers.invoicerTier === "business") return withoutLimit;
  return tiers.plan === "business" && invoicerTierOf(tiers) === "business"
    ? hubBusinessLimits
    : integrationLimits;
}

/** The limits that hold for a key: its own where they are lower than the tier's, which may have sunk since. */
export function effectiveLimits(tier: KeyLimits, own: OwnLimits): KeyLimits {
  const lower = (name: keyof KeyLimits) =>
    isWithin(own[name] ?? unlimited, tier[name]) ? own[name]! : tier[name];
  return {
    requestsPerHour: lower("requestsPerHour"),
    requestsPerDay: lower("requestsPerDay"),
    requestsPerMonth: lower("requestsPerMonth"),
  };
}

/** Whether a limit allows no more than another one. */
export function isWithin(limit: number, other: number): boolean {
  if (limit === unlimited) return false;
  return other === unlimited || limit <= other;
}
