import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "./sql.ts";

/** Target of an insert: the table, its columns, and the text before it (`WITH`) and after its rows (`ON CONFLICT`, …). */
export interface RowsTarget {
  before?: string;
  into: string;
  columns: readonly string[];
  /**
   * The columns' types, for tables that take many rows at once: those then travel as one JSON text. `json` and `jsonb` are
   * given as text.
   */
  types?: readonly string[];
  after?: string;
}

const maxRowsOfStatement = 64;
/** From so many rows on, one JSON text costs less than a parameter for each value. */
const fewestRowsOfText = 8;

/**
 * Inserts rows in their order; answers what the statement returns. Many rows go in one statement where the target names
 * its types. Others go in statements of 64, 32, 16 … 1 rows, so that any number of rows takes few statements, of few texts
 * that a connection prepares once.
 */
export async function insertRows<Row>(
  em: EntityManager,
  target: RowsTarget,
  rows: readonly (readonly unknown[])[],
): Promise<Row[]> {
  if (target.types && rows.length >= fewestRowsOfText)
    return executeSql<Row>(em, textOfMany(target, target.types), [JSON.stringify(rows.map(toRecord))]);
  const inserted: Promise<Row[]>[] = [];
  for (let start = 0, size = maxRowsOfStatement; start < rows.length;) {
    if (rows.length - start < size) size /= 2;
    else {
      inserted.push(executeSql<Row>(em, textOf(target, size), rows.slice(start, start + size).flat()));
      start += size;
    }
  }
  return (await Promise.all(inserted)).flat();
}

/** Columns by their places: names would be written with each row. */
function toRecord(row: readonly unknown[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (let place = 0; place < row.length; place++) record[`c${place}`] = row[place];
  return record;
}

const textsOfMany = new WeakMap<RowsTarget, string>();

function textOfMany(target: RowsTarget, types: readonly string[]): string {
  let text = textsOfMany.get(target);
  if (text === undefined) {
    const { before = "", into, columns, after = "" } = target;
    const isJson = (type: string) => type === "json" || type === "jsonb";
    const read = types.map((type, place) => `c${place} ${isJson(type) ? "text" : type}`);
    const values = types.map((type, place) => (isJson(type) ? `c${place}::${type}` : `c${place}`));
    text = `${before} INSERT INTO ${into} (${columns.join(", ")}) SELECT ${values.join(", ")}
      FROM json_to_recordset($1) AS given (${read.join(", ")}) ${after}`.trim();
    textsOfMany.set(target, text);
  }
  return text;
}

/** Texts by target and number of rows. */
const texts = new WeakMap<RowsTarget, Map<number, string>>();

function textOf(target: RowsTarget, size: number): string {
  let bySize = texts.get(target);
  if (!bySize) texts.set(target, (bySize = new Map()));
  let text = bySize.get(size);
  if (text === undefined) {
    const { before = "", into, columns, after = "" } = target;
    const tuples = Array.from({ length: size }, (_, row) => {
      const places = columns.map((_column, index) => `$${row * columns.length + index + 1}`);
      return `(${places.join(", ")})`;
    });
    text =
      `${before} INSERT INTO ${into} (${columns.join(", ")}) VALUES ${tuples.join(", ")} ${after}`.trim();
    bySize.set(size, text);
  }
  return text;
}
