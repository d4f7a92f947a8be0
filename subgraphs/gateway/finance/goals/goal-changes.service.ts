import type { EntityManager } from "@mikro-orm/postgresql";
import { emitFinanceEvent } from "../emit-event.service.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { multiplyHalfUp } from "../../../../src/money.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { badInput } from "../finance.errors.ts";
import type { FinanceContext } from "../finance.context.ts";
import { findOwn, findRows, updateRow } from "../finance.rows.ts";
import type { GoalRow } from "../finance-tables.ts";
import type * as changes from "./goal-changes.types.ts";
import { assertCovered, assertOpen, lockGoal, statusOf } from "./goal-money.service.ts";
import { projectGoal } from "./goal-projection.ts";
import type * as types from "./goal.types.ts";
import { presentGoal, remainingOf } from "./goals.service.ts";

/** Days whose contributions are the pace of a goal: three months. */
const paceDays = 90;

/** A goal with its latest contributions. Throws NOT_FOUND. */
export function readGoal(ctx: FinanceContext, { goalId }: changes.GoalArgs): Promise<changes.GoalDetails> {
  const read = async (em: EntityManager) => {
    const goal = await goalOf(em, ctx, goalId);
    const where = "goal_id = $1 ORDER BY date DESC, id DESC LIMIT 100";
    const movements = await findRows(em, "finance_goal_movements", where, [goalId]);
    const present = (one: (typeof movements)[number]) => ({
      id: one.id,
      date: one.date,
      amount: toShown(one.amount, goal.currency),
    });
    return Object.assign(presentGoal(goal), { movements: movements.map(present) });
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Changes a goal; its status follows from target and saved amount. Throws NOT_FOUND, VERSION_CONFLICT, INVALID_STATE for a
 * closed goal or account, VALIDATION_ERROR for an account in another currency, and BUSINESS_RULE (`exceeds_balance`) for
 * one that does not cover what is saved.
 */
export function updateGoal(ctx: FinanceContext, input: changes.UpdateGoalInput): Promise<types.Goal> {
  return changeOnce(ctx, { operation: "updateGoal", input }, async (em) => {
    const goal = await lockGoal(em, ctx, input.goalId, input.accountId ?? null);
    const { version } = input;
    if (typeof version === "number" && version !== goal.version) throw versionConflict(goal.version);
    assertOpen(goal);
    const accountId = input.accountId === undefined ? goal.accountId : input.accountId;
    if (accountId !== null && accountId !== goal.accountId) {
      const { currency } = await openAccountOf(em, ctx, accountId);
      if (currency !== goal.currency)
        throw badInput("accountId", `must be an account in ${goal.currency}`, "currency");
      await assertCovered(em, ctx, accountId, goal.saved);
    }
    const targetAmount =
      typeof input.targetAmount === "number"
        ? toStored(input.targetAmount, goal.currency)
        : goal.targetAmount;
    const after = {
      name: input.name?.trim() ?? goal.name,
      targetAmount,
      targetDate: input.targetDate === undefined ? goal.targetDate : input.targetDate,
      accountId,
      status: statusOf(goal.saved, targetAmount),
      version: goal.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "finance_goals", goal.id, after);
    const object = presentGoal({ ...goal, ...after });
    if (after.status === "reached" && goal.status !== "reached")
      await emitFinanceEvent(em, ctx, "finance.goal.reached", { id: goal.id, object });
    return object;
  });
}

/**
 * Closes a goal: it earmarks nothing then. A repeat with the same outcome changes nothing. Throws NOT_FOUND, INVALID_STATE
 * for one that was closed otherwise, and BUSINESS_RULE (`target_not_saved`) for a reached one with less than its target.
 */
export function closeGoal(ctx: FinanceContext, input: changes.CloseGoalInput): Promise<types.Goal> {
  const { goalId, outcome } = input;
  return changeOnce(ctx, { operation: "closeGoal", input }, async (em) => {
    const goal = await lockGoal(em, ctx, goalId);
    if (goal.closedOn !== null) {
      if (goal.status !== outcome) throw invalidState("goal", "closed", ["active", "reached"]);
      return presentGoal(goal);
    }
    if (outcome === "reached" && remainingOf(goal) > 0)
      throw businessRule(
        "target_not_saved",
        "The goal has less saved than its target. Add the rest, or close it as dropped.",
        { remaining: toShown(remainingOf(goal), goal.currency) },
      );
    const { today } = await daysOf(em, ctx);
    const after = { status: outcome, closedOn: today, version: goal.version + 1 };
    const changed = { ...after, updatedAt: ctx.clock.now().toISOString() };
    await updateRow(em, "finance_goals", goalId, changed);
    const object = presentGoal({ ...goal, ...changed });
    await emitFinanceEvent(em, ctx, "finance.goal.closed", { id: goalId, object });
    return object;
  });
}

/** When a goal is reached, by an amount per month or the pace so far. Throws NOT_FOUND, and INVALID_STATE for a closed one. */
export function readProjection(
  ctx: FinanceContext,
  { goalId, monthlyAmount }: changes.ProjectGoalArgs,
): Promise<changes.GoalProjection> {
  const read = async (em: EntityManager) => {
    const goal = await goalOf(em, ctx, goalId);
    assertOpen(goal);
    const { currency, targetDate } = goal;
    const { today } = await daysOf(em, ctx);
    const monthly =
      typeof monthlyAmount === "number" ? toStored(monthlyAmount, currency) : await paceOf(em, goal, today);
    const remaining = remainingOf(goal);
    const { requiredMonthly, ...found } = projectGoal({ today, remaining, monthly, targetDate });
    return {
      goalId,
      currency,
      remaining: toShown(remaining, currency),
      monthlyAmount: toShown(monthly, currency),
      requiredMonthly: requiredMonthly === null ? null : toShown(requiredMonthly, currency),
      ...found,
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** What was saved per month lately, in minor units: not less than nothing. */
async function paceOf(em: EntityManager, { id }: GoalRow, today: string): Promise<number> {
  const sql = `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM finance_goal_movements
    WHERE goal_id = $1 AND date > $2 AND date <= $3`;
  const [found] = await executeSql<{ sum: number }>(em, sql, [id, addDays(today, -paceDays), today]);
  return Math.max(0, multiplyHalfUp(found!.sum, 30, paceDays));
}

async function goalOf(em: EntityManager, ctx: FinanceContext, id: string): Promise<GoalRow> {
  const goal = await findOwn(em, "finance_goals", { ownerId: ownerOf(ctx), id });
  if (!goal) throw notFound("goal");
  return goal;
}
