import type { InvoicerTier, PlanKey } from "../../../src/access/principal.ts";
import { invoicerTierOf } from "../../../src/access/tiers.ts";

/** Paid tiers by app as they are stored: the tier, and from and until when it holds (null: without bound). */
export type StoredTiers = Readonly<
  Record<string, readonly [tier: string, from: string | null, until: string | null]>
>;

/** The tiers of an account at one time. */
export interface HeldTiers {
  plan: PlanKey;
  invoicerTier: InvoicerTier;
  /** By app, the paid ones alone. */
  tiers: Record<string, string>;
}

/** The tiers that hold at `now`: from `from` on, and until just before `until`. */
export function tiersAt(stored: StoredTiers, now: Date): HeldTiers {
  const tiers: Record<string, string> = {};
  for (const [appId, [tier, from, until]] of Object.entries(stored)) {
    const holds = (from === null || new Date(from) <= now) && (until === null || now < new Date(until));
    if (holds) tiers[appId] = tier;
  }
  const plan = (tiers["central"] ?? "free") as PlanKey;
  return { plan, invoicerTier: (tiers["invoicer"] ?? "free") as InvoicerTier, tiers };
}

/** When the last stored tier that admitted keys ran out; null when none has. */
export function keyTierEndedAt(stored: StoredTiers, now: Date): Date | null {
  const ends = Object.entries(stored)
    .filter(([appId, [tier]]) => {
      const held = { plan: appId === "central" ? tier : "free", invoicerTier: "free" } as HeldTiers;
      return appId === "invoicer" || invoicerTierOf(held) !== "free";
    })
    .flatMap(([, [, , until]]) => (until === null ? [] : [new Date(until).getTime()]))
    .filter((time) => time <= now.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}
