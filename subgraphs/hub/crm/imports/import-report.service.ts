import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { writeCsv } from "../../../../src/text/csv.ts";
import type { HubContext } from "../../hub.context.ts";
import { importNotFound } from "../crm.errors.ts";
import type {
  CrmImportRemark,
  CrmImportRemarkPage,
  CrmImportReport,
  ImportRemarksArgs,
} from "./import.types.ts";
import { selectImports } from "./import.rows.ts";

type StoredRemark = CrmImportRemark & { position: number };

/**
 * The rows and cells of a file that were not imported, with reasons, in the order of its lines. Throws
 * IMPORT_NOT_FOUND.
 */
export async function listRemarks(ctx: HubContext, args: ImportRemarksArgs): Promise<CrmImportRemarkPage> {
  const { importId, limit, cursor } = args;
  return inTransaction(
    ctx,
    async (em) => {
      await requireImport(em, ctx, importId);
      const after = cursor ? Number(cursor) : -1;
      const rows = await selectRemarks(em, { importId, after, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? String(shown.at(-1)!.position) : null;
      return { importId, remarks: shown.map(({ position: _, ...remark }) => remark), nextCursor };
    },
    { readOnly: true },
  );
}

/** The same of the whole file as CSV, safe to be opened by a spreadsheet program. Throws IMPORT_NOT_FOUND. */
export async function readReport(ctx: HubContext, importId: string): Promise<CrmImportReport> {
  const rows = await inTransaction(
    ctx,
    async (em) => {
      await requireImport(em, ctx, importId);
      return selectRemarks(em, { importId, after: -1, limit: null });
    },
    { readOnly: true },
  );
  const columns = ["line", "outcome", "field", "reason", "message"];
  const records = rows.map(({ line, outcome, field, reason, message }) => [
    line,
    outcome,
    field,
    reason,
    message,
  ]);
  const content = writeCsv([columns, ...records]);
  return {
    filename: `${importId}-report.csv`,
    contentType: "text/csv; charset=utf-8",
    encoding: "utf8",
    content,
    size: Buffer.byteLength(content),
  };
}

async function requireImport(em: EntityManager, ctx: HubContext, importId: string): Promise<void> {
  const [row] = await selectImports(em, "owner_id = $1 AND id = $2", [ctx.principal.ownerId, importId]);
  if (!row) throw importNotFound();
}

function selectRemarks(
  em: EntityManager,
  { importId, after, limit }: { importId: string; after: number; limit: number | null },
): Promise<StoredRemark[]> {
  return executeSql<StoredRemark>(
    em,
    `SELECT position, line, outcome, reason, field, message FROM crm_import_remarks
     WHERE import_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
    [importId, after, limit],
  );
}
