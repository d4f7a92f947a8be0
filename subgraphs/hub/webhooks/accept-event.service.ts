import type { EntityManager } from "@mikro-orm/postgresql";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql, textArray } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { isEventType, patternsOf } from "../../../src/events/event-types.ts";
import type { HubContext } from "../hub.context.ts";
import { insertDeliveryRow, insertEventRow } from "./delivery.rows.ts";
import { buildEventBody, type EmittedEvent } from "./event-body.ts";

/**
 * Accepts a committed event of any subgraph: stores it, and enqueues a delivery to each enabled endpoint of its owner
 * that subscribes to it. Idempotent, so a relay may repeat it until it is acknowledged. Internal events, and those
 * whose owner has no endpoint, are skipped.
 */
export async function acceptEvent(ctx: HubContext, event: EmittedEvent): Promise<void> {
  const { ownerId } = event;
  if (ownerId === null || !isEventType(event.type)) return;
  await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const endpoints = await findEndpoints(em, { ...event, ownerId }, now);
    if (endpoints.length === 0) return;
    const { id, appId, type, trace = null } = event;
    const isNew = await insertEventRow(em, { id, ownerId, appId, type, body: buildEventBody(event) }, now);
    if (!isNew) return;
    for (const endpoint of endpoints) {
      if (endpoint.isWanted) await insertDeliveryRow(em, { id, ownerId, type, trace }, endpoint.id, now);
    }
  });
}

/** Accepts several events, all or none; those of owners without an endpoint cost no statement of their own. */
export async function acceptEvents(ctx: HubContext, events: readonly EmittedEvent[]): Promise<void> {
  const told = events.filter(({ ownerId, type }) => ownerId !== null && isEventType(type));
  if (told.length === 0) return;
  const owners = [...new Set(told.map(({ ownerId }) => ownerId!))];
  const sql = "SELECT DISTINCT owner_id FROM webhook_endpoints WHERE owner_id = ANY($1)";
  const rows = await readAsSystem<{ owner_id: string }>(ctx.em, { sql, parameters: [textArray(owners)] });
  const listeners = new Set<string | null>(rows.map(({ owner_id }) => owner_id));
  const heard = told.filter(({ ownerId }) => listeners.has(ownerId));
  if (heard.length === 0) return;
  await asSystem(ctx.em, async () => {
    for (const event of heard) await acceptEvent(ctx, event);
  });
}

interface Candidate {
  id: string;
  isWanted: boolean;
}

/** That the endpoint `e` wants an event of app `$2` with the patterns `$3`. */
const wantsEvent = "(e.app_ids IS NULL OR $2 = ANY(e.app_ids)) AND e.event_types && $3::text[]";

/** Every endpoint of the owner, also disabled ones: they may request missed events later. */
function findEndpoints(
  em: EntityManager,
  event: { ownerId: string; appId: string | null; type: string },
  now: Date,
): Promise<Candidate[]> {
  return executeSql<Candidate>(
    em,
    `SELECT e.id, e.status = 'enabled' AND ${wantsEvent} AND (e.source <> 'api_key' OR EXISTS (
         SELECT 1 FROM api_keys k WHERE k.id = e.source_id AND k.status = 'active'
           AND (k.expires_at IS NULL OR k.expires_at > $4))) IS TRUE AS "isWanted"
     FROM webhook_endpoints e WHERE e.owner_id = $1 ORDER BY e.id`,
    [event.ownerId, event.appId, patternsOf(event.type), now],
  );
}
