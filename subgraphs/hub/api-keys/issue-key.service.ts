import type { EntityManager } from "@mikro-orm/postgresql";
import { generateKey, hashKey, keyPreview } from "../../../src/access/key-format.ts";
import { exactlyOnce, forgetRevealedSecrets, type RevealedOnce } from "../../../src/db/idempotency.ts";
import { keyIdOf } from "../../../src/crypto/crypto.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { validationError } from "../../../src/errors.ts";
import { newId } from "../../../src/ids.ts";
import { findApps } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { syncKeyEndpoints } from "../webhooks/setting-endpoints.service.ts";
import { isExpired, keyColumns, lockKey, presentKey, type ApiKeyRow } from "./api-key.rows.ts";
import { keyNotActive, tooManyKeys } from "./api-keys.errors.ts";
import { emitKeyEvent } from "./key-events.service.ts";
import { personOf } from "./key-owner.ts";
import type { CreateApiKeyInput, RotateApiKeyInput } from "./api-key-inputs.types.ts";
import { ApiKeyEnvironment, type CreatedApiKey, type RotatedApiKey } from "./api-keys.types.ts";
import {
  checkApps,
  checkLimits,
  checkScopes,
  readExpiry,
  readNetworks,
  readWebhookUrls,
  requireScopesOf,
} from "./check-key-input.ts";
import { tierLimits, type OwnLimits } from "./key-limits.ts";

const maxActiveKeys = 20;

/** How long a retry of the same call is shown the same secret. */
const revealForMs = 10 * 60 * 1000;

/**
 * Creates a key and reveals its secret once. Throws VALIDATION_ERROR with all faults, or API_KEY_LIMIT_REACHED when the
 * account has 20 working keys. Idempotent by the idempotency key, which shows the secrets again for 10 minutes.
 */
export async function createApiKey(ctx: HubContext, input: CreateApiKeyInput): Promise<CreatedApiKey> {
  const ownerId = personOf(ctx);
  const call = { operation: "createApiKey", input, revealedOnce: revealed(ctx, ["key", "webhookSecret"]) };
  return exactlyOnce(ctx, call, async (em) => {
    const wanted = await readNewKey(ctx, input);
    await lockOwner(em, ownerId, ctx.clock.now());
    const key = generateKey(wanted.environment === ApiKeyEnvironment.live ? "hub_live" : "hub_test");
    const row = await insertKey(ctx, em, key, { ...wanted, ownerId });
    const webhookSecret = await syncWebhooks(ctx, em, row);
    const apiKey = await presentKey(ctx, em, row);
    await emitKeyEvent(em, "api_key.created", ownerId, apiKey);
    return { apiKey, key, webhookSecret };
  });
}

/**
 * Replaces a key under its id; the old one works for the grace time. One rotation within another's grace ends the
 * oldest at once. Throws API_KEY_NOT_FOUND, FORBIDDEN for a key of more scopes than the credential has, or
 * INVALID_STATE for a revoked or expired one. Idempotent by the idempotency key, which shows the same new key for 10
 * minutes.
 */
export async function rotateApiKey(ctx: HubContext, input: RotateApiKeyInput): Promise<RotatedApiKey> {
  const ownerId = personOf(ctx);
  const call = { operation: "rotateApiKey", input, revealedOnce: revealed(ctx, ["key"]) };
  return changeAccess(ctx, input.id, () =>
    exactlyOnce(ctx, call, async (em) => {
      const now = ctx.clock.now();
      const present = await lockKey(ctx, em, input.id);
      requireScopesOf(present, ctx.principal);
      requireActive(present, now);
      const key = generateKey(present.livemode ? "hub_live" : "hub_test");
      const previousKeyExpiresAt = new Date(now.getTime() + input.graceSeconds * 1000);
      const [row] = await executeSql<ApiKeyRow>(
        em,
        `UPDATE api_keys SET previous_key_hash = key_hash, previous_pepper_id = pepper_id, previous_key_expires_at = $2,
           key_hash = $3, key_preview = $4, updated_at = $5, pepper_id = $6 WHERE id = $1 RETURNING ${keyColumns}`,
        [
          input.id,
          previousKeyExpiresAt,
          hashKey(ctx.ports.keyPepper, key),
          keyPreview(key),
          now,
          keyIdOf(ctx.ports.keyPepper),
        ],
      );
      const apiKey = await presentKey(ctx, em, row!);
      await emitKeyEvent(em, "api_key.rotated", ownerId, apiKey);
      return { apiKey, key, previousKeyExpiresAt };
    }),
  );
}

/** Syncs the webhook endpoints of a key with its URLs. Returns their secret when this call created it. */
export async function syncWebhooks(
  ctx: HubContext,
  em: EntityManager,
  row: ApiKeyRow,
): Promise<string | null> {
  const { id: keyId, ownerId, appIds, webhookUrls: urls } = row;
  const { secret } = await syncKeyEndpoints(ctx, em, { keyId, ownerId, urls, appIds });
  return secret;
}

/** Deletes secrets after the time in which retries may see them; returns how many responses had some. */
export function forgetShownSecrets(ctx: HubContext): Promise<number> {
  return forgetRevealedSecrets(ctx.em, ctx.clock.now());
}

/** Throws INVALID_STATE for a key that can no longer be used. */
export function requireActive(row: ApiKeyRow, now: Date): void {
  if (row.status === "revoked") throw keyNotActive("revoked");
  if (isExpired(row, now)) throw keyNotActive("expired");
}

function revealed({ ports }: HubContext, fields: readonly string[]): RevealedOnce {
  return { fields, keepForMs: revealForMs, keyRing: ports.keyRing };
}

interface NewKey {
  ownerId: string;
  name: string;
  environment: ApiKeyEnvironment;
  scopes: string[];
  expiresAt: Date | null;
  allowedIps: string[];
  webhookUrls: string[];
  appIds: string[] | null;
  limits: OwnLimits;
}

/** The input as it will be stored. Throws VALIDATION_ERROR with everything that is wrong with it. */
async function readNewKey(ctx: HubContext, input: CreateApiKeyInput): Promise<Omit<NewKey, "ownerId">> {
  const { principal } = ctx;
  const scopes = [...new Set(input.scopes)];
  // A principal that is limited to some apps creates keys for these only.
  const appIds = input.appIds ?? (principal.appIds === "all" ? null : [...principal.appIds]);
  const expiry = readExpiry(input, ctx.clock.now());
  const ips = readNetworks(input.allowedIps ?? []);
  const webhooks = readWebhookUrls(input.webhookUrls ?? [], scopes, ctx.ports.webhooks.checkUrl);
  const faults = [
    ...checkScopes(input.scopes, principal),
    ...checkApps(input.appIds ?? [], await findApps(ctx, input.appIds ?? []), principal),
    ...expiry.faults,
    ...ips.faults,
    ...webhooks.faults,
    ...checkLimits(input.rateLimits ?? {}, tierLimits(principal)),
  ];
  if (faults.length > 0) throw validationError(faults);
  return {
    name: input.name,
    environment: input.environment,
    scopes,
    limits: input.rateLimits ?? {},
    appIds: appIds && [...new Set(appIds)],
    expiresAt: expiry.expiresAt,
    allowedIps: ips.networks,
    webhookUrls: webhooks.urls,
  };
}

/** Serializes creations per account, so that two at once cannot both be the twentieth. */
async function lockOwner(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  await executeSql(em, "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [ownerId]);
  const [row] = await executeSql<{ active: number }>(
    em,
    `SELECT count(*)::int AS active FROM api_keys
     WHERE owner_id = $1 AND status = 'active' AND (expires_at IS NULL OR expires_at > $2)`,
    [ownerId, now],
  );
  if ((row?.active ?? 0) >= maxActiveKeys) throw tooManyKeys(maxActiveKeys);
}

async function insertKey(
  ctx: HubContext,
  em: EntityManager,
  key: string,
  wanted: NewKey,
): Promise<ApiKeyRow> {
  const { limits } = wanted;
  const [row] = await executeSql<ApiKeyRow>(
    em,
    `INSERT INTO api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, app_ids, livemode, allowed_ips,
       webhook_urls, requests_per_hour, requests_per_day, requests_per_month, created_at, updated_at, expires_at,
       pepper_id, created_by)
     VALUES ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17) RETURNING ${keyColumns}`,
    [
      newId("key"),
      wanted.ownerId,
      wanted.name,
      hashKey(ctx.ports.keyPepper, key),
      keyPreview(key),
      wanted.scopes,
      wanted.appIds,
      wanted.environment === ApiKeyEnvironment.live,
      wanted.allowedIps,
      wanted.webhookUrls,
      limits.requestsPerHour ?? null,
      limits.requestsPerDay ?? null,
      limits.requestsPerMonth ?? null,
      ctx.clock.now(),
      wanted.expiresAt,
      keyIdOf(ctx.ports.keyPepper),
      ctx.principal.membership?.userId ?? ctx.principal.id,
    ],
  );
  return row!;
}
