import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { finishCampaigns } from "../campaigns/campaign-finish.service.ts";
import { recordConsent } from "../contacts/contacts.service.ts";
import { lockMessage, emitEvent, type ReceiptMessage } from "../messages/delivery-receipts.service.ts";

/**
 * Unsubscribes a message's recipient from the sender's marketing mail, at once: messages still queued for the address
 * are skipped. Idempotent. False for an unknown message.
 */
export function unsubscribe(ctx: HubContext, messageId: string): Promise<boolean> {
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const message = await lockMessage(em, messageId);
    if (!message || message.address.startsWith("erased:")) return false;
    const isFirst = await markUnsubscribed(em, message, now);
    const { ownerId, address } = message;
    await recordConsent(em, {
      ownerId,
      address,
      channel: "email",
      status: "unsubscribed",
      source: "unsubscribe link",
      now,
    });
    await skipQueued(em, message, now);
    if (isFirst) await emitEvent(em, "unsubscribed", message, "unsubscribe_link");
    return true;
  });
}

async function markUnsubscribed(em: EntityManager, { id }: ReceiptMessage, now: Date): Promise<boolean> {
  const sql =
    "UPDATE crm_messages SET unsubscribed_at = $2 WHERE id = $1 AND unsubscribed_at IS NULL RETURNING 1";
  return (await executeSql(em, sql, [id, now])).length > 0;
}

async function skipQueued(em: EntityManager, { ownerId, address }: ReceiptMessage, now: Date): Promise<void> {
  const skipped = await executeSql<{ campaignId: string }>(
    em,
    `UPDATE crm_messages SET status = 'failed', reason = 'unsubscribed', failed_at = $3
     WHERE owner_id = $1 AND channel = 'email' AND address = $2 AND status = 'queued' AND category = 'marketing'
     RETURNING campaign_id AS "campaignId"`,
    [ownerId, address, now],
  );
  await finishCampaigns(em, [...new Set(skipped.map(({ campaignId }) => campaignId))], now);
}
