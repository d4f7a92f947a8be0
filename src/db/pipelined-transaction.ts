import type { Duplex } from "node:stream";
import { TransactionContext as OrmTransactionContext } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import pg from "pg";
import { CommitUnknownError } from "./commit-unknown.ts";
import { keepMembership } from "./membership.ts";
import { prepared, type ReadQuery } from "./read-rows.ts";
import { sqlState, textArray } from "./sql.ts";
import {
  inTransaction,
  markAsSystem,
  openTransaction,
  withRetries,
  type TransactionContext,
} from "./transaction.ts";

export interface PipelinedOptions {
  /** Maximum time a statement waits for a lock. Default: the pool's limit. */
  lockTimeoutMs?: number;
  /** Sees every owner's rows, as `asSystem` does, instead of one owner's. */
  asSystem?: boolean;
  /** Sees the rows of these owners, in tables whose policies allow groups, instead of one owner's. */
  owners?: readonly string[];
}

/**
 * Like `inTransaction`, for hot writes of plain statements (`executeSql`): BEGIN and the owner are sent with
 * the first statement, and statements that do not wait for each other (`Promise.all`) are sent together and run
 * in the order in which they were called; each is parsed and planned once per connection. `em` is for
 * statements only: no entities, no savepoints. Starts its own transaction, so it must be called outside of one;
 * `beforeCommit` is called by the caller. Throws CommitUnknownError.
 */
export async function inPipelinedTransaction<T>(
  ctx: Pick<TransactionContext, "em" | "principal">,
  work: (em: EntityManager) => Promise<T>,
  options: PipelinedOptions = {},
): Promise<T> {
  if (openTransaction(ctx.em)) throw new Error("A pipelined transaction cannot be part of another one.");
  return withRetries(() => runOnce(ctx, work, options));
}

/**
 * As `inTransaction`, pipelined where no transaction is open: for work of plain statements, that may be part of another
 * transaction. Throws CommitUnknownError.
 */
export function inPlainTransaction<T>(
  ctx: TransactionContext,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  if (openTransaction(ctx.em)) return inTransaction(ctx, work);
  return inPipelinedTransaction(ctx, async (em) => {
    const result = await work(em);
    await ctx.beforeCommit?.(em, result);
    return result;
  });
}

async function runOnce<T>(
  { em, principal }: Pick<TransactionContext, "em" | "principal">,
  work: (em: EntityManager) => Promise<T>,
  { lockTimeoutMs, asSystem = false, owners }: PipelinedOptions,
): Promise<T> {
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  let isBroken = false;
  const statements = statementsOf(client);
  try {
    const own = em.fork({ clear: true, useContext: false });
    own.setTransactionContext(statements);
    if (asSystem) markAsSystem(own);
    const sight = asSystem
      ? "'app.system', 'on'"
      : owners
        ? `'app.users', ${pg.escapeLiteral(textArray(owners))}`
        : `'app.user', ${pg.escapeLiteral(principal.ownerId ?? "")}`;
    const serverTimeouts =
      lockTimeoutMs === undefined ? "" : `, set_config('lock_timeout', '${lockTimeoutMs}', true)`;
    const workAndKeep = async (transaction: EntityManager): Promise<T> => {
      const result = await work(transaction);
      await keepMembership(transaction, principal.membership);
      return result;
    };
    const begun = inOneWrite(client, () =>
      client.query(`BEGIN; SELECT set_config(${sight}, true)${serverTimeouts}`),
    );
    const [first, worked] = await Promise.allSettled([
      begun,
      OrmTransactionContext.create(own, () => workAndKeep(own)),
    ]);
    if (first.status === "rejected") throw first.reason;
    if (worked.status === "rejected") throw worked.reason;
    statements.close();
    await commit(client);
    return worked.value;
  } catch (error) {
    statements.close();
    isBroken = error instanceof CommitUnknownError;
    if (!isBroken)
      await client.query("ROLLBACK").catch(() => {
        isBroken = true;
      });
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Runs one statement as a transaction of its own, on a connection without any settings of row-level security: the
 * statement makes them. One exchange with the server. Throws CommitUnknownError; any other error has written nothing.
 */
export async function inOneStatement<Row>(em: EntityManager, query: ReadQuery): Promise<Row[]> {
  if (openTransaction(em)) throw new Error("A statement of its own cannot be part of a transaction.");
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  let isBroken = false;
  try {
    return (await client.query(prepared(query))).rows as Row[];
  } catch (error) {
    const state = sqlState(error);
    isBroken = state === null || /^(?:08|57P)/.test(state);
    throw isBroken ? new CommitUnknownError(error) : error;
  } finally {
    client.release(isBroken);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("COMMIT").catch((error: unknown) => {
    // An error that the server reports is one that rolled back; it ends a session by force with class 57.
    const state = sqlState(error);
    const isReported = state !== null && !state.startsWith("57");
    throw isReported ? error : new CommitUnknownError(error);
  });
  // The server answers the COMMIT of a failed transaction with a rollback, and no error.
  if (command !== "COMMIT") throw new Error("A statement that nobody waited for has failed.");
}

/**
 * The parts of a transaction that `executeSql` needs. Once closed, a statement is refused: on the connection it would be
 * part of the next user's transaction.
 */
function statementsOf(client: pg.PoolClient) {
  let isOver = false;
  return {
    close: () => void (isOver = true),
    executeQuery: async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
      if (isOver) throw new Error("The transaction of this statement is over.");
      return inOneWrite(client, () => client.query(prepared({ sql, parameters })));
    },
  };
}

/** Sockets whose writes are buffered until the end of this turn of the event loop. */
const buffered = new WeakSet<Duplex>();

/** Buffers the socket's writes while there is work that does not wait for I/O, so that they are sent together. */
function inOneWrite<T>(client: pg.PoolClient, queue: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (!buffered.has(stream)) {
    buffered.add(stream);
    stream.cork();
    // Later than all ticks: gathered statements are sent in those.
    setImmediate(() => {
      buffered.delete(stream);
      stream.uncork();
    });
  }
  return queue();
}
