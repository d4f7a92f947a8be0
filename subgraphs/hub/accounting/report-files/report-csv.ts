import { writeCsv } from "../../../../src/text/csv.ts";
import { formatMinor } from "../../exports/cell-values.ts";
import type { ReportTable } from "./report-table.ts";

/**
 * RFC 4180 with a byte order mark, so that spreadsheet programs read it as UTF-8. Text that such a program would run as a
 * formula gets an apostrophe in front; amounts do not, so that -12.50 stays a number.
 */
export function reportCsv({ columns, rows, decimals }: ReportTable): string {
  const records = [columns.map(({ header }) => header), ...rows.map(({ cells }) => [...cells])];
  return writeCsv(records, { bom: true, bigint: (minor) => formatMinor(Number(minor), decimals) });
}
