import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { currentActor, type EventActor } from "../access/acting.ts";
import { newId } from "../ids.ts";
import { storedCarrier } from "../observability/trace-carrier.ts";
import { gather } from "./gather.ts";
import { insertRows, type RowsTarget } from "./insert-rows.ts";
import { executeSql, textArray } from "./sql.ts";
import { relayTraced } from "../observability/trace-events.ts";
import { asSystem, openTransaction, peekAsSystem } from "./transaction.ts";

export interface NewEvent {
  type: string;
  /** The id of the thing the event is about; events of one object are published in order. */
  objectId: string;
  appId: string | null;
  ownerId: string | null;
  /** Plain JSON. */
  payload: unknown;
  /** Who caused it. Default: the principal of the mutation around it; null is the platform itself. */
  actor?: EventActor | null;
}

export interface OutboxEvent extends NewEvent {
  id: string;
  /** Increases with every event of the subgraph, so also within an object. */
  sequence: number;
  createdAt: Date;
  /** Stored trace context of the emitter; null when it was not traced. */
  trace: string | null;
}

/**
 * Handles events within the relay's transaction, usually by enqueuing jobs with this `em`; those of one object in their
 * order. Its writes and the events' "published" mark commit together. When it throws, its writes are rolled back, and
 * each event is handled again separately; so effects outside the database must be idempotent.
 */
export type EventsHandler = (events: readonly OutboxEvent[], em: EntityManager) => Promise<void>;

/** The same for one event at a time. */
export type EventHandler = (event: OutboxEvent, em: EntityManager) => Promise<void>;

/** Hands events over one after the other. */
export function inTurn(handler: EventHandler): EventsHandler {
  return async (events, em) => {
    for (const event of events) await handler(event, em);
  };
}

/**
 * Records an event in the open business transaction; returns its id. It is published if and only if that transaction
 * commits. Throws outside of a transaction. The order of one object's events is that of their emits when the
 * transactions that change the object exclude each other (they lock or update its row first).
 */
export async function emitEvent(em: EntityManager, event: NewEvent): Promise<string> {
  const [id] = await emitEvents(em, [event]);
  return id!;
}

/** The same for several, in their order. */
export async function emitEvents(em: EntityManager, events: readonly NewEvent[]): Promise<string[]> {
  if (!openTransaction(em)) throw new Error("Events must be emitted inside a transaction.");
  const trace = storedCarrier();
  const acting = currentActor();
  const rows = events.map(({ actor = acting, ...event }) => [
    newId("evt"),
    event.type,
    event.objectId,
    event.appId,
    event.ownerId,
    JSON.stringify(event.payload),
    trace,
    actor?.type ?? null,
    actor?.id ?? null,
  ]);
  if (rows.length > 0) await insertEvents(em, rows);
  return rows.map(([id]) => id as string);
}

/** Events of the same tick go in one statement, in the order of their emits. */
const insertEvents = gather<unknown[][], void>(async (em, emits) => {
  await insertRows(em, outboxRows, emits.flat());
  return emits.map(() => undefined);
});

const outboxRows: RowsTarget = {
  into: "outbox_events",
  columns: [
    "id",
    "type",
    "object_id",
    "app_id",
    "owner_id",
    "payload",
    "trace_context",
    "actor_type",
    "actor_id",
  ],
};

export interface RelayOptions {
  log: Logger;
  /** Events a transaction takes at most. */
  batchSize?: number;
}

/**
 * Publishes the events that are pending, each at least once and those of one object in order; returns their number. Any
 * number of relays may run concurrently. An event whose handler throws stays pending and delays only later
 * events of the same object.
 */
export async function relayOutbox(
  em: EntityManager,
  handler: EventsHandler,
  options: RelayOptions,
): Promise<number> {
  const { log, batchSize = 100 } = options;
  const failed = new Set<string>();
  let published = 0;
  for (;;) {
    const batch = await relayBatch(em, handler, { log, batchSize, failed });
    published += batch.published;
    // What a smaller batch has left is another relay's, or was committed since: the next look finds it.
    if (batch.taken < batchSize) return published;
  }
}

/** Whether `relayOutbox` would take an event. */
export function hasPending(em: EntityManager): Promise<boolean> {
  return peekAsSystem(em, "FROM outbox_events WHERE published_at IS NULL");
}

/** Deletes events published before `before`; returns how many. For a scheduled job. */
export async function purgeOutbox(em: EntityManager, before: Date): Promise<number> {
  return asSystem(em, async (own) => {
    const sql =
      "WITH gone AS (DELETE FROM outbox_events WHERE published_at < $1 RETURNING 1) SELECT count(*)::int AS count FROM gone";
    const [row] = await executeSql<{ count: number }>(own, sql, [before]);
    return row?.count ?? 0;
  });
}

interface BatchOptions {
  log: Logger;
  batchSize: number;
  /** Events that this run has tried in vain; they wait for the next run. */
  failed: Set<string>;
}

interface Relayed {
  taken: number;
  published: number;
}

/** Handles the batch together, and each event separately when that fails. */
async function relayBatch(
  em: EntityManager,
  handler: EventsHandler,
  options: BatchOptions,
): Promise<Relayed> {
  try {
    return await asSystem(em, (own) => relayTogether(own, handler, options));
  } catch (error) {
    options.log.warn({ err: error }, "Events could not be handed over together");
    return asSystem(em, (own) => relayApart(own, handler, options));
  }
}

async function relayTogether(
  em: EntityManager,
  handler: EventsHandler,
  options: BatchOptions,
): Promise<Relayed> {
  const events = await takePending(em, options);
  if (events.length === 0) return { taken: 0, published: 0 };
  await relayTraced(events, (traced) => handler(traced, em));
  await markPublished(
    em,
    events.map(({ id }) => id),
  );
  return { taken: events.length, published: events.length };
}

async function relayApart(
  em: EntityManager,
  handler: EventsHandler,
  options: BatchOptions,
): Promise<Relayed> {
  const events = await takePending(em, options);
  const published: string[] = [];
  const delayed = new Set<string>();
  for (const event of events) {
    if (delayed.has(event.objectId)) continue;
    try {
      // A savepoint each, so that one bad event does not undo its neighbours.
      await em.transactional((own) => relayTraced([event], (traced) => handler(traced, own)));
      published.push(event.id);
    } catch (error) {
      options.failed.add(event.id);
      delayed.add(event.objectId);
      options.log.error({ err: error, eventId: event.id, eventType: event.type }, "Event handler failed");
    }
  }
  await markPublished(em, published);
  return { taken: events.length, published: published.length };
}

async function markPublished(em: EntityManager, ids: readonly string[]): Promise<void> {
  await executeSql(em, "UPDATE outbox_events SET published_at = now() WHERE id = ANY($1)", [textArray(ids)]);
}

interface EventRow {
  id: string;
  type: string;
  object_id: string;
  app_id: string | null;
  owner_id: string | null;
  payload: unknown;
  sequence: string;
  created_at: string;
  trace_context: string | null;
  actor_type: EventActor["type"] | null;
  actor_id: string | null;
}

/**
 * The first pending events, those of one object in their order. Locks the first one of each object: while it is locked,
 * no other relay takes any event of that object.
 */
async function takePending(em: EntityManager, options: BatchOptions): Promise<OutboxEvent[]> {
  const rows = await executeSql<EventRow>(
    em,
    `WITH heads AS (
       SELECT object_id, sequence FROM outbox_events AS event
       WHERE published_at IS NULL AND id <> ALL($2) AND NOT EXISTS (
         SELECT 1 FROM outbox_events AS earlier
         WHERE earlier.object_id = event.object_id AND earlier.published_at IS NULL
           AND earlier.sequence < event.sequence)
       ORDER BY event.sequence LIMIT $1
       FOR UPDATE SKIP LOCKED)
     SELECT e.id, e.type, e.object_id, e.app_id, e.owner_id, e.payload, e.sequence::text,
       to_json(e.created_at)#>>'{}' AS created_at, e.trace_context, e.actor_type, e.actor_id
     FROM heads JOIN outbox_events AS e
       ON e.object_id = heads.object_id AND e.published_at IS NULL AND e.sequence >= heads.sequence
     ORDER BY e.sequence LIMIT $1`,
    [options.batchSize, textArray([...options.failed])],
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    objectId: row.object_id,
    appId: row.app_id,
    ownerId: row.owner_id,
    payload: typeof row.payload === "string" ? JSON.parse(row.payload) : row.payload,
    sequence: Number(row.sequence),
    createdAt: new Date(row.created_at),
    trace: row.trace_context,
    actor: row.actor_type && row.actor_id ? { type: row.actor_type, id: row.actor_id } : null,
  }));
}
