import { formatDate, formatMinor, formatNumber, sayCell, type CellWords } from "./cell-values.ts";
import type { ExportOptions } from "./export-options.ts";
import type { Cell, Column, ExportTable } from "./export-table.ts";

/**
 * One object, in pieces: the payroll's head, `records` and, where wanted, `totals`, each with the columns' keys in their
 * order. Amounts are numbers with all decimals of the currency.
 */
export function* writeJson(
  table: ExportTable,
  options: Pick<ExportOptions, "dateFormat">,
): Generator<string> {
  const { columns, decimals, columnTotals } = table;
  const words: CellWords<string> = {
    text: (text) => JSON.stringify(text),
    number: formatNumber,
    money: (minor) => formatMinor(minor, decimals),
    date: (date) => JSON.stringify(formatDate(date, options.dateFormat)),
    boolean: String,
  };
  const keys = columns.map(({ key }) => `${JSON.stringify(key)}:`);
  const say = (cell: Cell, { type }: Column) => (cell === null ? "null" : sayCell(cell, type, words));
  yield `{"company":${JSON.stringify(table.company)},"payPeriod":${sayPayPeriod(table, options)}`;
  yield `,"currency":${JSON.stringify(table.currency)},"recordCount":${table.rows.length},"records":[`;
  let comma = "";
  for (const row of table.rows) {
    yield `${comma}\n{${row.map((cell, at) => keys[at]! + say(cell, columns[at]!)).join(",")}}`;
    comma = ",";
  }
  yield "\n]";
  if (columnTotals) {
    const sums = columns.flatMap((column, at) =>
      columnTotals[at] === null ? [] : [keys[at]! + say(columnTotals[at]!, column)],
    );
    yield `,"totals":{${sums.join(",")}}`;
  }
  yield "}\n";
}

function sayPayPeriod({ payPeriod }: ExportTable, { dateFormat }: Pick<ExportOptions, "dateFormat">): string {
  if (payPeriod === null) return "null";
  const dates = Object.entries(payPeriod).map(([name, date]: [string, string | null]) => [
    name,
    date === null ? null : formatDate(date, dateFormat),
  ]);
  return JSON.stringify(Object.fromEntries(dates));
}
