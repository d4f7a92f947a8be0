import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { idFollowing } from "../../../src/ids.ts";
import type { EndpointScope } from "./endpoint.rows.ts";
import type { DeliveryStatus, WebhookDelivery, WebhookDeliveryArgs } from "./webhooks.types.ts";

/** An event as it is kept for its deliveries. */
export interface EventRow {
  id: string;
  ownerId: string;
  appId: string | null;
  type: string;
  body: string;
}

/** Keeps an event; false when it is known already. */
export async function insertEventRow(em: EntityManager, event: EventRow, now: Date): Promise<boolean> {
  const rows = await executeSql(
    em,
    `INSERT INTO webhook_events (id, owner_id, app_id, type, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [event.id, event.ownerId, event.appId, event.type, event.body, now],
  );
  return rows.length > 0;
}

/**
 * Enqueues an event for an endpoint. Returns the delivery's id, which is derived from the two: when a restored database
 * sends an event again, its receiver recognizes the `webhook-id`.
 */
export async function insertDeliveryRow(
  em: EntityManager,
  event: Pick<EventRow, "id" | "ownerId" | "type"> & { trace?: string | null },
  endpointId: string,
  now: Date,
): Promise<string> {
  const id = idFollowing("dlv", event.id, endpointId);
  await executeSql(
    em,
    `INSERT INTO webhook_deliveries (id, owner_id, endpoint_id, event_id, event_type, status, next_attempt_at, created_at,
       trace_context)
     VALUES ($1, $2, $3, $4, $5, 'pending', $6, $6, $7)`,
    [id, event.ownerId, endpointId, event.id, event.type, now, event.trace ?? null],
  );
  return id;
}

/** Restarts the schedule of these deliveries. */
export async function restartDeliveryRows(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE webhook_deliveries SET status = 'pending', tries = 0, next_attempt_at = $2, completed_at = NULL
     WHERE id = ANY($1) AND status <> 'pending'`,
    [[...ids], now],
  );
}

/** The `webhook-id` of a delivery: the same on every try and replay. */
export function messageIdOf(deliveryId: string): string {
  return deliveryId.replace(/^dlv_/, "msg_");
}

/** A delivery as API users see it, as plain data. */
export type DeliveryFields = Pick<WebhookDelivery, keyof WebhookDelivery>;

interface DeliveryRow {
  id: string;
  endpointId: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  nextAttemptAt: string | null;
  createdAt: string;
  completedAt: string | null;
  attemptCount: number;
  lastStatus: number | null;
  lastError: string | null;
  body: string;
}

const deliveryColumns = `d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.status,
  d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.completed_at AS "completedAt",
  coalesce(last.number, 0) AS "attemptCount", last.status AS "lastStatus", last.error AS "lastError", v.body`;

/** Deliveries in a scope, from `$1` and `$2`. */
const deliveriesInScope = `FROM webhook_deliveries d
  JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN webhook_events v ON v.id = d.event_id
  LEFT JOIN LATERAL (
    SELECT number, status, error FROM webhook_attempts WHERE delivery_id = d.id ORDER BY number DESC LIMIT 1
  ) AS last ON true
  WHERE d.owner_id = $1 AND ($2::text[] IS NULL OR e.app_ids <@ $2)`;

const filters = `AND ($3::text IS NULL OR d.status = $3) AND ($4::text IS NULL OR d.event_type = $4)
  AND ($5::text IS NULL OR d.endpoint_id = $5)
  AND ($6::timestamptz IS NULL OR d.created_at >= $6) AND ($7::timestamptz IS NULL OR d.created_at < $7)`;

/** Deliveries that fit the filters, newest first. */
export async function listDeliveryRows(
  em: EntityManager,
  scope: EndpointScope,
  args: WebhookDeliveryArgs,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const { status = null, eventType = null, endpointId = null, from = null, to = null } = args;
  const values = [scope.ownerId, scope.appIds, status, eventType, endpointId, from, to];
  const [count] = await executeSql<{ total: number }>(
    em,
    `SELECT count(*)::int AS total ${deliveriesInScope} ${filters}`,
    values,
  );
  const rows = await executeSql<DeliveryRow>(
    em,
    `SELECT ${deliveryColumns} ${deliveriesInScope} ${filters} ORDER BY d.created_at DESC, d.id DESC LIMIT $8 OFFSET $9`,
    [...values, args.limit, args.offset],
  );
  return { rows: rows.map(toDelivery), total: count?.total ?? 0 };
}

/** The delivery of this id in the scope with the body it sends, or null. */
export async function findDeliveryRow(
  em: EntityManager,
  scope: EndpointScope,
  id: string,
): Promise<(DeliveryFields & { body: string }) | null> {
  const [row] = await executeSql<DeliveryRow>(
    em,
    `SELECT ${deliveryColumns} ${deliveriesInScope} AND d.id = $3`,
    [scope.ownerId, scope.appIds, id],
  );
  return row ? { ...toDelivery(row), body: row.body } : null;
}

function toDelivery({ body: _body, ...row }: DeliveryRow): DeliveryFields {
  return {
    ...row,
    messageId: messageIdOf(row.id),
    nextAttemptAt: row.nextAttemptAt === null ? null : new Date(row.nextAttemptAt),
    createdAt: new Date(row.createdAt),
    completedAt: row.completedAt === null ? null : new Date(row.completedAt),
  };
}
