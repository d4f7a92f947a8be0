import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { currenciesOf } from "../bank/present-bank.service.ts";
import { entryNumber } from "../journal/entry-number.ts";
import { countEntries, exportTables, type ExportEntryRow, type ExportRow } from "./ledger-export.rows.ts";
import type * as types from "./ledger-export.types.ts";

/** Exports of the account, newest first. Throws INVALID_CURSOR. */
export function listLedgerExports(
  ctx: HubContext,
  { limit, cursor }: types.LedgerExportsArgs,
): Promise<types.LedgerExportPage> {
  const read = async (em: EntityManager) => {
    const query = { where: "", values: [], list: ["ledger exports"] as const, limit, after: cursor ?? null };
    const { rows, ...page } = await exportTables.pageRows(em, ctx, "accounting_exports", query);
    return { exports: await presentExports(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** One export. Throws NOT_FOUND. */
export function readLedgerExport(ctx: HubContext, exportId: string): Promise<types.LedgerExport> {
  const read = async (em: EntityManager) => {
    const row = await requireExport(em, ctx, exportId);
    return (await presentExports(em, [row]))[0]!;
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Entries of an export, in their order. Throws NOT_FOUND and INVALID_CURSOR. */
export function listLedgerExportEntries(
  ctx: HubContext,
  { exportId, status = null, limit, cursor }: types.LedgerExportEntriesArgs,
): Promise<types.LedgerExportEntryPage> {
  const read = async (em: EntityManager) => {
    await requireExport(em, ctx, exportId);
    const { rows, ...page } = await exportTables.pageRows(em, ctx, "accounting_export_entries", {
      where: "t.export_id = $2 AND ($3::text IS NULL OR t.status = $3)",
      values: [exportId, status],
      newestBy: ["entry_id", "entryId"],
      order: "oldest first",
      list: ["ledger export entries", exportId, status],
      limit,
      after: cursor ?? null,
    });
    return { entries: await presentEntries(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

async function requireExport(em: EntityManager, ctx: HubContext, id: string): Promise<ExportRow> {
  const ownerId = ctx.principal.ownerId ?? "";
  const row = await exportTables.findOwn(em, "accounting_exports", { ownerId, id });
  if (!row) throw new DomainError("NOT_FOUND", "Export not found. Check the exportId.");
  return row;
}

/** Exports as API users see them, with their progress. */
export async function presentExports(
  em: EntityManager,
  rows: readonly ExportRow[],
): Promise<types.LedgerExport[]> {
  const currencies = await currenciesOf(em, rows);
  const counts = await countEntries(
    em,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, connectionId, provider, companyName, status, failure, earlierCount } = row;
    const {
      pending = 0,
      sending = 0,
      exported = 0,
      failed = 0,
      unknown = 0,
      skipped = 0,
    } = counts.get(id) ?? {};
    return {
      id,
      connectionId,
      provider,
      remoteCompanyId: row.companyId,
      companyName,
      currency: currencies.get(row.ledgerId)!,
      from: row.fromDate,
      to: row.toDate,
      status,
      failure,
      entryCount: pending + sending + exported + failed + unknown + skipped,
      exportedCount: exported,
      failedCount: failed,
      waitingCount: pending + sending,
      earlierCount,
      createdAt: new Date(row.createdAt),
      finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
    };
  });
}

interface Numbered {
  id: string;
  date: string;
  fiscalYear: number;
  number: number;
}

async function presentEntries(
  em: EntityManager,
  rows: readonly ExportEntryRow[],
): Promise<types.LedgerExportEntry[]> {
  const sql = `SELECT id, date::text, fiscal_year AS "fiscalYear", number FROM accounting_entries WHERE id = ANY ($1)`;
  const found = await executeSql<Numbered>(em, sql, [rows.map(({ entryId }) => entryId)]);
  const entries = new Map(found.map((entry) => [entry.id, entry]));
  return rows.map(({ entryId, status, remoteId, error }) => {
    const entry = entries.get(entryId)!;
    return { entryId, number: entryNumber(entry)!, date: entry.date, status, remoteId, reason: error };
  });
}
