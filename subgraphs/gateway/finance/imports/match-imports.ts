import { fold, isSimilar, keysOf, madeKeyMark } from "../../../../src/bank-statements/line-identity.ts";
import type { StatementRow } from "../../../../src/bank-statements/statement-row.ts";

/** What an account has already. */
export interface KnownEntry {
  id: string;
  date: string;
  amount: number;
  payee: string;
  status: "pending" | "cleared" | "reconciled";
  fitid: string | null;
}

export type ImportOutcome = "new" | "duplicate" | "settles";

/** What becomes of a line: with what is known, where it is the same or settles what was pending. */
export interface MatchedRow extends StatementRow {
  outcome: ImportOutcome;
  transactionId: string | null;
  /** Identifies the line again: the bank's id, or a key made from the line. */
  key: string;
}

/** Days within which a pending entry is settled, and within which an entry made by hand is the same. */
const settlingDays = 5;
const similarDays = 3;

/**
 * Finds the new lines of a statement. A line is identified by the bank's id; without one by its day, amount and payee,
 * with a count for equal lines of a statement. Otherwise it may settle a pending entry of its amount, or match a manual
 * entry: of its amount, within three days, with a similar payee. Each known entry matches one line only, so equal
 * purchases stay separate.
 */
export function matchImports(rows: readonly StatementRow[], known: readonly KnownEntry[]): MatchedRow[] {
  const keys = keysOf(rows);
  // An exported entry that the bank gave no id has its own.
  const byKey = new Map(known.map((entry) => [entry.fitid ?? entry.id, entry]));
  const taken = new Set(keys.flatMap((key) => byKey.get(key)?.id ?? []));
  const seen = new Set<string>();
  return rows.map((row, index) => {
    const key = keys[index]!;
    const same = byKey.get(key);
    if (same) return { ...row, key, outcome: "duplicate", transactionId: same.id };
    if (seen.has(key)) return { ...row, key, outcome: "duplicate", transactionId: null };
    seen.add(key);
    const free = known.filter(({ id, amount }) => amount === row.amount && !taken.has(id));
    const pending = nearest(row, free, settlingDays, ({ status }) => status === "pending");
    const match =
      pending ??
      nearest(
        row,
        free,
        similarDays,
        (entry) => isByAnotherWay(entry, key) && isSimilar(entry.payee, row.payee),
      );
    if (!match) return { ...row, key, outcome: "new", transactionId: null };
    taken.add(match.id);
    return { ...row, key, outcome: pending ? "settles" : "duplicate", transactionId: match.id };
  });
}

/** Two ids of one kind that differ are two entries; those made by hand, or that came in another format, may be the same. */
function isByAnotherWay({ fitid }: KnownEntry, key: string): boolean {
  return fitid === null || fitid.startsWith(madeKeyMark) !== key.startsWith(madeKeyMark);
}

function nearest(
  row: StatementRow,
  entries: readonly KnownEntry[],
  days: number,
  fits: (entry: KnownEntry) => boolean,
): KnownEntry | null {
  const distance = ({ date }: KnownEntry) => Math.abs(Date.parse(date) - Date.parse(row.date)) / 86_400_000;
  const found = entries.filter((entry) => distance(entry) <= days && fits(entry));
  const isExact = ({ payee }: KnownEntry) => Number(fold(payee) === fold(row.payee));
  return found.sort((a, b) => isExact(b) - isExact(a) || distance(a) - distance(b))[0] ?? null;
}
