import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors } from "../../../src/db/cursor.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { cutPage } from "../../../src/db/page.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type { EventEffect } from "../processor/event-effect.ts";
import { readEvent } from "../../../src/stripe/event-signature.ts";
import { eventEffects } from "./effects.ts";
import { findPayload, payloadPlace } from "./event.rows.ts";
import type {
  ProcessorEventArgs,
  ProcessorEventPage,
  ProcessorEventRecord,
} from "./processor-events.types.ts";
import { runEvent } from "./run-event.service.ts";

/** Events that fit the filters, newest first. Throws INVALID_CURSOR. */
export async function listEvents(ctx: HubContext, args: ProcessorEventArgs): Promise<ProcessorEventPage> {
  const { status, type, from, to, limit } = args;
  const filters = [status, type, from, to].map((filter) => filter ?? null);
  const cursors = rowCursors(ctx, ["processor events", ...filters]);
  const after = cursors.decode(args.cursor);
  const values = [...filters, after?.[0] ?? null, after?.[1] ?? null, limit + 1];
  const found = await asSystem(ctx.em, (em) => executeSql<EventRow>(em, listSql, values), { readOnly: true });
  const { rows, nextCursor } = cutPage(found, limit, cursors, ({ exactlyAt, eventId }) => [
    exactlyAt,
    eventId,
  ]);
  return { events: rows.map(toRecord), nextCursor };
}

/**
 * Runs an event again, whatever its earlier outcome, from the stored payload and the processor's current data. Returns
 * its status; a failed run is retried by the schedule. Throws PROCESSOR_EVENT_NOT_FOUND.
 */
export function replayEvent(
  ctx: HubContext,
  { eventId }: { eventId: string },
  effects: readonly EventEffect[] = eventEffects,
): Promise<ProcessorEventRecord> {
  return onceOutside(
    ctx,
    { operation: "replayProcessorEvent", input: { eventId } },
    {
      record: async (em) => {
        const sealed = await asSystem(em, (own) => findPayload(own, eventId));
        if (sealed === null) throw eventNotFound();
        return { sealed, before: stateOf(await asSystem(em, (own) => requireEvent(own, eventId))) };
      },
      act: async ({ sealed }) => {
        const event = readEvent(ctx.ports.keyRing.open(sealed, payloadPlace(eventId)));
        const { beforeCommit: _ofTheCall, ...own } = ctx;
        // The outcome of the run is in the row.
        await runEvent(own, event, { reason: "replay", effects }).catch(() => undefined);
      },
      settle: async (em, { before }) => {
        const event = await asSystem(em, (own) => requireEvent(own, eventId));
        ctx.noteChange?.({ before, after: stateOf(event) });
        return event;
      },
    },
  );
}

/** What a run changes of an event. */
function stateOf({ status, attempts, processedAt }: ProcessorEventRecord): EventState {
  return { status, attempts, processedAt: processedAt?.toISOString() ?? null };
}

async function requireEvent(em: EntityManager, eventId: string): Promise<ProcessorEventRecord> {
  const sql = `SELECT ${columns} FROM processor_events WHERE event_id = $1`;
  const [row] = await executeSql<EventRow>(em, sql, [eventId]);
  if (!row) throw eventNotFound();
  return toRecord(row);
}

interface EventState {
  status: string;
  attempts: number;
  processedAt: string | null;
}

interface EventRow extends Omit<
  ProcessorEventRecord,
  "createdAt" | "receivedAt" | "nextAttemptAt" | "processedAt"
> {
  createdAt: string;
  receivedAt: string;
  nextAttemptAt: string | null;
  processedAt: string | null;
  exactlyAt: string;
}

const columns = `event_id AS "eventId", type, livemode, object_id AS "objectId", status, attempts,
  last_error AS "lastError", payload_sha256 AS "payloadSha256", created AS "createdAt", received_at AS "receivedAt",
  next_attempt_at AS "nextAttemptAt", processed_at AS "processedAt",
  to_char(received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "exactlyAt"`;

const listSql = `SELECT ${columns} FROM processor_events
  WHERE ($1::text IS NULL OR status = $1) AND ($2::text IS NULL OR type = $2)
    AND ($3::timestamptz IS NULL OR received_at >= $3) AND ($4::timestamptz IS NULL OR received_at < $4)
    AND ($5::timestamptz IS NULL OR (received_at, event_id) < ($5, $6))
  ORDER BY received_at DESC, event_id DESC LIMIT $7`;

function toRecord({ exactlyAt: _exactlyAt, ...row }: EventRow): ProcessorEventRecord {
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    receivedAt: new Date(row.receivedAt),
    nextAttemptAt: date(row.nextAttemptAt),
    processedAt: date(row.processedAt),
  };
}

function eventNotFound(): DomainError {
  return new DomainError("PROCESSOR_EVENT_NOT_FOUND", "Processor event not found. Check the ID.");
}
