import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { finishCampaigns } from "../campaigns/campaign-finish.service.ts";
import { releaseQuota } from "../campaigns/quotas.service.ts";

/**
 * Erases recipients, contents and senders of erased accounts' messages, and skips unsent ones. Times and used quota
 * stay. A message under way is left to its process, which still records the outcome, and is erased by the next run. One
 * account at a time. Returns how many there were.
 */
export async function eraseMessages(ctx: HubContext): Promise<number> {
  const owners = await asSystem(ctx.em, (em) => executeSql<{ ownerId: string }>(em, ownersSql));
  for (const { ownerId } of owners) {
    await asSystem(ctx.em, async (em) => {
      const now = ctx.clock.now();
      await executeSql(em, "DELETE FROM crm_profiles WHERE owner_id = $1", [ownerId]);
      const campaigns = await endCampaigns(em, ownerId, now);
      await endMessages(em, ownerId, now);
      await finishCampaigns(em, campaigns, now);
    });
  }
  return owners.length;
}

const ownersSql = `
  SELECT u.id AS "ownerId" FROM users u WHERE u.erased_at IS NOT NULL AND (
    EXISTS (SELECT 1 FROM crm_profiles p WHERE p.owner_id = u.id)
    OR EXISTS (SELECT 1 FROM crm_campaigns c WHERE c.owner_id = u.id AND (c.html_body <> '' OR c.completed_at IS NULL))
    OR EXISTS (SELECT 1 FROM crm_messages m WHERE m.owner_id = u.id AND m.address NOT LIKE 'erased:%'))
  ORDER BY u.id`;

/** Empties them, and answers those that were not over. */
async function endCampaigns(em: EntityManager, ownerId: string, now: Date): Promise<string[]> {
  const rows = await executeSql<{ id: string; isOpen: boolean }>(
    em,
    `UPDATE crm_campaigns SET subject = '', html_body = '', text_body = NULL, from_name = NULL, reply_to = NULL,
       sender_line = NULL, rejected = '[]', updated_at = $2, pause_reason = NULL,
       in_reply_to = NULL, reference_ids = '{}', attachments = '[]',
       status = CASE WHEN completed_at IS NULL THEN 'cancelled' ELSE status END
     WHERE owner_id = $1 RETURNING id, completed_at IS NULL AS "isOpen"`,
    [ownerId, now],
  );
  return rows.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])).toSorted();
}

async function endMessages(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  const ended = await executeSql<{ reservationId: string | null }>(
    em,
    `UPDATE crm_messages SET status = 'failed', reason = 'campaign_cancelled', failed_at = $2
     WHERE owner_id = $1 AND status = 'queued' RETURNING reservation_id AS "reservationId"`,
    [ownerId, now],
  );
  // A campaign's is settled with the campaign.
  for (const { reservationId: id } of ended) if (id !== null) await releaseQuota(em, { id }, now);
  await executeSql(
    em,
    "UPDATE crm_delivery_reports SET address = 'erased:' || message_id WHERE owner_id = $1 AND address NOT LIKE 'erased:%'",
    [ownerId],
  );
  await executeSql(
    em,
    `UPDATE crm_messages SET address = 'erased:' || id, name = NULL, variables = '{}', body = NULL, media_url = NULL,
       from_number = NULL
     WHERE owner_id = $1 AND claimed_until IS NULL AND address NOT LIKE 'erased:%'`,
    [ownerId],
  );
}
