import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { settleQuota } from "./quotas.service.ts";

/**
 * Finishes those of the campaigns that have no message under way: what was handed over, or may have been, counts as
 * used, and the rest of the quota is released. Locks the campaigns, so that of two transactions that settle the last
 * messages one finishes it.
 */
export async function finishCampaigns(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  const open = await executeSql<{ id: string; reservationId: string }>(
    em,
    `SELECT id, reservation_id AS "reservationId" FROM crm_campaigns
     WHERE id = ANY($1) AND completed_at IS NULL ORDER BY id FOR UPDATE`,
    [ids],
  );
  for (const { id, reservationId } of open) {
    const going =
      "SELECT 1 FROM crm_messages WHERE campaign_id = $1 AND status IN ('queued', 'sending') LIMIT 1";
    if ((await executeSql(em, going, [id])).length > 0) continue;
    const [counted] = await executeSql<{ used: number }>(
      em,
      `SELECT count(*) FILTER (WHERE sent_at IS NOT NULL OR bounced_at IS NOT NULL OR reason = 'outcome_unknown')::int AS used
       FROM crm_messages WHERE campaign_id = $1`,
      [id],
    );
    await executeSql(
      em,
      `UPDATE crm_campaigns SET status = CASE WHEN status = 'cancelled' THEN status ELSE 'completed' END,
         pause_reason = NULL, completed_at = $2, updated_at = $2 WHERE id = $1`,
      [id, now],
    );
    await settleQuota(em, { id: reservationId }, counted!.used, now);
  }
}
