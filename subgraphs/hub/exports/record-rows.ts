import type { FoundColumn } from "./export-columns.ts";
import { amountKeys, type AmountKey } from "./export-table.ts";
import {
  checkNetPay,
  employeeIdOf,
  isRecord,
  noAmounts,
  noEntry,
  recordFault,
  tryAmount,
  type EntryReader,
  type PayrollEntry,
  type RowPlace,
} from "./payroll-entry.ts";

/**
 * The union of the records' keys in first-seen order. One of the payroll's five sums is a column of money when every
 * value in it is a number.
 */
export function findRecordColumns(records: readonly unknown[]): FoundColumn[] {
  const keys = new Set<string>();
  const worded = new Set<string>();
  for (const record of records) {
    if (!isRecord(record)) continue;
    for (const key of Object.keys(record)) keys.add(key);
    for (const key of amountKeys) {
      const value = Object.hasOwn(record, key) ? record[key] : null;
      if (value !== null && typeof value !== "number") worded.add(key);
    }
  }
  return [...keys].map((name) => {
    const isAmount = (amountKeys as readonly string[]).includes(name) && !worded.has(name);
    return isAmount
      ? { name, type: "money", source: "amount", isTotalled: true }
      : { name, type: "mixed", source: "field", isTotalled: false };
  });
}

const noCodes: ReadonlyMap<string, number> = new Map();

/** Reads one flat record; `amounts` are the sums that `findRecordColumns` has found to be money. */
export function readRecord(
  value: unknown,
  index: number,
  { reader, amounts: sums }: { reader: EntryReader; amounts: readonly AmountKey[] },
): PayrollEntry {
  const place: RowPlace = { path: `payrollData.records.${index}`, row: index + 1, employeeId: null };
  if (!isRecord(value)) {
    recordFault(reader.faults, place, "", { message: "must be an object", rule: "type" });
    return noEntry();
  }
  place.employeeId = employeeIdOf(value);
  const amounts: PayrollEntry["amounts"] = { ...noAmounts };
  for (const key of sums) {
    const amount = Object.hasOwn(value, key) ? value[key] : null;
    amounts[key] = amount === null || amount === undefined ? null : tryAmount(amount, key, place, reader);
  }
  checkNetPay(amounts, place, reader);
  return { employeeId: place.employeeId, fields: value, amounts, byCode: noCodes };
}
