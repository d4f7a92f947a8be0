import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { openAccountOf } from "../accounts/accounts.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { findRows, insertAll } from "../finance.rows.ts";
import type { GoalRow } from "../finance-tables.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { percentOf } from "../reports/cash-flow.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./goal.types.ts";

/** Sets a goal, in the currency of its account or, without one, of the oldest. Throws NOT_FOUND, INVALID_STATE. */
export function createGoal(ctx: FinanceContext, input: types.CreateGoalInput): Promise<types.Goal> {
  return changeOnce(ctx, { operation: "createGoal", input }, async (em) => {
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
      closedOn: null,
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

export function presentGoal(row: GoalRow): types.Goal {
  const { id, name, targetDate, accountId, currency, status, closedOn, version } = row;
  return {
    id,
    name,
    targetAmount: toShown(row.targetAmount, currency),
    targetDate,
    accountId,
    currency,
    saved: toShown(row.saved, currency),
    remaining: toShown(remainingOf(row), currency),
    percent: percentOf(row.saved, row.targetAmount)!,
    status,
    closedOn,
    version,
  };
}

/** What is still missing, in minor units. */
export function remainingOf({ saved, targetAmount }: Pick<GoalRow, "saved" | "targetAmount">): number {
  return Math.max(0, targetAmount - saved);
}
