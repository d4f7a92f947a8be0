import type { EntityManager } from "@mikro-orm/postgresql";
import { DomainError } from "../errors.ts";
import {
  inProgress,
  isLasting,
  keyReused,
  openAnswer,
  readAnswer,
  sealAnswer,
  sealRefusal,
  type IdempotencyContext,
  type KeyClaim,
  type StoredAnswer,
} from "./key-row.ts";
import { freeKeys, insertKeys, rowOf, storeAnswers } from "./key-rows.ts";
import { inPipelinedTransaction } from "./pipelined-transaction.ts";

/** One call of a write that can be done together with others. */
export interface Member<Input> {
  ctx: IdempotencyContext;
  input: Input;
}

/** What came of one member. A refusal has written nothing. */
export type Outcome<Answer> = { answer: Answer } | { refusal: DomainError };

/** A write that is done for one call or for several at once; all of them have one owner. */
export interface GroupedWrite<Input, State, Answer> {
  operation: string;
  /** Locks what the members change, and reads what decides about them. */
  read(em: EntityManager, members: readonly Member<Input>[]): Promise<State>;
  /**
   * Decides about the members in their order, as if each came after the one before it, and writes what those do that are
   * not refused. Refuses by outcome: what it throws fails the whole group.
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

/**
 * Runs members in one transaction, each under its own key and with its own audit row, as `exactlyOnce` would run each
 * by itself; answers an outcome for each. Throws when the transaction as a whole failed; then nothing was written,
 * unless it is CommitUnknownError.
 */
export async function runGroup<Input, State, Answer>(
  members: readonly GroupMember<Input>[],
  write: GroupedWrite<Input, State, Answer>,
): Promise<GroupOutcome<Answer>[]> {
  return inPipelinedTransaction(members[0]!.ctx, async (em) => {
    // It may be the second time, after a deadlock.
    for (const { ctx } of members) ctx.meter.replayed = false;
    const leaders = leadersOf(members);
    // Both go out before either is answered: whoever turns out to replay has locked the account for nothing.
    const [taken, state] = await Promise.all([
      insertKeys(
        em,
        leaders.flatMap(({ claim }) => claim ?? []),
      ),
      write.read(em, members),
    ]);
    const open = leaders.filter(({ claim }) => claim === null || taken.has(rowOf(claim)));
    const { outcomes, written } = write.write(em, state, open);
    const decided = new Map(open.map((member, index) => [member, outcomes[index]!]));
    const [settled] = await Promise.all([settle(em, members, decided), written]);
    return settled;
  });
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

/** What the keys of a group's open members now stand for, by row; null where the key is free again. */
type Stored = Map<string, { claim: KeyClaim; stored: StoredAnswer | null }>;

async function settle<Input, Answer>(
  em: EntityManager,
  members: readonly GroupMember<Input>[],
  decided: ReadonlyMap<GroupMember<Input>, Outcome<Answer>>,
): Promise<GroupOutcome<Answer>[]> {
  const stored: Stored = new Map();
  for (const [{ claim }, outcome] of decided) {
    if (claim) stored.set(rowOf(claim), { claim, stored: toStore(claim, outcome) });
  }
  const rows = [...stored.values()];
  const outcomes = members.map(async (member) => {
    const outcome = await outcomeOf(em, member, decided.get(member) ?? null, stored);
    if ("answer" in outcome) await member.ctx.beforeCommit?.(em, outcome.answer);
    return outcome;
  });
  const [settled] = await Promise.all([
    Promise.all(outcomes),
    storeAnswers(
      em,
      rows.flatMap((row) => (row.stored ? { claim: row.claim, stored: row.stored } : [])),
    ),
    freeKeys(
      em,
      rows.flatMap((row) => (row.stored ? [] : row.claim)),
    ),
  ]);
  return settled;
}

/** What is stored under the member's key; null where the key is free again. */
function toStore(claim: KeyClaim, outcome: Outcome<unknown>): StoredAnswer | null {
  if ("answer" in outcome) return sealAnswer(claim, outcome.answer);
  return isLasting(outcome.refusal) ? sealRefusal(outcome.refusal) : null;
}

async function outcomeOf<Answer>(
  em: EntityManager,
  { ctx, claim }: GroupMember<unknown>,
  own: Outcome<Answer> | null,
  rows: Stored,
): Promise<GroupOutcome<Answer>> {
  if (claim === null) return own!;
  const row = rows.get(rowOf(claim));
  // The first caller gets the decoded copy too, so that first answer and replay cannot differ.
  if (own) return "answer" in own && row?.stored ? answerOf(claim, row.stored) : own;
  if (row && row.claim.requestHash !== claim.requestHash) return { refusal: keyReused() };
  if (row) return row.stored ? replay(ctx, claim, row.stored) : { again: true };
  try {
    const earlier = await readAnswer(em, claim);
    return earlier ? replay(ctx, claim, earlier) : { refusal: inProgress() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
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
