import type { EntityManager } from "@mikro-orm/postgresql";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";

export const eventStatuses = ["received", "processed", "ignored", "queued", "failed", "dead"] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** An event's text, sealed for its own row. */
export interface SealedPayload {
  sha256: string;
  sealed: string;
}

/** Associated data of an event's sealed text: it can be opened for its own row only. */
export function payloadPlace(eventId: string): string {
  return `processor_events.payload.${eventId}`;
}

/** An event to keep: what came, its text, when, and from when on our own schedule takes it up. */
export interface NewEventRow {
  event: ProcessorEvent;
  payload: SealedPayload;
  now: Date;
  due: Date;
}

/**
 * Stores events, committed at once; returns the status of each: `new`, or that of the existing row. A statement of its
 * own, so not inside a transaction.
 */
export async function keepEvents(
  em: EntityManager,
  events: readonly NewEventRow[],
): Promise<(EventStatus | "new")[]> {
  // In one order wherever they are kept, so that two statements never wait for each other.
  const sorted = [...events].sort((a, b) => (a.event.id < b.event.id ? -1 : 1));
  const rows = await readShared<{ place: number; known: EventStatus | null }>(em, {
    sql: keepSql,
    parameters: [
      sorted.map(({ event }) => event.id),
      sorted.map(({ event }) => event.type),
      sorted.map(({ event }) => event.createdAt),
      sorted.map(({ event }) => event.livemode),
      sorted.map(({ event }) => objectIdOf(event)),
      sorted.map(({ payload }) => payload.sha256),
      sorted.map(({ payload }) => payload.sealed),
      sorted.map(({ now }) => now),
      sorted.map(({ due }) => due),
    ],
  });
  // Without an answer another call is about to commit the very event.
  const statusOf = new Map<NewEventRow, EventStatus | "new">();
  for (const { place, known } of rows) statusOf.set(sorted[place - 1]!, known ?? "new");
  return events.map((event) => statusOf.get(event) ?? "received");
}

const keepSql = `SELECT e.place::int AS place, kept.known_status AS known
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::boolean[], $5::text[], $6::text[], $7::text[],
    $8::timestamptz[], $9::timestamptz[]) WITH ORDINALITY
    AS e (id, type, created, livemode, object_id, sha256, sealed, at, due, place),
  LATERAL keep_processor_event(e.id, e.type, e.created, e.livemode, e.object_id, e.sha256, e.sealed, e.at, e.due) AS kept`;

function objectIdOf({ object: { id } }: ProcessorEvent): string | null {
  return typeof id === "string" && id.length <= 255 ? id : null;
}

/** Status of an event, under its lock. */
export interface LockedEvent {
  status: EventStatus;
  retries: number;
  nextAttemptAt: Date | null;
}

/** Locks events until the transaction ends; returns the stored ones by their ids. */
export async function lockEvents(
  em: EntityManager,
  eventIds: readonly string[],
): Promise<Map<string, LockedEvent>> {
  const rows = await executeSql<
    Omit<LockedEvent, "nextAttemptAt"> & { id: string; nextAttemptAt: string | null }
  >(
    em,
    `SELECT event_id AS id, status, retries, next_attempt_at AS "nextAttemptAt" FROM processor_events
     WHERE event_id = ANY($1) ORDER BY event_id FOR UPDATE`,
    [eventIds],
  );
  return new Map(
    rows.map(({ id, nextAttemptAt, ...row }) => [
      id,
      { ...row, nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt) },
    ]),
  );
}

/** The fields of an event's row that a run changes. */
export interface EventOutcomeRow {
  status: EventStatus;
  retries: number;
  lastError: string | null;
  nextAttemptAt: Date | null;
  processedAt: Date | null;
}

/** Marks locked events; `runs` says how often each was run. */
export async function markEvents(
  em: EntityManager,
  marks: readonly (EventOutcomeRow & { id: string; runs: number })[],
): Promise<void> {
  if (marks.length === 0) return;
  await executeSql(em, markSql, [
    marks.map(({ id }) => id),
    marks.map(({ status }) => status),
    marks.map(({ runs }) => runs),
    marks.map(({ retries }) => retries),
    marks.map(({ lastError }) => lastError),
    marks.map(({ nextAttemptAt }) => nextAttemptAt),
    marks.map(({ processedAt }) => processedAt),
  ]);
}

const markSql = `UPDATE processor_events e SET status = m.status, attempts = e.attempts + m.runs, retries = m.retries,
    last_error = m.last_error, next_attempt_at = m.next_attempt_at, processed_at = m.processed_at
  FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::timestamptz[], $7::timestamptz[])
    AS m (id, status, runs, retries, last_error, next_attempt_at, processed_at)
  WHERE e.event_id = m.id`;

/** The sealed text of an event; null when it does not exist. */
export async function findPayload(em: EntityManager, eventId: string): Promise<string | null> {
  const sql = "SELECT payload_encrypted AS sealed FROM processor_events WHERE event_id = $1";
  return (await executeSql<{ sealed: string }>(em, sql, [eventId]))[0]?.sealed ?? null;
}

/** Claims up to `limit` due events, the longest waiting first; they are due again at `until`. */
export function claimDueEvents(
  em: EntityManager,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ id: string; sealed: string }[]> {
  return executeSql(
    em,
    `WITH due AS (
       SELECT event_id FROM processor_events WHERE next_attempt_at <= $1
       ORDER BY next_attempt_at, event_id LIMIT $3 FOR UPDATE SKIP LOCKED)
     UPDATE processor_events e SET next_attempt_at = $2 FROM due WHERE e.event_id = due.event_id
     RETURNING e.event_id AS id, e.payload_encrypted AS sealed`,
    [now, until, limit],
  );
}
