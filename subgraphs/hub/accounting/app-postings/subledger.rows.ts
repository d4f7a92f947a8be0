import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";

/** What an entry did to the control accounts until a day, debits less credits. */
export interface ControlEntry {
  entryId: string;
  date: string;
  memo: string;
  amount: number;
  /** The record of an app that it was made from, or that it takes back; null for others. */
  app: string | null;
  kind: string | null;
  recordId: string | null;
  /** True for entries of vendor bills and their reversals. */
  isOfBill: boolean;
}

interface Range {
  ledger: LedgerRow;
  accountIds: readonly string[];
  asOf: string;
}

/** Balance of control accounts by client, debits less credits. */
export function controlByParty(
  em: EntityManager,
  { ledger, accountIds, asOf }: Range,
): Promise<{ party: string | null; amount: number }[]> {
  const sql = `SELECT client AS party, sum(debit - credit)::float8 AS amount FROM accounting_lines
    WHERE owner_id = $1 AND account_id = ANY ($2) AND date <= $3 AND number IS NOT NULL GROUP BY client`;
  return executeSql(em, sql, [ledger.ownerId, accountIds, asOf]);
}

/** Entries on control accounts, with their records. */
export function controlEntries(
  em: EntityManager,
  { ledger, accountIds, asOf }: Range,
): Promise<ControlEntry[]> {
  const sql = `SELECT e.id AS "entryId", e.date::text, e.memo, s.amount, p.app, p.kind, p.source_id AS "recordId",
      coalesce(e.source_app, o.source_app) IS NOT DISTINCT FROM 'accounting' AS "isOfBill"
    FROM (SELECT entry_id, sum(debit - credit)::float8 AS amount FROM accounting_lines
      WHERE owner_id = $1 AND account_id = ANY ($2) AND date <= $3 AND number IS NOT NULL
      GROUP BY entry_id HAVING sum(debit - credit) <> 0) s
    JOIN accounting_entries e ON e.id = s.entry_id
    LEFT JOIN accounting_entries o ON o.id = e.reverses_id
    LEFT JOIN accounting_app_postings p ON p.entry_id = coalesce(e.reverses_id, e.id)
    ORDER BY e.date, e.id`;
  return executeSql<ControlEntry>(em, sql, [ledger.ownerId, accountIds, asOf]);
}

/** Records of an app whose entries count, with the days of these entries. */
export function countingEntries(
  em: EntityManager,
  { ownerId, id }: LedgerRow,
  app: string,
): Promise<{ kind: string; recordId: string; entryId: string; date: string; isReversed: boolean }[]> {
  const sql = `SELECT p.kind, p.source_id AS "recordId", p.entry_id AS "entryId", e.date::text,
      EXISTS (SELECT FROM accounting_entries r WHERE r.reverses_id = e.id) AS "isReversed"
    FROM accounting_app_postings p JOIN accounting_entries e ON e.id = p.entry_id
    WHERE p.owner_id = $1 AND p.ledger_id = $2 AND p.app = $3 AND p.reversal_id IS NULL`;
  return executeSql(em, sql, [ownerId, id, app]);
}
