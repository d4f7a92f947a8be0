import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { LedgerRow } from "../ledgers/ledger.rows.ts";
import type { LedgerExportEntryStatus, LedgerExportStatus } from "./ledger-export.types.ts";

/** Where lines of a ledger account go: the account there. */
export type ExportAccount = readonly [accountId: string, remoteId: string, remoteCode: string | null];

export interface ExportRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  connectionId: string;
  provider: string;
  companyId: string;
  companyName: string;
  target: string;
  fromDate: string;
  toDate: string;
  status: LedgerExportStatus;
  failure: string | null;
  earlierCount: number;
  accounts: readonly ExportAccount[];
  runId: string | null;
  leasedUntil: string | null;
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
}

export interface ExportEntryRow {
  id: string;
  ownerId: string;
  ledgerId: string;
  exportId: string;
  entryId: string;
  target: string;
  status: LedgerExportEntryStatus;
  requestKey: string;
  isDoubtful: boolean;
  remoteId: string | null;
  error: string | null;
  finishedAt: string | null;
}

interface MappedRow {
  ownerId: string;
  ledgerId: string;
  target: string;
  accountId: string;
  remoteAccountId: string;
}

export const exportTables = plainRows<{
  accounting_exports: ExportRow;
  accounting_export_entries: ExportEntryRow;
  accounting_export_accounts: MappedRow;
}>();

/** The program and the company there. */
export function targetOf(provider: string, companyId: string): string {
  return `${provider}/${companyId}`;
}

/** Lets one request at a time begin an export to a company. */
export async function lockTarget(em: EntityManager, ownerId: string, target: string): Promise<void> {
  const sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await executeSql(em, sql, [`ledger-export ${ownerId} ${target}`]);
}

/** An entry of a period, and what became of it at a company before. */
export interface PeriodEntry {
  id: string;
  accountIds: string[];
  isExported: boolean;
  isDoubtful: boolean;
  failures: number;
}

/** Posted entries of a period but those that close years, in their order, at most `limit`. */
export function listPeriodEntries(
  em: EntityManager,
  { id }: LedgerRow,
  { from, to, target, limit }: { from: string; to: string; target: string; limit: number },
): Promise<PeriodEntry[]> {
  const sql = `SELECT e.id, l.ids AS "accountIds", coalesce(x.exported, false) AS "isExported",
      coalesce(x.doubtful, false) AS "isDoubtful", coalesce(x.failures, 0) AS failures
    FROM accounting_entries e
    CROSS JOIN LATERAL (SELECT array_agg(DISTINCT account_id) AS ids FROM accounting_lines WHERE entry_id = e.id) l
    CROSS JOIN LATERAL (SELECT bool_or(status = 'exported') AS exported, bool_or(status = 'unknown') AS doubtful,
      count(*) FILTER (WHERE status = 'failed')::int AS failures
      FROM accounting_export_entries WHERE owner_id = e.owner_id AND ledger_id = e.ledger_id AND entry_id = e.id AND target = $4) x
    WHERE e.ledger_id = $1 AND e.date BETWEEN $2 AND $3 AND e.number IS NOT NULL AND NOT e.is_closing
    ORDER BY e.date, e.fiscal_year, e.number LIMIT $5`;
  return executeSql<PeriodEntry>(em, sql, [id, from, to, target, limit]);
}

/** Takes an export for a run; null when it has ended, or another run has it. */
export async function leaseExport(
  em: EntityManager,
  { id, runId }: { id: string; runId: string },
): Promise<ExportRow | null> {
  const sql = `UPDATE accounting_exports SET run_id = $2, leased_until = now() + interval '2 minutes'
    WHERE id = $1 AND status = 'running' AND (leased_until IS NULL OR leased_until < now() OR run_id = $2) RETURNING id`;
  if ((await executeSql(em, sql, [id, runId])).length === 0) return null;
  return (await exportTables.findRows(em, "accounting_exports", "t.id = $1", [id]))[0]!;
}

/** The next entry to send: one that may have been sent comes first. */
export async function nextEntry(em: EntityManager, exportId: string): Promise<ExportEntryRow | null> {
  const where = `t.export_id = $1 AND t.status IN ('pending', 'sending') ORDER BY t.status = 'sending' DESC,
    (SELECT (e.date, e.fiscal_year, e.number) FROM accounting_entries e WHERE e.id = t.entry_id) LIMIT 1`;
  return (await exportTables.findRows(em, "accounting_export_entries", where, [exportId]))[0] ?? null;
}

/** Ends an export. Entries that were not sent are skipped, and of those that may have been nothing is known. */
export async function endExport(
  em: EntityManager,
  id: string,
  { failure, now }: { failure: string | null; now: Date },
): Promise<void> {
  const entries = `UPDATE accounting_export_entries SET status = CASE status WHEN 'sending' THEN 'unknown' ELSE 'skipped' END
    WHERE export_id = $1 AND status IN ('pending', 'sending')`;
  await executeSql(em, entries, [id]);
  const sql = `UPDATE accounting_exports SET status = $2, failure = $3, finished_at = $4, leased_until = NULL
    WHERE id = $1 AND status = 'running'`;
  await executeSql(em, sql, [id, failure === null ? "completed" : "failed", failure, now]);
}

/** Numbers of entries of some exports by their state. */
export async function countEntries(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, Partial<Record<LedgerExportEntryStatus, number>>>> {
  const sql = `SELECT export_id AS id, status, count(*)::int AS n FROM accounting_export_entries
    WHERE export_id = ANY ($1) GROUP BY export_id, status`;
  const counts = new Map<string, Partial<Record<LedgerExportEntryStatus, number>>>();
  for (const { id, status, n } of await executeSql<{
    id: string;
    status: LedgerExportEntryStatus;
    n: number;
  }>(em, sql, [ids]))
    counts.set(id, { ...counts.get(id), [status]: n });
  return counts;
}
