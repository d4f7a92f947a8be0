import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { toShown } from "../amounts.ts";
import { findRows } from "../finance.rows.ts";
import { presentEntry } from "../transactions/present-entry.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import type * as types from "./tax-profile.types.ts";

const shownPerLine = 200;

interface LinePart {
  id: string;
  taxLine: string;
  date: string;
  currency: string;
  amount: number;
}

/**
 * Spending of a year on categories with a tax line, by line, in US dollars at the rates of the days. Transfers and cash of
 * trades do not count. Throws BUSINESS_RULE where an exchange rate is missing.
 */
export function listDeductibleTransactions(
  ctx: FinanceContext,
  { year, taxLine }: types.DeductibleTransactionsArgs,
): Promise<types.DeductibleTransactions> {
  const read = async (em: EntityManager) => {
    const { currency, convert } = await converterOf(em, ctx, "USD");
    const sql = `SELECT p.id, c.tax_line AS "taxLine", p.date::text, p.currency, p.amount::float8
      FROM finance_parts AS p JOIN finance_categories AS c ON c.id = p.category_id
      WHERE p.owner_id = $1 AND p.date BETWEEN $2 AND $3 AND p.transfer_id IS NULL AND p.trade_id IS NULL
        AND c.kind = 'expense' AND c.tax_line IS NOT NULL AND ($4::text IS NULL OR c.tax_line = $4)
      ORDER BY p.date DESC, p.id DESC`;
    const span = [`${year}-01-01`, `${year}-12-31`];
    const parts = await executeSql<LinePart>(em, sql, [ownerOf(ctx), ...span, taxLine ?? null]);
    const byLine = [...Map.groupBy(parts, (part) => part.taxLine)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const idsOf = byLine.map(([, own]) => [...new Set(own.map(({ id }) => id))]);
    const shown = idsOf.map((ids) => ids.slice(0, shownPerLine));
    const rows = await findRows(em, "finance_entries", "id = ANY ($1)", [shown.flat()]);
    const entryOf = new Map(rows.map((row) => [row.id, presentEntry(row)]));
    const lines = byLine.map(([line, own], index) => ({
      taxLine: line,
      total: toShown(
        -own.reduce((sum, part) => sum + convert(part.amount, part.currency, part.date), 0),
        currency,
      ),
      count: idsOf[index]!.length,
      transactions: shown[index]!.map((id) => entryOf.get(id)!),
    }));
    return { year, currency, lines };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
