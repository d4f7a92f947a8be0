import type pg from "pg";
import { sendRead, type Seen } from "./owned-read.ts";
import { readTogether } from "./read-together.ts";
import { replicaOf } from "./replica.ts";
import { executeSql, isOfStatement } from "./sql.ts";
import { asSystem, openTransaction, type TransactionContext } from "./transaction.ts";

/** SQL text with `$1`-style parameters, as `em.getKysely()…compile()` returns it. */
export interface ReadQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** True for a text that depends on the request, of which only the first few are prepared. */
  readonly isVaried?: boolean;
  /** True for a read of few rows by an index, which may share an exchange with such reads of other requests. */
  readonly isQuick?: boolean;
}

/** Where a read may be answered. */
export interface ReadPlace {
  /**
   * True when a replica may answer, if one is fully up to date. Not for money, nor for data that another
   * statement of the same request depends on: two reads may see two different moments.
   */
  onReplica?: boolean;
}

/**
 * Runs one reading statement under the context's owner, as `inTransaction` would, at the price of the statement alone:
 * owner and statement go to the server in one write. For hot reads. Inside an open transaction the statement is part of
 * that one. Values arrive as `executeSql` gives them.
 */
export async function readRows<Row>(
  ctx: TransactionContext,
  query: ReadQuery,
  { onReplica = false }: ReadPlace = {},
): Promise<Row[]> {
  const em = ctx.sharedEm ?? ctx.em;
  const open = openTransaction(em);
  if (open) return executeSql<Row>(open, query.sql, query.parameters);
  const seen = { ownerId: ctx.principal.ownerId ?? "" };
  if (onReplica) {
    const rows = await replicaOf(em)?.read<Row>(seen, prepared(query));
    if (rows) return rows;
  }
  if (!query.isQuick) return readSeeing<Row>(em, seen, query);
  return readTogether<Row>(await em.getConnection().getNativeClient(), seen.ownerId, prepared(query));
}

/**
 * The same over every owner's rows, as `asSystem` sees them: for jobs, relays and webhooks, which act for no
 * particular account.
 */
export async function readAsSystem<Row>(em: TransactionContext["em"], query: ReadQuery): Promise<Row[]> {
  if (openTransaction(em)) return asSystem(em, (own) => executeSql<Row>(own, query.sql, query.parameters));
  return readSeeing<Row>(em, "all", query);
}

async function readSeeing<Row>(em: TransactionContext["em"], seen: Seen, query: ReadQuery): Promise<Row[]> {
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await sendRead<Row>(client, seen, prepared(query));
  } catch (error) {
    isBroken = !isOfStatement(error);
    throw error;
  } finally {
    // The pool would hand it to the next read before it knows that the connection has ended.
    client.release(isBroken);
  }
}

/**
 * Runs one read statement without an owner: over tables without an owner, or functions that open their rows for
 * themselves. For hot reads; the statement is prepared once per connection.
 */
export async function readShared<Row>(em: TransactionContext["em"], query: ReadQuery): Promise<Row[]> {
  const open = openTransaction(em);
  if (open) return executeSql<Row>(open, query.sql, query.parameters);
  const pool = await em.getConnection().getNativeClient();
  const { rows } = await pool.query(prepared(query));
  return rows as Row[];
}

/** Names of statements that a connection parses and plans once. The texts are constants of the code, so they are few. */
const statementNames = new Map<string, string>();
const maxNames = 500;
/** Texts that depend on requests leave the names of the others alone. */
const maxVariedNames = 100;
let variedNames = 0;

/** The query as the driver takes it: prepared under a name of its own. */
export function prepared({ sql, parameters, isVaried = false }: ReadQuery): pg.QueryConfig {
  let name = statementNames.get(sql);
  const isFull = isVaried ? variedNames >= maxVariedNames : statementNames.size - variedNames >= maxNames;
  if (name === undefined && !isFull) {
    name = `read_${statementNames.size + 1}`;
    statementNames.set(sql, name);
    if (isVaried) variedNames += 1;
  }
  const values = parameters.map(toParameter);
  return name === undefined ? { text: sql, values } : { text: sql, values, name };
}

const firstWritten = Date.UTC(1000, 0, 1);
const lastWritten = Date.UTC(9999, 11, 31);

/** Times as ISO 8601 in UTC: the driver would write them in local time, from their parts, for several times the cost. */
function toParameter(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  const time = value.getTime();
  // Others have a form of their own in PostgreSQL.
  return time >= firstWritten && time <= lastWritten ? value.toISOString() : value;
}
