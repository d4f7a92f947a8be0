import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { peekAsSystem } from "../../../../src/db/transaction.ts";
import type { Category } from "../campaigns/campaign.types.ts";

/** How long a process may take to record the outcome of a delivery. */
const claimMs = 120_000;

/** An e-mail that this process has in hand. */
export interface MailClaim {
  id: string;
  ownerId: string;
  campaignId: string;
  category: Category;
  address: string;
  name: string | null;
  variables: Record<string, unknown>;
  attempts: number;
  claim: string;
}

/** Maximum campaigns considered per batch, those served longest ago first. */
const maxCampaigns = 16;

/**
 * Claims due messages of running campaigns of open accounts, round-robin over the campaigns, each at most once; skips
 * rows locked by another process. From here on, a message counts as possibly handed over.
 */
const claimSql = `
  WITH going AS (
    SELECT c.id FROM crm_campaigns c
    WHERE c.status IN ('queued', 'sending') AND c.starts_at <= $1 AND EXISTS (
      SELECT 1 FROM crm_messages m WHERE m.campaign_id = c.id AND m.status = 'queued' AND m.next_attempt_at <= $1)
      AND NOT EXISTS (SELECT 1 FROM account_holders u
        WHERE u.id = c.owner_id AND (u.deleted_at IS NOT NULL OR u.suspended_at IS NOT NULL))
    ORDER BY c.served_at NULLS FIRST, c.id LIMIT ${maxCampaigns}
  ), due AS (
    SELECT m.id, m.turn FROM going CROSS JOIN LATERAL (
      SELECT w.id, row_number() OVER (ORDER BY w.next_attempt_at, w.id) AS turn FROM (
        SELECT q.id, q.next_attempt_at FROM crm_messages q
        WHERE q.campaign_id = going.id AND q.status = 'queued' AND q.next_attempt_at <= $1
        ORDER BY q.next_attempt_at, q.id LIMIT $2 FOR UPDATE SKIP LOCKED) AS w) AS m
    ORDER BY m.turn, m.id LIMIT $2
  ), taken AS (
    UPDATE crm_messages m SET status = 'sending', claim = $3, claimed_at = $1, claimed_until = $4, attempts = attempts + 1
    FROM due WHERE m.id = due.id AND m.status = 'queued'
    RETURNING m.id, m.owner_id, m.campaign_id, m.category, m.address, m.name, m.variables, m.attempts
  ), served AS (
    UPDATE crm_campaigns c SET served_at = clock_timestamp(), status = 'sending',
      updated_at = CASE WHEN status = 'queued' THEN $1 ELSE updated_at END
    WHERE c.id IN (SELECT campaign_id FROM taken) AND c.status IN ('queued', 'sending')
  )
  SELECT id, owner_id AS "ownerId", campaign_id AS "campaignId", category, address, name, variables, attempts FROM taken`;

/** Whether messages wait, due or not, for any channel. */
export function areQueued(em: EntityManager): Promise<boolean> {
  return peekAsSystem(em, "FROM crm_messages WHERE status = 'queued'");
}

export async function claimMails(
  em: EntityManager,
  { limit, claim, now }: { limit: number; claim: string; now: Date },
): Promise<MailClaim[]> {
  const until = new Date(now.getTime() + claimMs);
  const rows = await executeSql<Omit<MailClaim, "claim">>(em, claimSql, [now, limit, claim, until]);
  return rows.map((row) => ({ ...row, claim }));
}

/** Outcome of an attempt, for rows that are still in the same claim. */
export interface MailResult {
  id: string;
  /** `queued` for one that is tried again. */
  status: "queued" | "sent" | "bounced" | "failed";
  reason: string | null;
  /** When it is tried again. */
  nextAttemptAt: Date | null;
}

/** A recorded outcome with its message. */
export interface SettledMail extends MailResult {
  ownerId: string;
  campaignId: string;
  contactId: string | null;
  address: string;
}

/**
 * Records outcomes of messages of one claim, also of messages that have timed out since: a known outcome replaces the
 * timeout.
 */
export async function settleMails(
  em: EntityManager,
  { claim, results, now }: { claim: string; results: readonly MailResult[]; now: Date },
): Promise<SettledMail[]> {
  const rows = await executeSql<Omit<SettledMail, keyof MailResult> & { id: string }>(
    em,
    `UPDATE crm_messages m SET status = r.status, reason = r.reason, claimed_until = NULL,
       claim = CASE WHEN r.status = 'queued' THEN NULL ELSE claim END,
       next_attempt_at = coalesce(r.next_attempt_at, m.next_attempt_at),
       sent_at = CASE WHEN r.status = 'sent' THEN $6 ELSE sent_at END,
       bounced_at = CASE WHEN r.status = 'bounced' THEN $6 ELSE bounced_at END,
       failed_at = CASE WHEN r.status = 'failed' THEN $6::timestamptz END
     FROM (SELECT unnest($2::text[]) AS id, unnest($3::text[]) AS status, unnest($4::text[]) AS reason,
             unnest($5::timestamptz[]) AS next_attempt_at) AS r
     WHERE m.id = r.id AND m.claim = $1
       AND (m.status = 'sending' OR (m.status = 'failed' AND m.reason = 'outcome_unknown' AND r.status IN ('sent', 'bounced')))
     RETURNING m.id, m.owner_id AS "ownerId", m.campaign_id AS "campaignId", m.contact_id AS "contactId", m.address`,
    [
      claim,
      results.map(({ id }) => id),
      results.map(({ status }) => status),
      results.map(({ reason }) => reason),
      results.map(({ nextAttemptAt }) => nextAttemptAt),
      now,
    ],
  );
  const byId = new Map(results.map((result) => [result.id, result]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id)! }));
}

/** Fails e-mails without an outcome within the timeout; they may have been accepted, so they are not sent again. */
export function failLostMails(
  em: EntityManager,
  now: Date,
): Promise<{ id: string; ownerId: string; campaignId: string; contactId: string | null }[]> {
  return executeSql(
    em,
    `UPDATE crm_messages SET status = 'failed', reason = 'outcome_unknown', failed_at = $1, claimed_until = NULL
     WHERE id IN (SELECT id FROM crm_messages WHERE status = 'sending' AND channel = 'email' AND claimed_until <= $1
       ORDER BY claimed_until LIMIT 500 FOR UPDATE SKIP LOCKED)
     RETURNING id, owner_id AS "ownerId", campaign_id AS "campaignId", contact_id AS "contactId"`,
    [now],
  );
}
