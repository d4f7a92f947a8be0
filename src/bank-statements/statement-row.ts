import { maxMinor } from "../money.ts";
import { trimEndWhere } from "../text/trim.ts";

/** A line of a statement that could be read. */
export interface StatementRow {
  /** 1 is the first line of the statement. */
  row: number;
  date: string;
  /** In minor units; came in positive. */
  amount: number;
  payee: string;
  notes: string | null;
  /** The bank's own id of it, where the format has one. */
  fitid: string | null;
  /** What the program knew that exported it. */
  details?: RowDetails;
}

/** What a program for personal finance knows of a transaction besides the bank. */
export interface RowDetails {
  category: string | null;
  /** Name of the other account, where this is a transfer to one of that name. */
  transferWith: string | null;
  tags: readonly string[];
  isPending: boolean;
  /** Parts of a split transaction, in minor units; they sum to its amount. */
  parts?: readonly RowPart[];
}

export interface RowPart {
  category: string;
  amount: number;
  note: string | null;
}

/** A line that could not. */
export interface RowFault {
  row: number;
  message: string;
}

export interface Statement {
  rows: StatementRow[];
  faults: RowFault[];
  /** The currency that the statement is in, where it says so. */
  currency: string | null;
  /** Balances before the first line and after the last one in minor units, where it says so. */
  opening?: number | null;
  closing?: number | null;
}

/** Why a whole text is no statement. */
export class StatementError extends Error {}

/**
 * Minor units of an amount as statements write it: `1,234.50`, `-12.5`, `(12.50)`, `12.50-`, `$12`; with `decimalComma`
 * `1.234,50`. Null for anything else, and for more decimals than the currency has.
 */
export function parseAmount(text: string, decimals: number, decimalComma: boolean): number | null {
  const plain = decimalComma
    ? text.replaceAll(".", "").replace(",", ".")
    : text.replaceAll(/,(?=\d{3}(\D|$))/g, "");
  const match = /^([-+(])?\s*(?:[$€£]\s*)?([-+])?(\d{1,15})(?:\.(\d*))?\s*([-)])?$/.exec(plain.trim());
  if (!match) return null;
  const [, before, inner, whole, fraction = "", after] = match;
  if ((before === "(") !== (after === ")")) return null;
  const kept = trimEndWhere(fraction, /0/);
  if (kept.length > decimals) return null;
  const minor = Number(`${whole}${kept.padEnd(decimals, "0")}`);
  if (!Number.isSafeInteger(minor) || minor > maxMinor) return null;
  const isNegative = before === "-" || before === "(" || inner === "-" || after === "-";
  return isNegative && minor !== 0 ? -minor : minor;
}

export type DateOrder = "ymd" | "mdy" | "dmy";

/** The date of a text of three numbers in this order; null where there is no such day. */
export function parseDate(text: string, order: DateOrder): string | null {
  const parts = numbersOf(text);
  if (parts === null) return null;
  const isYearFirst = parts[0]!.length === 4;
  const [year, month, day] = isYearFirst
    ? parts
    : order === "dmy"
      ? [parts[2], parts[1], parts[0]]
      : order === "mdy"
        ? [parts[2], parts[0], parts[1]]
        : parts;
  const whole = year!.length === 2 ? `20${year}` : year!;
  const date = `${whole}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  const at = new Date(`${date}T00:00:00.000Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? null : date;
}

/** The one order in which all of these dates can be read; null where two would do. Dotted dates begin with the day. */
export function dateOrderOf(texts: readonly string[]): DateOrder | null {
  const all = texts.map(numbersOf).filter((parts) => parts !== null);
  if (all.every(([first]) => first!.length === 4)) return "ymd";
  if (texts.some((text) => /^\s*\d{1,2}\.\d/.test(text))) return "dmy";
  const [isDayFirst, isMonthFirst] = [0, 1].map((place) => all.some((parts) => Number(parts[place]) > 12));
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? "dmy" : "mdy";
}

function numbersOf(text: string): string[] | null {
  const match = /^\s*(\d{1,4})[-/.' ]+(\d{1,2})[-/.' ]+(\d{2,4})\b/.exec(text);
  return match ? match.slice(1, 4) : null;
}
