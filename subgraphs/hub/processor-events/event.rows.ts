import type { EntityManager } from "@mikro-orm/postgresql";
import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { ProcessorEvent } from "../processor/processor.port.ts";

export const eventStatuses = ["received", "processed", "ignored", "queued", "failed", "dead"] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** An event's text, sealed for its own row. */
export interface SealedPayload {
  sha256: string;
  sealed: string;
}

/** Where an event's text belongs: an envelope that is moved to another row does not open. */
export function payloadPlace(eventId: string): string {
  return `processor_events.payload.${eventId}`;
}

/**
 * Keeps an event, committed at once; answers how it stands: `new`, or the status of the row that was here. In one
 * statement of its own, so not inside a transaction.
 */
export async function keepEvent(
  em: EntityManager,
  event: ProcessorEvent,
  { sha256, sealed }: SealedPayload,
  { now, due }: { now: Date; due: Date },
): Promise<EventStatus | "new"> {
  const rows = await readShared<{ known_status: EventStatus | null }>(em, {
    sql: "SELECT known_status FROM keep_processor_event($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    parameters: [
      event.id,
      event.type,
      event.createdAt,
      event.livemode,
      objectIdOf(event),
      sha256,
      sealed,
      now,
      due,
    ],
  });
  // Without an answer another call is about to commit the very event.
  return rows[0] ? (rows[0].known_status ?? "new") : "received";
}

function objectIdOf({ object: { id } }: ProcessorEvent): string | null {
  return typeof id === "string" && id.length <= 255 ? id : null;
}

/** How an event stands, while nobody else can change it. */
export interface LockedEvent {
  status: EventStatus;
  retries: number;
  nextAttemptAt: Date | null;
}

/** Locks an event until the transaction ends; null when there is none of that id. */
export async function lockEvent(em: EntityManager, eventId: string): Promise<LockedEvent | null> {
  const [row] = await executeSql<Omit<LockedEvent, "nextAttemptAt"> & { nextAttemptAt: string | null }>(
    em,
    `SELECT status, retries, next_attempt_at AS "nextAttemptAt" FROM processor_events WHERE event_id = $1 FOR UPDATE`,
    [eventId],
  );
  if (!row) return null;
  return { ...row, nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt) };
}

/** What one run changes of an event's row. */
export interface EventOutcomeRow {
  status: EventStatus;
  retries: number;
  lastError: string | null;
  nextAttemptAt: Date | null;
  processedAt: Date | null;
}

export async function markEvent(em: EntityManager, eventId: string, outcome: EventOutcomeRow): Promise<void> {
  await executeSql(
    em,
    `UPDATE processor_events SET status = $2, attempts = attempts + 1, retries = $3, last_error = $4,
       next_attempt_at = $5, processed_at = $6 WHERE event_id = $1`,
    [eventId, outcome.status, outcome.retries, outcome.lastError, outcome.nextAttemptAt, outcome.processedAt],
  );
}

/** The sealed text of an event; null when there is none of that id. */
export async function findPayload(em: EntityManager, eventId: string): Promise<string | null> {
  const sql = "SELECT payload_encrypted AS sealed FROM processor_events WHERE event_id = $1";
  return (await executeSql<{ sealed: string }>(em, sql, [eventId]))[0]?.sealed ?? null;
}

/** Takes on up to `limit` events that are due, the longest waiting first; they are due again at `until`. */
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
