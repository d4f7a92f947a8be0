import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { monthOf } from "../ledgers/fiscal-year.ts";

/** Debits less credits of an account until a date, without and with closing entries. */
export interface AccountSum {
  accountId: string;
  /** Without closing entries: of income and expenses, all that was ever earned and spent. */
  earned: number;
  /** With closing entries: the balance. */
  balance: number;
}

/** Sums of all posted lines of a ledger until the end of a date: whole months from their sums, the rest from lines. */
export async function sumsUntil(
  em: EntityManager,
  ledgerId: string,
  date: string,
): Promise<Map<string, AccountSum>> {
  const sql = `SELECT account_id AS "accountId", sum(amount) FILTER (WHERE NOT is_closing)::float8 AS earned,
      sum(amount)::float8 AS balance
    FROM (
      SELECT account_id, is_closing, debit - credit AS amount FROM accounting_balances
      WHERE ledger_id = $1 AND month < $2
      UNION ALL
      SELECT account_id, is_closing, sum(debit - credit) FROM accounting_lines
      WHERE ledger_id = $1 AND date BETWEEN $2 AND $3 AND number IS NOT NULL GROUP BY account_id, is_closing
    ) s GROUP BY account_id`;
  const rows = await executeSql<AccountSum>(em, sql, [ledgerId, monthOf(date), date]);
  return new Map(rows.map((row) => [row.accountId, { ...row, earned: row.earned ?? 0 }]));
}

/** A posted line of an account. */
export interface LedgerLineRow {
  entryId: string;
  line: number;
  date: string;
  fiscalYear: number;
  number: number;
  memo: string;
  debit: number;
  credit: number;
}

/** Where a page of lines ended. */
export interface LinePosition {
  date: string;
  number: number;
  line: number;
}

/** Debits less credits of one account before a position, or before a day. */
export async function sumBefore(
  em: EntityManager,
  accountId: string,
  { date, number = 0, line = 0 }: { date: string; number?: number; line?: number },
): Promise<number> {
  const sql = `SELECT (coalesce((SELECT sum(debit - credit) FROM accounting_balances WHERE account_id = $1 AND month < $2), 0)
    + coalesce((SELECT sum(debit - credit) FROM accounting_lines WHERE account_id = $1 AND date >= $2
        AND (date, number, line) < ($3, $4, $5) AND number IS NOT NULL), 0))::float8 AS sum`;
  const [row] = await executeSql<{ sum: number }>(em, sql, [accountId, monthOf(date), date, number, line]);
  return row!.sum;
}

/** Lines of an account in order, behind a position where there is one. */
export function linesAfter(
  em: EntityManager,
  accountId: string,
  { from, to, after, limit }: { from: string; to: string; after: LinePosition | null; limit: number },
): Promise<LedgerLineRow[]> {
  const { date, number, line } = after ?? { date: from, number: 0, line: 0 };
  const sql = `SELECT l.entry_id AS "entryId", l.line::int, l.date::text, e.fiscal_year AS "fiscalYear", l.number,
      coalesce(l.memo, e.memo) AS memo, l.debit::float8, l.credit::float8
    FROM (
      SELECT * FROM accounting_lines WHERE account_id = $1 AND date <= $2 AND (date, number, line) > ($3, $4, $5)
        AND number IS NOT NULL ORDER BY date, number, line LIMIT $6
    ) l JOIN accounting_entries e ON e.id = l.entry_id ORDER BY l.date, l.number, l.line`;
  return executeSql(em, sql, [accountId, to, date, number, line, limit]);
}
