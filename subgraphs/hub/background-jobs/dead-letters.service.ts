import type { EntityManager } from "@mikro-orm/postgresql";
import { rowCursors } from "../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { cutPage } from "../../../src/db/page.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import type {
  DeadLetter,
  DeadLetterArgs,
  DeadLetterChange,
  DeadLetterInput,
  DeadLetterPage,
  JobQueue,
  JobQueueList,
  RetriedDeadLetters,
  RetryDeadLettersInput,
} from "./background-jobs.types.ts";
import { discardLetter, readLetters, readQueues, retryLetter, type LetterRow } from "./queue.rows.ts";

/** Every queue of the platform, with the number of its jobs by state. */
export async function listQueues(ctx: HubContext): Promise<JobQueueList> {
  const queues = await inTransaction(ctx, readQueues, { readOnly: true });
  return { queues, total: queues.length };
}

/** Dead letters of a queue or of all, newest first. Throws NOT_FOUND for an unknown queue, and INVALID_CURSOR. */
export function listDeadLetters(ctx: HubContext, args: DeadLetterArgs): Promise<DeadLetterPage> {
  const { queue = null, limit } = args;
  const cursors = rowCursors(ctx, ["dead letters", queue]);
  const before = cursors.decode(args.after);
  const read = async (em: EntityManager) => {
    const queues = await readQueues(em);
    const counted = queue === null ? queues : [requireQueue(queues, queue)];
    const found = await readLetters(em, { queue, before, most: limit + 1 });
    const { rows, nextCursor } = cutPage(found, limit, cursors, ({ exactlyAt, id }) => [exactlyAt, id]);
    const total = counted.reduce((sum, { dead }) => sum + dead, 0);
    return { deadLetters: rows.map(present), total, nextCursor };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One dead letter. Throws NOT_FOUND, also once it was retried or discarded. */
export function readDeadLetter(ctx: HubContext, jobId: string): Promise<DeadLetter> {
  return inTransaction(ctx, (em) => requireLetter(em, jobId), { readOnly: true });
}

/**
 * Gives a dead letter one more attempt. Throws NOT_FOUND, and INVALID_STATE where a job of the same key already waits or
 * runs. Idempotent.
 */
export function retryDeadLetter(ctx: HubContext, input: DeadLetterInput): Promise<DeadLetterChange> {
  const { jobId } = input;
  return exactlyOnce(ctx, { operation: "retryDeadLetter", input }, async (em) => {
    const letter = await requireLetter(em, jobId);
    const outcome = await retryLetter(em, jobId);
    if (outcome === "unknown") throw letterNotFound();
    if (outcome === "waiting")
      throw new DomainError(
        "INVALID_STATE",
        "A job with the same key already waits or runs. Wait for it, or discard this dead letter.",
      );
    ctx.noteChange?.({ before: noted(letter), after: { queue: letter.queue, status: "retrying" } });
    return { jobId, queue: letter.queue, status: "retrying" };
  });
}

/** Deletes a dead letter; it is never run again. Throws NOT_FOUND. Idempotent. */
export function discardDeadLetter(ctx: HubContext, input: DeadLetterInput): Promise<DeadLetterChange> {
  const { jobId } = input;
  return exactlyOnce(ctx, { operation: "discardDeadLetter", input }, async (em) => {
    const letter = await requireLetter(em, jobId);
    if (!(await discardLetter(em, jobId))) throw letterNotFound();
    ctx.noteChange?.({ before: noted(letter), after: { queue: letter.queue, status: "discarded" } });
    return { jobId, queue: letter.queue, status: "discarded" };
  });
}

/** Gives up to `limit` dead letters of a queue one more attempt, the newest first. Throws NOT_FOUND. Idempotent. */
export function retryDeadLetters(ctx: HubContext, input: RetryDeadLettersInput): Promise<RetriedDeadLetters> {
  const { queue, limit } = input;
  return exactlyOnce(ctx, { operation: "retryDeadLetters", input }, async (em) => {
    const { dead } = requireQueue(await readQueues(em), queue);
    let retried = 0;
    let skipped = 0;
    for (const { id } of await readLetters(em, { queue, most: limit })) {
      const outcome = await retryLetter(em, id);
      if (outcome === "retried") retried++;
      if (outcome === "waiting") skipped++;
    }
    const remaining = Math.max(0, dead - retried);
    ctx.noteChange?.({ before: { queue, dead }, after: { queue, dead: remaining } });
    return { queue, retried, skipped, remaining };
  });
}

async function requireLetter(em: EntityManager, jobId: string): Promise<DeadLetter> {
  const [row] = await readLetters(em, { jobId, most: 1 });
  if (!row) throw letterNotFound();
  return present(row);
}

function requireQueue(queues: readonly JobQueue[], name: string): JobQueue {
  const queue = queues.find((one) => one.queue === name);
  if (!queue) throw new DomainError("NOT_FOUND", "Queue not found. List the queues.");
  return queue;
}

function present({
  id,
  exactlyAt: _exactlyAt,
  createdAt,
  failedAt,
  deletedAt,
  ...row
}: LetterRow): DeadLetter {
  return {
    jobId: id,
    ...row,
    createdAt: new Date(createdAt),
    failedAt: new Date(failedAt),
    deletedAt: new Date(deletedAt),
  };
}

/** What the audit trail keeps of a dead letter. */
function noted({ queue, attempts, errorName, errorCode, failedAt }: DeadLetter): object {
  return { queue, attempts, errorName, errorCode, failedAt: failedAt.toISOString() };
}

function letterNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Dead letter not found, or no longer one. List the dead letters.");
}
