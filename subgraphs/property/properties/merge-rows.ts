import { rowFromCells } from "./csv-rows.ts";
import type { CountyHazards } from "./county-hazards.ts";
import { mergeProperty } from "./merge-property.ts";
import type { CanonicalProperty } from "./property.types.ts";
import type { RowReader } from "./row-reader.types.ts";
import type { StagedYear } from "./staged-year.types.ts";

/**
 * One building from the cells of its rows as they are stored, the same as from the files or pages they came in; null when
 * none of them can be used any more.
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
