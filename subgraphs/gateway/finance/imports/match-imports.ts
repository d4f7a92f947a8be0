import { createHash } from "node:crypto";
import type { StatementRow } from "./statement-row.ts";

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

const madeKeyMark = "~";

/**
 * Finds the new lines of a statement. A line is identified by the bank's id; without one by its day, amount and payee,
 * with a count for equal lines of a statement. Otherwise it may settle a pending entry of its amount, or match a manual
 * entry: of its amount, within three days, with a similar payee. Each known entry matches one line only, so equal
 * purchases stay separate.
 */
export function matchImports(rows: readonly StatementRow[], known: readonly KnownEntry[]): MatchedRow[] {
  const keys = keysOf(rows);
  const byKey = new Map(known.flatMap((entry) => (entry.fitid === null ? [] : [[entry.fitid, entry]])));
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

/** Identifies each line again: by the bank's id, or a key made from its day, amount, payee and count. */
export function keysOf(rows: readonly StatementRow[]): string[] {
  const counts = new Map<string, number>();
  return rows.map(({ fitid, date, amount, payee }) => {
    if (fitid !== null) return fitid;
    const line = JSON.stringify([date, amount, fold(payee)]);
    const nth = (counts.get(line) ?? 0) + 1;
    counts.set(line, nth);
    const digest = createHash("sha256").update(`${line} ${nth}`).digest("hex");
    return `${madeKeyMark}${digest.slice(0, 32)}`;
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

/** True when one name contains the other, or they share half of the shorter one's words. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  if (a.includes(b) || b.includes(a)) return true;
  const [left, right] = [new Set(a.split(" ")), new Set(b.split(" "))];
  const shared = [...left].filter((word) => word.length > 1 && right.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(left.size, right.size);
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
