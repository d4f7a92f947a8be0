import type { BotVerdict } from "./bot-check.port.ts";

/** Requirements for a check to pass. */
export interface BotPolicy {
  /** The least score, 0 to 1. */
  minScore: number;
  /** Hosts whose checks count; null for any. */
  hostnames: readonly string[] | null;
  /** Admits requests while the vendor is unreachable. */
  failOpen: boolean;
}

export type BotFault =
  | "low_score"
  | "expired"
  | "duplicate"
  | "action_mismatch"
  | "hostname_mismatch"
  | "invalid";

/** How old a check may be. */
const maxAgeMs = 120_000;
/** How far the vendor's clock may be ahead of ours. */
const maxAheadMs = 60_000;

/** Why a check does not count, or null when it does. */
export function evaluateVerdict(
  verdict: BotVerdict,
  { minScore, hostnames }: BotPolicy,
  expected: { action: string; now: Date },
): BotFault | null {
  if (!verdict.isValid) return verdict.isSpent ? "expired" : "invalid";
  const { score, action, hostname, challengeAt } = verdict;
  if (score === null || challengeAt === null) return "invalid";
  if (action !== expected.action) return "action_mismatch";
  if (hostnames !== null && !hostnames.includes(hostname ?? "")) return "hostname_mismatch";
  const ageMs = expected.now.getTime() - challengeAt.getTime();
  if (ageMs > maxAgeMs) return "expired";
  if (ageMs < -maxAheadMs) return "invalid";
  return score >= minScore ? null : "low_score";
}
