import type { EntityManager } from "@mikro-orm/postgresql";
import { tierRefusal } from "../../../src/access/rules.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { validationError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import {
  keyColumns,
  lockKey,
  ownKeys,
  ownKeysOf,
  presentKey,
  presentKeys,
  type ApiKeyRow,
} from "./api-key.rows.ts";
import { apiKeyNotFound } from "./api-keys.errors.ts";
import {
  checkLimits,
  checkShrinking,
  readNetworks,
  readWebhookUrls,
  requireScopesOf,
} from "./check-key-input.ts";
import { requireActive, syncWebhooks } from "./issue-key.service.ts";
import { keyAccessOf } from "./key-access.ts";
import { emitKeyEvent } from "./key-events.service.ts";
import { tierLimits } from "./key-limits.ts";
import { personOf } from "./key-owner.ts";
import type { ApiKeysArgs, UpdateApiKeyInput } from "./api-key-inputs.types.ts";
import {
  ApiKeyStatus,
  type ApiKey,
  type ApiKeyPage,
  type RevokedApiKey,
  type UpdatedApiKey,
} from "./api-keys.types.ts";

/** The caller's keys, newest first. Throws FORBIDDEN without the tier for keys, once its 7 days of grace are over. */
export async function listApiKeys(
  ctx: HubContext,
  { status, limit, offset }: ApiKeysArgs,
): Promise<ApiKeyPage> {
  const own = ownKeysOf(ctx);
  return readKeys(ctx, async (em) => {
    const filter = `${ownKeys} AND ($3::text IS NULL OR status = $3)`;
    const [count] = await executeSql<{ total: number }>(
      em,
      `SELECT count(*)::int AS total FROM api_keys WHERE ${filter}`,
      [...own, status ?? null],
    );
    const rows = await executeSql<ApiKeyRow>(
      em,
      `SELECT ${keyColumns} FROM api_keys WHERE ${filter} ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
      [...own, status ?? null, limit, offset],
    );
    const pagination = { limit, offset, total: count?.total ?? 0 };
    return { apiKeys: await presentKeys(ctx, em, rows), pagination };
  });
}

/** One of the caller's keys. Throws API_KEY_NOT_FOUND, and FORBIDDEN as the list does. */
export async function readApiKey(ctx: HubContext, id: string): Promise<ApiKey> {
  return readKeys(ctx, async (em) => presentKey(ctx, em, await findKey(ctx, em, id)));
}

/** The caller's key of this id. Throws API_KEY_NOT_FOUND. */
export async function findKey(ctx: HubContext, em: EntityManager, id: string): Promise<ApiKeyRow> {
  const sql = `SELECT ${keyColumns} FROM api_keys WHERE ${ownKeys} AND id = $3`;
  const [row] = await executeSql<ApiKeyRow>(em, sql, [...ownKeysOf(ctx), id]);
  if (!row) throw apiKeyNotFound();
  return row;
}

/** Reads in one transaction, for an account whose tier includes keys now or did within the last 7 days. */
export async function readKeys<T>(ctx: HubContext, read: (em: EntityManager) => Promise<T>): Promise<T> {
  return inTransaction(
    ctx,
    async (em) => {
      const sql = `SELECT ended_at AS "endedAt" FROM api_access_ends WHERE owner_id = $1`;
      const [row] = await executeSql<{ endedAt: string }>(em, sql, [ctx.principal.ownerId]);
      const access = keyAccessOf(ctx.principal, row ? new Date(row.endedAt) : null, ctx.clock.now());
      if (access === "none") throw tierRefusal(ctx, "integration");
      return read(em);
    },
    { readOnly: true },
  );
}

/**
 * Changes a key; its scopes may only become fewer. Throws API_KEY_NOT_FOUND, FORBIDDEN for a key of more scopes than the
 * credential holds, INVALID_STATE for a revoked or expired key,
 * or VALIDATION_ERROR with all faults.
 */
export async function updateApiKey(ctx: HubContext, input: UpdateApiKeyInput): Promise<UpdatedApiKey> {
  const call = { operation: "updateApiKey", input };
  return changeAccess(ctx, input.id, () =>
    exactlyOnce(ctx, call, async (em) => {
      const now = ctx.clock.now();
      const present = await lockKey(ctx, em, input.id);
      requireScopesOf(present, ctx.principal);
      requireActive(present, now);
      const next = readChanges(ctx, input, present);
      const [row] = await executeSql<ApiKeyRow>(
        em,
        `UPDATE api_keys SET name = $2, scopes = $3, allowed_ips = $4, webhook_urls = $5, requests_per_hour = $6,
           requests_per_day = $7, requests_per_month = $8, updated_at = $9,
           limit_reached_until = CASE WHEN (requests_per_hour, requests_per_day, requests_per_month)
             IS NOT DISTINCT FROM ($6, $7, $8) THEN limit_reached_until END WHERE id = $1 RETURNING ${keyColumns}`,
        [
          next.id,
          next.name,
          next.scopes,
          next.allowedIps,
          next.webhookUrls,
          next.requestsPerHour,
          next.requestsPerDay,
          next.requestsPerMonth,
          now,
        ],
      );
      const webhookSecret = await syncWebhooks(ctx, em, row!);
      return { apiKey: await presentKey(ctx, em, row!), webhookSecret };
    }),
  );
}

/** The key as it will be. Throws VALIDATION_ERROR with everything that is wrong with the changes. */
function readChanges(ctx: HubContext, input: UpdateApiKeyInput, present: ApiKeyRow): ApiKeyRow {
  const scopes = input.scopes ? [...new Set(input.scopes)] : present.scopes;
  const ips = input.allowedIps === undefined ? null : readNetworks(input.allowedIps ?? []);
  const webhooks = readWebhookUrls(
    input.webhookUrls === undefined ? present.webhookUrls : (input.webhookUrls ?? []),
    scopes,
    ctx.ports.webhooks.checkUrl,
  );
  const faults = [
    ...checkShrinking(input.scopes ?? [], present.scopes),
    ...(ips?.faults ?? []),
    ...webhooks.faults,
    ...checkLimits(input.rateLimits ?? {}, tierLimits(ctx.principal)),
  ];
  if (faults.length > 0) throw validationError(faults);
  const { rateLimits } = input;
  const limit = (name: "requestsPerHour" | "requestsPerDay" | "requestsPerMonth") => {
    if (rateLimits === undefined) return present[name];
    const given = rateLimits === null ? null : rateLimits[name];
    return given === undefined ? present[name] : given;
  };
  return {
    ...present,
    name: input.name ?? present.name,
    scopes,
    allowedIps: ips?.networks ?? present.allowedIps,
    webhookUrls: webhooks.urls,
    requestsPerHour: limit("requestsPerHour"),
    requestsPerDay: limit("requestsPerDay"),
    requestsPerMonth: limit("requestsPerMonth"),
  };
}

/** Ends a key for good, from the very next call on; again, it answers the same. Throws API_KEY_NOT_FOUND. */
export async function revokeApiKey(ctx: HubContext, id: string): Promise<RevokedApiKey> {
  const ownerId = personOf(ctx);
  return changeAccess(ctx, id, () =>
    exactlyOnce(ctx, { operation: "revokeApiKey", input: { id } }, async (em) => {
      const now = ctx.clock.now();
      const present = await lockKey(ctx, em, id);
      if (present.revokedAt !== null) {
        return { id, status: ApiKeyStatus.revoked, revokedAt: new Date(present.revokedAt) };
      }
      const [row] = await executeSql<ApiKeyRow>(
        em,
        `UPDATE api_keys SET status = 'revoked', revoked_at = $2, updated_at = $2, webhook_urls = '{}' WHERE id = $1
         RETURNING ${keyColumns}`,
        [id, now],
      );
      await syncWebhooks(ctx, em, row!);
      await emitKeyEvent(em, "api_key.revoked", ownerId, await presentKey(ctx, em, row!));
      return { id, status: ApiKeyStatus.revoked, revokedAt: now };
    }),
  );
}
