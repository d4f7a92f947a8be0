import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { readCsvRows } from "../properties/csv-rows.ts";
import { hashFile, readManifest } from "../import/portfolio-files.ts";
import type { PropertySource, SourceRow, SourceVersion } from "./property-source.port.ts";
import { SourceFailure } from "./source-failure.ts";

export interface FileSourceOptions {
  id: string;
  dir: string;
  /** The publisher's CSV files, read one after the other. */
  files: readonly string[];
  pageSize?: number;
}

const defaultPageSize = 5_000;

/**
 * A publisher's files in a directory, checked against their list of checksums where there is one. Files have no marks;
 * identical bytes count as unchanged.
 */
export function createFileSource(options: FileSourceOptions): PropertySource {
  const { id, dir, files, pageSize = defaultPageSize } = options;
  let known: { stamp: string; version: SourceVersion } | null = null;

  /** Hashes files again only when their size or time has changed. */
  async function readVersion(): Promise<SourceVersion> {
    try {
      const stats = await Promise.all(files.map((file) => stat(join(dir, file))));
      const stamp = stats.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`).join();
      if (known?.stamp === stamp) return known.version;
      const manifest = await readManifest(dir);
      const sums = await Promise.all(files.map((file) => hashFile(join(dir, file))));
      const isOther = files.some((file, index) => (manifest.get(file) ?? sums[index]) !== sums[index]);
      if (isOther) throw new SourceFailure("MALFORMED_BODY");
      const sha256 = createHash("sha256").update(sums.join()).digest("hex");
      const lastModified = new Date(Math.max(...stats.map(({ mtimeMs }) => mtimeMs)));
      known = { stamp, version: { etag: `"${sha256}"`, lastModified, sha256 } };
      return known.version;
    } catch (error) {
      if (error instanceof SourceFailure) throw error;
      const isAbsent = (error as NodeJS.ErrnoException).code === "ENOENT";
      throw new SourceFailure(isAbsent ? "CONFIGURATION_ERROR" : "NETWORK_ERROR");
    }
  }

  return {
    id,
    kind: "file",
    isSandbox: false,
    probe: (call) => call.attempt(readVersion),
    readPage: (call, { cursor, etag }) =>
      call.attempt(async () => {
        const version = await readVersion();
        const shared = { mark: null, version, total: null, isSynthetic: false };
        if (cursor === null && etag !== null && etag === version.etag)
          return { ...shared, rows: [], columns: null, next: null, isUnchanged: true };
        const [index, from] = [Number(cursor?.["file"] ?? 0), Number(cursor?.["from"] ?? 0)];
        const { rows, columns, isMore } = await readRows(join(dir, files[index]!), from, pageSize);
        const next = isMore ? { file: index, from: from + rows.length } : { file: index + 1, from: 0 };
        const isLast = !isMore && index + 1 >= files.length;
        return { ...shared, rows, columns, next: isLast ? null : next, isUnchanged: false };
      }),
  };
}

/** Rows of one file from a place on, up to a page. */
async function readRows(
  path: string,
  from: number,
  pageSize: number,
): Promise<{ rows: SourceRow[]; columns: string[]; isMore: boolean }> {
  const rows: SourceRow[] = [];
  let [count, columns] = [0, [] as string[]];
  const stream = createReadStream(path);
  const add = (row: SourceRow) => {
    count += 1;
    if (count > from && rows.length < pageSize) rows.push(row);
  };
  await readCsvRows(
    stream,
    [],
    (row) => {
      if (columns.length === 0) columns = row.columnNames();
      add({ line: row.line, cells: row.cells() });
    },
    // A row with the wrong number of cells cannot be mapped to columns: the reader rejects it with its line.
    ({ line }) => add({ line, cells: {} }),
  );
  return { rows, columns, isMore: count > from + pageSize };
}
