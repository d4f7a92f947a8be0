import type { EntityManager } from "@mikro-orm/postgresql";
import { findRows } from "../finance.rows.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { StockSplit } from "./lots.ts";

/** Stock splits of the principal's securities up to a day, oldest first, by security. */
export async function splitsBySecurity(
  em: EntityManager,
  ctx: FinanceContext,
  to: string,
): Promise<Map<string, StockSplit[]>> {
  const where = "owner_id = $1 AND date <= $2 ORDER BY date";
  const rows = await findRows(em, "finance_stock_splits", where, [ownerOf(ctx), to]);
  return Map.groupBy(rows, ({ securityId }) => securityId);
}

/** All stock splits of a security, oldest first. */
export function splitsOf(em: EntityManager, securityId: string): Promise<StockSplit[]> {
  return findRows(em, "finance_stock_splits", "security_id = $1 ORDER BY date", [securityId]);
}
