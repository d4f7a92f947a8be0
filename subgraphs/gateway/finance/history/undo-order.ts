import { keyText, type ChangeRow } from "./change-row.ts";
import { historyTable } from "./history-tables.ts";

/**
 * What a change did, in the order in which it is undone: last first. Rows that went with a deleted one were recorded after it, but
 * refer to it: they come after it here too.
 */
export function inUndoOrder(all: readonly ChangeRow[]): ChangeRow[] {
  const deleted = new Map(
    all.filter(({ action }) => action === "deleted").map((row) => [keyText(row.table, row.key), row]),
  );
  const places = new Map<ChangeRow, number>();
  const placeOf = (row: ChangeRow): number => {
    const known = places.get(row);
    if (known !== undefined) return known;
    let place = row.position;
    for (const [column, table] of Object.entries(historyTable(row.table).goesWith ?? {})) {
      const parent = deleted.get(JSON.stringify([table, row.before?.[column]]));
      // A quarter: a chain of three rows stays above the next position.
      if (parent && parent.position < row.position) place = Math.min(place, placeOf(parent) - 0.25);
    }
    places.set(row, place);
    return place;
  };
  return all.toSorted((a, b) => placeOf(b) - placeOf(a));
}
