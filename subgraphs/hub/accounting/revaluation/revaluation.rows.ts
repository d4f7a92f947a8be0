import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import { monetaryCategories, type ForeignPosition } from "./revaluation.ts";

/** A position with the names of its account. */
export interface NamedPosition extends ForeignPosition {
  accountCode: string;
  accountName: string;
}

/** Positions of monetary accounts in foreign currencies at the end of a day; those that are empty in both currencies are left out. */
export function listForeignPositions(
  em: EntityManager,
  { id }: LedgerRow,
  asOf: string,
): Promise<NamedPosition[]> {
  const sql = `SELECT a.id AS "accountId", a.code AS "accountCode", a.name AS "accountName",
      e.foreign_currency AS "foreignCurrency", sum(l.foreign_debit - l.foreign_credit)::float8 AS foreign,
      sum(l.debit - l.credit)::float8 AS value
    FROM accounting_entries e JOIN accounting_lines l ON l.entry_id = e.id JOIN accounting_accounts a ON a.id = l.account_id
    WHERE e.ledger_id = $1 AND e.foreign_currency IS NOT NULL AND e.number IS NOT NULL AND e.date <= $2
      AND a.category = ANY ($3)
    GROUP BY a.id, a.code, a.name, e.foreign_currency
    HAVING sum(l.foreign_debit - l.foreign_credit) <> 0 OR sum(l.debit - l.credit) <> 0
    ORDER BY e.foreign_currency, a.code, a.id`;
  return executeSql<NamedPosition>(em, sql, [id, asOf, monetaryCategories]);
}

/** Revaluations of a ledger take turns, since each one looks at what the one before has posted. */
export async function lockRevaluation(em: EntityManager, { id }: LedgerRow): Promise<void> {
  const sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await executeSql(em, sql, [`accounting-revaluation ${id}`]);
}
