import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { duplicateName } from "../finance.errors.ts";
import { findOwn, findRows, insertAll } from "../finance.rows.ts";
import type { CategoryGroupRow, CategoryRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./category.types.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Adds a category; its name is an active one's once. Throws NOT_FOUND for the group, and DUPLICATE. */
export function createCategory(
  ctx: FinanceContext,
  input: types.CreateCategoryInput,
): Promise<types.FinanceCategory> {
  return changeOnce(ctx, { operation: "createCategory", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const groupId = input.groupId ?? null;
    if (groupId && !(await findOwn(em, "finance_category_groups", { ownerId, id: groupId })))
      throw notFound("category group");
    const now = ctx.clock.now().toISOString();
    const row: CategoryRow = {
      id: newId("cat"),
      ownerId,
      groupId,
      name: input.name.trim(),
      kind: input.kind,
      taxLine: input.taxLine ?? null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const taken = "owner_id = $1 AND lower(name) = lower($2) AND status = 'active'";
    await insertAll(em, "finance_categories", [row], "ON CONFLICT DO NOTHING");
    const [there] = await findRows(em, "finance_categories", taken, [ownerId, row.name]);
    if (there?.id !== row.id) throw duplicateName("category", there!.id);
    return presentCategory(row);
  });
}

/** Adds a group of categories. Throws DUPLICATE for a name that there is. */
export function createCategoryGroup(
  ctx: FinanceContext,
  input: types.CreateCategoryGroupInput,
): Promise<types.FinanceCategoryGroup> {
  return changeOnce(ctx, { operation: "createCategoryGroup", input }, async (em) => {
    const kept = { id: newId("cgr"), ownerId: ownerOf(ctx), createdAt: ctx.clock.now().toISOString() };
    const row: CategoryGroupRow = { ...kept, name: input.name.trim(), position: input.order ?? 0 };
    await insertAll(em, "finance_category_groups", [row], "ON CONFLICT DO NOTHING");
    const taken = "owner_id = $1 AND lower(name) = lower($2)";
    const [there] = await findRows(em, "finance_category_groups", taken, [row.ownerId, row.name]);
    if (there?.id !== row.id) throw duplicateName("category group", there!.id);
    return { id: row.id, name: row.name, order: row.position, categories: [] };
  });
}

/** The caller's categories by their groups; those of no group come last. */
export function listCategories(
  ctx: FinanceContext,
  { kind, status }: types.FinanceCategoriesArgs,
): Promise<types.FinanceCategoryTree> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const ordered = "owner_id = $1 ORDER BY position, lower(name)";
    const groups = await findRows(em, "finance_category_groups", ordered, [ownerId]);
    const where = `owner_id = $1 AND ($2::text IS NULL OR kind = $2) AND status = $3 ORDER BY lower(name)`;
    const values = [ownerId, kind ?? null, status ?? "active"];
    const found = await findRows(em, "finance_categories", where, values);
    const inGroup = (id: string | null) => found.filter(({ groupId }) => groupId === id).map(presentCategory);
    const named = groups.map(({ id, name, position }) => ({
      id,
      name,
      order: position,
      categories: inGroup(id),
    }));
    const others = { id: null, name: "Other", order: null, categories: inGroup(null) };
    return { groups: others.categories.length > 0 ? [...named, others] : named };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Active categories of the caller, in the order of the ids. Throws NOT_FOUND when one is not. */
export async function categoriesOf(
  em: EntityManager,
  ctx: FinanceContext,
  ids: readonly string[],
): Promise<CategoryRow[]> {
  if (ids.length === 0) return [];
  const where = "owner_id = $1 AND id = ANY ($2) AND status = 'active'";
  const found = await findRows(em, "finance_categories", where, [ownerOf(ctx), ids]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound("category");
    return row;
  });
}

/** A category as it is shown. */
export function presentCategory({ id, groupId, name, kind, taxLine, status, version }: CategoryRow) {
  return { id, groupId, name, kind, taxLine, status, version };
}
