import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { fetchContacts } from "../connected-contacts/connected-import.service.ts";
import { applyBatch } from "./import-batch.service.ts";
import { readHeader, sourceColumns, type ImportColumn } from "./import-columns.ts";
import { readFileRows, type FileRow } from "./import-file.ts";
import { beginRun, finishImport, recordProgress, readImportFile, selectImports } from "./import.rows.ts";

/**
 * Imports the remaining rows in batches, each in a transaction of its own that also advances the import. After a crash
 * it continues after the last committed batch, and a concurrent second run stops at the first batch that the other has
 * taken.
 */
export async function runImport(
  ctx: HubContext,
  importId: string,
  { signal, batchRows = 500 }: { signal?: AbortSignal; batchRows?: number } = {},
): Promise<void> {
  const [queued] = await asSystem(ctx.em, (em) => selectImports(em, "id = $1", [importId]));
  const source = queued?.options.source;
  if (queued && source && queued.finishedAt === null) {
    const file = await asSystem(ctx.em, (em) => readImportFile(em, importId));
    const { ownerId } = queued;
    if (file === null && !(await fetchContacts(ctx, { importId, ownerId, source }, signal))) return;
  }
  const begun = await asSystem(ctx.em, async (em) => {
    await beginRun(em, importId, ctx.clock.now());
    const [row] = await selectImports(em, "id = $1", [importId]);
    const content = await readImportFile(em, importId);
    if (row?.status !== "running" || content === null) return null;
    return { doneRows: row.doneRows, mapping: row.options.mapping ?? [], content };
  });
  if (!begun) return;
  let next = 0;
  let columns: ImportColumn[] | null = null;
  let rows: FileRow[] = [];
  const flush = async (): Promise<boolean> => {
    signal?.throwIfAborted();
    const batch = { columns: columns!, from: next - rows.length, rows };
    const isOurs = await asSystem(ctx.em, (em) => takeBatch(em, importId, batch, ctx.clock.now()));
    rows = [];
    return isOurs;
  };
  for await (const row of readFileRows(begun.content)) {
    if (columns === null) {
      columns = source ? [...sourceColumns] : readHeader(row.cells ?? [], begun.mapping).columns;
      continue;
    }
    if (next++ < begun.doneRows) continue;
    rows.push(row);
    if (rows.length === batchRows && !(await flush())) return;
  }
  if (rows.length > 0 && !(await flush())) return;
  await asSystem(ctx.em, (em) => finishImport(em, importId, { failure: null, now: ctx.clock.now() }));
}

/** Fails an import after its last attempt. Imported rows stay. */
export async function giveUpImport(ctx: HubContext, importId: string): Promise<void> {
  const failure = "The import failed after several attempts. Import the file again.";
  await asSystem(ctx.em, (em) => finishImport(em, importId, { failure, now: ctx.clock.now() }));
}

/** False when the import is not where this run thinks it is. */
async function takeBatch(
  em: EntityManager,
  importId: string,
  batch: { columns: readonly ImportColumn[]; from: number; rows: readonly FileRow[] },
  now: Date,
): Promise<boolean> {
  const [row] = await selectImports(em, "id = $1 FOR UPDATE", [importId]);
  if (row?.status !== "running" || row.doneRows !== batch.from) return false;
  await applyBatch(em, { ...batch, importId, ownerId: row.ownerId, options: row.options, now });
  await recordProgress(em, importId, now);
  return true;
}
