import { buffer } from "node:stream/consumers";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction, type TransactionContext } from "../../../src/db/transaction.ts";
import type { OwnData, OwnRow, OwnTable } from "../../../src/own-data/own-data.ts";
import { listOwnTables, readOwnBytes, readOwnRows } from "../../../src/own-data/read-own-data.ts";
import type { FileStorage } from "../files/file-storage.port.ts";
import type { ArchiveWriter, ExportPosition } from "./archive-writer.service.ts";
import { csvHeader, csvLines, jsonLines } from "./table-texts.ts";

/** What an account has in one subgraph: its tables, and a context that sees this account's rows alone. */
export interface OwnSource {
  data: OwnData;
  ctx: TransactionContext;
}

/** One table, or the files, in the order in which they are written. */
export interface ExportStep {
  name: string;
  isTable: boolean;
  write(writer: ArchiveWriter, from: ExportPosition["next"]): Promise<void>;
}

/** Bytes of JSON in one file of the archive; a larger table has several files. */
const chunkBytes = 4 * 1024 * 1024;

/** Everything to write for these apps (null: all), in a fixed order. */
export async function listExportSteps(
  sources: readonly OwnSource[],
  { apps, storage }: { apps: readonly string[] | null; storage: FileStorage },
): Promise<ExportStep[]> {
  const steps: ExportStep[] = [];
  for (const { data, ctx } of sources) {
    for (const table of await listOwnTables(ctx, data)) {
      if (!table.hasAppColumn && apps !== null && !apps.includes(data.appOf(table.name))) continue;
      const name = `${data.schema}.${table.name}`;
      const write: ExportStep["write"] = (writer, from) =>
        writeTable(writer, { ctx, data, table, apps, name, from });
      steps.push({ name, isTable: true, write });
      if (!Object.hasOwn(data.byteColumns, table.name)) continue;
      const files = `${name} files`;
      steps.push({
        name: files,
        isTable: false,
        write: (writer, from) => writeBytes(writer, { ctx, data, table, apps, name: files, from }),
      });
    }
  }
  const hub = sources.find(({ data }) => data.schema === "hub")!.ctx;
  const write: ExportStep["write"] = (writer, from) => writeFiles(writer, { ctx: hub, apps, storage, from });
  return [...steps, { name: "files", isTable: false, write }];
}

interface TableStep extends OwnSource {
  table: OwnTable;
  apps: readonly string[] | null;
  name: string;
  from: ExportPosition["next"];
}

async function writeTable(writer: ArchiveWriter, step: TableStep): Promise<void> {
  const { data, table, name } = step;
  let next: ExportPosition["next"] = step.from;
  for (let chunk = step.from?.chunk ?? 1; ; chunk++) {
    const texts = await readChunk(step, next?.after ?? null);
    if (texts.rows > 0) {
      const file = `${data.schema}/${table.name}${chunk === 1 ? "" : `.${chunk}`}`;
      await writer.addFile(`${file}.jsonl`, Buffer.from(texts.json.join("")));
      await writer.addFile(`${file}.csv`, Buffer.from(csvHeader(table.columns) + texts.csv.join("")));
      writer.countRows(name, texts.rows);
    }
    if (texts.after === null) return;
    next = { after: texts.after, chunk: chunk + 1 };
    await writer.reach({ step: name, next });
  }
}

/** The next rows, up to the size of a file; `after` is null behind the last row. */
async function readChunk({ ctx, data, table, apps }: TableStep, from: readonly string[] | null) {
  const [json, csv]: [string[], string[]] = [[], []];
  let [rows, size] = [0, 0];
  let after = from;
  while (size < chunkBytes) {
    const page = await readOwnRows(ctx, data, table, { apps, after });
    if (page.after === null) return { json, csv, rows, after: null };
    after = page.after;
    json.push(jsonLines(page.rows));
    csv.push(csvLines(table.columns, page.rows));
    rows += page.rows.length;
    size += page.rows.reduce((sum: number, row: OwnRow) => sum + row.json.length, 0);
  }
  return { json, csv, rows, after };
}

async function writeBytes(writer: ArchiveWriter, step: TableStep): Promise<void> {
  const { ctx, data, table, apps, name } = step;
  let after = step.from?.after ?? null;
  for (;;) {
    const found = await readOwnBytes(ctx, data, table, { apps, after });
    if (found === null) return;
    const file = `files/${data.schema}.${table.name}/${found.name}.${extensionOf(found.contentType)}`;
    await writer.addFile(file, found.bytes, { compress: false });
    writer.countFile();
    after = found.after;
    await writer.reach({ step: name, next: { after, chunk: 1 } });
  }
}

interface FilesStep {
  ctx: TransactionContext;
  apps: readonly string[] | null;
  storage: FileStorage;
  from: ExportPosition["next"];
}

/** Stored files, one at a time. */
async function writeFiles(writer: ArchiveWriter, { ctx, apps, storage, from }: FilesStep): Promise<void> {
  let after = from?.after[0] ?? "";
  const next = (em: TransactionContext["em"]) =>
    executeSql<{ id: string; filename: string }>(em, nextFileSql, [ctx.principal.ownerId, apps, after]);
  for (;;) {
    const [file] = await inTransaction(ctx, next, { readOnly: true });
    if (!file) return;
    const stream = await storage.open(file.id);
    if (stream === null) writer.noteMissing(file.id);
    else {
      const content = await buffer(stream);
      const name = file.filename.replaceAll(/[^\w.-]/g, "_").slice(-100);
      await writer.addFile(`files/${file.id}/${name}`, content, { compress: false });
      writer.countFile();
    }
    after = file.id;
    await writer.reach({ step: "files", next: { after: [after], chunk: 1 } });
  }
}

const nextFileSql = `SELECT id, filename FROM files
  WHERE owner_id = $1 AND ($2::text[] IS NULL OR app_id = ANY ($2)) AND id > $3
    AND stored_at IS NOT NULL AND deleted_at IS NULL AND NOT is_parted
  ORDER BY id LIMIT 1`;

const extensions = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/webp", "webp"],
  ["application/pdf", "pdf"],
]);

function extensionOf(contentType: string): string {
  return extensions.get(contentType) ?? "bin";
}
