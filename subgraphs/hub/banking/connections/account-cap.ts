import { planKeys, type PlanKey, type Principal } from "../../../../src/access/principal.ts";

/** Accounts that a plan may connect; -1 is without limit. */
export const accountCaps: Readonly<Record<PlanKey, number>> = {
  free: 1,
  starter: 3,
  professional: 10,
  business: 25,
  enterprise: -1,
};

/** The plan that counts for an account's bank accounts: the larger of the platform's and the app's. */
export function bankTierOf(
  { plan, tiers }: Pick<Principal, "plan" | "tiers">,
  appId: string | null,
): PlanKey {
  const held = appId === null ? undefined : tiers?.[appId];
  return planKeys.findLast((key) => key === plan || key === held) ?? "free";
}

/** Whether this number of accounts exceeds the plan's cap. */
export function exceedsCap(tier: PlanKey, accounts: number): boolean {
  return accountCaps[tier] !== -1 && accounts > accountCaps[tier];
}

/** The smallest plan that allows this number of accounts. */
export function tierFor(accounts: number): PlanKey {
  return planKeys.find((tier) => !exceedsCap(tier, accounts))!;
}
