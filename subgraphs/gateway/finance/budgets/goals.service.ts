import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { accountOf, openAccountOf, presentAccount } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { findOwn, findRows, insertAll, updateRow } from "../finance.rows.ts";
import type { GoalRow } from "../finance-tables.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { percentOf } from "../reports/cash-flow.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./goal.types.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/** Sets a goal, in the currency of its account or, without one, of the oldest. Throws NOT_FOUND, INVALID_STATE. */
export function createGoal(ctx: FinanceContext, input: types.CreateGoalInput): Promise<types.Goal> {
  return exactlyOnce(ctx, { operation: "createGoal", input }, async (em) => {
    const account = input.accountId ? await openAccountOf(em, ctx, input.accountId) : null;
    const currency = account?.currency ?? (await converterOf(em, ctx)).currency;
    const now = ctx.clock.now().toISOString();
    const row: GoalRow = {
      id: newId("gol"),
      ownerId: ownerOf(ctx),
      name: input.name.trim(),
      targetAmount: toStored(input.targetAmount, currency),
      targetDate: input.targetDate ?? null,
      accountId: account?.id ?? null,
      currency,
      saved: 0,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "finance_goals", [row]);
    return presentGoal(row);
  });
}

/** The caller's goals, newest first. */
export function listGoals(ctx: FinanceContext, { status }: types.GoalsArgs): Promise<types.GoalList> {
  const where =
    "owner_id = $1 AND ($2::text IS NULL OR status = $2) ORDER BY created_at DESC, id DESC LIMIT 500";
  const read = (em: EntityManager) => findRows(em, "finance_goals", where, [ownerOf(ctx), status ?? null]);
  return inTransaction(ctx, async (em) => ({ goals: (await read(em)).map(presentGoal) }), { readOnly: true });
}

/**
 * Earmarks money of the goal's account. Throws NOT_FOUND, INVALID_STATE for one that is not active, and BUSINESS_RULE
 * (`exceeds_balance`) where all earmarks of the account would be more than it has.
 */
export function contributeToGoal(
  ctx: FinanceContext,
  input: types.ContributeToGoalInput,
): Promise<types.Goal> {
  return exactlyOnce(ctx, { operation: "contributeToGoal", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const seen = await findOwn(em, "finance_goals", { ownerId, id: input.goalId });
    if (!seen) throw notFound("goal");
    // Locks the account first: concurrent contributions to it run one after the other.
    if (seen.accountId !== null) await accountOf(em, ctx, seen.accountId, true);
    const goal = (await findOwn(em, "finance_goals", { ownerId, id: input.goalId, lock: true }))!;
    if (goal.status !== "active") throw invalidState("goal", goal.status, ["active"]);
    const amount = toStored(input.amount, goal.currency);
    if (goal.accountId !== null) await assertCovered(em, ctx, goal.accountId, amount);
    const saved = goal.saved + amount;
    const status = saved >= goal.targetAmount ? ("reached" as const) : goal.status;
    const after = { saved, status, version: goal.version + 1, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "finance_goals", goal.id, after);
    return presentGoal({ ...goal, ...after });
  });
}

async function assertCovered(
  em: EntityManager,
  ctx: FinanceContext,
  accountId: string,
  amount: number,
): Promise<void> {
  const account = await accountOf(em, ctx, accountId);
  const { balance } = await presentAccount(em, ctx, account);
  const sql =
    "SELECT coalesce(sum(saved), 0)::float8 AS sum FROM finance_goals WHERE account_id = $1 AND status <> 'dropped'";
  const [earmarked] = await executeSql<{ sum: number }>(em, sql, [accountId]);
  if (earmarked!.sum + amount > toStored(balance, account.currency))
    throw businessRule(
      "exceeds_balance",
      "The account balance does not cover this contribution and the money already earmarked. Reduce the amount.",
      {
        balance,
      },
    );
}

function presentGoal(row: GoalRow): types.Goal {
  const { id, name, targetDate, accountId, currency, status, version } = row;
  return {
    id,
    name,
    targetAmount: toShown(row.targetAmount, currency),
    targetDate,
    accountId,
    currency,
    saved: toShown(row.saved, currency),
    percent: percentOf(row.saved, row.targetAmount)!,
    status,
    version,
  };
}
