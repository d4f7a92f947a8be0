import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { duplicateName } from "../finance.errors.ts";
import { findOwn, findRows } from "../finance.rows.ts";
import type { CategoryGroupRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { updateNamed } from "../named.rows.ts";
import { presentCategory } from "../transactions/categories.service.ts";
import type { FinanceCategoryGroup } from "../transactions/category.types.ts";
import type * as types from "./category-changes.types.ts";

/** The caller's groups in their order, with their active categories. */
export function listCategoryGroups(ctx: FinanceContext): Promise<types.FinanceCategoryGroupList> {
  const read = async (em: EntityManager) => {
    const where = "owner_id = $1 ORDER BY position, lower(name)";
    return {
      groups: await presentGroups(em, await findRows(em, "finance_category_groups", where, [ownerOf(ctx)])),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Changes name and place of a group. Throws NOT_FOUND, and DUPLICATE for the name of another one. */
export function updateCategoryGroup(
  ctx: FinanceContext,
  input: types.UpdateCategoryGroupInput,
): Promise<FinanceCategoryGroup> {
  return changeOnce(ctx, { operation: "updateCategoryGroup", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const before = await findOwn(em, "finance_category_groups", { ownerId, id: input.groupId, lock: true });
    if (!before) throw notFound("category group");
    const after = { name: input.name?.trim() ?? before.name, position: input.order ?? before.position };
    const where = "owner_id = $1 AND lower(name) = lower($2) AND id <> $3";
    const [taken] = await findRows(em, "finance_category_groups", where, [ownerId, after.name, before.id]);
    if (taken) throw duplicateName("category group", taken.id);
    await updateNamed(em, "finance_category_groups", before.id, after, "category group");
    return (await presentGroups(em, [{ ...before, ...after }]))[0]!;
  });
}

async function presentGroups(
  em: EntityManager,
  groups: readonly CategoryGroupRow[],
): Promise<FinanceCategoryGroup[]> {
  const where = "group_id = ANY ($1) AND status = 'active' ORDER BY lower(name)";
  const found = await findRows(em, "finance_categories", where, [groups.map(({ id }) => id)]);
  return groups.map(({ id, name, position }) => ({
    id,
    name,
    order: position,
    categories: found.filter(({ groupId }) => groupId === id).map(presentCategory),
  }));
}
