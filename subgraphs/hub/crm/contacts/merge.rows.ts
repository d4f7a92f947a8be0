import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { SuppressionReason } from "../suppressions/suppressions.service.ts";
import { addressOf } from "./consents.service.ts";
import { channels, type Channel } from "./contact-address.ts";
import type { ContactRow } from "./contact.rows.ts";

/**
 * Reasons of suppressions that follow the person to another address: opt-outs, complaints and those that the account
 * made. Bounces are about the mailbox.
 */
export async function personalSuppressions(
  em: EntityManager,
  contact: ContactRow,
): Promise<ReadonlyMap<Channel, SuppressionReason[]>> {
  const found = new Map<Channel, SuppressionReason[]>();
  for (const channel of channels) {
    const rows = await executeSql<{ reason: SuppressionReason }>(
      em,
      `SELECT DISTINCT reason FROM crm_suppressions WHERE owner_id = $1 AND channel = $2 AND address = $3
         AND removed_at IS NULL AND reason IN ('unsubscribed', 'complaint', 'manual') ORDER BY reason`,
      [contact.ownerId, channel, addressOf(contact, channel)],
    );
    if (rows.length > 0)
      found.set(
        channel,
        rows.map(({ reason }) => reason),
      );
  }
  return found;
}

/** Tables whose rows belong to a contact and move with it. */
const following = [
  "crm_consents",
  "crm_deals",
  "crm_tasks",
  "crm_activities",
  "crm_contact_sources",
] as const;

/** Moves all that belongs to a locked contact to another one, and empties the contact. Its suppressions stay. */
export async function retireContact(
  em: EntityManager,
  { source, targetId, now }: { source: ContactRow; targetId: string; now: Date },
): Promise<void> {
  const { id, ownerId, email } = source;
  for (const table of following)
    await executeSql(em, `UPDATE ${table} SET contact_id = $3 WHERE owner_id = $1 AND contact_id = $2`, [
      ownerId,
      id,
      targetId,
    ]);
  await executeSql(
    em,
    `UPDATE crm_messages SET contact_id = $3
     WHERE owner_id = $1 AND (contact_id = $2 OR (contact_id IS NULL AND channel = 'email' AND address = $4))`,
    [ownerId, id, targetId, email],
  );
  await executeSql(em, "UPDATE crm_contacts SET merged_into = $2 WHERE merged_into = $1", [id, targetId]);
  await executeSql(
    em,
    `UPDATE crm_contacts SET email = NULL, phone = NULL, first_name = NULL, last_name = NULL, company = NULL,
       company_id = NULL, tags = '{}', custom_fields = '{}', consent = '{}', status = 'archived', erased_at = $2,
       merged_into = $3, updated_at = $2 WHERE id = $1`,
    [id, now, targetId],
  );
}
