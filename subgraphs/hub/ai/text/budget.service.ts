import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";

export interface Reservation {
  requestId: string;
  appId: string;
  /** Maximum total cost of the request after this attempt, in millionths of a US dollar. */
  amountMicroUsd: number;
  limitMicroUsd: number;
  now: Date;
  /** When the process that reserved it counts as dead. */
  expiresAt: Date;
}

/**
 * Reserves a request's maximum cost in the app's UTC day, replacing its earlier reservation. Returns false and reserves
 * nothing when the day's budget does not suffice: the sum of what was spent and of all reservations stays within the
 * limit under any concurrency.
 */
export async function reserveBudget(em: EntityManager, reservation: Reservation): Promise<boolean> {
  const { requestId, appId, amountMicroUsd, limitMicroUsd, now, expiresAt } = reservation;
  const day = now.toISOString().slice(0, 10);
  return asSystem(em, async (own) => {
    await executeSql(
      own,
      `INSERT INTO ai_daily_spend (app_id, day, spent_micro_usd)
       SELECT $1, $2::date, coalesce(sum(cost_micro_usd), 0) FROM ai_requests
       WHERE app_id = $1 AND created_at >= ($2 || 'T00:00:00Z')::timestamptz
         AND created_at < ($2 || 'T00:00:00Z')::timestamptz + interval '24 hours'
         AND NOT EXISTS (SELECT 1 FROM ai_daily_spend WHERE app_id = $1 AND day = $2::date)
       ON CONFLICT DO NOTHING`,
      [appId, day],
    );
    const [spend] = await executeSql<{ spent: string }>(
      own,
      "SELECT spent_micro_usd AS spent FROM ai_daily_spend WHERE app_id = $1 AND day = $2::date FOR UPDATE",
      [appId, day],
    );
    const [others] = await executeSql<{ reserved: string }>(
      own,
      `SELECT coalesce(sum(amount_micro_usd), 0) AS reserved FROM ai_reservations
       WHERE app_id = $1 AND day = $2::date AND expires_at > $3 AND request_id <> $4`,
      [appId, day, now, requestId],
    );
    if (Number(spend!.spent) + Number(others!.reserved) + amountMicroUsd > limitMicroUsd) return false;
    await executeSql(
      own,
      `INSERT INTO ai_reservations (request_id, app_id, day, amount_micro_usd, expires_at)
       VALUES ($1, $2, $3::date, $4, $5)
       ON CONFLICT (request_id) DO UPDATE
         SET day = EXCLUDED.day, amount_micro_usd = EXCLUDED.amount_micro_usd, expires_at = EXCLUDED.expires_at`,
      [requestId, appId, day, amountMicroUsd, expiresAt],
    );
    return true;
  });
}

/** Releases a request's reservation and records its cost, in the transaction of `em`. Idempotent. */
export async function settleBudget(
  em: EntityManager,
  requestId: string,
  costMicroUsd: number,
): Promise<void> {
  await asSystem(em, (own) =>
    executeSql(
      own,
      `WITH settled AS (DELETE FROM ai_reservations WHERE request_id = $1 RETURNING app_id, day)
       UPDATE ai_daily_spend SET spent_micro_usd = spent_micro_usd + $2 FROM settled
       WHERE ai_daily_spend.app_id = settled.app_id AND ai_daily_spend.day = settled.day`,
      [requestId, costMicroUsd],
    ),
  );
}

/** Deletes reservations of dead processes, and days before yesterday; returns how many reservations. */
export async function purgeBudgets(em: EntityManager, now: Date): Promise<number> {
  return asSystem(em, async (own) => {
    const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await executeSql(own, "DELETE FROM ai_daily_spend WHERE day < $1::date", [yesterday]);
    const sql = "DELETE FROM ai_reservations WHERE expires_at <= $1 RETURNING 1";
    return (await executeSql(own, sql, [now])).length;
  });
}
