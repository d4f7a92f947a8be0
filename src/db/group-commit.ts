import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../errors.ts";
import {
  inProgress,
  isLasting,
  keyReused,
  openAnswer,
  sealAnswer,
  sealRefusal,
  type IdempotencyContext,
  type KeyClaim,
  type StoredAnswer,
} from "./key-row.ts";
import { insertAnswers, readKeys, rowOf, type HeldKey } from "./key-rows.ts";
import { keepMembership } from "./membership.ts";
import { inPipelinedTransaction } from "./pipelined-transaction.ts";

/** One call of a write that can be done together with others. */
export interface Member<Input> {
  ctx: IdempotencyContext;
  input: Input;
}

/** The outcome of one member. A refusal has written nothing. */
export type Outcome<Answer> = { answer: Answer } | { refusal: DomainError };

/** A write that runs for one request or for several together; all of them have one owner. */
export interface GroupedWrite<Input, State, Answer> {
  operation: string;
  /**
   * True when groups of different places may share a transaction: all tables that it touches have a policy for groups of
   * owners, rows are locked in one order whatever the order of the calls, and statements depend on no other order than
   * that of `gather`.
   */
  isShared?: boolean;
  /** Locks the rows that the members change, and reads the data for the decision. */
  read(em: EntityManager, members: readonly Member<Input>[]): Promise<State>;
  /**
   * Decides about the members in order, as if each came after the one before it, and writes the accepted ones.
   * A refusal is returned as an outcome: a thrown error fails the whole group.
   */
  write(
    em: EntityManager,
    state: State,
    members: readonly Member<Input>[],
  ): { outcomes: Outcome<Answer>[]; written: Promise<unknown> };
}

/** A member in a group: its claim, if it came with a key. */
export interface GroupMember<Input> extends Member<Input> {
  claim: KeyClaim | null;
}

/** As `Outcome`; `again` where the same key's first call in the group was refused, so that this one is to be tried. */
export type GroupOutcome<Answer> = Outcome<Answer> | { again: true };

/** How long a group waits for a lock before its members are run one by one. */
const lockTimeoutMs = 500;

/**
 * Runs members in one transaction, each under its own key and with its own audit row, as `exactlyOnce` would
 * run each separately; returns an outcome for each. Throws when the transaction as a whole failed; then nothing
 * was written, unless it is CommitUnknownError. Keys are inserted once their outcomes are known: when another
 * transaction was faster, the group fails.
 */
export async function runGroup<Input, State, Answer>(
  members: readonly GroupMember<Input>[],
  write: GroupedWrite<Input, State, Answer>,
): Promise<GroupOutcome<Answer>[]> {
  const work = (em: EntityManager) => runIn(em, members, write);
  return inPipelinedTransaction(members[0]!.ctx, work, { lockTimeoutMs });
}

/** A group of one owner and place. */
export interface Group<Input, Answer> {
  members: readonly GroupMember<Input>[];
  write: GroupedWrite<Input, unknown, Answer>;
}

/** How long groups that share a transaction wait for a lock: one of them must not hold up the others. */
const sharedLockTimeoutMs = 100;

/** Runs groups of different owners or places in one transaction: all of them, or none when it fails. */
export async function runGroups<Input, Answer>(
  groups: readonly Group<Input, Answer>[],
): Promise<GroupOutcome<Answer>[][]> {
  const [first] = groups as [Group<Input, Answer>];
  if (groups.length === 1) return [await runGroup(first.members, first.write)];
  const owners = [...new Set(groups.map(({ members }) => members[0]!.ctx.principal.ownerId!))];
  const work = async (em: EntityManager) => {
    const runs = groups.map(({ members, write }) => runIn(em, members, write));
    // What runs on after a failure would write outside of the transaction.
    const failed = (await Promise.allSettled(runs)).find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return Promise.all(runs);
  };
  return inPipelinedTransaction(first.members[0]!.ctx, work, { lockTimeoutMs: sharedLockTimeoutMs, owners });
}

async function runIn<Input, State, Answer>(
  em: EntityManager,
  members: readonly GroupMember<Input>[],
  write: GroupedWrite<Input, State, Answer>,
): Promise<GroupOutcome<Answer>[]> {
  // It may be the second time, after a deadlock.
  for (const { ctx } of members) ctx.meter.replayed = false;
  const leaders = leadersOf(members);
  // Both are sent before either is answered: for members that replay, the account was locked unnecessarily.
  const [held, state] = await Promise.all([
    readKeys(
      em,
      leaders.flatMap(({ claim }) => claim ?? []),
    ),
    write.read(em, members),
  ]);
  const open = leaders.filter(({ claim }) => claim === null || !held.has(rowOf(claim)));
  const { outcomes, written } = write.write(em, state, open);
  const decided = new Map(open.map((member, index) => [member, outcomes[index]!]));
  const [settled] = await Promise.all([settle(em, members, decided, held), written]);
  // The members of one account may be different people; one who may no longer act fails the group, and then alone.
  for (const { ctx } of members) await keepMembership(em, ctx.principal.membership);
  return settled;
}

/** Without those whose key an earlier member has. */
function leadersOf<Input>(members: readonly GroupMember<Input>[]): GroupMember<Input>[] {
  const rows = new Set<string>();
  return members.filter(({ claim }) => {
    if (claim === null) return true;
    const isFirst = !rows.has(rowOf(claim));
    rows.add(rowOf(claim));
    return isFirst;
  });
}

async function settle<Input, Answer>(
  em: EntityManager,
  members: readonly GroupMember<Input>[],
  decided: ReadonlyMap<GroupMember<Input>, Outcome<Answer>>,
  held: Map<string, HeldKey>,
): Promise<GroupOutcome<Answer>[]> {
  const answers: { claim: KeyClaim; stored: StoredAnswer }[] = [];
  for (const [{ claim }, outcome] of decided) {
    const stored = claim && toStore(claim, outcome);
    if (!claim || !stored) continue;
    answers.push({ claim, stored });
    held.set(rowOf(claim), { requestHash: claim.requestHash, stored });
  }
  const outcomes = members.map(async (member) => {
    const outcome = outcomeOf(member, decided.get(member) ?? null, held);
    if ("answer" in outcome) await member.ctx.beforeCommit?.(em, outcome.answer);
    return outcome;
  });
  const [isTaken, settled] = await Promise.all([insertAnswers(em, answers), Promise.all(outcomes)]);
  if (!isTaken) throw new Error("Another call has taken one of the keys meanwhile.");
  return settled;
}

/** The outcome to store under the member's key; null when the key stays free. */
function toStore(claim: KeyClaim, outcome: Outcome<unknown>): StoredAnswer | null {
  if ("answer" in outcome) return sealAnswer(claim, outcome.answer);
  return isLasting(outcome.refusal) ? sealRefusal(outcome.refusal) : null;
}

function outcomeOf<Answer>(
  { ctx, claim }: GroupMember<unknown>,
  own: Outcome<Answer> | null,
  held: ReadonlyMap<string, HeldKey>,
): GroupOutcome<Answer> {
  if (claim === null) return own!;
  const row = held.get(rowOf(claim));
  // The first request gets the decoded copy too, so that first response and replay cannot differ.
  if (own) return "answer" in own ? answerOf(claim, row!.stored!) : own;
  if (!row) return { again: true };
  if (row.requestHash !== claim.requestHash) return { refusal: keyReused() };
  return row.stored ? replay(ctx, claim, row.stored) : { refusal: inProgress() };
}

function replay<Answer>(ctx: IdempotencyContext, claim: KeyClaim, stored: StoredAnswer): Outcome<Answer> {
  ctx.meter.replayed = true;
  return answerOf(claim, stored);
}

function answerOf<Answer>(claim: KeyClaim, stored: StoredAnswer): Outcome<Answer> {
  try {
    return { answer: openAnswer<Answer>(claim, stored) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}
