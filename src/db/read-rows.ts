import type { Duplex } from "node:stream";
import pg from "pg";
import { executeSql } from "./sql.ts";
import { openTransaction, type TransactionContext } from "./transaction.ts";

/** SQL text with `$1`-style parameters; what `em.getKysely()…compile()` gives. */
export interface ReadQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Runs one reading statement under the context's owner, as `inTransaction` would, at the price of the statement alone:
 * BEGIN, the owner, the statement and COMMIT go to the server in one write. For hot reads. Inside an open transaction
 * the statement is part of that one. Values arrive as `executeSql` gives them.
 */
export async function readRows<Row>(ctx: TransactionContext, query: ReadQuery): Promise<Row[]> {
  const open = openTransaction(ctx.em);
  if (open) return executeSql<Row>(open, query.sql, query.parameters);
  const connection = ctx.em.getConnection();
  const pool = await connection.getNativeClient();
  const client = await pool.connect();
  try {
    const owner = pg.escapeLiteral(ctx.principal.ownerId ?? "");
    const [begun, result] = await inOneWrite(client, () =>
      Promise.allSettled([
        client.query(`BEGIN READ ONLY; SELECT set_config('app.user', ${owner}, true)`),
        client.query(prepared(query)),
        client.query("COMMIT"),
      ]),
    );
    if (begun.status === "rejected") throw begun.reason;
    if (result.status === "rejected") throw result.reason;
    return result.value.rows as Row[];
  } finally {
    client.release();
  }
}

/**
 * Runs one reading statement for nobody in particular: over tables without an owner, or functions that open their rows
 * for themselves. For hot reads; the statement is prepared once a connection.
 */
export async function readShared<Row>(em: TransactionContext["em"], query: ReadQuery): Promise<Row[]> {
  const open = openTransaction(em);
  if (open) return executeSql<Row>(open, query.sql, query.parameters);
  const pool = await em.getConnection().getNativeClient();
  const { rows } = await pool.query(prepared(query));
  return rows as Row[];
}

/** Holds the socket's writes back while queries are queued, so that all of them leave in one system call. */
function inOneWrite<T>(client: pg.PoolClient, queue: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  try {
    return queue();
  } finally {
    stream.uncork();
  }
}

/** Names of statements that a connection parses and plans once. The texts are constants of the code, so they are few. */
const statementNames = new Map<string, string>();
const maxNames = 500;

function prepared({ sql, parameters }: ReadQuery): pg.QueryConfig {
  let name = statementNames.get(sql);
  if (name === undefined && statementNames.size < maxNames) {
    name = `read_${statementNames.size + 1}`;
    statementNames.set(sql, name);
  }
  return { text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) };
}
