import { writeCsv, type CsvValue } from "../../../src/text/csv.ts";
import { formatDate, formatMinor, formatNumber, sayCell, type CellWords } from "./cell-values.ts";
import type { ExportOptions } from "./export-options.ts";
import type { Cell, ExportTable } from "./export-table.ts";
import { totalsRow } from "./totals-row.ts";

type CsvOptions = Pick<
  ExportOptions,
  "includeHeader" | "delimiter" | "bom" | "lineEnding" | "escapeFormulas" | "dateFormat"
>;

const rowsAtOnce = 50;

/**
 * RFC 4180, in pieces. Text that a spreadsheet program would take for a formula gets an apostrophe in front; numbers and
 * amounts do not, so that -12.50 stays a number.
 */
export function* payrollCsv(table: ExportTable, options: CsvOptions): Generator<string> {
  const { columns, rows, decimals } = table;
  if (options.bom) yield "\uFEFF";
  if (columns.length === 0) return;
  const lines = (records: CsvValue[][]): string =>
    writeCsv(records, {
      delimiter: options.delimiter,
      lineEnding: options.lineEnding,
      escapeFormulas: options.escapeFormulas,
      bigint: (minor) => formatMinor(Number(minor), decimals),
      number: formatNumber,
    });
  const words: CellWords<CsvValue> = {
    text: (value) => value,
    number: (value) => value,
    money: (minor) => BigInt(minor),
    date: (date) => formatDate(date, options.dateFormat),
    boolean: String,
  };
  const toRecord = (cells: readonly Cell[]) =>
    cells.map((cell, at) => (cell === null ? "" : sayCell(cell, columns[at]!.type, words)));
  if (options.includeHeader) yield lines([columns.map(({ header }) => header)]);
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    yield lines(rows.slice(from, from + rowsAtOnce).map(toRecord));
  const totals = totalsRow(table);
  if (totals) yield lines([toRecord(totals)]);
}
