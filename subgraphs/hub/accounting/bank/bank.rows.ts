import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { bankLineNotFound, bankStatementNotFound } from "../accounting.errors.ts";
import type { BankStatementFormat, BankStatementStatus } from "./bank-statement.types.ts";

export interface StatementRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  accountId: string;
  format: BankStatementFormat;
  fromDate: string;
  toDate: string;
  opening: number | null;
  closing: number | null;
  status: BankStatementStatus;
  lineCount: number;
  linesTotal: number;
  duplicates: number;
  createdBy: string;
  createdAt: string;
}

export interface BankLineRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  accountId: string;
  statementId: string;
  identity: string;
  date: string;
  amount: number;
  payee: string;
  notes: string | null;
  matchId: string | null;
  createdAt: string;
}

export interface MatchRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  matchedBy: string;
  matchedAt: string;
}

export interface MatchedLineRow {
  entryId: string;
  line: number;
  ownerId: string;
  ledgerId: string;
  matchId: string;
}

export interface ReconciliationRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  accountId: string;
  statementId: string;
  through: string;
  opening: number;
  closing: number;
  completedBy: string;
  createdAt: string;
  reopenedBy: string | null;
  reopenedAt: string | null;
  reason: string | null;
}

export const bankTables = plainRows<{
  accounting_bank_statements: StatementRow;
  accounting_bank_lines: BankLineRow;
  accounting_bank_matches: MatchRow;
  accounting_bank_matched_lines: MatchedLineRow;
  accounting_bank_reconciliations: ReconciliationRow;
}>();

/** A statement of the account. Throws NOT_FOUND. */
export async function requireStatement(
  em: EntityManager,
  ctx: HubContext,
  id: string,
): Promise<StatementRow> {
  const ownerId = ctx.principal.ownerId ?? "";
  const found = await bankTables.findOwn(em, "accounting_bank_statements", { ownerId, id });
  if (!found) throw bankStatementNotFound();
  return found;
}

/** Lines of the account in the order of their IDs. Throws NOT_FOUND unless all are there. */
export async function requireBankLines(
  em: EntityManager,
  ctx: HubContext,
  ids: readonly string[],
): Promise<BankLineRow[]> {
  const where = "t.owner_id = $1 AND t.id = ANY ($2) ORDER BY t.id";
  const found = await bankTables.findRows(em, "accounting_bank_lines", where, [
    ctx.principal.ownerId ?? "",
    ids,
  ]);
  if (found.length < ids.length) throw bankLineNotFound();
  return found;
}

/**
 * Lets one request at a time change statements and matches of a ledger account. It is taken before any other lock, and read
 * after it is what an earlier request did.
 */
export async function lockBank(em: EntityManager, accountId: string): Promise<void> {
  const key = `accounting-bank ${accountId}`;
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [key]);
}

/** The reconciliation that is completed for the latest date of a ledger account, or null. */
export async function lastReconciliation(
  em: EntityManager,
  accountId: string,
): Promise<ReconciliationRow | null> {
  const where = `t.account_id = $1 AND t.reopened_at IS NULL ORDER BY t.through DESC, t.created_at DESC, t.id DESC LIMIT 1`;
  return (await bankTables.findRows(em, "accounting_bank_reconciliations", where, [accountId]))[0] ?? null;
}

/** Whether lines of these statements are locked by a completed reconciliation. */
export async function hasCompleted(em: EntityManager, statementIds: readonly string[]): Promise<boolean> {
  const sql = `SELECT 1 FROM accounting_bank_statements WHERE id = ANY ($1) AND status = 'completed' LIMIT 1`;
  return (await executeSql(em, sql, [statementIds])).length > 0;
}

export async function linesOfMatch(em: EntityManager, matchId: string): Promise<BankLineRow[]> {
  return bankTables.findRows(em, "accounting_bank_lines", "t.match_id = $1 ORDER BY t.id", [matchId]);
}

/** IDs of the entries of some matches, by match. */
export async function entriesOfMatches(
  em: EntityManager,
  matchIds: readonly string[],
): Promise<Map<string, string[]>> {
  const sql = `SELECT match_id AS "matchId", array_agg(DISTINCT entry_id ORDER BY entry_id) AS ids
    FROM accounting_bank_matched_lines WHERE match_id = ANY ($1) GROUP BY match_id`;
  const rows = await executeSql<{ matchId: string; ids: string[] }>(em, sql, [matchIds]);
  return new Map(rows.map(({ matchId, ids }) => [matchId, ids]));
}

/** Whether an entry is matched with a line of a completed reconciliation. The transaction has locked the entry. */
export async function isReconciled(em: EntityManager, entryId: string): Promise<boolean> {
  const sql = `SELECT 1 FROM accounting_bank_matched_lines m
      JOIN accounting_bank_lines l ON l.owner_id = m.owner_id AND l.ledger_id = m.ledger_id AND l.match_id = m.match_id
      JOIN accounting_bank_statements s ON s.id = l.statement_id
    WHERE m.entry_id = $1 AND s.status = 'completed' LIMIT 1`;
  return (await executeSql(em, sql, [entryId])).length > 0;
}
