import type { EntityManager } from "@mikro-orm/postgresql";
import type { KeyRing } from "../crypto/crypto.ts";
import type { Resealed, ResealOptions } from "./reseal.ts";
import type { SealedText } from "../crypto/sealed-column.ts";
import { executeSql } from "./sql.ts";
import { asSystem } from "./transaction.ts";

const batchRows = 100;
const envelopes = /v1:[\w-]{1,64}:[\w-]{16}:[\w-]*:[\w-]{22}/g;
/** Ids, also the readable ones of demo data (`withIdsFrom`). */
const ids = /\b[a-z0-9]{1,16}_(?:[0-9a-z]{26}\b|demo_[\w-]{1,64})/g;

interface Row extends Record<string, string> {
  text: string;
}

/**
 * Seals envelopes inside JSON again, as `resealColumn` does with columns: where one was sealed is one of the places of
 * the ids in the same text, and only the right one opens it.
 */
export async function resealTexts(
  em: EntityManager,
  column: SealedText,
  { keyRing, report, signal }: ResealOptions,
): Promise<Resealed> {
  const result: Resealed = { changed: 0, failed: [] };
  for await (const rows of batchesOf(em, column)) {
    signal?.throwIfAborted();
    let changed = 0;
    for (const row of rows) {
      const after = resealText(row.text, column, keyRing);
      if (after === null) result.failed.push(keyOf(column, row).join(" "));
      else if (after !== row.text) changed += await writeText(em, column, row, after);
    }
    result.changed += changed;
    report(changed);
  }
  return result;
}

/** Rows with an envelope that is not under the newest key. */
export async function countOlderTexts(
  em: EntityManager,
  column: SealedText,
  keyRing: KeyRing,
): Promise<number> {
  let count = 0;
  for await (const rows of batchesOf(em, column))
    count += rows.filter(({ text }) => staleIn(text, keyRing).length > 0).length;
  return count;
}

async function* batchesOf(
  em: EntityManager,
  { table, column, key }: SealedText,
): AsyncGenerator<Row[], undefined> {
  const places = key.map((_, index) => `$${index + 1}`);
  const names = key.map((name) => `${name} AS "key.${name}"`);
  let after: string[] = [];
  for (;;) {
    const next = after.length === 0 ? "true" : `(${key.join(", ")}) > (${places.join(", ")})`;
    const sql = `SELECT ${names.join(", ")}, ${column}::text AS text FROM ${table}
      WHERE ${column}::text LIKE '%"v1:%' AND ${next} ORDER BY ${key.join(", ")} LIMIT ${batchRows}`;
    const values = after;
    const rows = await asSystem(em, (own) => executeSql<Row>(own, sql, values), { readOnly: true });
    if (rows.length === 0) return;
    yield rows;
    after = keyOf({ key }, rows.at(-1)!);
  }
}

function keyOf({ key }: Pick<SealedText, "key">, row: Row): string[] {
  return key.map((name) => row[`key.${name}`]!);
}

function staleIn(text: string, keyRing: KeyRing): string[] {
  return (text.match(envelopes) ?? []).filter((envelope) => keyRing.isStale(envelope));
}

/** Null when an envelope does not open at any place. */
function resealText(text: string, { placesOf }: SealedText, keyRing: KeyRing): string | null {
  let after = text;
  for (const envelope of staleIn(text, keyRing)) {
    const places = [...new Set(text.match(ids) ?? [])].flatMap((id) => placesOf(id));
    const opened = places.flatMap((place) => {
      try {
        return [keyRing.seal(keyRing.open(envelope, place), place)];
      } catch {
        return [];
      }
    });
    if (opened.length === 0) return null;
    after = after.replaceAll(envelope, opened[0]!);
  }
  return after;
}

async function writeText(em: EntityManager, column: SealedText, row: Row, after: string): Promise<number> {
  const key = keyOf(column, row);
  const same = column.key.map((name, index) => `${name} = $${index + 3}`).join(" AND ");
  const sql = `UPDATE ${column.table} SET ${column.column} = $2::json
    WHERE ${column.column}::text = $1 AND ${same} RETURNING 1`;
  return (await asSystem(em, (own) => executeSql(own, sql, [row.text, after, ...key]))).length;
}
