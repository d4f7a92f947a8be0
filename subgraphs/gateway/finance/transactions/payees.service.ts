import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { insertAll } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/**
 * The ids of payees by their names as given; those that are not there yet are added. Case makes no other payee, and a name
 * that was merged into another payee means that one. Their rows are locked against merges until the transaction ends.
 */
export async function payeeIdsOf(
  em: EntityManager,
  ctx: FinanceContext,
  names: readonly string[],
): Promise<Map<string, string>> {
  const ownerId = ownerOf(ctx);
  const kept = { ownerId, createdAt: ctx.clock.now().toISOString() };
  const first = new Map(names.map((name) => [fold(name), name.trim()]));
  // In one order, so that two calls do not wait for each other in a circle.
  const wanted = [...first].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = wanted.map(([, name]) => ({
    ...kept,
    id: newId("pye"),
    name,
    defaultCategoryId: null,
    mergedInto: null,
  }));
  await insertAll(em, "finance_payees", rows, "ON CONFLICT DO NOTHING");
  const sql = `SELECT coalesce(merged_into, id) AS id, name FROM finance_payees
    WHERE owner_id = $1 AND lower(name) = ANY ($2) ORDER BY id FOR KEY SHARE`;
  const folded = wanted.map(([key]) => key);
  const found = await executeSql<{ id: string; name: string }>(em, sql, [ownerId, folded]);
  const byName = new Map(found.map(({ id, name }) => [fold(name), id]));
  return new Map(names.map((name) => [name, byName.get(fold(name))!]));
}

/** The categories that payees give to new transactions, by the payee's id. */
export async function defaultCategoriesOf(
  em: EntityManager,
  payeeIds: readonly string[],
): Promise<Map<string, string>> {
  const sql = `SELECT id, default_category_id AS "categoryId" FROM finance_payees
    WHERE id = ANY ($1) AND default_category_id IS NOT NULL`;
  const found = await executeSql<{ id: string; categoryId: string }>(em, sql, [payeeIds]);
  return new Map(found.map(({ id, categoryId }) => [id, categoryId]));
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
