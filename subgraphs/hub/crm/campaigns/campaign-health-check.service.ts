import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { pauseReason, type CampaignOutcomes } from "./campaign-health.ts";

/** Adds what came of messages of a campaign, and pauses it when that is bad. */
export async function checkCampaignHealth(
  em: EntityManager,
  campaignId: string,
  added: Partial<CampaignOutcomes>,
  now: Date,
): Promise<void> {
  const { sends = 0, bounces = 0, complaints = 0 } = added;
  if (sends === 0 && bounces === 0 && complaints === 0) return;
  const [row] = await executeSql<CampaignOutcomes>(
    em,
    `UPDATE crm_campaigns SET judged_sends = judged_sends + $2, judged_bounces = judged_bounces + $3,
       judged_complaints = judged_complaints + $4 WHERE id = $1
     RETURNING judged_sends AS sends, judged_bounces AS bounces, judged_complaints AS complaints`,
    [campaignId, sends, bounces, complaints],
  );
  const reason = row ? pauseReason(row) : null;
  if (reason === null) return;
  await executeSql(
    em,
    `UPDATE crm_campaigns SET status = 'paused', pause_reason = $2, updated_at = $3
     WHERE id = $1 AND status IN ('queued', 'sending')`,
    [campaignId, reason, now],
  );
}
