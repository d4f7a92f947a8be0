import type { CursorList, Cursors, RowPosition } from "./cursor.ts";

/** Which page of a list. */
export interface PageQuery {
  /** The list's name and all of its filter: a cursor of another list is refused. */
  list: CursorList;
  /** Rows on a page, at least 1. */
  limit: number;
  /** `nextCursor` of the page before. */
  after?: string | null | undefined;
}

/** A page of rows. */
export interface RowPage<Row> {
  rows: Row[];
  /** Rows that fit the filter, on all pages. */
  total: number;
  /** Null on the last page. */
  nextCursor: string | null;
}

/** The page in rows that were read with a limit of one more than `limit`; the extra row says that there is a next page. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursors: Cursors<RowPosition>,
  positionOf: (row: Row) => RowPosition,
): Omit<RowPage<Row>, "total"> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : cursors.encode(positionOf(last)) };
}
