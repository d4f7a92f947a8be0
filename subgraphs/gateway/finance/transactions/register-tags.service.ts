import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { insertAll } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";

/**
 * Adds the tags that are not there yet, and locks all of them against deletion until the transaction ends. One that is deleted
 * meanwhile is added again.
 */
export async function registerTags(
  em: EntityManager,
  ctx: FinanceContext,
  names: readonly string[],
): Promise<void> {
  // In one order, so that two calls do not wait for each other in a circle.
  const wanted = [...new Set(names)].sort();
  if (wanted.length === 0) return;
  const kept = { ownerId: ownerOf(ctx), color: null, createdAt: ctx.clock.now().toISOString() };
  const rows = wanted.map((name) => ({ ...kept, id: newId("ftg"), name }));
  const add = () => insertAll(em, "finance_tags", rows, "ON CONFLICT DO NOTHING");
  await add();
  const sql =
    "SELECT id FROM finance_tags WHERE owner_id = $1 AND name = ANY ($2) ORDER BY name FOR KEY SHARE";
  const locked = await executeSql(em, sql, [kept.ownerId, wanted]);
  if (locked.length < wanted.length) await add();
}
