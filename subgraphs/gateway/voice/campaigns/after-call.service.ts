import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { advanceCampaignJob } from "../calls/call-jobs.types.ts";
import type { CallRow } from "../voice-tables.ts";
import type { VoiceContext } from "../voice.context.ts";

/** Notifies the callback or campaign behind a call of its end, in the open transaction. */
export async function afterCall(em: EntityManager, ctx: VoiceContext, call: CallRow): Promise<void> {
  const now = ctx.clock.now();
  const isReached = call.status === "completed" && call.answeredBy !== "machine";
  if (call.callbackId !== null)
    await executeSql(
      em,
      `UPDATE caller_callbacks SET status = $2, missed_because = $3, version = version + 1, updated_at = $4
       WHERE id = $1 AND status = 'calling'`,
      [call.callbackId, isReached ? "done" : "missed", isReached ? null : call.outcome, now],
    );
  if (call.campaignId === null) return;
  const isOver = isReached || call.outcome === "do_not_call" || call.outcome === "consent";
  await executeSql(
    em,
    `UPDATE caller_campaign_contacts AS c SET
       status = CASE WHEN $3 THEN 'done' WHEN c.attempts >= p.max_attempts THEN 'given_up' ELSE 'waiting' END,
       next_at = $4::timestamptz + p.retry_after_min * interval '1 minute'
     FROM caller_campaigns AS p
     WHERE p.id = c.campaign_id AND c.campaign_id = $1 AND c.contact_id = $2 AND c.status = 'calling'`,
    [call.campaignId, call.contactId, isOver, now],
  );
  const payload = { campaignId: call.campaignId, ownerId: call.ownerId };
  await enqueue(em, advanceCampaignJob, payload, { singletonKey: call.campaignId });
}
