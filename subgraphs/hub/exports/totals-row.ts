import type { Cell, ExportTable } from "./export-table.ts";

/** The row of sums below the others; null where none is wanted or nothing is added up. */
export function totalsRow({ columns, columnTotals }: ExportTable): Cell[] | null {
  if (!columnTotals?.some((total) => total !== null)) return null;
  return columns.map(({ type }, at) => {
    const canSay = at === 0 && (type === "text" || type === "mixed");
    return columnTotals[at] ?? (canSay ? "Total" : null);
  });
}
