import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { Form } from "./form.rows.ts";
import type { FormStatus } from "./form-states.ts";

/** Claims a form that no process is sending, for a minute. */
export async function markSending(em: EntityManager, id: string): Promise<void> {
  const sql = `UPDATE tax_forms SET sending_until = clock_timestamp() + interval '1 minute',
    next_poll_at = clock_timestamp() + interval '2 minutes' WHERE id = $1`;
  await executeSql(em, sql, [id]);
}

/**
 * Releases a form. When it is certain that the provider did not receive it, a draft is deleted and a further attempt
 * taken back; otherwise it stays for another attempt, and for the job that queries its status.
 */
export async function markUnsent(em: EntityManager, id: string, isCertain: boolean): Promise<void> {
  const sql = isCertain
    ? `UPDATE tax_forms SET sending_until = NULL, next_poll_at = NULL, attempt = GREATEST(sent_attempt, 1),
         status = CASE status WHEN 'draft' THEN 'deleted' ELSE status END
       WHERE id = $1 AND attempt > sent_attempt AND status IN ('draft', 'rejected')`
    : "UPDATE tax_forms SET sending_until = NULL WHERE id = $1 AND attempt > sent_attempt";
  await executeSql(em, sql, [id]);
}

/** The provider's status of a form. */
export type FormMark = Pick<Form, "id" | "status" | "submissionId" | "recordId" | "errors"> & {
  sentAttempt: number;
  isPending: boolean;
};

/** Records the status. A form without a decision is queried again, after 15 minutes at first and 12 hours at most. */
export async function markFiled(em: EntityManager, mark: FormMark, now: Date): Promise<void> {
  const sql = `UPDATE tax_forms SET status = $2, submission_id = $3, record_id = $4, errors = $5::jsonb, sent_attempt = $6,
      sending_until = NULL, updated_at = $8,
      submitted_at = CASE WHEN sent_attempt < $6 THEN $8 ELSE submitted_at END,
      decided_at = CASE WHEN $7 THEN NULL ELSE COALESCE(decided_at, $8) END,
      polls = CASE WHEN sent_attempt < $6 THEN 0 ELSE polls END,
      next_poll_at = CASE WHEN $7 THEN clock_timestamp() + interval '15 minutes' END
    WHERE id = $1`;
  const { id, status, submissionId, recordId, errors, sentAttempt, isPending } = mark;
  await executeSql(em, sql, [
    id,
    status,
    submissionId,
    recordId,
    JSON.stringify(errors),
    sentAttempt,
    isPending,
    now,
  ]);
}

/** Moves a locked form one step of its own, to corrected or voided. */
export async function markStatus(
  em: EntityManager,
  id: string,
  status: FormStatus,
  now: Date,
): Promise<void> {
  const sql = "UPDATE tax_forms SET status = $2, updated_at = $3 WHERE id = $1";
  await executeSql(em, sql, [id, status, now]);
}

/** Replaces a rejected form's content, for its next attempt. */
export async function rewriteForm(
  em: EntityManager,
  form: Pick<
    Form,
    "id" | "recipientId" | "tinFingerprint" | "profile" | "content" | "warnings" | "accountNumber"
  >,
): Promise<void> {
  const sql = `UPDATE tax_forms SET recipient_id = $2, tin_fingerprint = $3, profile = $4::jsonb, content = $5::jsonb,
    warnings = $6::jsonb, account_number = $7, attempt = sent_attempt + 1 WHERE id = $1`;
  const texts = [form.profile, form.content, form.warnings].map((value) => JSON.stringify(value));
  await executeSql(em, sql, [form.id, form.recipientId, form.tinFingerprint, ...texts, form.accountNumber]);
}

/** Claims forms that are due for a status query, and postpones them, so that several processes share the work. */
export async function claimDue(em: EntityManager, limit: number): Promise<{ id: string; ownerId: string }[]> {
  const sql = `WITH due AS (SELECT id FROM tax_forms WHERE next_poll_at <= clock_timestamp() ORDER BY next_poll_at, id LIMIT $1
      FOR UPDATE SKIP LOCKED)
    UPDATE tax_forms f SET polls = polls + 1,
      next_poll_at = clock_timestamp() + LEAST(interval '15 minutes' * power(2, LEAST(polls, 10)), interval '12 hours')
    FROM due WHERE f.id = due.id RETURNING f.id, f.owner_id AS "ownerId"`;
  return executeSql(em, sql, [limit]);
}
