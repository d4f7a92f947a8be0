import type { EntityManager } from "@mikro-orm/postgresql";
import type { GroupedWrite, Member } from "../../../src/db/group-commit.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { groupCommit } from "../../../src/db/commit-groups.ts";
import { newId } from "../../../src/ids.ts";
import { isDedupeKey } from "../../../src/dedupe-key.ts";
import type { HubContext } from "../hub.context.ts";
import { debitAvailable, findAccount, type AccountRow } from "./account.ts";
import { decideConsumes, type Decision, type Referenced } from "./consume.ts";
import { requireKnownApp } from "./credits.service.ts";
import type { ConsumeCreditsInput, ConsumeCreditsResult } from "./credits.types.ts";
import { drawLots, type Lot } from "./ledger.ts";
import { readOpenLotsOf, takeDraws } from "./lots.rows.ts";
import { writeMovements } from "./movements.rows.ts";

/**
 * Spends available credits. Idempotent for ever by `referenceId`, or by the idempotency key if there is none: a replay
 * returns the first result, another amount is 422 IDEMPOTENCY_KEY_REUSED. Throws 400 INSUFFICIENT_CREDITS, and then
 * nothing was written. Concurrent requests of one account share a transaction.
 */
export async function consumeCredits(
  ctx: HubContext,
  input: ConsumeCreditsInput,
): Promise<ConsumeCreditsResult> {
  await requireKnownApp(ctx, input.appId);
  return spendCredits(ctx, input);
}

/** The spending, with the operation of the price list that it pays for, if any. */
export interface Spending extends ConsumeCreditsInput {
  operation?: string;
}

/** As `consumeCredits`, for the platform itself: the app is one whose account it has found. */
export function spendCredits(ctx: HubContext, spending: Spending): Promise<ConsumeCreditsResult> {
  return groupCommit(ctx, spending.appId, spending, consuming);
}

type Consumer = Member<Spending>;

interface State {
  account: AccountRow | null;
  lots: Lot[];
  known: Map<string, Referenced>;
}

const consuming: GroupedWrite<Spending, State, ConsumeCreditsResult> = {
  operation: "consumeCredits",

  async read(em, members) {
    const [first] = members;
    const ownerId = first!.ctx.principal.ownerId ?? "";
    const { appId } = first!.input;
    const references = members.flatMap((member) => referenceOf(member) ?? []);
    // Under the account's lock: of two requests with one reference, in any process, the second finds the first one's
    // entry.
    const [account, lots, earlier] = await Promise.all([
      findAccount(em, ownerId, appId, { forUpdate: true }),
      readOpenLotsOf(em, ownerId, appId),
      references.length === 0 ? [] : readReferenced(em, ownerId, appId, references),
    ]);
    return { account, lots, known: new Map(earlier.map((entry) => [entry.referenceId, entry])) };
  },

  write(em, { account, lots, known }, members) {
    const wanted = members.map((member) => ({
      amount: member.input.amount,
      referenceId: referenceOf(member),
    }));
    const decisions = decideConsumes(account, known, wanted, () => newId("cle"));
    const outcomes = decisions.map((decision, index) => {
      if ("refusal" in decision) return decision;
      if ("spends" in decision) return { answer: decision.spends };
      members[index]!.ctx.meter.replayed = true;
      return { answer: decision.repeats };
    });
    return { outcomes, written: spend(em, account, lots, members, decisions) };
  },
};

/**
 * The ledger keeps references for ever, unlike `exactlyOnce`, which keeps keys for a day; a key that is valid for
 * minutes is no reference.
 */
function referenceOf({ ctx, input }: Consumer): string | null {
  const key = ctx.idempotencyKey;
  return input.referenceId ?? (key !== null && isDedupeKey(key) ? null : key);
}

function readReferenced(
  em: EntityManager,
  ownerId: string,
  appId: string,
  references: readonly string[],
): Promise<(Referenced & { referenceId: string })[]> {
  return executeSql(
    em,
    `SELECT id AS "entryId", reference_id AS "referenceId", balance_after::float8 AS balance, amount::float8 AS amount
     FROM credit_entries
     WHERE reference_id = ANY($3) AND account_id =
       (SELECT id FROM credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard')`,
    [ownerId, appId, references],
  );
}

async function spend(
  em: EntityManager,
  account: AccountRow | null,
  lots: readonly Lot[],
  members: readonly Consumer[],
  decisions: readonly Decision[],
): Promise<void> {
  const movements = decisions.flatMap((decision, index) => {
    if (!("spends" in decision)) return [];
    const { ctx, input } = members[index]!;
    const { amount, description, metadata = null, operation = null } = input;
    const { entryId: id, balance: balanceAfter } = decision.spends;
    const referenceId = referenceOf(members[index]!);
    const createdAt = ctx.clock.now();
    return {
      id,
      type: "consume" as const,
      amount: -amount,
      description,
      metadata,
      operation,
      referenceId,
      balanceAfter,
      createdAt,
    };
  });
  const last = movements.at(-1);
  if (!account || !last) return;
  const total = movements.reduce((sum, { amount }) => sum - amount, 0);
  const [debited] = await Promise.all([
    debitAvailable(em, account, total, last.createdAt),
    takeDraws(em, drawLots(lots, total)),
    writeMovements(em, account, movements),
  ]);
  // The row is locked, so the available amount cannot have changed. The database checks it anyway.
  if (!debited) throw new Error(`${account.id} changed under its lock.`);
}
