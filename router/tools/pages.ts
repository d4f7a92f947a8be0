import { z } from "zod";
import { invalidCursor, sharedCursors } from "../../src/db/cursor.ts";

/** Tools on one page of a list. */
export const pageSize = 100;

const lastName = z.string();

/**
 * One page of a list in a constant order, and the cursor of the next page, which contains the name of the
 * page's last item. Throws INVALID_CURSOR for the cursor of another list.
 */
export function pageOf<T>(
  items: readonly T[],
  {
    cursor,
    size,
    list,
    nameOf,
  }: { cursor: string | undefined; size: number; list: string; nameOf(item: T): string },
): { items: readonly T[]; nextCursor: string | null } {
  if (cursor === "") throw invalidCursor();
  const cursors = sharedCursors(["tools", list], lastName);
  const after = cursors.decode(cursor);
  const from = after === null ? 0 : startOf(items, after, nameOf);
  const page = items.slice(from, from + size);
  const isLast = from + size >= items.length;
  const last = page.at(-1);
  return { items: page, nextCursor: isLast || !last ? null : cursors.encode(nameOf(last)) };
}

function startOf<T>(items: readonly T[], after: string, nameOf: (item: T) => string): number {
  const index = items.findIndex((item) => nameOf(item) === after);
  if (index < 0) throw invalidCursor();
  return index + 1;
}
