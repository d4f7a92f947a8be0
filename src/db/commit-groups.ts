import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../errors.ts";
import { Batches } from "./batches.ts";
import {
  runGroup,
  runGroups,
  type Group,
  type GroupedWrite,
  type GroupMember,
  type GroupOutcome,
} from "./group-commit.ts";
import { exactlyOnce } from "./idempotency.ts";
import { claimOf, type IdempotencyContext } from "./key-row.ts";
import { CommitUnknownError } from "./commit-unknown.ts";
import { openTransaction } from "./transaction.ts";

/** Most members of one transaction. */
const maxMembers = 64;
/** How long a write waits in the queue; the same as the pool's lock timeout. */
export const maxWaitMs = 10_000;

/** A write that waits in the queue. */
interface Waiting<Input, Answer> extends GroupMember<Input> {
  since: number;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Writes of this process that wait for the running transaction, by database and target. */
const queues = new WeakMap<object, Map<string, Waiting<never, never>[]>>();

/**
 * Like `exactlyOnce`, for a write where many requests may need the same row at once: the requests of this
 * process that would wait for each other's commit run in one transaction instead, in order of arrival. `place`
 * names the contended resource; all of its requests have one owner. Each request keeps its own key, audit row
 * and refusal. When the transaction fails, each is run separately as if it had been alone. A request without a
 * queue never waits. Groups of different places share a transaction where the write allows it (`isShared`), and
 * each has one of its own when that fails.
 *
 * Other processes are serialized by the locks that `read` takes. Throws 503 SERVICE_UNAVAILABLE after 10 s of
 * waiting.
 */
export async function groupCommit<Input, State, Answer>(
  ctx: IdempotencyContext,
  place: string,
  input: Input,
  write: GroupedWrite<Input, State, Answer>,
): Promise<Answer> {
  // Inside of another transaction it is part of that; and who owns nothing has no rows to wait for.
  if (openTransaction(ctx.em) || ctx.principal.ownerId === null) return writeAlone(ctx, input, write);
  const key = ctx.idempotencyKey;
  const claim = key === null ? null : claimOf(ctx, key, { operation: write.operation, input });
  return new Promise<Answer>((resolve, reject) => {
    const waiting = { ctx, input, claim, since: performance.now(), resolve, reject };
    join(ctx.em, `${write.operation} ${ctx.principal.ownerId} ${place}`, waiting, write);
  });
}

function join<Input, State, Answer>(
  em: EntityManager,
  place: string,
  waiting: Waiting<Input, Answer>,
  write: GroupedWrite<Input, State, Answer>,
): void {
  let byPlace = queues.get(em.config);
  if (!byPlace) queues.set(em.config, (byPlace = new Map()));
  const queue = byPlace.get(place) as Waiting<Input, Answer>[] | undefined;
  if (queue) return void queue.push(waiting);
  const own = [waiting];
  byPlace.set(place, own as unknown as Waiting<never, never>[]);
  void drain(own, write, () => byPlace.delete(place));
}

/** Ends in the same tick in which the queue is found empty, so that no request joins a finished queue. */
async function drain<Input, State, Answer>(
  queue: Waiting<Input, Answer>[],
  write: GroupedWrite<Input, State, Answer>,
  end: () => void,
): Promise<void> {
  while (queue.length > 0) {
    const group = inTime(queue.splice(0, maxMembers));
    if (group.length === 0) continue;
    const again = await runTogether(group, write);
    queue.unshift(...again);
  }
  end();
}

function inTime<Input, Answer>(group: Waiting<Input, Answer>[]): Waiting<Input, Answer>[] {
  const now = performance.now();
  return group.filter(({ since, reject }) => {
    if (now - since <= maxWaitMs) return true;
    reject(tooManyWaiting());
    return false;
  });
}

/** 503 for a write that has waited longer than `maxWaitMs`. */
export function tooManyWaiting(): DomainError {
  const message = "Too many requests are waiting for the same account. Try again later.";
  return new DomainError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 1 });
}

/** Answers those that must be tried again. */
async function runTogether<Input, State, Answer>(
  group: Waiting<Input, Answer>[],
  write: GroupedWrite<Input, State, Answer>,
): Promise<Waiting<Input, Answer>[]> {
  let outcomes: GroupOutcome<Answer>[];
  try {
    outcomes = write.isShared ? await runShared(group, write) : await runGroup(group, write);
  } catch (error) {
    // A write that may have been committed must not run a second time.
    const rerun = !(error instanceof CommitUnknownError);
    for (const { ctx, input, resolve, reject } of group) {
      ctx.meter.replayed = false;
      if (rerun) resolve(writeAlone(ctx, input, write));
      else reject(error);
    }
    return [];
  }
  return group.filter(({ resolve, reject }, index) => {
    const outcome = outcomes[index]!;
    if ("again" in outcome) return true;
    if ("answer" in outcome) resolve(outcome.answer);
    else reject(outcome.refusal);
    return false;
  });
}

type Shared = GroupOutcome<unknown>[] | CommitUnknownError;

/** Groups of different places that may share a transaction, by operation: those that arrive together do. */
const shared = new Map<string, Batches<Group<never, unknown>, Shared>>();

/** Runs a group with those of other places that arrive at the same time; alone when their transaction fails. */
async function runShared<Input, State, Answer>(
  members: readonly Waiting<Input, Answer>[],
  write: GroupedWrite<Input, State, Answer>,
): Promise<GroupOutcome<Answer>[]> {
  let batches = shared.get(write.operation);
  if (!batches) shared.set(write.operation, (batches = new Batches(runTogetherOnce)));
  const group = { members, write } as unknown as Group<never, unknown>;
  const outcomes = await batches.run(members[0]!.ctx.em, group);
  if (outcomes instanceof CommitUnknownError) throw outcomes;
  return outcomes as GroupOutcome<Answer>[];
}

/** A transaction that may have been committed is an outcome: its groups must not run a second time. */
async function runTogetherOnce(groups: readonly Group<never, unknown>[]): Promise<Shared[]> {
  try {
    return await runGroups(groups);
  } catch (error) {
    if (error instanceof CommitUnknownError) return groups.map(() => error);
    throw error;
  }
}

async function writeAlone<Input, State, Answer>(
  ctx: IdempotencyContext,
  input: Input,
  write: GroupedWrite<Input, State, Answer>,
): Promise<Answer> {
  return exactlyOnce(ctx, { operation: write.operation, input }, async (em) => {
    const members = [{ ctx, input }];
    const state = await write.read(em, members);
    const { outcomes, written } = write.write(em, state, members);
    await written;
    const [outcome] = outcomes;
    if ("refusal" in outcome!) throw outcome.refusal;
    return outcome!.answer;
  });
}
