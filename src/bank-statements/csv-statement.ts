import { parse } from "csv-parse/sync";
import { csvBounds } from "../text/csv.ts";
import {
  dateOrderOf,
  parseAmount,
  parseDate,
  StatementError,
  type DateOrder,
  type RowFault,
  type Statement,
  type StatementRow,
} from "./statement-row.ts";

/** Column names as in the header line; omitted ones are found under their usual names. */
export interface CsvMapping {
  date?: string | null;
  amount?: string | null;
  /** What went out, and what came in, where a statement has a column for each. */
  debit?: string | null;
  credit?: string | null;
  payee?: string | null;
  notes?: string | null;
  id?: string | null;
  dateFormat?: DateOrder | null;
  decimalComma?: boolean | null;
}

type Column = "date" | "amount" | "debit" | "credit" | "payee" | "notes" | "id";

const usualNames: Record<Column, readonly string[]> = {
  date: ["date", "posted", "posting date", "transaction date", "booking date"],
  amount: ["amount", "value", "amount (usd)"],
  debit: ["debit", "withdrawal", "withdrawals", "paid out", "money out"],
  credit: ["credit", "deposit", "deposits", "paid in", "money in"],
  payee: ["payee", "description", "name", "merchant", "details"],
  notes: ["notes", "memo", "note"],
  id: ["id", "fitid", "transaction id", "reference"],
};

/** Reads a statement as CSV with a head line. Throws StatementError for what is none. */
export function readCsvStatement(text: string, mapping: CsvMapping, decimals: number): Statement {
  const [head, ...lines] = readCsvLines(text);
  if (!head || lines.length === 0)
    throw new StatementError("must be CSV with a header line and at least one row");
  const columns = findColumns(head, mapping);
  const cell = (line: readonly string[], column: Column) => line[columns[column]]?.trim() ?? "";
  const order = mapping.dateFormat ?? dateOrderOf(lines.map((line) => cell(line, "date")));
  if (order === null)
    throw new StatementError("has ambiguous dates: set mapping.dateFormat to ymd, mdy or dmy");
  const rows: StatementRow[] = [];
  const faults: RowFault[] = [];
  for (const [index, line] of lines.entries()) {
    const row = index + 1;
    const date = parseDate(cell(line, "date"), order);
    const amount = amountOf((column) => cell(line, column), mapping.decimalComma ?? false, decimals);
    const payee = cell(line, "payee");
    const message =
      date === null
        ? "has no date"
        : amount === null
          ? "has no amount"
          : payee === ""
            ? "has no payee"
            : null;
    if (message !== null) faults.push({ row, message });
    else rows.push({ row, date: date!, amount: amount!, payee: payee.slice(0, 200), ...moreOf(line) });
  }
  return { rows, faults, currency: null };

  function moreOf(line: readonly string[]): Pick<StatementRow, "notes" | "fitid"> {
    return {
      notes: cell(line, "notes").slice(0, 2_000) || null,
      fitid: cell(line, "id").slice(0, 255) || null,
    };
  }
}

/** Lines of CSV that a comma, a semicolon or a tab separates. Throws StatementError. */
export function readCsvLines(text: string): string[][] {
  try {
    return parse(text, {
      ...csvBounds,
      bom: true,
      delimiter: [",", ";", "\t"],
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch {
    throw new StatementError("must be CSV with a header line and at least one row");
  }
}

function findColumns(head: readonly string[], mapping: CsvMapping): Record<Column, number> {
  const names = head.map((name) => name.trim().toLowerCase());
  const columns = Object.fromEntries(
    (Object.keys(usualNames) as Column[]).map((column) => {
      const named = mapping[column]?.trim().toLowerCase();
      const place = named
        ? names.indexOf(named)
        : names.findIndex((name) => usualNames[column].includes(name));
      if (named && place === -1) throw new StatementError(`has no column named ${mapping[column]}`);
      return [column, place];
    }),
  ) as Record<Column, number>;
  const hasAmount = columns.amount >= 0 || columns.debit >= 0 || columns.credit >= 0;
  const missing = [
    ...(columns.date >= 0 ? [] : ["date"]),
    ...(columns.payee >= 0 ? [] : ["payee"]),
    ...(hasAmount ? [] : ["amount"]),
  ];
  if (missing.length > 0)
    throw new StatementError(`has no column for ${missing.join(", ")}: name it in mapping`);
  return columns;
}

/** The amount of a line: not zero. Of debit and credit only one may have an amount. */
function amountOf(cell: (column: Column) => string, decimalComma: boolean, decimals: number): number | null {
  const read = (text: string) => (text === "" ? 0 : parseAmount(text, decimals, decimalComma));
  const [amount, debit, credit] = [read(cell("amount")), read(cell("debit")), read(cell("credit"))];
  if (amount === null || debit === null || credit === null) return null;
  if (amount !== 0) return amount;
  if (debit !== 0 && credit !== 0) return null;
  return debit !== 0 ? -Math.abs(debit) : credit !== 0 ? Math.abs(credit) : null;
}
