import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { Category } from "../campaigns/campaign.types.ts";

/** How long a process may take to record the outcome of a carrier request; after that the carrier is queried for it. */
const claimMs = 60_000;

/** A text or call that this process has in hand. */
export interface PhoneClaim {
  id: string;
  ownerId: string;
  channel: "sms" | "call";
  category: Category;
  address: string;
  contactId: string | null;
  body: string;
  mediaUrl: string | null;
  fromNumber: string | null;
  isRecorded: boolean;
  segments: number | null;
  reservedMinutes: number | null;
  reservationId: string;
  carrierSid: string | null;
  status: string;
  attempts: number;
  claimedAt: string | null;
}

const columns = `id, owner_id AS "ownerId", channel, category, address, contact_id AS "contactId", body,
  media_url AS "mediaUrl", from_number AS "fromNumber", is_recorded AS "isRecorded", segments,
  reserved_minutes AS "reservedMinutes", reservation_id AS "reservationId", carrier_sid AS "carrierSid", status, attempts,
  claimed_at AS "claimedAt"`;

/** Texts and calls of open accounts that are due, locked; those that another process is taking are passed over. */
export function lockDueRequests(em: EntityManager, limit: number, now: Date): Promise<PhoneClaim[]> {
  return executeSql<PhoneClaim>(
    em,
    `SELECT ${columns} FROM crm_messages m WHERE status = 'queued' AND channel <> 'email' AND next_attempt_at <= $1
       AND NOT EXISTS (SELECT 1 FROM account_holders u
         WHERE u.id = m.owner_id AND (u.deleted_at IS NOT NULL OR u.suspended_at IS NOT NULL))
     ORDER BY next_attempt_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  );
}

/** From here on they count as ones that the carrier may have. */
export async function markAsking(
  em: EntityManager,
  ids: readonly string[],
  claim: string,
  now: Date,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_messages SET status = 'sending', claim = $2, claimed_at = $3, claimed_until = $4, attempts = attempts + 1
     WHERE id = ANY($1)`,
    [ids, claim, now, new Date(now.getTime() + claimMs)],
  );
}

export async function deferRequest(em: EntityManager, id: string, until: Date): Promise<void> {
  await executeSql(em, "UPDATE crm_messages SET next_attempt_at = $2 WHERE id = $1", [id, until]);
}

/**
 * Claims requests without an outcome: texts and calls whose request did not finish, and calls without a final status.
 */
export function claimLostRequests(em: EntityManager, limit: number, now: Date): Promise<PhoneClaim[]> {
  return executeSql<PhoneClaim>(
    em,
    `UPDATE crm_messages SET claimed_until = $2
     WHERE id IN (SELECT id FROM crm_messages WHERE channel <> 'email' AND claimed_until <= $1
         AND (status = 'sending' OR (status = 'sent' AND channel = 'call'))
       ORDER BY claimed_until LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING ${columns}`,
    [now, new Date(now.getTime() + claimMs), limit],
  );
}

/** Requeues a message that the carrier certainly does not have. */
export async function requeue(em: EntityManager, id: string, at: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE crm_messages SET status = 'queued', claim = NULL, claimed_until = NULL, next_attempt_at = $2
     WHERE id = $1 AND status = 'sending'`,
    [id, at],
  );
}

/** Schedules a query of its outcome soon. */
export async function querySoon(em: EntityManager, id: string, at: Date): Promise<void> {
  await executeSql(em, "UPDATE crm_messages SET claimed_until = $2 WHERE id = $1 AND status = 'sending'", [
    id,
    at,
  ]);
}
