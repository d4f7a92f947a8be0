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

/**
 * Reads a QIF statement of a bank, cash or card account: lines of a letter and a value, each entry ended by `^`. Its dates
 * are ambiguous: where two orders would do, `dateFormat` must say which. Throws StatementError.
 */
export function readQifStatement(text: string, dateFormat: DateOrder | null, decimals: number): Statement {
  if (!/^\s*!Type:(Bank|Cash|CCard)\b/i.test(text))
    throw new StatementError("must be a QIF file of a bank, cash or card account");
  const entries = text
    .slice(text.indexOf("\n") + 1)
    .split(/^\^.*$/m)
    .map(fieldsOf)
    .filter((fields) => fields.size > 0);
  const order = dateFormat ?? dateOrderOf(entries.map((fields) => fields.get("D") ?? ""));
  if (order === null)
    throw new StatementError("has ambiguous dates: set mapping.dateFormat to ymd, mdy or dmy");
  const rows: StatementRow[] = [];
  const faults: RowFault[] = [];
  for (const [index, fields] of entries.entries()) {
    const row = index + 1;
    const date = parseDate(fields.get("D") ?? "", order);
    const amount = parseAmount(fields.get("T") ?? fields.get("U") ?? "", decimals, false);
    const memo = fields.get("M") ?? "";
    const payee = (fields.get("P") || memo).slice(0, 200);
    const message =
      date === null ? "has no date" : !amount ? "has no amount" : payee === "" ? "has no payee" : null;
    if (message !== null) faults.push({ row, message });
    else
      rows.push({
        row,
        date: date!,
        amount: amount!,
        payee,
        notes: memo.slice(0, 2_000) || null,
        fitid: null,
      });
  }
  return { rows, faults, currency: null };
}

function fieldsOf(entry: string): Map<string, string> {
  const lines = entry.split(/\r?\n/).filter((line) => line.trim() !== "");
  return new Map(lines.map((line) => [line[0]!.toUpperCase(), line.slice(1).trim()]));
}
