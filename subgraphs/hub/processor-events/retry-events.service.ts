import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect } from "../processor/event-effect.ts";
import { readEvent } from "../../../src/stripe/event-signature.ts";
import { eventEffects } from "./effects.ts";
import { claimDueEvents, payloadPlace } from "./event.rows.ts";
import { claimMs } from "./retry-schedule.ts";
import { runEvent } from "./run-event.service.ts";

/** Run beside each other, so that a processor that does not answer holds them up once. */
const batchSize = 10;

/**
 * Runs every event that is due at the context's time: failed ones, those that wait for a row, and those of dead
 * processes. Returns how many were run. Safe in any number of processes; after `signal` no further ones are begun.
 */
export async function retryDueEvents(
  ctx: HubContext,
  { effects = eventEffects, signal }: { effects?: readonly EventEffect[]; signal?: AbortSignal } = {},
): Promise<number> {
  let runs = 0;
  while (!signal?.aborted) {
    const now = ctx.clock.now();
    const until = new Date(now.getTime() + claimMs);
    const claimed = await asSystem(ctx.em, (em) => claimDueEvents(em, { now, until, limit: batchSize }));
    if (claimed.length === 0) break;
    runs += claimed.length;
    await Promise.all(claimed.map((claim) => retry(ctx, claim, effects)));
  }
  return runs;
}

async function retry(
  ctx: HubContext,
  { id, sealed }: { id: string; sealed: string },
  effects: readonly EventEffect[],
): Promise<void> {
  const event = readEvent(ctx.ports.keyRing.open(sealed, payloadPlace(id)));
  // The error is in the row and in the log.
  const status = await runEvent(ctx, event, { reason: "retry", effects }).catch(() => "failed" as const);
  ctx.ports.countProcessorEvent?.({ type: event.type, status });
}
