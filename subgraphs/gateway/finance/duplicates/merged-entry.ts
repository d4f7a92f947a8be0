import type { EntryRow, TransactionRow } from "../finance-tables.ts";

type Taken = Pick<TransactionRow, "fitid" | "importBatchId"> &
  Partial<Pick<TransactionRow, "status" | "categoryId" | "notes" | "tags" | "reviewed">>;

const mostTags = 20;
const longestNotes = 2_000;

/**
 * What a transaction takes over from its duplicates; its own details win. `splitsOf` is the duplicate whose parts it gets. A
 * reconciled one takes nothing that is shown.
 */
export function mergedEntry(keep: EntryRow, drops: readonly EntryRow[]): Taken & { splitsOf: string | null } {
  const imported = keep.fitid === null ? drops.find(({ fitid }) => fitid !== null) : undefined;
  const origin = {
    fitid: keep.fitid ?? imported?.fitid ?? null,
    importBatchId: keep.importBatchId ?? imported?.importBatchId ?? null,
  };
  if (keep.status === "reconciled") return { ...origin, splitsOf: null };
  const isFree = keep.categoryId === null && keep.splits === null && keep.transferId === null;
  const named = isFree
    ? drops.find(({ categoryId, splits }) => categoryId !== null || splits !== null)
    : undefined;
  const isCleared = [keep, ...drops].some(({ status }) => status === "cleared");
  const notes = [keep, ...drops].flatMap((entry) => entry.notes ?? []);
  return {
    ...origin,
    status: isCleared ? "cleared" : keep.status,
    categoryId: named && named.splits === null ? named.categoryId : keep.categoryId,
    notes: notes.length > 0 ? [...new Set(notes)].join("\n").slice(0, longestNotes) : null,
    tags: [...new Set([keep, ...drops].flatMap(({ tags }) => tags))].slice(0, mostTags),
    reviewed: keep.reviewed || drops.some(({ reviewed }) => reviewed),
    splitsOf: named && named.splits !== null ? named.id : null,
  };
}
