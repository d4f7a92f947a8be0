import type { TokenUsage } from "../ai.port.ts";
import type { Tried } from "./failover.ts";

/** One provider that was called or skipped. */
export interface Attempt extends Tried {
  model: string;
  /** The HTTP status of a refusal. */
  status: number | null;
  durationMs: number;
  /** Usage that the provider counted; null when it billed nothing. */
  usage: TokenUsage | null;
  /** The count is ours, since the answer was cut off. */
  isGuessed: boolean;
  /** In millionths of a US dollar; null when nothing was billed or the price is not known. */
  costMicroUsd: number | null;
}

/** Known cost of the attempts together; null when nothing was billed at a known price. */
export function costOf(attempts: readonly Attempt[]): number | null {
  const priced = attempts.flatMap(({ costMicroUsd }) => costMicroUsd ?? []);
  return priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0);
}
