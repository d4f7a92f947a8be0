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
  const [row] = await executeSql<{ last: string }>(
    em,
    `INSERT INTO document_counters AS c (owner_id, prefix, last_number) VALUES ($1, $2, 1)
     ON CONFLICT (owner_id, prefix) DO UPDATE SET last_number = c.last_number + 1
     RETURNING last_number::text AS last`,
    [ownerId, prefix],
  );
  return `${prefix}${row!.last.padStart(6, "0")}`;
}
