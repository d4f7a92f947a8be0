import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import type { Converter } from "../accounts/rates.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { FlowPart } from "./cash-flow.ts";

export interface FlowQuery {
  from: string;
  to: string;
  /** Only of these accounts. */
  accountIds?: readonly string[] | null;
  /** Not of these payees. */
  exceptPayeeIds?: readonly string[];
}

interface StoredPart extends FlowPart {
  currency: string;
}

/**
 * Inflow and outflow by day and category, at the rate of each day, without transfers, trades, and accounts of other
 * kinds. Throws BUSINESS_RULE when an exchange rate is missing.
 */
export async function flowPartsOf(
  em: EntityManager,
  ctx: FinanceContext,
  { from, to, accountIds, exceptPayeeIds }: FlowQuery,
  { convert }: Converter,
): Promise<FlowPart[]> {
  // Uncategorized amounts are separated by direction, so that inflow and outflow do not cancel out.
  const sql = `SELECT p.date::text, p.category_id AS "categoryId", c.kind, p.currency, sum(p.amount)::float8 AS amount
    FROM finance_parts AS p LEFT JOIN finance_categories AS c ON c.id = p.category_id
    WHERE p.owner_id = $1 AND p.date BETWEEN $2 AND $3 AND p.transfer_id IS NULL AND p.trade_id IS NULL
      AND p.account_kind = ANY ($4) AND ($5::text[] IS NULL OR p.account_id = ANY ($5))
      AND NOT p.payee_id = ANY ($6)
    GROUP BY p.date, p.category_id, c.kind, p.currency, CASE WHEN c.kind IS NULL THEN p.amount > 0 END
    ORDER BY p.date, p.category_id`;
  const values = [ownerOf(ctx), from, to, spendingKinds, accountIds ?? null, exceptPayeeIds ?? []];
  const parts = await executeSql<StoredPart>(em, sql, values);
  return parts.map(({ currency, amount, ...part }) => ({
    ...part,
    amount: convert(amount, currency, part.date),
  }));
}

/** Names of categories by id. */
export async function categoryNames(
  em: EntityManager,
  ids: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const sql = "SELECT id, name FROM finance_categories WHERE id = ANY ($1)";
  const found = await executeSql<{ id: string; name: string }>(em, sql, [ids.filter((id) => id !== null)]);
  return new Map([
    ...found.map(({ id, name }): [string | null, string] => [id, name]),
    [null, "Uncategorized"],
  ]);
}
