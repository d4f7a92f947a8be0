import { amountCell, CellFault, readCell } from "./cell-values.ts";
import { employeeColumns, employeeExtras, findEmployeeColumns, readEmployee } from "./employee-rows.ts";
import { chooseColumns, type ChosenColumn } from "./export-columns.ts";
import { headValues, readHead, readItems, type ExportHead, type PayrollItems } from "./export-head.ts";
import type { ExportOptions } from "./export-options.ts";
import { tableLimits, type AmountKey, type Cell, type ExportTable } from "./export-table.ts";
import { recordFault, PayrollTotals, readSum, type EntryReader, type PayrollEntry } from "./payroll-entry.ts";
import { maskNineDigits, showLastFour } from "./private-numbers.ts";
import { findRecordColumns, readRecord } from "./record-rows.ts";
import type { ExportFaults } from "./row-faults.ts";
import { inSlices } from "./slices.ts";
import type { ExportWarnings } from "./warnings.ts";

interface BuildScope {
  /** Whether numbers of people and accounts show their last four characters only. */
  isMasked: boolean;
  faults: ExportFaults;
  warnings: ExportWarnings;
}

/**
 * Makes the table of a payroll: `{employees}` as the specification shapes them, or `{records}` of flat objects. Amounts
 * are exact: net pay is checked, and sums are made, in minor units. Throws INVALID_EXPORT_REQUEST with every fault, those
 * of `scope.faults` included.
 */
export async function buildTable(
  payroll: Record<string, unknown>,
  options: ExportOptions,
  scope: BuildScope,
): Promise<ExportTable> {
  const { faults, warnings } = scope;
  const items = readItems(payroll, faults);
  const head = readHead(payroll, scope);
  faults.throwIfAny();
  const warn = (message: string) => warnings.addOfRow(message);
  const reader: EntryReader = { decimals: head.decimals, faults, isStrict: options.strict, warn };
  const { found, extras, readEntry } = readersOf(items, reader);
  const columns = chooseColumns({ ...scope, found, extras, options }, items.list.length);
  faults.throwIfAny();
  const rows: Cell[][] = [];
  const totals = new PayrollTotals();
  const columnSums = columns.map(() => 0n);
  const cellScope: CellScope = { ...scope, head, headValues: headValues(head), list: items.key };
  await inSlices(items.list.entries(), ([index, item]) => {
    const entry = readEntry(item, index);
    totals.add(entry.amounts);
    const cells = columns.map((column) => readEntryCell(column, entry, index, cellScope));
    for (const [at, { isTotalled }] of columns.entries())
      if (isTotalled && cells[at] !== null) columnSums[at]! += BigInt(cells[at] as number);
    rows.push(cells);
  });
  faults.throwIfAny();
  const table: ExportTable = {
    ...head,
    columns,
    rows,
    totals: totals.read(faults),
    columnTotals: options.totals
      ? columns.map(({ isTotalled, key }, at) => (isTotalled ? readSum(columnSums[at]!, key, faults) : null))
      : null,
  };
  faults.throwIfAny();
  return table;
}

function readersOf({ key, list }: PayrollItems, reader: EntryReader) {
  if (key === "employees") {
    const found = [...employeeColumns, ...findEmployeeColumns(list)];
    const readEntry = (value: unknown, index: number) => readEmployee(value, index, reader);
    return { found, extras: employeeExtras, readEntry };
  }
  const found = findRecordColumns(list);
  const amounts = found.filter(({ source }) => source === "amount").map(({ name }) => name as AmountKey);
  const readEntry = (value: unknown, index: number) => readRecord(value, index, { reader, amounts });
  return { found, extras: [], readEntry };
}

interface CellScope extends BuildScope {
  head: ExportHead;
  headValues: Record<string, string | null>;
  list: string;
}

function readEntryCell(column: ChosenColumn, entry: PayrollEntry, index: number, scope: CellScope): Cell {
  const { name, source } = column;
  try {
    return maskCell(readValue(column, entry, scope), column, scope);
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    // An employee may have lists and objects that are for others; a record is flat.
    if (scope.list === "employees" && source === "field" && typeof entry.fields[name] === "object") {
      scope.warnings.countLeftOut(column.key);
      return null;
    }
    const path = `payrollData.${scope.list}.${index}`;
    recordFault(scope.faults, { path, row: index + 1, employeeId: entry.employeeId }, column.key, error);
    return null;
  }
}

function readValue(
  { name, source, type }: ChosenColumn,
  { amounts, byCode, fields }: PayrollEntry,
  { head, headValues: ofHead }: CellScope,
): Cell {
  const { decimals } = head;
  if (source === "amount") return amountCell(amounts[name as AmountKey], type, decimals);
  if (source === "code") return amountCell(byCode.get(name) ?? null, type, decimals);
  if (source === "head") return readCell(ofHead[name], type, decimals);
  return readCell(Object.hasOwn(fields, name) ? fields[name] : null, type, decimals);
}

function maskCell(
  cell: Cell,
  { key, type, isPrivate }: ChosenColumn,
  { isMasked, warnings }: CellScope,
): Cell {
  if (typeof cell === "string" && cell.length > tableLimits.textLength)
    throw new CellFault(`must have at most ${tableLimits.textLength} characters`, "maxLength");
  if (!isMasked || cell === null) return cell;
  if (isPrivate) return showLastFour(String(cell));
  if (typeof cell !== "string" || type === "date") return cell;
  const masked = maskNineDigits(cell);
  if (masked !== cell) warnings.countMasked(key);
  return masked;
}
