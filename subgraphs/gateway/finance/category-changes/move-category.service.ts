import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { findRows, updateRow } from "../finance.rows.ts";
import type { RuleAction } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";

/**
 * Moves what a category is used for to another one of its kind: transactions, also reconciled ones, whose amounts and days
 * stay, and splits, bills, defaults of payees, budgets and rules. Both categories are locked.
 */
export async function moveCategory(
  em: EntityManager,
  ctx: FinanceContext,
  sourceId: string,
  targetId: string,
): Promise<void> {
  const both = [sourceId, targetId];
  await moveBudgets(em, ctx, both);
  const moved = `UPDATE finance_transactions SET version = version + 1, updated_at = $3,
      category_id = CASE category_id WHEN $1 THEN $2 ELSE category_id END
    WHERE category_id = $1 OR id IN (SELECT transaction_id FROM finance_splits WHERE category_id = $1)`;
  await executeSql(em, moved, [...both, ctx.clock.now()]);
  for (const [table, column] of [
    ["finance_splits", "category_id"],
    ["finance_bills", "category_id"],
    ["finance_payees", "default_category_id"],
  ])
    await executeSql(em, `UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, both);
  await changeRuleActions(em, ctx, "category", new Map([[sourceId, targetId]]));
}

/** Replaces what rules set, by its former value. */
export async function changeRuleActions(
  em: EntityManager,
  ctx: FinanceContext,
  set: RuleAction["set"],
  replacements: ReadonlyMap<string, string>,
): Promise<void> {
  const where = "owner_id = $1 ORDER BY id FOR UPDATE";
  for (const { id, actions } of await findRows(em, "finance_rules", where, [ownerOf(ctx)])) {
    const isMeant = (action: RuleAction) => action.set === set && replacements.has(action.value);
    if (!actions.some(isMeant)) continue;
    const changed = actions.map((action) =>
      isMeant(action) ? { ...action, value: replacements.get(action.value)! } : action,
    );
    await updateRow(em, "finance_rules", id, { actions: changed });
  }
}

/**
 * In each budget with the source, the target gets its amounts, added to its own. How over-spending goes on is that of the
 * target, or of the source where the target was not in the budget.
 */
async function moveBudgets(em: EntityManager, ctx: FinanceContext, both: readonly string[]): Promise<void> {
  const lock = `SELECT id FROM finance_budgets WHERE owner_id = $2
      AND id IN (SELECT budget_id FROM finance_budget_categories WHERE category_id = $1) ORDER BY id FOR UPDATE`;
  await executeSql(em, lock, [both[0], ownerOf(ctx)]);
  const named = `INSERT INTO finance_budget_categories (budget_id, category_id, owner_id)
    SELECT budget_id, $2, owner_id FROM finance_budget_categories WHERE category_id = $1
    ON CONFLICT DO NOTHING RETURNING budget_id AS id`;
  const added = (await executeSql<{ id: string }>(em, named, both)).map(({ id }) => id);
  const amounts = `INSERT INTO finance_budget_amounts AS a (budget_id, category_id, month, owner_id, amount)
    SELECT budget_id, $2, month, owner_id, amount FROM finance_budget_amounts WHERE category_id = $1
    ON CONFLICT (budget_id, category_id, month) DO UPDATE SET amount = a.amount + excluded.amount`;
  await executeSql(em, amounts, both);
  const rollovers = `INSERT INTO finance_budget_rollovers (budget_id, category_id, from_month, owner_id, mode)
    SELECT budget_id, $2, from_month, owner_id, mode FROM finance_budget_rollovers
    WHERE category_id = $1 AND budget_id = ANY ($3)`;
  await executeSql(em, rollovers, [...both, added]);
  for (const table of ["finance_budget_amounts", "finance_budget_rollovers", "finance_budget_categories"])
    await executeSql(em, `DELETE FROM ${table} WHERE category_id = $1`, [both[0]]);
}
