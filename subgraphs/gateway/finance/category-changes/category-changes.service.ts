import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";
import { badInput, duplicateName } from "../finance.errors.ts";
import { findOwn, findRows, updateRow } from "../finance.rows.ts";
import type { CategoryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { updateNamed } from "../named.rows.ts";
import { presentCategory } from "../transactions/categories.service.ts";
import type { FinanceCategory } from "../transactions/category.types.ts";
import type * as types from "./category-changes.types.ts";
import { moveCategory } from "./move-category.service.ts";

/**
 * Changes a category. Throws NOT_FOUND, also for the group, VERSION_CONFLICT, DUPLICATE for a name of another active one, and
 * BUSINESS_RULE (`in_budget`) for income in a budget.
 */
export function updateCategory(
  ctx: FinanceContext,
  input: types.UpdateCategoryInput,
): Promise<FinanceCategory> {
  return changeOnce(ctx, { operation: "updateCategory", input }, async (em) => {
    const [before] = await lockCategories(em, ctx, [input.categoryId]);
    const { version, groupId } = input;
    if (typeof version === "number" && version !== before!.version) throw versionConflict(before!.version);
    if (groupId && !(await findOwn(em, "finance_category_groups", { ownerId: ownerOf(ctx), id: groupId })))
      throw notFound("category group");
    const after: CategoryRow = {
      ...before!,
      name: input.name?.trim() ?? before!.name,
      groupId: groupId === undefined ? before!.groupId : groupId,
      kind: input.kind ?? before!.kind,
      taxLine: input.taxLine === undefined ? before!.taxLine : input.taxLine,
    };
    if (after.kind !== before!.kind) await refuseBudgeted(em, before!);
    if (after.status === "active") await refuseTaken(em, after);
    return saveCategory(em, ctx, after);
  });
}

async function refuseBudgeted(em: EntityManager, { id }: CategoryRow): Promise<void> {
  const sql =
    "SELECT budget_id AS id FROM finance_budget_categories WHERE category_id = $1 ORDER BY budget_id";
  const budgets = await executeSql<{ id: string }>(em, sql, [id]);
  if (budgets.length > 0)
    throw businessRule(
      "in_budget",
      "A category of a budget must stay an expense. Create a new category of the other kind.",
      { budgetIds: budgets.map((budget) => budget.id) },
    );
}

async function refuseTaken(em: EntityManager, { ownerId, id, name }: CategoryRow): Promise<void> {
  const where = "owner_id = $1 AND lower(name) = lower($2) AND status = 'active' AND id <> $3";
  const [taken] = await findRows(em, "finance_categories", where, [ownerId, name, id]);
  if (taken) throw duplicateName("category", taken.id);
}

/**
 * Archives a category; with `moveTo` another one takes over what it is used for. Throws NOT_FOUND, VALIDATION_ERROR, and
 * BUSINESS_RULE: `category_in_rules` where rules still set it, `kinds_differ`.
 */
export function archiveCategory(
  ctx: FinanceContext,
  input: types.ArchiveCategoryInput,
): Promise<FinanceCategory> {
  const { categoryId, moveTo } = input;
  if (moveTo === categoryId) throw badInput("moveTo", "must differ from categoryId", "different");
  return changeOnce(ctx, { operation: "archiveCategory", input }, async (em) => {
    const ids = moveTo ? [categoryId, moveTo] : [categoryId];
    const [source, target] = await lockCategories(em, ctx, ids);
    if (target) await takeOver(em, ctx, source!, target);
    else await refuseRuled(em, source!);
    const defaults = "UPDATE finance_payees SET default_category_id = NULL WHERE default_category_id = $1";
    await executeSql(em, defaults, [categoryId]);
    if (source!.status === "archived") return presentCategory(source!);
    return saveCategory(em, ctx, { ...source!, status: "archived" });
  });
}

async function refuseRuled(em: EntityManager, { ownerId, id }: CategoryRow): Promise<void> {
  const sql = `SELECT id FROM finance_rules WHERE owner_id = $2
    AND actions @> jsonb_build_array(jsonb_build_object('set', 'category', 'value', $1::text)) ORDER BY position, id`;
  const rules = await executeSql<{ id: string }>(em, sql, [id, ownerId]);
  if (rules.length > 0)
    throw businessRule(
      "category_in_rules",
      "Rules still set this category. Choose the category that they set instead with moveTo.",
      { ruleIds: rules.map((rule) => rule.id) },
    );
}

/**
 * Merges a category into another, and archives it: no balance, and no sum over all categories, changes. Throws NOT_FOUND,
 * VALIDATION_ERROR, INVALID_STATE for an archived target, and BUSINESS_RULE (`kinds_differ`).
 */
export function mergeCategories(
  ctx: FinanceContext,
  input: types.MergeCategoriesInput,
): Promise<FinanceCategory> {
  const { sourceId, targetId } = input;
  if (sourceId === targetId) throw badInput("targetId", "must differ from sourceId", "different");
  return changeOnce(ctx, { operation: "mergeCategories", input }, async (em) => {
    const [source, target] = await lockCategories(em, ctx, [sourceId, targetId]);
    await takeOver(em, ctx, source!, target!);
    if (source!.status === "active") await saveCategory(em, ctx, { ...source!, status: "archived" });
    return presentCategory(target!);
  });
}

async function takeOver(em: EntityManager, ctx: FinanceContext, source: CategoryRow, target: CategoryRow) {
  if (target.status !== "active") throw invalidState("category", target.status, ["active"]);
  if (target.kind !== source.kind)
    throw businessRule(
      "kinds_differ",
      "Income and expenses cannot be merged. Choose a category of the same kind.",
      { kind: source.kind },
    );
  await moveCategory(em, ctx, source.id, target.id);
}

/** Locks categories of the caller in the order of their ids, and answers them as asked for. Throws NOT_FOUND. */
async function lockCategories(
  em: EntityManager,
  ctx: FinanceContext,
  ids: readonly string[],
): Promise<CategoryRow[]> {
  const where = "owner_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE";
  const rows = await findRows(em, "finance_categories", where, [ownerOf(ctx), ids]);
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw notFound("category");
    return row;
  });
}

async function saveCategory(
  em: EntityManager,
  ctx: FinanceContext,
  { id, name, groupId, kind, taxLine, status, version, ...rest }: CategoryRow,
): Promise<FinanceCategory> {
  const kept = { version: version + 1, updatedAt: ctx.clock.now().toISOString() };
  const changes = { name, groupId, kind, taxLine, status, ...kept };
  if (status === "active") await updateNamed(em, "finance_categories", id, changes, "category");
  else await updateRow(em, "finance_categories", id, changes);
  return presentCategory({ ...rest, id, ...changes });
}
