/** Moves what is sealed under older keys to the newest one, a batch of rows at a time, beside everything that serves. */
import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyRing } from "../crypto/crypto.ts";
import type { SealedColumn } from "../crypto/sealed-column.ts";
import { executeSql, sqlState } from "./sql.ts";
import { asSystem } from "./transaction.ts";

/** Rows of one transaction: each is locked for as long as a batch takes, some milliseconds. */
const batchRows = 100;
const uniqueViolation = "23505";

export interface ResealOptions {
  keyRing: KeyRing;
  /** Called after each batch with the number of resealed rows. */
  report(rows: number): void;
  signal?: AbortSignal | undefined;
}

/** Row counts of a column, and the faults found in it. */
export interface Resealed {
  /** Rows that were changed. */
  changed: number;
  /** Rows whose value does not open under any key, or whose new blind index another row has: first keys of them. */
  failed: string[];
}

interface Row extends Record<string, string | null> {
  envelope: string | null;
  index: string | null;
  hash: string | null;
}

interface Change {
  key: string[];
  before: string | null;
  after: string;
  index: string | null;
}

/**
 * Reseals every row of the column that is not under the newest key, and rebuilds its blind index. Each row
 * changes only if its envelope is still the one that was opened, so a concurrent write is never lost; a row
 * that changed is under the newest key already. Stopped or killed at any point, the next run continues with the
 * rest. Reads the table by its primary key and locks only the rows of the batch that it writes.
 */
export async function resealColumn(
  em: EntityManager,
  column: SealedColumn,
  { keyRing, report, signal }: ResealOptions,
): Promise<Resealed> {
  const result: Resealed = { changed: 0, failed: [] };
  let after: string[] | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const rows: Row[] = await readBatch(em, column, { keyRing, after });
    if (rows.length === 0) return result;
    const changes = rows.flatMap((row) => readChange(column, row, keyRing, result) ?? []);
    const changed = await writeBatch(em, column, changes, result);
    result.changed += changed;
    report(changed);
    after = keyOf(column, rows.at(-1)!);
  }
}

/** Envelopes of the column by key id, and rows that depend on a key that is not the newest. */
export async function countEnvelopes(
  em: EntityManager,
  column: SealedColumn,
  keyRing: KeyRing,
): Promise<{ byKey: ReadonlyMap<string, number>; older: number }> {
  const sql = `SELECT split_part(${column.column}, ':', 2) AS "keyId", count(*)::int AS count FROM ${column.table}
    WHERE ${column.column} IS NOT NULL GROUP BY 1 ORDER BY 1`;
  const rows = await asSystem(em, (own) => executeSql<{ keyId: string; count: number }>(own, sql));
  const byKey = new Map(rows.map(({ keyId, count }) => [keyId, count]));
  let older = 0;
  for (const [keyId, count] of byKey) if (!keyRing.currentKeyIds.includes(keyId)) older += count;
  if (column.blindIndex || column.derived) older += await countUnseen(em, column, keyRing);
  return { byKey, older };
}

/** Rows under the newest key whose blind index or derived value is not: these cannot be counted by the database. */
async function countUnseen(em: EntityManager, column: SealedColumn, keyRing: KeyRing): Promise<number> {
  let [count, after]: [number, string[] | null] = [0, null];
  for (;;) {
    const rows: Row[] = await readBatch(em, column, { keyRing, after });
    if (rows.length === 0) return count;
    const isNewest = ({ envelope }: Row) => envelope === null || !keyRing.isStale(envelope);
    const own: Resealed = { changed: 0, failed: [] };
    const found = rows.filter((row) => isNewest(row) && readChange(column, row, keyRing, own) !== null);
    count += found.length + own.failed.length;
    after = keyOf(column, rows.at(-1)!);
  }
}

/** The next rows by primary key that may need a change. Where that cannot be seen in SQL, all rows. */
function readBatch(
  em: EntityManager,
  { table, column, key, blindIndex, derived }: SealedColumn,
  { keyRing, after }: { keyRing: KeyRing; after: readonly string[] | null },
): Promise<Row[]> {
  const prefixes = keyRing.currentKeyIds.map((keyId) => `v1:${keyId}:`);
  const isOlder = prefixes.map((_, index) => `NOT starts_with(${column}, $${index + 1})`).join(" AND ");
  const isFilled = `${column} IS NOT NULL`;
  const wanted = derived ? "true" : blindIndex ? isFilled : `${isFilled} AND ${isOlder}`;
  const values: string[] = derived || blindIndex ? [] : prefixes;
  const places = key.map((_, index) => `$${values.length + index + 1}`);
  const next = after === null ? "true" : `(${key.join(", ")}) > (${places.join(", ")})`;
  const sql = `SELECT ${key.map((name) => `${name} AS "key.${name}"`).join(", ")}, ${column} AS envelope,
      ${blindIndex?.column ?? "NULL"} AS index, ${derived?.hashColumn ?? "NULL"} AS hash
    FROM ${table} WHERE ${wanted} AND ${next} ORDER BY ${key.join(", ")} LIMIT ${batchRows}`;
  return asSystem(em, (own) => executeSql<Row>(own, sql, [...values, ...(after ?? [])]), { readOnly: true });
}

function keyOf({ key }: SealedColumn, row: Row): string[] {
  return key.map((name) => row[`key.${name}`]!);
}

/** The changes that a row needs; null for none. */
function readChange(column: SealedColumn, row: Row, keyRing: KeyRing, result: Resealed): Change | null {
  const key = keyOf(column, row);
  const place = column.placeOf(...key);
  const { envelope, index, hash } = row;
  const fail = () => {
    result.failed.push(key.join(" "));
    return null;
  };
  try {
    if (envelope === null) {
      const [newest, ...older] = column.derived!.valuesOf(keyRing, key[0]!);
      const isMade = (value: string) => column.derived!.hashOf(value) === hash;
      if (isMade(newest!)) return null;
      const value = older.find(isMade);
      return value === undefined
        ? fail()
        : { key, before: null, after: keyRing.seal(value, place), index: null };
    }
    const isStale = keyRing.isStale(envelope);
    if (!isStale && !column.blindIndex) return null;
    const value = keyRing.open(envelope, place);
    const newIndex = column.blindIndex ? keyRing.blindIndex(column.blindIndex.name, value) : null;
    if (!isStale && newIndex === index) return null;
    return { key, before: envelope, after: isStale ? keyRing.seal(value, place) : envelope, index: newIndex };
  } catch {
    return fail();
  }
}

/** Writes the changes in one transaction; row by row when one of them breaks a unique constraint. */
async function writeBatch(
  em: EntityManager,
  column: SealedColumn,
  changes: readonly Change[],
  result: Resealed,
): Promise<number> {
  if (changes.length === 0) return 0;
  try {
    return await asSystem(em, (own) => writeChanges(own, column, changes));
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error;
    if (changes.length === 1) {
      result.failed.push(changes[0]!.key.join(" "));
      return 0;
    }
    let written = 0;
    for (const change of changes) written += await writeBatch(em, column, [change], result);
    return written;
  }
}

async function writeChanges(
  em: EntityManager,
  { table, column, key, blindIndex }: SealedColumn,
  changes: readonly Change[],
): Promise<number> {
  const lists = [
    ...key.map((_, index) => changes.map((change) => change.key[index]!)),
    changes.map(({ before }) => before),
    changes.map(({ after }) => after),
    changes.map(({ index }) => index),
  ];
  const names = [...key.map((name) => `key_${name}`), "before", "after", "index"];
  const listed = `unnest(${lists.map((_, at) => `$${at + 1}::text[]`).join(", ")}) AS v (${names.join(", ")})`;
  const same = key.map((name) => `t.${name} = v.key_${name}`).join(" AND ");
  const index = blindIndex ? `, ${blindIndex.column} = v.index` : "";
  const sql = `UPDATE ${table} t SET ${column} = v.after${index} FROM ${listed}
    WHERE ${same} AND t.${column} IS NOT DISTINCT FROM v.before RETURNING t.${key[0]!} AS id`;
  const written = await executeSql<{ id: string }>(em, sql, lists);
  const { copy } = blindIndex ?? {};
  if (copy) {
    // A row that another transaction has written in the meantime got its copies from that write.
    const ids = written.map(({ id }) => id);
    const copied = `UPDATE ${copy.table} c SET ${copy.column} = t.${blindIndex!.column} FROM ${table} t
      WHERE t.${key[0]!} = c.${copy.reference} AND c.${copy.column} <> t.${blindIndex!.column} AND t.${key[0]!} = ANY($1::text[])`;
    await executeSql(em, copied, [ids]);
  }
  return written.length;
}
