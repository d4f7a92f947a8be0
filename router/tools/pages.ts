import { createHash } from "node:crypto";
import { DomainError } from "../../src/errors.ts";

/** Tools on one page of a list. */
export const pageSize = 100;

/**
 * One page of a list whose order never changes, and the opaque cursor of the next. A cursor says after which name to go on
 * and of which list it is: of another list, or made up, it is INVALID_CURSOR.
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
  const mark = createHash("sha256").update(list).digest("base64url").slice(0, 8);
  const from = cursor === undefined ? 0 : startOf(items, readCursor(cursor, mark), nameOf);
  const page = items.slice(from, from + size);
  const isLast = from + size >= items.length;
  const last = page.at(-1);
  return { items: page, nextCursor: isLast || !last ? null : writeCursor(mark, nameOf(last)) };
}

function startOf<T>(items: readonly T[], after: string, nameOf: (item: T) => string): number {
  const index = items.findIndex((item) => nameOf(item) === after);
  if (index < 0) throw invalidCursor();
  return index + 1;
}

function writeCursor(mark: string, name: string): string {
  return Buffer.from(JSON.stringify([mark, name])).toString("base64url");
}

function readCursor(cursor: string, mark: string): string {
  try {
    const [own, name] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (own === mark && typeof name === "string") return name;
  } catch {
    // No cursor of ours.
  }
  throw invalidCursor();
}

function invalidCursor(): DomainError {
  return new DomainError("INVALID_CURSOR", "This cursor belongs to another list, or to none.");
}
