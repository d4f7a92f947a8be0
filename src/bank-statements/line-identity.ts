import { createHash } from "node:crypto";
import type { StatementRow } from "./statement-row.ts";

/** Begins keys that are made from a line, not given by its bank. */
export const madeKeyMark = "~";

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

/** True when one name contains the other, or they share half of the shorter one's words. */
export function isSimilar(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  if (a.includes(b) || b.includes(a)) return true;
  const [left, right] = [new Set(a.split(" ")), new Set(b.split(" "))];
  const shared = [...left].filter((word) => word.length > 1 && right.has(word)).length;
  return shared > 0 && shared * 2 >= Math.min(left.size, right.size);
}

/** A name in lower case, with its letters and digits alone. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
