import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { changeRuleActions } from "../category-changes/move-category.service.ts";
import { badInput, duplicateName } from "../finance.errors.ts";
import { findRows, insertAll, updateRow } from "../finance.rows.ts";
import type { PayeeRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { updateNamed } from "../named.rows.ts";
import { categoriesOf } from "../transactions/categories.service.ts";
import type * as types from "./payees.types.ts";
import { presentPayee } from "./read-payees.service.ts";

/**
 * Renames a payee everywhere, also on reconciled transactions. New transactions under its former name still get it. Throws
 * NOT_FOUND, and DUPLICATE for the name of another payee.
 */
export function renamePayee(ctx: FinanceContext, input: types.RenamePayeeInput): Promise<types.FinancePayee> {
  return changeOnce(ctx, { operation: "renamePayee", input }, async (em) => {
    const [payee] = await lockPayees(em, ctx, [input.payeeId]);
    const name = input.name.trim();
    if (name.toLowerCase() !== payee!.name.toLowerCase()) await freeName(em, payee!, name);
    await updateNamed(em, "finance_payees", payee!.id, { name }, "payee");
    if (name.toLowerCase() !== payee!.name.toLowerCase()) await keepName(em, ctx, payee!);
    await changeRuleActions(em, ctx, "payee", new Map([[payee!.name, name]]));
    return presentPayee(em, { ...payee!, name });
  });
}

/** A former name of the payee becomes free for it; that of another one does not. */
async function freeName(em: EntityManager, { id, ownerId }: PayeeRow, name: string): Promise<void> {
  const where = "owner_id = $1 AND lower(name) = lower($2) FOR UPDATE";
  const [taken] = await findRows(em, "finance_payees", where, [ownerId, name]);
  if (!taken || taken.id === id) return;
  if (taken.mergedInto !== id) throw duplicateName("payee", taken.mergedInto ?? taken.id);
  await executeSql(em, "DELETE FROM finance_payees WHERE id = $1", [taken.id]);
}

/** Keeps the former name of a payee, whose new name is saved already. */
async function keepName(
  em: EntityManager,
  ctx: FinanceContext,
  { id, ownerId, name }: PayeeRow,
): Promise<void> {
  const createdAt = ctx.clock.now().toISOString();
  const row = { id: newId("pye"), ownerId, createdAt, name, defaultCategoryId: null, mergedInto: id };
  await insertAll(em, "finance_payees", [row], "ON CONFLICT DO NOTHING");
}

/**
 * Merges payees into one, which takes over their transactions, also reconciled ones, bills and names: no amount changes. It
 * gets the default category of the first that has one, unless it has its own. Throws NOT_FOUND and VALIDATION_ERROR.
 */
export function mergePayees(ctx: FinanceContext, input: types.MergePayeesInput): Promise<types.FinancePayee> {
  const { sourceIds, targetId } = input;
  if (sourceIds.includes(targetId)) throw badInput("sourceIds", "must not contain targetId", "different");
  return changeOnce(ctx, { operation: "mergePayees", input }, async (em) => {
    const [target, ...sources] = await lockPayees(em, ctx, [targetId, ...sourceIds]);
    const moved = `UPDATE finance_transactions SET payee_id = $1, version = version + 1, updated_at = $3
      WHERE payee_id = ANY ($2)`;
    await executeSql(em, moved, [targetId, sourceIds, ctx.clock.now()]);
    const bills = "UPDATE finance_bills SET payee_id = $1 WHERE payee_id = ANY ($2)";
    await executeSql(em, bills, [targetId, sourceIds]);
    const names = `UPDATE finance_payees SET merged_into = $1, default_category_id = NULL
      WHERE id = ANY ($2) OR merged_into = ANY ($2)`;
    await executeSql(em, names, [targetId, sourceIds]);
    const inherited = sources.find((one) => one.defaultCategoryId !== null)?.defaultCategoryId;
    const defaultCategoryId = target!.defaultCategoryId ?? inherited ?? null;
    await updateRow(em, "finance_payees", targetId, { defaultCategoryId });
    await changeRuleActions(em, ctx, "payee", new Map(sources.map(({ name }) => [name, target!.name])));
    return presentPayee(em, { ...target!, defaultCategoryId });
  });
}

/** Sets the category of a payee's new transactions. Throws NOT_FOUND for the payee and for an archived category. */
export function setPayeeDefaultCategory(
  ctx: FinanceContext,
  input: types.SetPayeeDefaultCategoryInput,
): Promise<types.FinancePayee> {
  return changeOnce(ctx, { operation: "setPayeeDefaultCategory", input }, async (em) => {
    const defaultCategoryId = input.categoryId ?? null;
    await categoriesOf(em, ctx, defaultCategoryId ? [defaultCategoryId] : []);
    const [payee] = await lockPayees(em, ctx, [input.payeeId]);
    await updateRow(em, "finance_payees", payee!.id, { defaultCategoryId });
    return presentPayee(em, { ...payee!, defaultCategoryId });
  });
}

/**
 * Locks payees of the caller in the order of their ids, so that bookings with them wait, and answers them as asked for. Throws
 * NOT_FOUND, also for one that was merged.
 */
async function lockPayees(
  em: EntityManager,
  ctx: FinanceContext,
  ids: readonly string[],
): Promise<PayeeRow[]> {
  const where = "owner_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE";
  const rows = await findRows(em, "finance_payees", where, [ownerOf(ctx), ids]);
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id && one.mergedInto === null);
    if (!row) throw notFound("payee");
    return row;
  });
}
