import type { EntityManager } from "@mikro-orm/postgresql";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { TransactionRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";

/**
 * Locks transactions of the caller in the order of their ids, so that two calls do not wait for each other in a circle, and
 * answers them in the order asked for. Throws NOT_FOUND when one is not there.
 */
export async function lockTransactions(
  em: EntityManager,
  ctx: FinanceContext,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  const where = "owner_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE";
  const rows = await findRows(em, "finance_transactions", where, [ownerOf(ctx), ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound("transaction");
    return row;
  });
}
