import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { monthOf } from "./fiscal-year.ts";
import type { LedgerRow } from "./ledger.rows.ts";

/**
 * Debits less credits of the accounts of a category at the end of a day, in minor units: sums of whole months before, and
 * lines of the last month.
 */
export async function controlBalance(
  em: EntityManager,
  { id }: LedgerRow,
  { category, asOf }: { category: "payable" | "receivable"; asOf: string },
): Promise<number> {
  const sql = `SELECT (coalesce((SELECT sum(b.debit - b.credit) FROM accounting_balances b
        JOIN accounting_accounts a ON a.id = b.account_id AND a.category = $4
        WHERE b.ledger_id = $1 AND b.month < $3), 0)
      + coalesce((SELECT sum(l.debit - l.credit) FROM accounting_lines l
        JOIN accounting_accounts a ON a.id = l.account_id AND a.category = $4
        WHERE l.ledger_id = $1 AND l.number IS NOT NULL AND l.date BETWEEN $3 AND $2), 0))::float8 AS balance`;
  const [row] = await executeSql<{ balance: number }>(em, sql, [id, asOf, monthOf(asOf), category]);
  return row!.balance;
}
