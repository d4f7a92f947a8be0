import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../../../src/project-root.ts";
import { taxTablesSchema, type TaxTables } from "./tax-tables.schema.ts";

const folder = projectPath("subgraphs", "gateway", "payroll", "tax-tables");
const read = new Map<number, TaxTables>();

/** Years that the release has tables of. */
export const shippedYears: readonly number[] = [2025, 2026];

/** The tables of a year that the release brings, read once. Null for other years. */
export function shippedTables(year: number): TaxTables | null {
  const known = read.get(year);
  if (known) return known;
  if (!shippedYears.includes(year)) return null;
  const tables = taxTablesSchema.parse(JSON.parse(readFileSync(join(folder, `us-${year}.json`), "utf8")));
  read.set(year, tables);
  return tables;
}
