import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { VoiceContext } from "../voice.context.ts";
import { findRows } from "../voice.rows.ts";
import { eraseRecordings } from "./recordings.service.ts";

/** Calls that are swept at once, of one account. */
const maxCalls = 500;

interface KeptDays {
  ownerId: string;
  recordingDays: number | null;
  transcriptDays: number | null;
}

/** Accounts that keep recordings or transcripts for a time only. */
export function findRetention(ctx: VoiceContext): Promise<KeptDays[]> {
  return asSystem(
    ctx.em,
    (em) =>
      executeSql<KeptDays>(
        em,
        `SELECT owner_id AS "ownerId", keep_recordings_days AS "recordingDays", keep_transcripts_days AS "transcriptDays"
         FROM caller_rules WHERE keep_recordings_days IS NOT NULL OR keep_transcripts_days IS NOT NULL`,
      ),
    { readOnly: true },
  );
}

/**
 * Deletes what an account no longer keeps: audio here and at the carrier, transcripts with the summary and what was noted of the
 * call's words. Calls keep their times, outcomes and costs. Safe to run again.
 */
export async function sweepCalls(
  ctx: VoiceContext,
  { ownerId, recordingDays, transcriptDays }: KeptDays,
): Promise<void> {
  const before = (days: number) => new Date(ctx.clock.now().getTime() - days * 86_400_000);
  if (recordingDays !== null)
    await repeat(ctx, async (em) => {
      const where = `owner_id = $1 AND ended_at < $2 AND recording->>'status' <> 'deleted'
        ORDER BY ended_at LIMIT ${maxCalls} FOR UPDATE`;
      const calls = await findRows(em, "caller_calls", where, [ownerId, before(recordingDays)]);
      await eraseRecordings(em, calls);
      return calls.length;
    });
  if (transcriptDays !== null)
    await repeat(ctx, async (em) => {
      const deleted = await executeSql<{ id: string }>(
        em,
        `DELETE FROM caller_transcripts WHERE id IN (
           SELECT t.id FROM caller_transcripts AS t JOIN caller_calls AS c ON c.id = t.id
           WHERE c.owner_id = $1 AND c.ended_at < $2 LIMIT ${maxCalls}) RETURNING id`,
        [ownerId, before(transcriptDays)],
      );
      const forget = "UPDATE caller_calls SET dialogue = NULL, summary = NULL WHERE id = ANY ($1)";
      await executeSql(em, forget, [deleted.map(({ id }) => id)]);
      return deleted.length;
    });
}

/** In transactions of bounded size, until nothing is left. */
async function repeat(ctx: VoiceContext, work: (em: EntityManager) => Promise<number>): Promise<void> {
  for (let done = maxCalls; done === maxCalls;) done = await inTransaction(ctx, work);
}
