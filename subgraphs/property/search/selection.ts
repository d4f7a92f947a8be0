import type { SqlCondition } from "./search-filters.ts";

/** The result of a search, from which pages are read: first the head, in its order, then the rest in SQL order. */
export interface Selection {
  /** Number of matches on all pages together. */
  readonly total: number;
  readonly head: readonly string[];
  /** The matches after the head; null when there are none. */
  readonly rest: { readonly where: SqlCondition; readonly orderBy: string } | null;
}

/** The ids of the head on a page, and the range of the rest. */
export function slicePage(
  { head, rest }: Selection,
  { offset, limit }: { offset: number; limit: number },
): { ids: readonly string[]; rest: { offset: number; limit: number } | null } {
  const ids = head.slice(offset, offset + limit);
  const missing = limit - ids.length;
  if (rest === null || missing === 0) return { ids, rest: null };
  return { ids, rest: { offset: Math.max(0, offset - head.length), limit: missing } };
}
