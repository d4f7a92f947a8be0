import { parse } from "csv-parse/sync";
import type { FieldFault } from "../../../../src/errors.ts";
import { csvBounds } from "../../../../src/text/csv.ts";
import {
  accountTypes,
  categoriesOf,
  isCategoryOf,
  type AccountCategory,
  type AccountType,
} from "./account-categories.ts";
import type { ChartAccount } from "./chart-template.ts";

const maxRows = 1_000;
const columns = ["code", "name", "type", "category", "parent"] as const;
type Column = (typeof columns)[number];

/** What other programs call the types. */
const typesByName = new Map<string, AccountType>([
  ...accountTypes.map((type) => [type, type] as const),
  ["assets", "asset"],
  ["liabilities", "liability"],
  ["revenue", "income"],
  ["revenues", "income"],
  ["expenses", "expense"],
]);

/** The accounts of a CSV file in its order, or its faults by line. Pure. */
export function readChart(csv: string): { accounts: ChartAccount[]; faults: FieldFault[] } {
  const rows = parseRows(csv);
  if (rows === null) return failed("is not a CSV file with closed quotes", "csv");
  const [header, ...records] = rows;
  const places = readHeader(header ?? []);
  if (places === null) return failed("must have a header row with code, name and type", "header");
  if (records.length === 0) return failed("must have at least one account", "minRows");
  if (records.length > maxRows) return failed(`must have at most ${maxRows} accounts`, "maxRows");
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  const accounts = records.map((cells, index) => {
    const cell = (column: Column) => (cells[places.get(column) ?? -1] ?? "").trim();
    const fault = (column: Column, message: string) =>
      faults.push({ path: `csv.${index + 2}.${column}`, message, rule: column });
    return readAccount(cell, fault, seen);
  });
  return { accounts, faults };
}

type Fault = (column: Column, message: string) => void;

function readAccount(cell: (column: Column) => string, fault: Fault, seen: Set<string>): ChartAccount {
  const code = cell("code");
  if (!/^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/.test(code))
    fault("code", "must be up to 20 letters, digits, dots and hyphens");
  if (seen.has(code)) fault("code", "must not be used twice");
  seen.add(code);
  const name = cell("name");
  if (name === "" || name.length > 120 || /[\r\n]/.test(name))
    fault("name", "must be one line of 1 to 120 characters");
  const type = typesByName.get(cell("type").toLowerCase());
  if (type === undefined) fault("type", `must be one of ${accountTypes.join(", ")}`);
  const category = cell("category").toLowerCase().replaceAll(" ", "_");
  if (type !== undefined && category !== "" && !isCategoryOf(type, category))
    fault("category", `must be a category of ${type}: ${categoriesOf[type].join(", ")}`);
  const known = type ?? "asset";
  const given = category === "" ? categoriesOf[known][0] : (category as AccountCategory);
  return { code, name, type: known, category: given, parent: cell("parent") || null };
}

function parseRows(csv: string): string[][] | null {
  try {
    return parse(csv, { ...csvBounds, bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return null;
  }
}

/** The place of each column; null when one that is needed is missing. */
function readHeader(cells: readonly string[]): Map<Column, number> | null {
  const places = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const column = columns.find((name) => name === cell.trim().toLowerCase());
    if (column !== undefined && !places.has(column)) places.set(column, index);
  }
  return (["code", "name", "type"] as const).every((column) => places.has(column)) ? places : null;
}

function failed(message: string, rule: string): { accounts: ChartAccount[]; faults: FieldFault[] } {
  return { accounts: [], faults: [{ path: "csv", message, rule }] };
}
