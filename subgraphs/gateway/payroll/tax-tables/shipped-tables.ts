import { taxTablesSchema, type TaxTables } from "./tax-tables.schema.ts";
import us2025 from "./us-2025.json" with { type: "json" };
import us2026 from "./us-2026.json" with { type: "json" };

const files: ReadonlyMap<number, unknown> = new Map<number, unknown>([
  [2025, us2025],
  [2026, us2026],
]);
const read = new Map<number, TaxTables>();

/** Years that the release has tables of. */
export const shippedYears: readonly number[] = [...files.keys()];

/** The tables of a year that the release brings, read once. Null for other years. */
export function shippedTables(year: number): TaxTables | null {
  const known = read.get(year);
  if (known) return known;
  if (!files.has(year)) return null;
  const tables = taxTablesSchema.parse(files.get(year));
  read.set(year, tables);
  return tables;
}
