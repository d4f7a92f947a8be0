import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { keyColumns } from "./api-key.rows.ts";
import { emitKeyEvents, ownerTiers, type OwnedKeyRow } from "./key-events.service.ts";

/** Days before a key's expiry on which its owner is notified; on the last one it expires within 24 hours. */
const noticeDays = [0, 3, 14] as const;
const dayMs = 24 * 60 * 60 * 1000;

/** Announces `api_key.expiring` once for each of 14, 3 and 0 days before a key's expiry; returns how many it announced. */
export async function announceExpiringKeys(ctx: HubContext, batchSize = 200): Promise<number> {
  let told = 0;
  for (const days of noticeDays) {
    for (;;) {
      const batch = await asSystem(ctx.em, (em) => announceBatch(ctx, em, days, batchSize));
      told += batch;
      if (batch < batchSize) break;
    }
  }
  return told;
}

/**
 * Keys whose owners were not notified for this day or a later one. The nearest day comes first and replaces missed
 * ones.
 */
async function announceBatch(
  ctx: HubContext,
  em: EntityManager,
  days: number,
  limit: number,
): Promise<number> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + Math.max(days, 1) * dayMs);
  const rows = await executeSql<OwnedKeyRow>(
    em,
    `UPDATE api_keys SET expiry_notice = $1 WHERE id IN (
       SELECT id FROM api_keys WHERE status = 'active' AND expires_at > $2 AND expires_at <= $3
         AND (expiry_notice IS NULL OR expiry_notice > $1) ORDER BY id LIMIT $4 FOR UPDATE SKIP LOCKED)
     RETURNING ${keyColumns}, ${ownerTiers("$2")}`,
    [days, now, until, limit],
  );
  await emitKeyEvents(em, "api_key.expiring", rows, now);
  return rows.length;
}
