import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import { toShown } from "../amounts.ts";
import { duplicateName } from "../finance.errors.ts";
import { findOwn, findRows, insertAll } from "../finance.rows.ts";
import type { TagRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import type * as types from "./tags.types.ts";

/** Adds a tag. Throws DUPLICATE for a name that there is. */
export function createTag(ctx: FinanceContext, input: types.CreateTagInput): Promise<types.FinanceTag> {
  return changeOnce(ctx, { operation: "createTag", input }, async (em) => {
    const kept = { id: newId("ftg"), ownerId: ownerOf(ctx), createdAt: ctx.clock.now().toISOString() };
    const row: TagRow = { ...kept, name: input.name.trim(), color: input.color?.toLowerCase() ?? null };
    await insertAll(em, "finance_tags", [row], "ON CONFLICT DO NOTHING");
    const where = "owner_id = $1 AND name = $2";
    const [there] = await findRows(em, "finance_tags", where, [row.ownerId, row.name]);
    if (there?.id !== row.id) throw duplicateName("tag", there?.id);
    return presentTag(row, []);
  });
}

interface Sums {
  name: string;
  currency: string;
  count: number;
  own: number;
  inflow: number;
  outflow: number;
}

/** The caller's tags by name, with what their transactions sum to. */
export function listTags(ctx: FinanceContext): Promise<types.FinanceTagList> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    const rows = await findRows(em, "finance_tags", "owner_id = $1 ORDER BY lower(name), name LIMIT 1000", [
      ownerId,
    ]);
    const own = "t.transfer_id IS NULL AND t.trade_id IS NULL";
    const sql = `SELECT tag AS name, a.currency, count(*)::int AS count, (count(*) FILTER (WHERE ${own}))::int AS own,
        coalesce(sum(t.amount) FILTER (WHERE ${own} AND t.amount > 0), 0)::float8 AS inflow,
        coalesce(-sum(t.amount) FILTER (WHERE ${own} AND t.amount < 0), 0)::float8 AS outflow
      FROM finance_transactions AS t JOIN finance_accounts AS a ON a.id = t.account_id
        CROSS JOIN LATERAL jsonb_array_elements_text(t.tags) AS tag
      WHERE t.owner_id = $1 AND t.tags <> '[]' GROUP BY tag, a.currency ORDER BY a.currency`;
    const byName = Map.groupBy(await executeSql<Sums>(em, sql, [ownerId]), ({ name }) => name);
    return { tags: rows.map((row) => presentTag(row, byName.get(row.name) ?? [])) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Deletes a tag, also from its transactions. Throws NOT_FOUND, and BUSINESS_RULE (`tag_in_rules`) where rules would set it
 * again.
 */
export function deleteTag(ctx: FinanceContext, input: types.DeleteTagInput): Promise<types.DeletedTag> {
  return changeOnce(ctx, { operation: "deleteTag", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const tag = await findOwn(em, "finance_tags", { ownerId, id: input.tagId, lock: true });
    if (!tag) throw notFound("tag");
    const ruled = `SELECT id FROM finance_rules WHERE owner_id = $1
      AND actions @> jsonb_build_array(jsonb_build_object('set', 'tag', 'value', $2::text)) ORDER BY position, id`;
    const rules = await executeSql<{ id: string }>(em, ruled, [ownerId, tag.name]);
    if (rules.length > 0)
      throw businessRule("tag_in_rules", "Rules still set this tag. Change or delete these rules first.", {
        ruleIds: rules.map(({ id }) => id),
      });
    const sql = `UPDATE finance_transactions SET tags = tags - $2::text, version = version + 1, updated_at = $3
      WHERE owner_id = $1 AND tags @> jsonb_build_array($2::text) RETURNING 1`;
    const untagged = (await executeSql(em, sql, [ownerId, tag.name, ctx.clock.now()])).length;
    await executeSql(em, "DELETE FROM finance_tags WHERE id = $1", [tag.id]);
    return { deleted: true as const, untagged };
  });
}

function presentTag({ id, name, color }: TagRow, sums: readonly Sums[]): types.FinanceTag {
  const totals = sums
    .filter(({ own }) => own > 0)
    .map(({ currency, inflow, outflow }) => ({
      currency,
      inflow: toShown(inflow, currency),
      outflow: toShown(outflow, currency),
    }));
  return { id, name, color, transactionCount: sums.reduce((sum, { count }) => sum + count, 0), totals };
}
