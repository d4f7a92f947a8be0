import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../src/errors.ts";
import { isEventPattern } from "../../../src/events/event-types.ts";
import { requireKnownApp } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import {
  disableEndpointRow,
  findEndpointRow,
  insertEndpointRow,
  listEndpointRows,
  lockSourceEndpoints,
  rotateSecretRow,
  secretPlace,
  toEndpoint,
  updateEndpointRow,
  type EndpointRow,
  type EndpointScope,
} from "./endpoint.rows.ts";
import { newWebhookSecret } from "./signature.ts";
import { endpointNotFound, endpointOfSetting, maxEndpoints, tooManyEndpoints } from "./webhooks.errors.ts";
import type {
  CreateWebhookEndpointInput,
  DeletedWebhookEndpoint,
  UpdateWebhookEndpointInput,
  WebhookEndpoint,
  WebhookEndpointArgs,
  WebhookEndpointPage,
  WebhookEndpointWithSecret,
} from "./webhooks.types.ts";

const overlapMs = 24 * 60 * 60 * 1000;
const secretShownForMs = 10 * 60 * 1000;

/**
 * Creates an endpoint and shows its secret. Idempotent by the idempotency key; a replay shows the secret for 10
 * minutes. Throws INVALID_URL, VALIDATION_ERROR for an unknown event type or app, INVALID_STATE above 50 endpoints.
 */
export async function createEndpoint(
  ctx: HubContext,
  input: CreateWebhookEndpointInput,
): Promise<WebhookEndpointWithSecret> {
  const ownerId = ownerOf(ctx);
  const url = ctx.ports.webhooks.checkUrl(input.url);
  requireEventTypes(input.eventTypes);
  const appIds = await readApps(ctx, input.appId ?? null);
  return showSecret(ctx, "createWebhookEndpoint", input, async (em) => {
    await requireRoom(em, ownerId);
    const { description = null, eventTypes } = input;
    const source = { source: "account" as const, sourceId: null };
    const endpoint = { ownerId, ...source, url, description, eventTypes, appIds };
    return insertEndpointRow(em, endpoint, { keyRing: ctx.ports.keyRing, now: ctx.clock.now() });
  });
}

/** The caller's endpoints, oldest first. */
export async function listEndpoints(
  ctx: HubContext,
  args: WebhookEndpointArgs,
): Promise<WebhookEndpointPage> {
  const { limit, offset } = args;
  const { rows, total } = await inTransaction(ctx, (em) => listEndpointRows(em, scopeOf(ctx), args));
  return { endpoints: rows.map(toEndpoint), pagination: { limit, offset, total } };
}

/** One endpoint of the caller. Throws WEBHOOK_ENDPOINT_NOT_FOUND. */
export async function readEndpoint(ctx: HubContext, endpointId: string): Promise<WebhookEndpoint> {
  return toEndpoint(await inTransaction(ctx, (em) => requireEndpoint(em, ctx, endpointId)));
}

/**
 * Updates the given fields. An endpoint of an API key or an auto-reload can only be disabled and enabled here,
 * otherwise INVALID_STATE. Throws as `createEndpoint` and `readEndpoint` do. Idempotent by the idempotency key.
 */
export async function updateEndpoint(
  ctx: HubContext,
  input: UpdateWebhookEndpointInput,
): Promise<WebhookEndpoint> {
  const { endpointId, url, eventTypes, description, appId, enabled } = input;
  const checkedUrl = url === undefined || url === null ? undefined : ctx.ports.webhooks.checkUrl(url);
  if (eventTypes) requireEventTypes(eventTypes);
  const appIds = appId === undefined ? undefined : await readApps(ctx, appId);
  return exactlyOnce(ctx, { operation: "updateWebhookEndpoint", input }, async (em) => {
    const row = await requireEndpoint(em, ctx, endpointId, { forUpdate: true });
    const changes = {
      ...(checkedUrl === undefined ? {} : { url: checkedUrl }),
      ...(eventTypes ? { eventTypes } : {}),
      ...(description === undefined ? {} : { description }),
      ...(appIds === undefined ? {} : { appIds }),
    };
    if (row.source !== "account" && Object.keys(changes).length > 0) throw endpointOfSetting(row.source);
    const now = ctx.clock.now();
    if (enabled === false) await disableEndpointRow(em, row.id, "owner", now);
    const isRestart = enabled === true && row.status === "disabled";
    return toEndpoint(
      await updateEndpointRow(em, row.id, isRestart ? { ...changes, enabled } : changes, now),
    );
  });
}

/** Deletes an endpoint with its deliveries. Throws as `updateEndpoint` does. Idempotent by the idempotency key. */
export async function deleteEndpoint(ctx: HubContext, endpointId: string): Promise<DeletedWebhookEndpoint> {
  return exactlyOnce(ctx, { operation: "deleteWebhookEndpoint", input: { endpointId } }, async (em) => {
    const row = await requireEndpoint(em, ctx, endpointId, { forUpdate: true });
    if (row.source !== "account") throw endpointOfSetting(row.source);
    await executeSql(em, "DELETE FROM webhook_endpoints WHERE id = $1", [row.id]);
    return { id: row.id, status: "deleted" as const };
  });
}

/**
 * Rotates an endpoint's secret and shows the new one; deliveries are signed with the old one as well for 24 hours. The
 * endpoints of one API key share their secret, so all of them get the new one. Throws WEBHOOK_ENDPOINT_NOT_FOUND.
 */
export async function rotateSecret(ctx: HubContext, endpointId: string): Promise<WebhookEndpointWithSecret> {
  return showSecret(ctx, "rotateWebhookSecret", { endpointId }, async (em) => {
    const row = await requireEndpoint(em, ctx, endpointId, { forUpdate: true });
    const { source, sourceId } = row;
    const siblings =
      sourceId === null ? [row] : await lockSourceEndpoints(em, { ownerId: ownerOf(ctx), source, sourceId });
    const now = ctx.clock.now();
    const overlapUntil = new Date(now.getTime() + overlapMs);
    const change = { keyRing: ctx.ports.keyRing, secret: newWebhookSecret(), overlapUntil, now };
    for (const { id } of siblings) if (id !== row.id) await rotateSecretRow(em, id, change);
    return rotateSecretRow(em, row.id, change);
  });
}

/** The account whose endpoints the call acts on. Throws FORBIDDEN for a credential that acts for none. */
export function ownerOf(ctx: HubContext): string {
  const { ownerId } = ctx.principal;
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "FORBIDDEN",
    "This credential has no account. Send the user's ID in x-on-behalf-of.",
    { reason: "account_required" },
  );
}

/** The endpoints that the principal may see: a key that is bound to apps sees those of its apps. */
export function scopeOf(ctx: HubContext): EndpointScope {
  const { appIds } = ctx.principal;
  return { ownerId: ownerOf(ctx), appIds: appIds === "all" ? null : [...appIds] };
}

/** The endpoint of this id. Throws WEBHOOK_ENDPOINT_NOT_FOUND for another tenant's as for none. */
export async function requireEndpoint(
  em: EntityManager,
  ctx: HubContext,
  endpointId: string,
  options: { forUpdate?: boolean } = {},
): Promise<EndpointRow> {
  const row = await findEndpointRow(em, scopeOf(ctx), endpointId, options);
  if (!row) throw endpointNotFound();
  return row;
}

/** Runs a write that creates a secret, once per idempotency key. The stored response holds the secret sealed. */
async function showSecret(
  ctx: HubContext,
  operation: string,
  input: object,
  write: (em: EntityManager) => Promise<EndpointRow>,
): Promise<WebhookEndpointWithSecret> {
  const { endpoint, secretSealed } = await exactlyOnce(ctx, { operation, input }, async (em) => {
    const row = await write(em);
    return { id: row.id, endpoint: toEndpoint(row), secretSealed: row.secretSealed };
  });
  const age = ctx.clock.now().getTime() - endpoint.updatedAt.getTime();
  const isShown = !ctx.meter.replayed || age <= secretShownForMs;
  const secret = isShown ? ctx.ports.keyRing.open(secretSealed, secretPlace(endpoint.id)) : null;
  return { ...endpoint, secret };
}

async function requireRoom(em: EntityManager, ownerId: string): Promise<void> {
  const [row] = await executeSql<{ count: number }>(
    em,
    "SELECT count(*)::int AS count FROM webhook_endpoints WHERE owner_id = $1 AND source = 'account'",
    [ownerId],
  );
  if ((row?.count ?? 0) >= maxEndpoints) throw tooManyEndpoints();
}

function requireEventTypes(patterns: readonly string[]): void {
  const faults = patterns.flatMap((pattern, index) =>
    isEventPattern(pattern)
      ? []
      : [
          {
            path: `eventTypes.${index}`,
            message: "must be an event type, a group such as invoice.*, or *",
            rule: "enum",
          },
        ],
  );
  if (faults.length > 0) throw validationError(faults);
}

/** The named app, checked; without one, every app that the credential may name (null: all of them). */
async function readApps(ctx: HubContext, appId: string | null): Promise<string[] | null> {
  if (appId === null) return scopeOf(ctx).appIds?.slice() ?? null;
  await requireKnownApp(ctx, appId);
  return [appId];
}
