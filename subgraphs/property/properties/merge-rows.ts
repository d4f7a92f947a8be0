import { rowFromCells } from "./csv-rows.ts";
import type { CountyHazards } from "./county-hazards.ts";
import { mergeProperty } from "./merge-property.ts";
import type { CanonicalProperty } from "./property.types.ts";
import type { RowReader } from "./row-reader.types.ts";
import type { StagedYear } from "./staged-year.types.ts";

/**
 * Merges one building from the cells of its stored rows, with the same result as from the original files or pages; null
 * when none of them can be used any more.
 */
export function mergeRows(
  reader: RowReader,
  rows: readonly Readonly<Record<string, string>>[],
  { counties, retrievedAt }: { counties: CountyHazards; retrievedAt: string },
): CanonicalProperty | null {
  const [first, ...others] = rows.flatMap((cells, index): StagedYear[] => {
    const staged = reader.stageRow(rowFromCells(index + 1, cells));
    return typeof staged === "string" ? [] : [staged];
  });
  if (first === undefined) return null;
  return mergeProperty([first, ...others], { source: reader.description, counties, retrievedAt });
}
