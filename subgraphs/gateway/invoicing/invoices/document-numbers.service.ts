import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Number prefix of credit notes. */
export const creditNotePrefix = "CN-";

/** Yearly prefix of documents numbered at creation: `INV-2026-`, `QUO-2026-`. */
export function yearPrefix(kind: "INV" | "QUO", date: string): string {
  return `${kind}-${date.slice(0, 4)}-`;
}

/**
 * Next number of the account for a prefix, at least six digits. The counter's row is locked until the commit, so numbers
 * have no gaps and no duplicates: a rollback releases its number.
 */
export async function nextNumber(em: EntityManager, ownerId: string, prefix: string): Promise<string> {
  return (await nextNumbers(em, { ownerId, prefix }, 1))[0]!;
}

/** The next numbers in their order, as `nextNumber` gives one. */
export async function nextNumbers(
  em: EntityManager,
  { ownerId, prefix }: { ownerId: string; prefix: string },
  count: number,
): Promise<string[]> {
  if (count === 0) return [];
  const [row] = await executeSql<{ last: string }>(
    em,
    `INSERT INTO document_counters AS c (owner_id, prefix, last_number) VALUES ($1, $2, $3)
     ON CONFLICT (owner_id, prefix) DO UPDATE SET last_number = c.last_number + $3
     RETURNING last_number::text AS last`,
    [ownerId, prefix, count],
  );
  const first = BigInt(row!.last) - BigInt(count) + 1n;
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${String(first + BigInt(index)).padStart(6, "0")}`,
  );
}
