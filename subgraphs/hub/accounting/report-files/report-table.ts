/** A report as the rows of a file, whatever its format. */

/** Text, or an amount in minor units. */
export type ReportCell = string | bigint | null;

export interface ReportColumn {
  header: string;
  /** Share of the page's width. */
  width: number;
  isAmount: boolean;
}

export interface ReportRow {
  cells: readonly ReportCell[];
  /** A sum or a balance: in bold where the format has it. */
  isTotal: boolean;
}

export interface ReportTable {
  title: string;
  /** What the report is of: account, days, basis, currency. */
  subtitle: string;
  /** Last day of the report. */
  lastDay: string;
  /** Decimals of the currency. */
  decimals: number;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
}

export function textColumn(header: string, width: number): ReportColumn {
  return { header, width, isAmount: false };
}

export function amountColumn(header: string, width = 14): ReportColumn {
  return { header, width, isAmount: true };
}

export function lineRow(...cells: ReportCell[]): ReportRow {
  return { cells, isTotal: false };
}

export function totalRow(...cells: ReportCell[]): ReportRow {
  return { cells, isTotal: true };
}

/** Sum of amounts; null when none is known, as in a report without a comparison. */
export function sumOf(amounts: readonly (bigint | null)[]): bigint | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0n);
}
