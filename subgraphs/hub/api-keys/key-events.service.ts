import type { EntityManager } from "@mikro-orm/postgresql";
import type { Principal } from "../../../src/access/principal.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import { toApiKey, type ApiKeyRow } from "./api-key.rows.ts";
import type { ApiKey } from "./api-keys.types.ts";
import { readUsageStats } from "./usage.rows.ts";

export type KeyEvent =
  | "api_key.created"
  | "api_key.rotated"
  | "api_key.revoked"
  | "api_key.expiring"
  | "api_key.limit_reached";

/** Emits an event of a key, with all fields that its owner may see; never the secret. */
export async function emitKeyEvent(
  em: EntityManager,
  type: KeyEvent,
  ownerId: string,
  apiKey: ApiKey,
): Promise<void> {
  await emitEvent(em, { type, objectId: apiKey.id, appId: null, ownerId, payload: apiKey });
}

/** A key with the tiers of its owner, of whom there is no call. */
export interface OwnedKeyRow extends ApiKeyRow, Pick<Principal, "plan" | "invoicerTier"> {}

/** The owner's tiers at the time `$n`, beside the columns of `api_keys`. */
export function ownerTiers(at: string): string {
  return `tier_at(owner_id, 'central', ${at}) AS plan, tier_at(owner_id, 'invoicer', ${at}) AS "invoicerTier"`;
}

/** Emits events of keys outside of their owners' requests, as of `now`. */
export async function emitKeyEvents(
  em: EntityManager,
  type: KeyEvent,
  keys: readonly OwnedKeyRow[],
  now: Date,
): Promise<void> {
  const ids = keys.map(({ id }) => id);
  const stats = await readUsageStats(em, ids, now);
  for (const key of keys) {
    await emitKeyEvent(em, type, key.ownerId, { ...toApiKey(key, now, key), usageStats: stats(key.id) });
  }
}
