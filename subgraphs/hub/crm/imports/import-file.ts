import { finished } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parse } from "csv-parse";

export const maxImportBytes = 10 * 1024 * 1024;
export const maxImportRows = 100_000;
const chunkLength = 64 * 1024;

/** A row of a file, the header too: its cells, or null for the rest of a file behind a quote that is never closed. */
export interface FileRow {
  /** Line at which it begins. */
  line: number;
  cells: readonly string[] | null;
}

const delimiters = [",", ";", "\t", "|"] as const;

/**
 * The rows of a CSV file (RFC 4180, any of its usual delimiters) in their order, the same each time; blank lines are
 * none. Gives way to other work between pieces of the file.
 */
export async function* readFileRows(content: string): AsyncGenerator<FileRow> {
  const rows: FileRow[] = [];
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(content),
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // A quote inside an unquoted cell belongs to the cell.
    relax_quotes: true,
    on_record: (cells: string[], { lines }) => {
      const breaks = cells.reduce((sum, cell) => sum + countBreaks(cell), 0);
      rows.push({ line: lines - breaks, cells });
      // Nothing goes out at the other end: there the order of good and bad rows would be lost.
      return null;
    },
    on_skip: () => {
      rows.push({ line: parser.info.lines, cells: null });
      return undefined;
    },
  });
  parser.resume();
  for (let from = 0; from < content.length; from += chunkLength) {
    await new Promise<void>((resolve, reject) => {
      parser.write(content.slice(from, from + chunkLength), (error) => (error ? reject(error) : resolve()));
    });
    yield* rows.splice(0);
    await nextTurn();
  }
  await finished(parser.end());
  yield* rows.splice(0);
}

function countBreaks(cell: string): number {
  return cell.split("\n").length - 1;
}

/** The one that the first line has most of. */
function delimiterOf(content: string): string {
  const [first = ""] = content.split(/\r?\n|\r/, 1);
  const counts = delimiters.map((mark) => first.split(mark).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}
