import { isSimilar, madeKeyMark } from "../../../../src/bank-statements/line-identity.ts";
import type { EntryRow } from "../finance-tables.ts";

/** Fields that decide whether two transactions of one account and amount are duplicates. */
export type Candidate = Pick<
  EntryRow,
  | "id"
  | "date"
  | "payee"
  | "status"
  | "transferId"
  | "tradeId"
  | "fitid"
  | "categoryId"
  | "splits"
  | "notes"
  | "tags"
>;

/** Transactions that are probably one, the richest first. */
export type DuplicateGroup<Entry extends Candidate> = readonly [Entry, Entry, ...Entry[]];

/**
 * Groups of candidates that are probably one payment. Each is in one group, and every two of a group fit: nearer ones are
 * grouped first, so two bank lines that a manual entry resembles stay apart.
 */
export function duplicateGroups<Entry extends Candidate>(
  pairs: readonly (readonly [Entry, Entry])[],
): DuplicateGroup<Entry>[] {
  const groupOf = new Map<string, Entry[]>();
  const nearestFirst = pairs
    .filter(([a, b]) => mayBeOne(a, b))
    .toSorted((a, b) => daysApart(a) - daysApart(b));
  const fits = new Set(nearestFirst.flatMap(([a, b]) => [`${a.id} ${b.id}`, `${b.id} ${a.id}`]));
  for (const [a, b] of nearestFirst) {
    const [left, right] = [groupOf.get(a.id) ?? [a], groupOf.get(b.id) ?? [b]];
    if (left === right || !left.every((one) => right.every((other) => fits.has(`${one.id} ${other.id}`))))
      continue;
    const joined = [...left, ...right];
    for (const { id } of joined) groupOf.set(id, joined);
  }
  const groups = [...new Set(groupOf.values())].map((group) => group.toSorted(byRichness));
  return groups.toSorted((a, b) => (a[0]!.date < b[0]!.date ? 1 : -1)) as unknown as DuplicateGroup<Entry>[];
}

/** Two lines of one source with ids of their own are two payments, and so are two transfers. */
function mayBeOne(a: Candidate, b: Candidate): boolean {
  if (a.tradeId !== null || b.tradeId !== null || hasTwoBankIds(a, b)) return false;
  if (a.transferId !== null && b.transferId !== null) return false;
  return a.transferId !== null || b.transferId !== null || isSimilar(a.payee, b.payee);
}

/** True for two with IDs of a bank, or of lines of a file, which are two payments. */
export function hasTwoBankIds(a: Pick<Candidate, "fitid">, b: Pick<Candidate, "fitid">): boolean {
  if (a.fitid === null || b.fitid === null) return false;
  return a.fitid.startsWith(madeKeyMark) === b.fitid.startsWith(madeKeyMark);
}

/** Days between two dates. */
export function daysApart([a, b]: readonly [Pick<Candidate, "date">, Pick<Candidate, "date">]): number {
  return Math.abs(Date.parse(a.date) - Date.parse(b.date)) / 86_400_000;
}

/** The one to keep first: locked ones and transfers, then what the bank sent, then what has most details. */
function byRichness(a: Candidate, b: Candidate): number {
  return richness(b) - richness(a) || (a.id < b.id ? -1 : 1);
}

function richness({ status, transferId, fitid, categoryId, splits, notes, tags }: Candidate): number {
  const details =
    Number(categoryId !== null || splits !== null) + Number(notes !== null) + Number(tags.length > 0);
  return (
    16 * Number(status === "reconciled") +
    8 * Number(transferId !== null) +
    4 * Number(fitid !== null) +
    details
  );
}
