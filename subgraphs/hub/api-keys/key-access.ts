import type { Principal } from "../../../src/access/principal.ts";
import { invoicerTierOf } from "../../../src/access/tiers.ts";

/** Access of keys: all of their scopes, read-only for some days after a downgrade, or none. */
export type KeyAccess = "full" | "reading" | "none";

const graceMs = 7 * 24 * 60 * 60 * 1000;

/** `endedAt` is when the account lost the tier for keys; null when it never had it. */
export function keyAccessOf(
  tiers: Pick<Principal, "plan" | "invoicerTier">,
  endedAt: Date | null,
  now: Date,
): KeyAccess {
  if (invoicerTierOf(tiers) !== "free") return "full";
  return endedAt !== null && now.getTime() < endedAt.getTime() + graceMs ? "reading" : "none";
}
