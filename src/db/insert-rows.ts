import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "./sql.ts";

/** Target of an insert: the table, its columns, and the text before it (`WITH`) and after its rows (`ON CONFLICT`, …). */
export interface RowsTarget {
  before?: string;
  into: string;
  columns: readonly string[];
  after?: string;
}

const maxRowsOfStatement = 64;

/**
 * Inserts rows in their order; answers what the statement returns. They go in statements of 64, 32, 16 … 1 rows, so that
 * any number of rows takes few statements, of few texts that a connection prepares once.
 */
export async function insertRows<Row>(
  em: EntityManager,
  target: RowsTarget,
  rows: readonly (readonly unknown[])[],
): Promise<Row[]> {
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
