import type { ListTable } from "./list-tables.ts";

/** A list of a response whose numbers can be drawn: over time, or side by side. */
export interface ListChart {
  /** Place of the list in the response. */
  path: string;
  /** Column that distinguishes the rows: days or times in order, or names. */
  by: string;
  isOverTime: boolean;
  /** Columns of numbers, the most telling first. */
  numbers: readonly string[];
  rows: readonly Record<string, unknown>[];
}

const maxPoints = 1_000;
const maxBars = 100;
/** A month, a day or a time. */
const timeText = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}[\d:.]{0,10}Z?)?)?$/;
const longestTime = 30;
const namingColumns = ["name", "title", "label", "payee", "category", "key", "kind", "status", "currency"];
/** Numbers that say little as a chart. */
const counting = /^(?:version|position)$|count$/i;

/** The lists that can be drawn, in the order of the tables. */
export function listCharts(tables: readonly ListTable[]): ListChart[] {
  return tables.flatMap((table) => chartOf(table) ?? []);
}

function chartOf({ path, columns, rows }: ListTable): ListChart | null {
  const numbers = columns.filter((name) => isNumbers(rows, name));
  if (rows.length < 2 || numbers.length === 0) return null;
  const ordered = [
    ...numbers.filter((name) => !counting.test(name)),
    ...numbers.filter((name) => counting.test(name)),
  ];
  const time = rows.length > maxPoints ? undefined : columns.find((name) => isTimes(rows, name));
  if (time !== undefined) {
    const inOrder = rows.toSorted((a, b) => timeOf(a[time]) - timeOf(b[time]));
    return { path, by: time, isOverTime: true, numbers: ordered, rows: inOrder };
  }
  const name = rows.length > maxBars ? undefined : nameColumn(columns, rows);
  return name === undefined ? null : { path, by: name, isOverTime: false, numbers: ordered, rows };
}

/** Milliseconds of a month, day or time. */
export function timeOf(value: unknown): number {
  return Date.parse(String(value));
}

function isNumbers(rows: ListChart["rows"], name: string): boolean {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === "number" && Number.isFinite(value));
}

function isTimes(rows: ListChart["rows"], name: string): boolean {
  const isTime = (value: unknown) =>
    typeof value === "string" &&
    value.length <= longestTime &&
    timeText.test(value) &&
    !Number.isNaN(timeOf(value));
  return rows.every((row) => isTime(row[name])) && isDistinct(rows, name);
}

function nameColumn(columns: readonly string[], rows: ListChart["rows"]): string | undefined {
  const known = namingColumns.filter((name) => columns.includes(name));
  const others = columns.filter((name) => !/id$/i.test(name));
  const isName = (name: string) =>
    rows.every((row) => typeof row[name] === "string") && isDistinct(rows, name);
  return [...known, ...others].find(isName);
}

function isDistinct(rows: ListChart["rows"], name: string): boolean {
  return new Set(rows.map((row) => row[name])).size === rows.length;
}
