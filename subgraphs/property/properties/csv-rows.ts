import type { Readable } from "node:stream";
import { parse } from "csv-parse";

/** One row by column name. A column the file does not have reads as blank. */
export class CsvRow {
  readonly line: number;
  private readonly cellTexts: readonly string[];
  private readonly columns: ReadonlyMap<string, number>;

  constructor(line: number, cells: readonly string[], columns: ReadonlyMap<string, number>) {
    this.line = line;
    this.cellTexts = cells;
    this.columns = columns;
  }

  get(column: string): string {
    const index = this.columns.get(column);
    return index === undefined ? "" : (this.cellTexts[index] ?? "");
  }

  columnNames(): string[] {
    return [...this.columns.keys()];
  }

  /** The row's values by column; blank columns are omitted. */
  cells(): Record<string, string> {
    const filled: Record<string, string> = {};
    for (const [column, index] of this.columns) {
      const text = this.cellTexts[index];
      if (text !== undefined && text !== "") filled[column] = text;
    }
    return filled;
  }

  get raw(): string {
    return this.cellTexts.join(",").slice(0, 500);
  }
}

/** A row from its filled cells, as stored or received over the network. */
export function rowFromCells(line: number, cells: Readonly<Record<string, string>>): CsvRow {
  const columns = Object.keys(cells);
  return new CsvRow(line, Object.values(cells), new Map(columns.map((column, index) => [column, index])));
}

export interface BadRow {
  readonly line: number;
  readonly reason: string;
  readonly raw: string;
}

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/** The file lacks columns that its reader needs, so none of it can be trusted. */
export class MissingColumnsError extends Error {
  readonly columns: readonly string[];

  constructor(columns: readonly string[]) {
    super(`missing columns: ${columns.join(", ")}`);
    this.columns = columns;
  }
}

/**
 * Streams a CSV file (UTF-8, header row, BOM and quoted line breaks allowed) row by row. A row with the wrong number of
 * cells goes to `onBad` and does not affect other rows. `line` is the physical line on which the row ends. Reading
 * waits until a row has been processed. Throws MissingColumnsError when the header lacks one of `required`.
 */
export async function readCsvRows(
  stream: Readable,
  required: readonly string[],
  onRow: (row: CsvRow) => void | Promise<void>,
  onBad: (row: BadRow) => void,
): Promise<void> {
  const parser = stream.pipe(
    parse({ bom: true, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  );
  stream.on("error", (error) => parser.destroy(error));
  let columns: Map<string, number> | null = null;
  for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
    if (columns === null) {
      columns = new Map(record.map((name, index) => [name.trim(), index]));
      const known = columns;
      const missing = required.filter((name) => !known.has(name));
      if (missing.length > 0) throw new MissingColumnsError(missing);
    } else if (record.length !== columns.size) {
      onBad({
        line: info.lines,
        reason: `${record.length} cells, header has ${columns.size}`,
        raw: record.join(",").slice(0, 500),
      });
    } else {
      const taken = onRow(new CsvRow(info.lines, record, columns));
      if (taken !== undefined) await taken;
    }
  }
  if (columns === null) throw new MissingColumnsError(required);
}
