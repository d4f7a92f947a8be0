import type { SqlCondition } from "./search-filters.ts";

/** The result of a search, whose pages are read from it: first the head, in its order, then the rest as SQL orders it. */
export interface Selection {
  /** How many match, on all pages together. */
  readonly total: number;
  readonly head: readonly string[];
  /** What follows the head; null when there is nothing. */
  readonly rest: { readonly where: SqlCondition; readonly orderBy: string } | null;
}

/** Which ids of the head a page has, and which stretch of the rest. */
export function slicePage(
  { head, rest }: Selection,
  { offset, limit }: { offset: number; limit: number },
): { ids: readonly string[]; rest: { offset: number; limit: number } | null } {
  const ids = head.slice(offset, offset + limit);
  const missing = limit - ids.length;
  if (rest === null || missing === 0) return { ids, rest: null };
  return { ids, rest: { offset: Math.max(0, offset - head.length), limit: missing } };
}
