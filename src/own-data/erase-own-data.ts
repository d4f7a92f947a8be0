import { setTimeout as wait } from "node:timers/promises";
import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../db/sql.ts";
import { asSystem, type TransactionContext } from "../db/transaction.ts";
import type { KeptRows, OwnData } from "./own-data.ts";
import { listOwnedTables, quote, type OwnedTable } from "./owned-tables.ts";

/** Rounds over all tables. Rows that are written or locked during one are found by a later one. */
const maxRounds = 10;
/** Locked rows are waited for this long, and longer after each round. */
const waitMs = 100;

interface Erasing {
  accountId: string;
  /** The anonymous owner of the rows that are kept; null where somebody else moves them. */
  alias: string | null;
  /** Counts deleted rows of a table, in the transaction that deletes them. */
  note(em: EntityManager, table: string, rows: number): Promise<void>;
  batchRows?: number;
}

/** Rows of a table that are kept. */
export interface KeptCount {
  table: string;
  rows: number;
  reason: string;
}

/**
 * Deletes an account's rows in every table of a subgraph, but those that the subgraph keeps, which are moved to the alias.
 * Each batch is a transaction, so it can be killed and run again. Returns when nothing is left. Throws when rows are
 * left after 10 rounds.
 */
export async function eraseOwnData(
  ctx: Pick<TransactionContext, "em">,
  data: OwnData,
  erasing: Erasing,
): Promise<void> {
  const tables = await listOwnedTables(ctx, data.schema);
  for (let round = 1; round <= maxRounds; round++) {
    let changed = 0;
    for (const table of tables) changed += await eraseTable(ctx, data, table, erasing);
    if (changed > 0) continue;
    if ((await findLeft(ctx, data, tables, erasing)) === null) return;
    await wait(waitMs * round);
  }
  const left = await findLeft(ctx, data, tables, erasing);
  throw new Error(`Rows of an account are left in ${data.schema}.${left}.`);
}

/** What is left of an account in a subgraph, by table. */
export async function countKeptRows(
  { em }: Pick<TransactionContext, "em">,
  { schema, kept }: OwnData,
  owners: readonly string[],
): Promise<KeptCount[]> {
  return asSystem(
    em,
    async (own) => {
      const counts: KeptCount[] = [];
      for (const [table, { reason }] of Object.entries(kept)) {
        const sql = `SELECT count(*)::int AS rows FROM ${quote(schema, table)} WHERE owner_id = ANY ($1::text[])`;
        const [row] = await executeSql<{ rows: number }>(own, sql, [owners]);
        if (row && row.rows > 0) counts.push({ table: `${schema}.${table}`, rows: row.rows, reason });
      }
      return counts;
    },
    { readOnly: true },
  );
}

async function eraseTable(
  { em }: Pick<TransactionContext, "em">,
  { schema, kept }: OwnData,
  table: OwnedTable,
  { accountId, alias, note, batchRows = 1_000 }: Erasing,
): Promise<number> {
  const keeping = Object.hasOwn(kept, table.name) ? kept[table.name]! : null;
  let changed = 0;
  const sql = deletionOf(schema, table, keeping);
  const erase = (own: EntityManager) => countOf(own, sql, [accountId, batchRows]);
  const noting = async (own: EntityManager) => {
    const rows = await erase(own);
    if (rows > 0) await note(own, `${schema}.${table.name}`, rows);
    return rows;
  };
  if (keeping === null || keeping.where !== undefined) changed += await repeat(() => asSystem(em, noting));
  if (keeping !== null && !keeping.keepsOwner && alias !== null) {
    const moving = moveOf(schema, table, keeping);
    const move = (own: EntityManager) => countOf(own, moving, [accountId, batchRows, alias]);
    changed += await repeat(() => asSystem(em, move));
  }
  return changed;
}

/** Runs a batch until it finds nothing; returns the sum. */
async function repeat(batch: () => Promise<number>): Promise<number> {
  for (let sum = 0; ;) {
    const rows = await batch();
    if (rows === 0) return sum;
    sum += rows;
  }
}

async function countOf(em: EntityManager, sql: string, values: readonly unknown[]): Promise<number> {
  return (await executeSql<{ rows: number }>(em, sql, values))[0]?.rows ?? 0;
}

/** `$1` is the account, `$2` the size of a batch. Rows that others refer to wait for a later batch. */
function deletionOf(schema: string, table: OwnedTable, keeping: KeptRows | null): string {
  const name = quote(schema, table.name);
  const free = table.ownReferences.map((columns) => {
    const pairs = columns.map(({ from, to }) => `r.${quote(from)} = t.${quote(to)}`);
    const isOther = table.key.map((column) => `r.${quote(column)} = t.${quote(column)}`).join(" AND ");
    return `NOT EXISTS (SELECT FROM ${name} r WHERE ${pairs.join(" AND ")} AND NOT (${isOther}))`;
  });
  const wanted = keeping?.where === undefined ? [] : [`(${keeping.where}) IS NOT TRUE`];
  const where = ["t.owner_id = $1", ...wanted, ...free].join(" AND ");
  return `WITH ${batchOf(name, table, where)}, gone AS (DELETE FROM ${name} d USING b WHERE ${matching(table)} RETURNING 1)
    SELECT count(*)::int AS rows FROM gone`;
}

/** `$3` is the new owner. */
function moveOf(schema: string, table: OwnedTable, { where, cleared = [] }: KeptRows): string {
  const name = quote(schema, table.name);
  const rows = ["t.owner_id = $1", ...(where === undefined ? [] : [`(${where})`])].join(" AND ");
  const changes = ["owner_id = $3", ...cleared.map((column) => `${quote(column)} = NULL`)].join(", ");
  return `WITH ${batchOf(name, table, rows)}, moved AS (UPDATE ${name} d SET ${changes} FROM b WHERE ${matching(table)} RETURNING 1)
    SELECT count(*)::int AS rows FROM moved`;
}

function batchOf(name: string, { key }: OwnedTable, where: string): string {
  const columns = key.map((column) => `t.${quote(column)}`).join(", ");
  // Materialized: a join must not read the locked rows a second time.
  return `b AS MATERIALIZED (SELECT ${columns} FROM ${name} t WHERE ${where} LIMIT $2 FOR UPDATE OF t SKIP LOCKED)`;
}

function matching({ key }: OwnedTable): string {
  return key.map((column) => `d.${quote(column)} = b.${quote(column)}`).join(" AND ");
}

/** A table with rows of the account that must go, such as locked ones, which a round skips; null when there is none. */
async function findLeft(
  { em }: Pick<TransactionContext, "em">,
  { schema, kept }: OwnData,
  tables: readonly OwnedTable[],
  { accountId, alias }: Erasing,
): Promise<string | null> {
  for (const { name } of tables) {
    const keeping = Object.hasOwn(kept, name) ? kept[name]! : null;
    const isMoved = alias !== null && keeping?.keepsOwner !== true;
    if (keeping !== null && !isMoved && keeping.where === undefined) continue;
    const where = keeping === null || isMoved ? "true" : `(${keeping.where}) IS NOT TRUE`;
    const sql = `SELECT 1 AS rows FROM ${quote(schema, name)} t WHERE t.owner_id = $1 AND ${where} LIMIT 1`;
    const left = await asSystem(em, (own) => countOf(own, sql, [accountId]), { readOnly: true });
    if (left > 0) return name;
  }
  return null;
}
