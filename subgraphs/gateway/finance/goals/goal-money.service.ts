import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import { accountOf, presentAccount } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findOwn, insertAll, updateRow } from "../finance.rows.ts";
import type { GoalRow } from "../finance-tables.ts";
import type { WithdrawFromGoalInput } from "./goal-changes.types.ts";
import type * as types from "./goal.types.ts";
import { presentGoal } from "./goals.service.ts";

/**
 * Earmarks money of the goal's account. Throws NOT_FOUND, INVALID_STATE for one that is not active, VALIDATION_ERROR for a
 * day to come, and BUSINESS_RULE (`exceeds_balance`) where all earmarks of the account would be more than it has.
 */
export function contributeToGoal(
  ctx: FinanceContext,
  input: types.ContributeToGoalInput,
): Promise<types.Goal> {
  return changeOnce(ctx, { operation: "contributeToGoal", input }, async (em) => {
    const { today } = await daysOf(em, ctx);
    const date = input.date ?? today;
    if (date > today) throw badInput("date", "must not be in the future", "maximum");
    const goal = await lockGoal(em, ctx, input.goalId);
    if (goal.status !== "active") throw invalidState("goal", goal.status, ["active"]);
    const amount = toStored(input.amount, goal.currency);
    if (goal.accountId !== null) await assertCovered(em, ctx, goal.accountId, amount);
    return presentGoal(await moveGoalMoney(em, ctx, goal, { date, amount }));
  });
}

/** Releases money of a goal. Throws NOT_FOUND, INVALID_STATE for a closed one, and BUSINESS_RULE (`exceeds_saved`). */
export function withdrawFromGoal(ctx: FinanceContext, input: WithdrawFromGoalInput): Promise<types.Goal> {
  return changeOnce(ctx, { operation: "withdrawFromGoal", input }, async (em) => {
    const { today } = await daysOf(em, ctx);
    const goal = await lockGoal(em, ctx, input.goalId);
    assertOpen(goal);
    const amount = toStored(input.amount, goal.currency);
    if (amount > goal.saved) {
      const saved = toShown(goal.saved, goal.currency);
      throw businessRule(
        "exceeds_saved",
        `The goal has less saved than this amount (${saved} saved). Reduce the amount.`,
        { saved },
      );
    }
    return presentGoal(await moveGoalMoney(em, ctx, goal, { date: today, amount: -amount }));
  });
}

async function moveGoalMoney(
  em: EntityManager,
  ctx: FinanceContext,
  goal: GoalRow,
  { date, amount }: { date: string; amount: number },
): Promise<GoalRow> {
  const now = ctx.clock.now().toISOString();
  const { id: goalId, ownerId, targetAmount } = goal;
  const saved = goal.saved + amount;
  const movement = { id: newId("gmv"), ownerId, goalId, date, amount, createdAt: now };
  await insertAll(em, "finance_goal_movements", [movement]);
  const after = { saved, status: statusOf(saved, targetAmount), version: goal.version + 1, updatedAt: now };
  await updateRow(em, "finance_goals", goalId, after);
  const moved = { ...goal, ...after };
  if (after.status === "reached" && goal.status !== "reached")
    await emitFinanceEvent(em, ctx, "finance.goal.reached", { id: goalId, object: presentGoal(moved) });
  return moved;
}

/** Status of an open goal. */
export function statusOf(saved: number, targetAmount: number): "active" | "reached" {
  return saved >= targetAmount ? "reached" : "active";
}

/** Throws INVALID_STATE for a closed goal. */
export function assertOpen({ closedOn }: GoalRow): void {
  if (closedOn !== null) throw invalidState("goal", "closed", ["active", "reached"]);
}

/**
 * Locks a goal after its account, and the account that it is to have: in the order of their ids, so that earmarks of one
 * account are made one after the other. Throws NOT_FOUND, and VERSION_CONFLICT where the account was changed meanwhile.
 */
export async function lockGoal(
  em: EntityManager,
  ctx: FinanceContext,
  id: string,
  nextAccountId: string | null = null,
): Promise<GoalRow> {
  const ownerId = ownerOf(ctx);
  const seen = await findOwn(em, "finance_goals", { ownerId, id });
  if (!seen) throw notFound("goal");
  const accounts = new Set([seen.accountId, nextAccountId].filter((accountId) => accountId !== null));
  for (const accountId of [...accounts].sort()) await accountOf(em, ctx, accountId, true);
  const goal = await findOwn(em, "finance_goals", { ownerId, id, lock: true });
  if (!goal) throw notFound("goal");
  if (goal.accountId !== seen.accountId) throw versionConflict(goal.version);
  return goal;
}

/** Throws BUSINESS_RULE (`exceeds_balance`) unless a locked account covers this amount and all that is earmarked in it. */
export async function assertCovered(
  em: EntityManager,
  ctx: FinanceContext,
  accountId: string,
  amount: number,
): Promise<void> {
  const account = await accountOf(em, ctx, accountId);
  const { balance } = await presentAccount(em, ctx, account);
  const sql =
    "SELECT coalesce(sum(saved), 0)::float8 AS sum FROM finance_goals WHERE account_id = $1 AND closed_on IS NULL";
  const [earmarked] = await executeSql<{ sum: number }>(em, sql, [accountId]);
  if (earmarked!.sum + amount > toStored(balance, account.currency))
    throw businessRule(
      "exceeds_balance",
      "The account balance does not cover this amount and the money already earmarked. Reduce the amount.",
      { balance },
    );
}
