import { writeCsv } from "../../../src/text/csv.ts";
import type { OwnRow, OwnTable } from "../../../src/own-data/own-data.ts";

type Columns = OwnTable["columns"];

/** Numbers of the database, whose minus starts no formula. */
const numeric = /^(smallint|integer|bigint|numeric|real|double precision)/;

/** Rows as JSON Lines, each value exactly as the database has it. */
export function jsonLines(rows: readonly OwnRow[]): string {
  return rows.map(({ json }) => `${json}\n`).join("");
}

/** Rows as CSV (RFC 4180). Text that a spreadsheet program would take for a formula gets an apostrophe in front. */
export function csvLines(columns: Columns, rows: readonly OwnRow[]): string {
  const records = rows.map(({ cells }) =>
    cells.map((cell, at) => (cell !== null && numeric.test(columns[at]!.type) ? numberOf(cell) : cell)),
  );
  return writeCsv(records);
}

export function csvHeader(columns: Columns): string {
  return writeCsv([columns.map(({ name }) => name)]);
}

/** The number, where JavaScript has it without a loss. */
function numberOf(text: string): bigint | number | string {
  if (/^-?\d{1,30}$/.test(text)) return BigInt(text);
  return String(Number(text)) === text ? Number(text) : text;
}
