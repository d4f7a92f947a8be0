import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { DeadLetter, JobQueue } from "./background-jobs.types.ts";

// The queue belongs to no subgraph. The functions of `src/jobs/queue-functions.ts` show it without payloads.

interface QueueRow extends Omit<JobQueue, "oldestDueAt" | "lastFailedAt"> {
  oldest: string | null;
  lastFailed: string | null;
}

/** Every queue with the number of its jobs by state. */
export async function readQueues(em: EntityManager): Promise<JobQueue[]> {
  const sql = `SELECT queue, schedule, attempts, waiting, delayed, retrying, running, dead, oldest,
      last_failed AS "lastFailed" FROM jobs.queue_states()`;
  const rows = await executeSql<QueueRow>(em, sql, []);
  return rows.map(({ oldest, lastFailed, ...row }) => ({
    ...row,
    oldestDueAt: toDate(oldest),
    lastFailedAt: toDate(lastFailed),
  }));
}

export interface LetterRow extends Omit<DeadLetter, "jobId" | "createdAt" | "failedAt" | "deletedAt"> {
  id: string;
  createdAt: string;
  failedAt: string;
  deletedAt: string;
  exactlyAt: string;
}

interface LetterQuery {
  jobId?: string;
  queue?: string | null | undefined;
  before?: readonly [at: string, id: string] | null;
  most: number;
}

/** Dead letters that match, newest first. */
export function readLetters(em: EntityManager, query: LetterQuery): Promise<LetterRow[]> {
  const { jobId = null, queue = null, before = null, most } = query;
  const sql = `SELECT id, queue, attempts, created_at AS "createdAt", failed_at AS "failedAt", deleted_at AS "deletedAt",
      error_name AS "errorName", error_code AS "errorCode", error_message AS "errorMessage",
      to_char(failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "exactlyAt"
    FROM jobs.dead_letters($1, $2, $3, $4, $5)`;
  return executeSql<LetterRow>(em, sql, [jobId, queue, before?.[0] ?? null, before?.[1] ?? null, most]);
}

/** `waiting`: a job of the same key already waits or runs, so this one cannot. */
export async function retryLetter(
  em: EntityManager,
  jobId: string,
): Promise<"retried" | "unknown" | "waiting"> {
  const sql = "SELECT jobs.retry_dead_letter($1) AS outcome";
  return (await executeSql<{ outcome: "retried" | "unknown" | "waiting" }>(em, sql, [jobId]))[0]!.outcome;
}

/** False where there is no such dead letter. */
export async function discardLetter(em: EntityManager, jobId: string): Promise<boolean> {
  const sql = "SELECT jobs.discard_dead_letter($1) AS found";
  return (await executeSql<{ found: boolean }>(em, sql, [jobId]))[0]!.found;
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
