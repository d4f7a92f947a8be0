import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { spendingKinds } from "../accounts/account-kinds.ts";
import type { Converter } from "../accounts/rates.service.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type { FlowPart, Grouping } from "./cash-flow.ts";

export interface FlowQuery {
  from: string;
  to: string;
  /** Only of these accounts. */
  accountIds?: readonly string[] | null;
  /** Not of these payees. */
  exceptPayeeIds?: readonly string[];
  /** Days whose amounts are summed; parts have the first day of their span. Default: one day each. */
  span?: FlowSpan;
}

export type FlowSpan = Grouping | "day" | "whole";

/** The first day of the span in which a day lies. */
const spanStarts: Readonly<Record<FlowSpan, string>> = {
  day: "p.date",
  week: "$2::date + (p.date - $2::date) / 7 * 7",
  month: "greatest($2::date, p.date - extract(day FROM p.date)::int + 1)",
  whole: "$2::date",
};

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
  { from, to, accountIds, exceptPayeeIds, span = "day" }: FlowQuery,
  { convert, currency: wanted }: Converter,
): Promise<FlowPart[]> {
  // Uncategorized amounts are separated by direction, so that inflow and outflow do not cancel out.
  // Only foreign amounts need their day, for its rate: a day and category of ten years has hardly two transactions.
  const sql = `WITH flows AS (SELECT CASE WHEN p.currency = $7 THEN ${spanStarts[span]} ELSE p.date END AS date, p.category_id,
      p.currency, p.amount > 0 AS came_in, sum(p.amount) AS amount
    FROM finance_parts AS p
    WHERE p.owner_id = $1 AND p.date BETWEEN $2 AND $3 AND p.transfer_id IS NULL AND p.trade_id IS NULL
      AND p.account_kind = ANY ($4) AND ($5::text[] IS NULL OR p.account_id = ANY ($5))
      AND ($6::text[] = '{}' OR NOT p.payee_id = ANY ($6))
    GROUP BY 1, 2, 3, 4)
    SELECT f.date::text, f.category_id AS "categoryId", c.kind, f.currency, sum(f.amount)::float8 AS amount
    FROM flows AS f LEFT JOIN finance_categories AS c ON c.id = f.category_id
    GROUP BY f.date, f.category_id, c.kind, f.currency, CASE WHEN c.kind IS NULL THEN f.came_in END
    ORDER BY f.date, f.category_id`;
  const values = [ownerOf(ctx), from, to, spendingKinds, accountIds ?? null, exceptPayeeIds ?? [], wanted];
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
