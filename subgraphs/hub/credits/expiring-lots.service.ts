import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { announceExpiring, type ExpiringLot } from "./credit-events.service.ts";

/** Days before a lot's expiry on which its owner is notified. */
const noticeDays = [7, 30] as const;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Announces `credits.expiring` once at 30 and once at 7 days before the remainder of a lot expires; returns how many it
 * announced. A lot that is nearer than that when it is first seen is announced once, for the nearest day.
 */
export async function announceExpiringLots(ctx: HubContext, batchSize = 200): Promise<number> {
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

/** Lots whose owners were not notified for this day or a nearer one. */
async function announceBatch(
  ctx: HubContext,
  em: EntityManager,
  days: number,
  limit: number,
): Promise<number> {
  const now = ctx.clock.now();
  const rows = await executeSql<Omit<ExpiringLot, "expiresAt"> & { expiresAt: string }>(
    em,
    `WITH due AS (
       SELECT id FROM credit_lots WHERE remaining > 0 AND expires_at > $2 AND expires_at <= $3
         AND (notified_days IS NULL OR notified_days > $1) ORDER BY expires_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
     UPDATE credit_lots l SET notified_days = $1 FROM due, credit_accounts a WHERE l.id = due.id AND a.id = l.account_id
     RETURNING l.remaining::float8 AS amount, l.expires_at AS "expiresAt", a.id AS "accountId", a.owner_id AS "ownerId",
       a.app_id AS "appId", a.pool, a.balance::float8 AS balance, a.held::float8 AS held`,
    [days, now, new Date(now.getTime() + days * dayMs), limit],
  );
  for (const row of rows) await announceExpiring(em, { ...row, expiresAt: new Date(row.expiresAt) });
  return rows.length;
}
