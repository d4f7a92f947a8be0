import { DomainError } from "../../../src/errors.ts";
import { toMajor, toMinor } from "../../../src/money.ts";
import type { Cell, ColumnType } from "./export-table.ts";

/** Characters that XML 1.0 has no form for, not even an escaped one (section 2.2). */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** The text without what XML cannot hold; a lone half of a surrogate pair becomes the replacement character. */
export function cleanText(text: string): string {
  return text.replaceAll(forbidden, "").toWellFormed();
}

/** Minor units as an exact decimal with all decimals of the currency: 1250 is "12.50". */
export function formatMinor(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return minor < 0 ? `-${text}` : text;
}

/** A number as JSON writes it. */
export function formatNumber(value: number): string {
  return String(value);
}

/** `YYYY-MM-DD` in the form that `pattern` shows with its YYYY, MM and DD. */
export function formatDate(date: string, pattern: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return pattern.replace("YYYY", year).replace("MM", month).replace("DD", day);
}

/** Whether the text is a day of the calendar, `YYYY-MM-DD`, of the years 1 to 9999. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** A value that does not fit its column; the message says what it must be. */
export class CellFault extends Error {
  readonly rule: string;
  constructor(message: string, rule: string) {
    super(message);
    this.rule = rule;
  }
}

/** A JSON number in major units as minor units. Throws CellFault. */
export function readAmount(value: unknown, decimals: number): number {
  if (typeof value !== "number") throw new CellFault("must be a number", "type");
  try {
    return toMinor(value, decimals) + 0;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isPrecision = error.code === "AMOUNT_PRECISION";
    throw new CellFault(
      isPrecision ? `must have at most ${decimals} decimals` : "must be an amount within the supported range",
      isPrecision ? "decimals" : "maximum",
    );
  }
}

/** A plain JSON value as the cell of a column. Text is cleaned. Throws CellFault. */
export function readCell(value: unknown, type: ColumnType, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "object") throw new CellFault("must be a string, number, boolean or null", "type");
  if (typeof value === "number" && !Number.isFinite(value))
    throw new CellFault("must be a finite number", "type");
  // No format has a zero below zero.
  const plain = value === 0 ? 0 : typeof value === "string" ? cleanText(value) : (value as Cell);
  if (type === "mixed") return plain;
  if (type === "text") return String(plain);
  if (plain === "") return null;
  if (type === "date") {
    if (typeof plain === "string" && isDate(plain)) return plain;
    throw new CellFault("must be a date as YYYY-MM-DD", "format");
  }
  const number = typeof plain === "string" && /^-?\d{1,15}(\.\d{1,15})?$/.test(plain) ? Number(plain) : plain;
  if (typeof number !== "number") throw new CellFault("must be a number", "type");
  return type === "money" ? readAmount(number, decimals) : number;
}

/** An amount as the cell of a column that need not be one of money. Throws CellFault. */
export function amountCell(minor: number | null, type: ColumnType, decimals: number): Cell {
  if (minor === null) return null;
  if (type === "money") return minor;
  if (type === "number" || type === "mixed") return toMajor(minor, decimals);
  if (type === "text") return formatMinor(minor, decimals);
  throw new CellFault("is an amount, not a date", "type");
}

/** How a format writes each kind of value. */
export interface CellWords<T> {
  text(value: string): T;
  number(value: number): T;
  money(minor: number): T;
  date(date: string): T;
  boolean(value: boolean): T;
}

/** A cell that is not empty in a format's words. */
export function sayCell<T>(cell: Exclude<Cell, null>, type: ColumnType, words: CellWords<T>): T {
  if (typeof cell === "number") return type === "money" ? words.money(cell) : words.number(cell);
  if (typeof cell === "boolean") return words.boolean(cell);
  return type === "date" ? words.date(cell) : words.text(cell);
}
