import type { EntityManager } from "@mikro-orm/postgresql";
import { actorOf } from "../../../src/access/acting.ts";
import type { GroupedWrite, Member } from "../../../src/db/group-commit.ts";
import { gather } from "../../../src/db/gather.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { groupCommit } from "../../../src/db/commit-groups.ts";
import { claimOf, type KeyClaim } from "../../../src/db/key-row.ts";
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
import { mayBeSimple, spendTogether } from "./spend-together.service.ts";
import type { Spending } from "./spendings.rows.ts";

/**
 * Spends available credits. Idempotent for ever by `referenceId`, or by the idempotency key if there is none: a replay
 * returns the first result, another amount is 422 IDEMPOTENCY_KEY_REUSED. Throws 400 INSUFFICIENT_CREDITS, and then
 * nothing was written. Concurrent requests share a transaction.
 */
export async function consumeCredits(
  ctx: HubContext,
  input: ConsumeCreditsInput,
): Promise<ConsumeCreditsResult> {
  await requireKnownApp(ctx, input.appId);
  return spendCredits(ctx, input);
}

/** As `consumeCredits`, for the platform itself: the app is one whose account it has found. */
export async function spendCredits(ctx: HubContext, spending: Spending): Promise<ConsumeCreditsResult> {
  const claim = claimOfSpending(ctx, spending);
  const simple = { ctx, spending, claim, referenceId: referenceOf({ ctx, input: spending }) };
  const spent = mayBeSimple(ctx) ? await spendTogether(simple) : null;
  return spent ?? groupCommit(ctx, spending.appId, spending, consuming);
}

function claimOfSpending(ctx: HubContext, spending: Spending): KeyClaim | null {
  const key = ctx.idempotencyKey;
  return key === null ? null : claimOf(ctx, key, { operation: consuming.operation, input: spending });
}

type Consumer = Member<Spending>;

interface State {
  account: AccountRow | null;
  lots: Lot[];
  known: Map<string, Referenced>;
}

const consuming: GroupedWrite<Spending, State, ConsumeCreditsResult> = {
  operation: "consumeCredits",
  isShared: true,

  async read(em, members) {
    const [first] = members;
    const ownerId = first!.ctx.principal.ownerId ?? "";
    const { appId } = first!.input;
    const references = members.flatMap((member) => referenceOf(member) ?? []);
    // Under the account's lock: of two requests with one reference, in any process, the second finds the first one's
    // entry.
    const [account, lots, earlier] = await Promise.all([
      findAccount(em, ownerId, appId, { forUpdate: true }),
      readOpenLotsOf(em, { ownerId, appId }),
      references.length === 0 ? [] : readReferenced(em, { ownerId, appId, references }),
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

type ReferencedEntry = Referenced & { referenceId: string };

/** The earlier entries of an account's references. Sent after the account's lock, which is gathered before. */
const readReferenced = gather<
  { ownerId: string; appId: string; references: readonly string[] },
  ReferencedEntry[]
>(async (em, asked) => {
  const flat = asked.flatMap(({ ownerId, appId, references }, place) =>
    references.map((reference) => ({ ownerId, appId, reference, place })),
  );
  const rows = await executeSql<ReferencedEntry & { place: number }>(em, referencedSql, [
    flat.map(({ place }) => place),
    flat.map(({ ownerId }) => ownerId),
    flat.map(({ appId }) => appId),
    flat.map(({ reference }) => reference),
  ]);
  const found = Map.groupBy(rows, ({ place }) => place);
  return asked.map((_one, place) => found.get(place) ?? []);
});

const referencedSql = `SELECT w.place, e.id AS "entryId", e.reference_id AS "referenceId",
    e.balance_after::float8 AS balance, e.amount::float8 AS amount
  FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) AS w (place, owner_id, app_id, reference)
  JOIN credit_accounts AS a ON a.owner_id = w.owner_id AND a.app_id = w.app_id AND a.pool = 'standard'
  JOIN credit_entries AS e ON e.account_id = a.id AND e.reference_id = w.reference`;

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
      actor: actorOf(ctx as HubContext),
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
