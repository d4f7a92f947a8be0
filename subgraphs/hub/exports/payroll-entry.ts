import { toMinor } from "../../../src/money.ts";
import { CellFault, cleanText, formatMinor, readAmount } from "./cell-values.ts";
import { amountKeys, type AmountKey } from "./export-table.ts";
import { maskNineDigits } from "./private-numbers.ts";
import type { ExportFaults } from "./row-faults.ts";

/** One row of the payroll as it was sent, with its amounts in minor units. */
export interface PayrollEntry {
  /** The row's employee, as shown in faults. */
  employeeId: string | null;
  /** The input's fields, by name. */
  fields: Record<string, unknown>;
  /** Null where the row has no such amount. */
  amounts: Record<AmountKey, number | null>;
  /** Amounts of the lists, by the key of their column. */
  byCode: ReadonlyMap<string, number>;
}

/** How a payload's rows are read. */
export interface EntryReader {
  /** How many decimals amounts have. */
  decimals: number;
  faults: ExportFaults;
  /** Whether a net pay that does not fit is a fault, or a warning. */
  isStrict: boolean;
  warn(message: string): void;
}

/** Identifies a row in faults: its path, number and employee. */
export interface RowPlace {
  path: string;
  row: number;
  employeeId: string | null;
}

/** A row that cannot be read. */
export const noEntry = (): PayrollEntry => ({
  employeeId: null,
  fields: {},
  amounts: { ...noAmounts },
  byCode: new Map(),
});

export const noAmounts: Record<AmountKey, null> = {
  grossPay: null,
  taxes: null,
  deductions: null,
  reimbursements: null,
  netPay: null,
};

/** The amount, or null after noting the fault. */
export function tryAmount(
  value: unknown,
  field: string,
  place: RowPlace,
  reader: EntryReader,
): number | null {
  try {
    return readAmount(value, reader.decimals);
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    recordFault(reader.faults, place, field, error);
    return null;
  }
}

/** Records a fault of one field of a row. */
export function recordFault(
  faults: ExportFaults,
  { path, row, employeeId }: RowPlace,
  field: string,
  { message, rule }: { message: string; rule: string },
): void {
  faults.addRow({ row, employeeId, path: field === "" ? path : `${path}.${field}`, message, rule });
}

/**
 * Net pay is gross pay less taxes and deductions, plus reimbursements, to the minor unit. Rows that lack one of these,
 * reimbursements aside, are not checked.
 */
export function checkNetPay(amounts: PayrollEntry["amounts"], place: RowPlace, reader: EntryReader): void {
  const { grossPay, taxes, deductions, netPay } = amounts;
  if (grossPay === null || taxes === null || deductions === null || netPay === null) return;
  // Each has at most 15 digits, so that four of them add up exactly.
  const due = grossPay - taxes - deductions + (amounts.reimbursements ?? 0);
  if (due === netPay) return;
  const [expected, actual] = [due, netPay].map((minor) => formatMinor(minor, reader.decimals)) as [
    string,
    string,
  ];
  const message = "is not grossPay - taxes - deductions + reimbursements";
  if (reader.isStrict)
    reader.faults.addRow({
      row: place.row,
      employeeId: place.employeeId,
      path: `${place.path}.netPay`,
      message,
      rule: "netPay",
      expected,
      actual,
    });
  else reader.warn(`Row ${place.row}: netPay ${message}: ${actual} is not ${expected}.`);
}

/** Adds up the five sums over all rows; what no row has stays null. */
export class PayrollTotals {
  readonly #sums = new Map<AmountKey, bigint>();

  add(amounts: PayrollEntry["amounts"]): void {
    for (const key of amountKeys) {
      const amount = amounts[key];
      if (amount !== null) this.#sums.set(key, (this.#sums.get(key) ?? 0n) + BigInt(amount));
    }
  }

  /** Minor units. A sum beyond what amounts may be is a fault. */
  read(faults: ExportFaults): Record<AmountKey, number | null> {
    const totals: Record<AmountKey, number | null> = { ...noAmounts };
    for (const [key, sum] of this.#sums) totals[key] = readSum(sum, key, faults);
    return totals;
  }
}

/** The sum as a number, checked to be one that money may be. */
export function readSum(sum: bigint, key: string, faults: ExportFaults): number | null {
  try {
    return toMinor(Number(sum), 0);
  } catch {
    faults.addField(`payrollData.${key}`, "must not add up to more than the supported maximum", "maximum");
    return null;
  }
}

/** The row's employee; an id that looks like a personal number is masked. */
export function employeeIdOf(row: Record<string, unknown>): string | null {
  const id = Object.hasOwn(row, "employeeId") ? row["employeeId"] : null;
  return typeof id === "string" || typeof id === "number"
    ? maskNineDigits(cleanText(String(id).slice(0, 128)))
    : null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
