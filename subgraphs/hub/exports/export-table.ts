/** The exported table, whatever the format: each format writes the same columns, rows and totals. */

/** `mixed`: each value by its own kind, as it came. */
export type ColumnType = "text" | "number" | "date" | "money" | "mixed";

export interface Column {
  /** Name in JSON and XML. */
  key: string;
  /** Name in the first row of CSV and spreadsheets. */
  header: string;
  type: ColumnType;
  /** True for a column of amounts that are added up. */
  isTotalled: boolean;
}

/**
 * One value. Money is a whole number of minor units, a date is `YYYY-MM-DD`; text holds no character that XML cannot
 * hold.
 */
export type Cell = string | number | boolean | null;

/** The five sums of a payroll. */
export const amountKeys = ["grossPay", "taxes", "deductions", "reimbursements", "netPay"] as const;
export type AmountKey = (typeof amountKeys)[number];

export interface PayPeriod {
  startDate: string | null;
  endDate: string | null;
  payDate: string | null;
}

export interface ExportTable {
  company: { name: string | null; ein: string | null } | null;
  payPeriod: PayPeriod | null;
  /** ISO 4217, upper case, and how many decimals its amounts have. */
  currency: string;
  decimals: number;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  /** Sums by column, in minor units; null where a column is not totalled. Null when no totals are wanted. */
  columnTotals: readonly (number | null)[] | null;
  /** The payroll's sums in minor units; null where there is nothing to add up. */
  totals: Record<AmountKey, number | null>;
}

/** A table under construction is refused beyond these. */
export const tableLimits = { rows: 50_000, columns: 256, cells: 2_000_000, textLength: 32_767 } as const;
