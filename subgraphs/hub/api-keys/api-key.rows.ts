import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import { apiKeyNotFound } from "./api-keys.errors.ts";
import { ApiKeyEnvironment, type ApiKey, type ApiKeyStatus } from "./api-keys.types.ts";
import { effectiveLimits, tierLimits } from "./key-limits.ts";
import { personOf } from "./key-owner.ts";
import { readUsageStats } from "./usage.rows.ts";

/** A key as it is stored, without its hashes; times are text. */
export interface ApiKeyRow {
  id: string;
  ownerId: string;
  name: string;
  keyPreview: string;
  status: ApiKeyStatus;
  scopes: string[];
  appIds: string[] | null;
  livemode: boolean;
  allowedIps: string[];
  webhookUrls: string[];
  requestsPerHour: number | null;
  requestsPerDay: number | null;
  requestsPerMonth: number | null;
  createdAt: string;
  updatedAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  previousKeyExpiresAt: string | null;
}

export const keyColumns = `id, owner_id AS "ownerId", name, key_preview AS "keyPreview", status, scopes, app_ids AS "appIds",
  livemode, allowed_ips AS "allowedIps", webhook_urls AS "webhookUrls", requests_per_hour AS "requestsPerHour",
  requests_per_day AS "requestsPerDay", requests_per_month AS "requestsPerMonth", created_at AS "createdAt",
  updated_at AS "updatedAt", expires_at AS "expiresAt", revoked_at AS "revokedAt", last_used_at AS "lastUsedAt",
  previous_key_expires_at AS "previousKeyExpiresAt"`;

/** SQL: an owner's keys. A credential of some apps sees only keys that are limited to those apps. */
export const ownKeys = "owner_id = $1 AND ($2::text[] IS NULL OR app_ids <@ $2)";

/** The parameters of `ownKeys`. Throws USER_NOT_FOUND for a service account that acts for itself. */
export function ownKeysOf(ctx: HubContext): [ownerId: string, appIds: readonly string[] | null] {
  const { appIds } = ctx.principal;
  return [personOf(ctx), appIds === "all" ? null : appIds];
}

/**
 * The owner's key of this id, locked for the transaction. Throws API_KEY_NOT_FOUND, also for a key of another account.
 */
export async function lockKey(ctx: HubContext, em: EntityManager, id: string): Promise<ApiKeyRow> {
  const sql = `SELECT ${keyColumns} FROM api_keys WHERE ${ownKeys} AND id = $3 FOR UPDATE`;
  const [row] = await executeSql<ApiKeyRow>(em, sql, [...ownKeysOf(ctx), id]);
  if (!row) throw apiKeyNotFound();
  return row;
}

/** Keys as their owner sees them, with their usage as of now. */
export async function presentKeys(
  ctx: HubContext,
  em: EntityManager,
  rows: readonly ApiKeyRow[],
): Promise<ApiKey[]> {
  const ids = rows.map(({ id }) => id);
  const stats = await readUsageStats(em, ids, ctx.clock.now());
  return rows.map((row) => ({ ...toApiKey(row, ctx.clock.now(), ctx.principal), usageStats: stats(row.id) }));
}

export async function presentKey(ctx: HubContext, em: EntityManager, row: ApiKeyRow): Promise<ApiKey> {
  const [key] = await presentKeys(ctx, em, [row]);
  return key!;
}

/** All fields of a key but its usage, which is stored elsewhere. */
export function toApiKey(
  row: ApiKeyRow,
  now: Date,
  tiers: Pick<HubContext["principal"], "plan" | "invoicerTier">,
): Omit<ApiKey, "usageStats"> {
  const { id, name, keyPreview, status, scopes, appIds, allowedIps, webhookUrls } = row;
  const previousKeyExpiresAt = toDate(row.previousKeyExpiresAt);
  return {
    id,
    name,
    keyPreview,
    status,
    scopes,
    appIds,
    allowedIps,
    webhookUrls,
    environment: row.livemode ? ApiKeyEnvironment.live : ApiKeyEnvironment.test,
    rateLimits: effectiveLimits(tierLimits(tiers), row),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    lastUsedAt: toDate(row.lastUsedAt),
    expiresAt: toDate(row.expiresAt),
    isExpired: isExpired(row, now),
    previousKeyExpiresAt: previousKeyExpiresAt && previousKeyExpiresAt > now ? previousKeyExpiresAt : null,
    revokedAt: toDate(row.revokedAt),
  };
}

/** At its expiry exactly, a key is dead. */
export function isExpired({ expiresAt }: Pick<ApiKeyRow, "expiresAt">, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt) <= now;
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
