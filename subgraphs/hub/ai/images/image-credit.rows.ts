import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

export type ImageCreditSource = "allowance" | "purchased" | "unlimited";

export interface ImageCreditRow {
  source: ImageCreditSource;
  creditHoldId: string | null;
}

export interface HeldImageCredit extends ImageCreditRow {
  requestId: string;
  ownerId: string;
  appId: string;
  month: string;
  expiresAt: Date;
}

/** Serializes image-credit holds of one account until the transaction ends. */
export async function lockImageCredits(em: EntityManager, ownerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('images of ' || $1, 0))", [ownerId]);
}

/** Images of the month's allowances by app: those that were drawn, and those that may still be. */
export function countImages(
  em: EntityManager,
  ownerId: string,
  month: string,
  now: Date,
): Promise<{ appId: string; images: number }[]> {
  return executeSql(
    em,
    `SELECT app_id AS "appId", count(*)::int AS images FROM image_credits
     WHERE owner_id = $1 AND month = $2::date AND source = 'allowance'
       AND (status = 'spent' OR (status = 'held' AND expires_at > $3))
     GROUP BY app_id`,
    [ownerId, month, now],
  );
}

/** Whether the request's credit is held at `now`. */
export async function isHeld(em: EntityManager, requestId: string, now: Date): Promise<boolean> {
  const sql = "SELECT 1 FROM image_credits WHERE request_id = $1 AND status = 'held' AND expires_at > $2";
  return (await executeSql(em, sql, [requestId, now])).length > 0;
}

/** Holds a credit for a request, replacing its earlier hold. */
export async function insertHeld(em: EntityManager, held: HeldImageCredit, now: Date): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO image_credits
       (request_id, owner_id, app_id, month, source, credit_hold_id, status, expires_at, created_at)
     VALUES ($1, $2, $3, $4::date, $5, $6, 'held', $7, $8)
     ON CONFLICT (request_id) DO UPDATE SET month = EXCLUDED.month, source = EXCLUDED.source,
       credit_hold_id = EXCLUDED.credit_hold_id, status = 'held', expires_at = EXCLUDED.expires_at,
       created_at = EXCLUDED.created_at, settled_at = NULL`,
    [
      held.requestId,
      held.ownerId,
      held.appId,
      held.month,
      held.source,
      held.creditHoldId,
      held.expiresAt,
      now,
    ],
  );
}

/** Captures a request's credit in whatever state its hold is: the image exists. Null when it was captured before. */
export async function markSpent(
  em: EntityManager,
  requestId: string,
  now: Date,
): Promise<ImageCreditRow | null> {
  const [row] = await executeSql<ImageCreditRow>(
    em,
    `UPDATE image_credits SET status = 'spent', settled_at = $2 WHERE request_id = $1 AND status <> 'spent'
     RETURNING source, credit_hold_id AS "creditHoldId"`,
    [requestId, now],
  );
  return row ?? null;
}

/** Releases a request's credit; null when it is not held. */
export async function markReleased(
  em: EntityManager,
  requestId: string,
  now: Date,
): Promise<ImageCreditRow | null> {
  const [row] = await executeSql<ImageCreditRow>(
    em,
    `UPDATE image_credits SET status = 'released', settled_at = $2 WHERE request_id = $1 AND status = 'held'
     RETURNING source, credit_hold_id AS "creditHoldId"`,
    [requestId, now],
  );
  return row ?? null;
}
