import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { AccessWindow } from "./subscription-states.ts";
import type { StoredSubscription } from "./subscription.ts";

/**
 * Sets the account's entitlement in the app by its subscription: the plan within the window, or none. A subscription
 * that gives access replaces an entitlement from other sources; one that gives none removes only its own. Written only
 * on a difference, since every change is announced.
 */
export async function writeEntitlement(
  em: EntityManager,
  { id, ownerId, appId, planId }: StoredSubscription,
  window: AccessWindow | null,
): Promise<void> {
  if (window === null) {
    await executeSql(em, "DELETE FROM entitlements WHERE subscription_id = $1", [id]);
    return;
  }
  await executeSql(
    em,
    `INSERT INTO entitlements AS held (owner_id, app_id, tier, subscription_id, starts_at, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner_id, app_id) DO UPDATE SET tier = EXCLUDED.tier, subscription_id = EXCLUDED.subscription_id,
       starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at
     WHERE (held.tier, held.subscription_id, held.starts_at, held.ends_at)
       IS DISTINCT FROM (EXCLUDED.tier, EXCLUDED.subscription_id, EXCLUDED.starts_at, EXCLUDED.ends_at)`,
    [ownerId, appId, planId, id, window.from, window.until],
  );
}
