import type { EntityManager } from "@mikro-orm/postgresql";
import { actorOf } from "../../../src/access/acting.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { patternsOf } from "../../../src/events/event-types.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../hub.context.ts";
import {
  type DeliveryFields,
  findDeliveryRow,
  insertDeliveryRow,
  insertEventRow,
  listDeliveryRows,
  restartDeliveryRows,
} from "./delivery.rows.ts";
import { toEndpoint, type EndpointRow } from "./endpoint.rows.ts";
import { ownerOf, requireEndpoint, scopeOf } from "./endpoints.service.ts";
import { buildEventBody } from "./event-body.ts";
import { deliveryNotFound, deliveryPending, endpointDisabled } from "./webhooks.errors.ts";
import type {
  RecoveredWebhooks,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryArgs,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
} from "./webhooks.types.ts";

/** Deliveries that fit the filters, newest first. */
export async function listDeliveries(
  ctx: HubContext,
  args: WebhookDeliveryArgs,
): Promise<WebhookDeliveryPage> {
  const { limit, offset } = args;
  const { rows, total } = await inTransaction(ctx, (em) => listDeliveryRows(em, scopeOf(ctx), args));
  return { deliveries: rows, pagination: { limit, offset, total } };
}

/** A delivery with its body and every attempt. Throws WEBHOOK_DELIVERY_NOT_FOUND. */
export async function readDelivery(ctx: HubContext, deliveryId: string): Promise<WebhookDeliveryDetail> {
  return inTransaction(ctx, async (em) => {
    const { body, ...delivery } = await requireDelivery(em, ctx, deliveryId);
    const attempts = await executeSql<Omit<WebhookAttempt, "at"> & { at: string }>(
      em,
      `SELECT number, at, status, duration_ms AS "durationMs", error, response_body AS "responseBody"
       FROM webhook_attempts WHERE delivery_id = $1 ORDER BY number`,
      [deliveryId],
    );
    const payload = JSON.parse(body) as Record<string, unknown>;
    return { ...delivery, payload, attempts: attempts.map((row) => ({ ...row, at: new Date(row.at) })) };
  });
}

/**
 * Sends a delivery again, whatever its state, under its `webhook-id` and with a new schedule. Throws
 * WEBHOOK_DELIVERY_NOT_FOUND, or INVALID_STATE while it is under way or its endpoint is disabled. Idempotent by the
 * idempotency key.
 */
export async function replayDelivery(ctx: HubContext, deliveryId: string): Promise<WebhookDelivery> {
  return exactlyOnce(ctx, { operation: "replayWebhookDelivery", input: { deliveryId } }, async (em) => {
    const { status, endpointId } = await requireDelivery(em, ctx, deliveryId);
    requireEnabled(await requireEndpoint(em, ctx, endpointId, { forUpdate: true }));
    if (status === "pending") throw deliveryPending();
    await restartDeliveryRows(em, [deliveryId], dueNow(ctx));
    const { body: _body, ...delivery } = await requireDelivery(em, ctx, deliveryId);
    return delivery;
  });
}

/**
 * Sends an endpoint the events it missed since a given time: its dead letters, and events from when it was disabled or
 * did not exist yet. Delivered events are not sent again. Throws WEBHOOK_ENDPOINT_NOT_FOUND, or INVALID_STATE while it
 * is disabled. Idempotent by the idempotency key.
 */
export async function recoverEndpoint(
  ctx: HubContext,
  input: { endpointId: string; since: Date },
): Promise<RecoveredWebhooks> {
  const { endpointId, since } = input;
  return exactlyOnce(ctx, { operation: "recoverWebhookEndpoint", input }, async (em) => {
    const endpoint = requireEnabled(await requireEndpoint(em, ctx, endpointId, { forUpdate: true }));
    const dead = await executeSql<{ id: string }>(
      em,
      `SELECT d.id FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id
       WHERE d.endpoint_id = $1 AND d.status = 'exhausted' AND v.created_at >= $2`,
      [endpointId, since],
    );
    await restartDeliveryRows(
      em,
      dead.map(({ id }) => id),
      dueNow(ctx),
    );
    const missed = await findMissed(em, ctx, endpoint, since);
    for (const event of missed) {
      await insertDeliveryRow(em, { ...event, ownerId: ownerOf(ctx) }, endpointId, dueNow(ctx));
    }
    return { endpointId, recovered: dead.length + missed.length };
  });
}

/**
 * Sends an endpoint a `webhook.test` event, whether or not it subscribes to that type. Throws
 * WEBHOOK_ENDPOINT_NOT_FOUND, or INVALID_STATE while it is disabled. Idempotent by the idempotency key.
 */
export async function testEndpoint(ctx: HubContext, endpointId: string): Promise<WebhookDelivery> {
  return exactlyOnce(ctx, { operation: "testWebhookEndpoint", input: { endpointId } }, async (em) => {
    const endpoint = requireEnabled(await requireEndpoint(em, ctx, endpointId));
    const now = ctx.clock.now();
    const ownerId = ownerOf(ctx);
    const { appId, ...object } = toEndpoint(endpoint);
    const about = { id: newId("evt"), type: "webhook.test", objectId: endpointId, appId, ownerId };
    const sequence = await nextSequence(em);
    const payload = { ...object, appId };
    const body = buildEventBody({ ...about, payload, sequence, createdAt: now, actor: actorOf(ctx) });
    await insertEventRow(em, { ...about, body }, dueNow(ctx));
    const deliveryId = await insertDeliveryRow(em, about, endpointId, dueNow(ctx));
    const { body: _body, ...delivery } = await requireDelivery(em, ctx, deliveryId);
    return delivery;
  });
}

/** Deletes receivers' responses, and finished events, from before `before`. For a scheduled job. */
export async function purgeDeliveries(ctx: HubContext, before: Date): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    await executeSql(
      em,
      `DELETE FROM webhook_events v WHERE v.created_at < $1 AND NOT EXISTS (
         SELECT 1 FROM webhook_deliveries d
         WHERE d.event_id = v.id AND (d.status = 'pending' OR d.completed_at >= $1))`,
      [before],
    );
    await executeSql(
      em,
      "UPDATE webhook_attempts SET response_body = NULL WHERE at < $1 AND response_body IS NOT NULL",
      [before],
    );
  });
}

async function findMissed(
  em: EntityManager,
  ctx: HubContext,
  endpoint: EndpointRow,
  since: Date,
): Promise<{ id: string; type: string }[]> {
  const events = await executeSql<{ id: string; type: string }>(
    em,
    `SELECT v.id, v.type FROM webhook_events v
     WHERE v.owner_id = $1 AND v.created_at >= $2 AND v.type <> 'webhook.test'
       AND ($3::text[] IS NULL OR v.app_id = ANY($3))
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = v.id AND d.endpoint_id = $4)
     ORDER BY v.created_at, v.id`,
    [ownerOf(ctx), since, endpoint.appIds, endpoint.id],
  );
  return events.filter(({ type }) =>
    patternsOf(type).some((pattern) => endpoint.eventTypes.includes(pattern)),
  );
}

async function requireDelivery(
  em: EntityManager,
  ctx: HubContext,
  deliveryId: string,
): Promise<DeliveryFields & { body: string }> {
  const delivery = await findDeliveryRow(em, scopeOf(ctx), deliveryId);
  if (!delivery) throw deliveryNotFound();
  return delivery;
}

function requireEnabled(endpoint: EndpointRow): EndpointRow {
  if (endpoint.status === "disabled") throw endpointDisabled();
  return endpoint;
}

/** A number in the line of those that the outbox gives to its events. */
async function nextSequence(em: EntityManager): Promise<number> {
  const [row] = await executeSql<{ value: number }>(
    em,
    "SELECT nextval(pg_get_serial_sequence('outbox_events', 'sequence'))::float8 AS value",
  );
  return row!.value;
}

/** Deliveries run on the platform's own time; a request with a test clock may not push one into the future. */
function dueNow(ctx: HubContext): Date {
  return new Date(Math.min(ctx.clock.now().getTime(), systemClock.now().getTime()));
}
