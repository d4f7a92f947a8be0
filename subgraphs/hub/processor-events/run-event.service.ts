import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect, EventOutcome } from "../processor/event-effect.ts";
import type { ProcessorEvent } from "../processor/processor.port.ts";
import {
  lockEvent,
  markEvent,
  type EventOutcomeRow,
  type EventStatus,
  type LockedEvent,
} from "./event.rows.ts";
import { retryDelayMs } from "./retry-schedule.ts";

/** Why an event is run: it came in, our own schedule says so, or an administrator wants it again. */
export type RunReason = "delivery" | "retry" | "replay";

/**
 * Runs an event that is kept: what its effects need is read from the processor, then one transaction locks the event,
 * applies all of it and marks the event. An event that is done is a `duplicate`, but for a replay. When anything throws,
 * nothing was applied; the event is marked as failed and the error thrown on.
 */
export async function runEvent(
  ctx: HubContext,
  event: ProcessorEvent,
  { reason, effects }: { reason: RunReason; effects: readonly EventEffect[] },
): Promise<EventOutcome | "duplicate"> {
  const mine = effects.filter(({ types }) => types.includes(event.type));
  try {
    if (event.livemode !== ctx.ports.processor.isLive) warnOfForeignMode(ctx, event);
    const wanted = event.livemode === ctx.ports.processor.isLive ? mine : [];
    const snapshots = await Promise.all(wanted.map((effect) => effect.read(ctx, event)));
    return await asSystem(ctx.em, async (em) => {
      const row = await lockEvent(em, event.id);
      if (!row) throw new Error(`The processor event ${event.id} is not kept.`);
      if (reason !== "replay" && isDone(row.status)) return "duplicate";
      const outcomes: EventOutcome[] = [];
      for (const [index, effect] of wanted.entries()) {
        outcomes.push(await effect.apply(ctx, em, event, snapshots[index]));
      }
      const outcome = combine(outcomes);
      await markEvent(em, event.id, markOf(outcome, { row, reason, now: ctx.clock.now() }));
      await ctx.beforeCommit?.(em, { eventId: event.id });
      return outcome;
    });
  } catch (error) {
    await markFailed(ctx, event, { error, reason });
    throw error;
  }
}

function isDone(status: EventStatus): boolean {
  return status === "processed" || status === "ignored";
}

/** Waiting weighs most, since the event must come again; an event that no effect wanted is ignored. */
function combine(outcomes: readonly EventOutcome[]): EventOutcome {
  return (["queued", "processed"] as const).find((outcome) => outcomes.includes(outcome)) ?? "ignored";
}

function markOf(
  outcome: EventOutcome,
  run: { row: LockedEvent; reason: RunReason; now: Date },
): EventOutcomeRow {
  if (outcome === "queued") return afterTrouble({ ...run, status: "queued", error: "unknown_object" });
  const { retries } = run.row;
  return { status: outcome, retries, lastError: null, nextAttemptAt: null, processedAt: run.now };
}

async function markFailed(
  ctx: HubContext,
  { id, type }: ProcessorEvent,
  { error, reason }: { error: unknown; reason: RunReason },
): Promise<void> {
  ctx.log.error({ err: error, eventId: id, eventType: type }, "A processor event could not be applied");
  await asSystem(ctx.em, async (em) => {
    const row = await lockEvent(em, id);
    // A run beside this one may have done it.
    if (!row || (reason !== "replay" && isDone(row.status))) return;
    const run = { row, reason, now: ctx.clock.now() };
    await markEvent(em, id, afterTrouble({ ...run, status: "failed", error: nameOf(error) }));
  });
}

/**
 * When an event is tried again. A delivery that fails leaves our own schedule as it is, also its end: during an outage
 * the processor makes many of them.
 */
function afterTrouble(trouble: {
  status: "queued" | "failed";
  error: string;
  row: LockedEvent;
  reason: RunReason;
  now: Date;
}): EventOutcomeRow {
  const { status, error: lastError, row, reason, now } = trouble;
  const isScheduled = row.status === "failed" || row.status === "queued";
  if (reason === "delivery" && isScheduled) {
    return { status, retries: row.retries, lastError, nextAttemptAt: row.nextAttemptAt, processedAt: null };
  }
  const retries = { delivery: row.retries, retry: row.retries + 1, replay: 0 }[reason];
  const delayMs = retryDelayMs(retries);
  if (delayMs === null) return { status: "dead", retries, lastError, nextAttemptAt: null, processedAt: null };
  const nextAttemptAt = new Date(now.getTime() + delayMs);
  return { status, retries, lastError, nextAttemptAt, processedAt: null };
}

/** A word for administrators; the text of an error may hold what is nobody's business. */
function nameOf(error: unknown): string {
  return error instanceof DomainError ? error.code : "INTERNAL_ERROR";
}

function warnOfForeignMode({ log }: HubContext, { id, type }: ProcessorEvent): void {
  const facts = { alert: "processor_livemode", eventId: id, eventType: type };
  log.error(facts, "A processor event of the other mode is ignored");
}
