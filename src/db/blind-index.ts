import type { EntityManager } from "@mikro-orm/postgresql";
import type { BlindIndexes } from "../crypto/crypto.ts";
import type { KeyedCall } from "./key-row.ts";
import { assertSqlName, executeSql } from "./sql.ts";

interface IndexColumn {
  table: string;
  column: string;
}

/**
 * Brings an owner's rows of one value to the newest index key, so that look-ups, `ON CONFLICT` and unique constraints of
 * the same transaction need to know that one only. To be called before each write that relies on one of these. Writers
 * of the same value wait for each other until the transaction ends. Without older keys it does nothing.
 */
export async function refreshBlindIndexes(
  em: EntityManager,
  { indexes, ownerId, columns }: { indexes: BlindIndexes; ownerId: string; columns: readonly IndexColumn[] },
): Promise<void> {
  const [newest, ...older] = indexes;
  if (older.length === 0) return;
  // Processes that have the same keys in another order take the same lock.
  const lock = `${ownerId} ${[...indexes].sort()[0]!}`;
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lock]);
  for (const { table, column } of columns) {
    assertSqlName(table);
    assertSqlName(column);
    const sql = `UPDATE ${table} SET ${column} = $1 WHERE owner_id = $2 AND ${column} = ANY($3::text[])`;
    await executeSql(em, sql, [newest, ownerId, older]);
  }
}

/**
 * The input of a keyed write whose stored hash covers a blind index in place of a value: the same request is the same
 * write under an older index key, too.
 */
export function inputWithIndex(
  indexes: BlindIndexes,
  toInput: (index: string) => unknown,
): Pick<KeyedCall, "input" | "olderInputs"> {
  const [newest, ...older] = indexes;
  return { input: toInput(newest), olderInputs: older.map(toInput) };
}
