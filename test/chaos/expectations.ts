import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { reads, writeOf } from "../split/traffic.ts";
import type { ChaosWorld } from "./chaos.types.ts";

/** A promise that was not kept. */
export class BrokenPromise extends Error {
  override name = "BrokenPromise";
}

export function promise(isKept: boolean, otherwise: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(otherwise);
}

/** How long it takes until every kind of read and write is answered well again, in milliseconds. */
export async function healed({ traffic }: ChaosWorld, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  const calls = [
    ...reads,
    writeOf(`mark-probe-${randomUUID()}`, 0),
    writeOf(`mark-probe-${randomUUID()}`, 2),
  ];
  for (let next = 0; next < calls.length;) {
    const { outcome, status, text } = await traffic.probe(calls[next]!);
    if (outcome === "ok") next += 1;
    else await wait(25);
    promise(outcome !== "wrong", `${calls[next]?.path} answers ${status} ${text.slice(0, 200)}`);
    const elapsedMs = performance.now() - startedAt;
    promise(
      elapsedMs < withinMs,
      `not healed after ${withinMs} ms: ${calls[next]?.path} answers ${status} ${text.slice(0, 200)}`,
    );
  }
  return Math.round(performance.now() - startedAt);
}

/** Nothing was ever answered in a way that is neither an answer nor a clear refusal. */
export function nothingWrong({ traffic }: ChaosWorld): void {
  promise(traffic.counts.wrong === 0, `wrong answers: ${traffic.wrongs.slice(0, 3).join(" | ")}`);
}

/**
 * Every acknowledged write is in the ledger once, and the ledger balances; waits for charges that workers still
 * settle.
 */
export async function nothingLost({ traffic, sql }: ChaosWorld, withinMs = 120_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    await sql("UPDATE jobs.job SET start_after = now() WHERE state IN ('created', 'retry')");
    const faults = await traffic.audit(sql);
    if (faults.length === 0) return;
    promise(performance.now() < deadline, faults.join("; "));
    await wait(250);
  }
}

/** The longest read of the hub during that time, in milliseconds. */
export async function slowestOf({ traffic }: ChaosWorld, path: string, count = 20): Promise<number> {
  let slowest = 0;
  for (let turn = 0; turn < count; turn++) {
    const startedAt = performance.now();
    const { outcome, text } = await traffic.probe({ method: "GET", path });
    promise(outcome === "ok", `${path} is not answered meanwhile: ${text.slice(0, 200)}`);
    slowest = Math.max(slowest, performance.now() - startedAt);
  }
  return Math.round(slowest);
}
