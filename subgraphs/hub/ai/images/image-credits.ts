/** How many images an account may have drawn in a UTC calendar month. No database, no clock. */
import type { PlanKey, Principal } from "../../../../src/access/principal.ts";
import { tierIn } from "../../../../src/limits/limit-table.ts";

/** Images a month by plan; null is without limit. */
const monthlyImages: Readonly<Record<PlanKey, number | null>> = {
  free: 5,
  starter: 50,
  professional: 250,
  business: 1_000,
  enterprise: null,
};

type Tiers = Pick<Principal, "kind" | "plan" | "invoicerTier" | "tiers">;

/** The images that an account may have in a month for this app; null is without limit. */
export function imageAllowance(principal: Tiers, appId: string): number | null {
  return monthlyImages[tierIn(principal, appId).limits.plan];
}

/**
 * How many of the counted images use the same allowance as this app. A paid app has an allowance of its own; all others
 * share one. An image counts towards its app's current allowance, so images from before a plan change count against the
 * new one.
 */
export function imagesCounted(
  principal: Tiers,
  appId: string,
  counts: readonly { appId: string; images: number }[],
): number {
  const isPaid = (id: string) => tierIn(principal, id).isPaid;
  const own = counts.filter((count) => (isPaid(appId) ? count.appId === appId : !isPaid(count.appId)));
  return own.reduce((sum, { images }) => sum + images, 0);
}

/** First day of the UTC month, `YYYY-MM-DD`. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

/** When the next UTC month begins, and allowances with it. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
