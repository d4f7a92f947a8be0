import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { rowCursors, rowEnd } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError, type FieldFault } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import type { HubContext } from "../../hub.context.ts";
import { readTags } from "../contacts/contact-facts.ts";
import { importNotFound } from "../crm.errors.ts";
import { readHeader } from "./import-columns.ts";
import { maxImportBytes, maxImportRows, readFileRows } from "./import-file.ts";
import { importQueue } from "./import-queue.ts";
import type { CrmImport, CrmImportPage, ImportContactsInput, ImportsArgs } from "./import.types.ts";
import { insertImport, selectImports, type ImportRow } from "./import.rows.ts";

/** Maximum unfinished imports per account. */
const maxOpenImports = 5;

/**
 * Enqueues an import: a job creates the file's contacts and updates those with a known e-mail, so that the same file
 * again changes nothing. Throws VALIDATION_ERROR for a file that cannot be read as a whole, and INVALID_STATE while 5
 * imports are unfinished. Idempotent by the idempotency key.
 */
export async function importContacts(ctx: HubContext, input: ImportContactsInput): Promise<CrmImport> {
  const { csv, filename, country, consentSource, mapping } = input;
  const faults: FieldFault[] = [];
  const tags = readTags(input.tags, faults);
  const { totalRows, faults: fileFaults } = await checkFile(csv, mapping);
  faults.push(...fileFaults);
  if (faults.length > 0) throw validationError(faults);
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const sha256 = createHash("sha256").update(csv).digest("hex");
  const digest = { sha256, filename, country, tags, consentSource, mapping };
  return exactlyOnce(ctx, { operation: "importContacts", input: digest }, async (em) => {
    await requireTurn(em, ownerId);
    const id = newId("imp");
    const row = { id, ownerId, filename, sha256, totalRows, now };
    await insertImport(em, row, { options: { country, tags, consentSource, mapping }, content: csv });
    await enqueue(em, importQueue, { importId: id }, { singletonKey: id });
    return showImport((await selectImports(em, "id = $1", [id]))[0]!);
  });
}

/** The caller's imports, the newest first. Throws INVALID_CURSOR. */
export async function listImports(ctx: HubContext, { limit, cursor }: ImportsArgs): Promise<CrmImportPage> {
  const cursors = rowCursors(ctx, ["contact imports"]);
  const after = cursors.decode(cursor);
  const found = await inTransaction(
    ctx,
    (em) =>
      selectImports(
        em,
        `owner_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $4`,
        [ctx.principal.ownerId, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
      ),
    { readOnly: true },
  );
  const { rows, nextCursor } = cutPage(found, limit, cursors, rowEnd);
  return { imports: rows.map(showImport), nextCursor };
}

/** One import of the caller. Throws IMPORT_NOT_FOUND. */
export async function readImport(ctx: HubContext, importId: string): Promise<CrmImport> {
  const values = [ctx.principal.ownerId, importId];
  const select = "owner_id = $1 AND id = $2";
  const [row] = await inTransaction(ctx, (em) => selectImports(em, select, values), { readOnly: true });
  if (!row) throw importNotFound();
  return showImport(row);
}

/** Reads the whole file once, so that all faults are reported at once. */
async function checkFile(
  csv: string,
  mapping: readonly string[],
): Promise<{ totalRows: number; faults: FieldFault[] }> {
  const bad = (message: string, rule: string) => ({ totalRows: 0, faults: [{ path: "csv", message, rule }] });
  if (Buffer.byteLength(csv) > maxImportBytes)
    return bad(`must have at most ${maxImportBytes} bytes`, "maxBytes");
  let totalRows = -1;
  let faults: FieldFault[] = [];
  for await (const { cells } of readFileRows(csv)) {
    if (cells === null) return bad("has a quote that is not closed", "quote");
    if (++totalRows === 0) ({ faults } = readHeader(cells, mapping));
    if (totalRows > maxImportRows) return bad(`must have at most ${maxImportRows} rows`, "maxRows");
  }
  return totalRows === -1 ? bad("must have a header row", "header") : { totalRows, faults };
}

/** Throws INVALID_STATE while the account has the most unfinished imports. One request at a time begins one. */
export async function requireTurn(em: EntityManager, ownerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`crm-imports ${ownerId}`]);
  const sql = "SELECT count(*)::int AS open FROM crm_imports WHERE owner_id = $1 AND finished_at IS NULL";
  const [row] = await executeSql<{ open: number }>(em, sql, [ownerId]);
  if (row!.open < maxOpenImports) return;
  throw new DomainError(
    "INVALID_STATE",
    `${maxOpenImports} imports are already in progress, the maximum. Wait until one finishes.`,
    {
      limit: maxOpenImports,
    },
  );
}

/** An import as API users see it. */
export function showImport(row: ImportRow): CrmImport {
  const { id: importId, ownerId: _owner, options: _options, runFromRow: _from, ...shown } = row;
  const { runStartedAt: _started, advancedAt: _advanced, ...facts } = shown;
  return { importId, ...facts, ...progressOf(row) };
}

function progressOf(row: ImportRow): { ratePerSecond: number | null; secondsLeft: number | null } {
  const { runStartedAt, advancedAt, doneRows, runFromRow, totalRows, finishedAt } = row;
  const seconds = runStartedAt && advancedAt ? (advancedAt.getTime() - runStartedAt.getTime()) / 1000 : 0;
  if (seconds <= 0) return { ratePerSecond: null, secondsLeft: finishedAt ? 0 : null };
  const rate = (doneRows - runFromRow) / seconds;
  const left = rate === 0 ? null : Math.ceil((totalRows - doneRows) / rate);
  return { ratePerSecond: Math.round(rate), secondsLeft: finishedAt ? 0 : left };
}
