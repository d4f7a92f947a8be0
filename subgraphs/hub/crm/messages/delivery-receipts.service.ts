import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { messageEvent, type MessageEventName, type MessageFacts } from "./message-events.ts";
import { statesBefore, type MessageStatus } from "./message-states.ts";

/** A message that a delivery receipt refers to, locked. */
export interface ReceiptMessage extends MessageFacts {
  address: string;
  status: MessageStatus;
  reason: string | null;
  category: string;
}

export async function lockMessage(em: EntityManager, id: string): Promise<ReceiptMessage | null> {
  const [row] = await executeSql<ReceiptMessage>(
    em,
    `SELECT id, owner_id AS "ownerId", campaign_id AS "campaignId", contact_id AS "contactId", channel, address, status,
       reason, category FROM crm_messages WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

type Step = "delivered" | "bounced" | "complained" | "failed";
const momentOf = {
  delivered: "delivered_at",
  bounced: "bounced_at",
  complained: "complained_at",
  failed: "failed_at",
};

/**
 * Changes the status of a locked message and notifies its owner; false when the state table has no such transition. A
 * message that timed out has no known outcome, so a late receipt still applies.
 */
export async function moveMessage(
  em: EntityManager,
  message: ReceiptMessage,
  { to, reason = null, now }: { to: Step; reason?: string | null; now: Date },
): Promise<boolean> {
  const wasLost = message.status === "failed" && message.reason === "outcome_unknown" && to !== "failed";
  if (!wasLost && !statesBefore(to).includes(message.status)) return false;
  const others = to === "failed" ? "" : ", sent_at = coalesce(sent_at, $4), failed_at = NULL";
  await executeSql(
    em,
    `UPDATE crm_messages SET status = $2, reason = $3, ${momentOf[to]} = $4, claimed_until = NULL${others} WHERE id = $1`,
    [message.id, to, reason, now],
  );
  message.status = to;
  message.reason = reason;
  await emitEvent(em, to, message, reason);
  return true;
}

export async function emitEvent(
  em: EntityManager,
  name: MessageEventName,
  message: MessageFacts,
  reason: string | null,
): Promise<void> {
  await emitEvents(em, [messageEvent(name, message, reason)]);
}
