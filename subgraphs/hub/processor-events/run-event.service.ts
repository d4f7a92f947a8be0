import { Batches } from "../../../src/db/batches.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect } from "../processor/event-effect.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { applyInGroup, type EventRun, type RunOutcome } from "./apply-events.service.ts";
import { lockEvents, markEvents } from "./event.rows.ts";
import { isDone, markAfterFailure, type RunReason } from "./event-marks.ts";

/** Events to be applied; concurrent ones share a transaction (group commit). */
const runs = new Batches<EventRun, RunOutcome>(applyInGroup);

/**
 * Runs an event that is kept: what its effects need is read from the processor, then one transaction locks the event,
 * applies all of it and marks the event. An event that is done is a `duplicate`, but for a replay. When anything throws,
 * nothing was applied; the event is marked as failed and the error thrown on.
 */
export async function runEvent(
  ctx: HubContext,
  event: ProcessorEvent,
  { reason, effects }: { reason: RunReason; effects: readonly EventEffect[] },
): Promise<RunOutcome> {
  try {
    const isOurs = event.livemode === ctx.ports.processor.isLive;
    if (!isOurs) warnOfForeignMode(ctx, event);
    const wanted = isOurs ? effects.filter(({ types }) => types.includes(event.type)) : [];
    const steps = await Promise.all(
      wanted.map(async (effect) => ({ effect, snapshot: await effect.read(ctx, event) })),
    );
    return await runs.run(ctx.em, { ctx, event, reason, steps });
  } catch (error) {
    await markFailed(ctx, event, { error, reason });
    throw error;
  }
}

async function markFailed(
  ctx: HubContext,
  { id, type }: ProcessorEvent,
  { error, reason }: { error: unknown; reason: RunReason },
): Promise<void> {
  ctx.log.error({ err: error, eventId: id, eventType: type }, "A processor event could not be applied");
  await asSystem(ctx.em, async (em) => {
    const row = (await lockEvents(em, [id])).get(id);
    // A run beside this one may have done it.
    if (!row || (reason !== "replay" && isDone(row.status))) return;
    const mark = markAfterFailure(error, { row, reason, now: ctx.clock.now() });
    await markEvents(em, [{ id, runs: 1, ...mark }]);
  });
}

function warnOfForeignMode({ log }: HubContext, { id, type }: ProcessorEvent): void {
  const facts = { alert: "processor_livemode", eventId: id, eventType: type };
  log.error(facts, "A processor event of the other mode is ignored");
}
