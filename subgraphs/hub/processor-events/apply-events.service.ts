import type { EntityManager } from "@mikro-orm/postgresql";
import type { BatchRun } from "../../../src/db/batches.ts";
import { inPipelinedTransaction } from "../../../src/db/pipelined-transaction.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect, EventOutcome } from "../processor/event-effect.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import { lockEvents, markEvents, type EventOutcomeRow, type LockedEvent } from "./event.rows.ts";
import { combineOutcomes, isDone, markAfterRun, type RunReason } from "./event-marks.ts";
import { lanesOf } from "./lanes.ts";

/** An event that is kept and read. */
export interface EventRun {
  ctx: HubContext;
  event: ProcessorEvent;
  reason: RunReason;
  /** The effects of the event, each with its snapshot. */
  steps: readonly { effect: EventEffect; snapshot: unknown }[];
}

/** An early event waits like one about a missing object. */
export type RunOutcome = Exclude<EventOutcome, "early"> | "duplicate";

/**
 * Applies events in one transaction: it locks their rows, runs every effect, lets each event add its own rows, and
 * marks the events. An event that is done is a `duplicate`, except in a replay. Throws when anything fails; then none
 * of them was applied. A retry is safe: the events' rows record what was done.
 */
export async function applyInGroup(
  runs: readonly EventRun[],
  { lockTimeoutMs }: BatchRun,
): Promise<RunOutcome[]> {
  const { em } = runs[0]!.ctx;
  const options = { asSystem: true, ...(lockTimeoutMs === null ? {} : { lockTimeoutMs }) };
  return inPipelinedTransaction({ em, principal: { ownerId: null } }, (own) => apply(own, runs), options);
}

async function apply(em: EntityManager, runs: readonly EventRun[]): Promise<RunOutcome[]> {
  const rows = await lockEvents(em, [...new Set(runs.map(({ event }) => event.id))]);
  const marks = new Map<string, EventOutcomeRow & { id: string; runs: number }>();
  const outcomes = new Map<EventRun, RunOutcome>();
  const runOne = async (run: EventRun): Promise<void> => {
    const { id } = run.event;
    const row = { ...requireRow(rows, id), ...marks.get(id) };
    if (run.reason !== "replay" && isDone(row.status)) return void outcomes.set(run, "duplicate");
    const outcome = await applyEffects(em, run);
    if (outcome === "queued" || outcome === "early") warnOfWaiting(run, outcome);
    outcomes.set(run, outcome === "early" ? "queued" : outcome);
    const mark = markAfterRun(outcome, { row, reason: run.reason, now: run.ctx.clock.now() });
    marks.set(id, { id, runs: (marks.get(id)?.runs ?? 0) + 1, ...mark });
  };
  const { beside, alone } = lanesOf(runs, placesOf);
  await allOf(beside.map((lane) => inTurn(lane, runOne)));
  await inTurn(alone, runOne);
  const applied = runs.filter((run) => outcomes.get(run) !== "duplicate");
  await allOf([
    markEvents(em, [...marks.values()]),
    ...applied.map(async ({ ctx, event }) => ctx.beforeCommit?.(em, { eventId: event.id })),
  ]);
  return runs.map((run) => outcomes.get(run)!);
}

function warnOfWaiting({ ctx, event: { id, type } }: EventRun, outcome: "queued" | "early"): void {
  const reason = outcome === "early" ? "state_not_reached" : "unknown_object";
  ctx.log.warn({ eventId: id, eventType: type, reason }, "A processor event is kept and tried again later");
}

async function applyEffects(em: EntityManager, { ctx, event, steps }: EventRun): Promise<EventOutcome> {
  const outcomes: EventOutcome[] = [];
  for (const { effect, snapshot } of steps) outcomes.push(await effect.apply(ctx, em, event, snapshot));
  return combineOutcomes(outcomes);
}

/**
 * Keys that a run needs exclusively: its event, and the places of all its effects; null when an effect declares none.
 */
function placesOf({ event, steps }: EventRun): string[] | null {
  const places = steps.map(({ effect, snapshot }) => effect.places?.(event, snapshot));
  if (places.includes(undefined)) return null;
  return [`event ${event.id}`, ...places.flatMap((some) => some ?? [])];
}

function requireRow(rows: ReadonlyMap<string, LockedEvent>, id: string): LockedEvent {
  const row = rows.get(id);
  if (!row) throw new Error(`The processor event ${id} is not kept.`);
  return row;
}

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

/** Waits for all of them also when one fails, since whatever runs on would write outside of the transaction. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}
