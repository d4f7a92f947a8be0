/**
 * Transactions and the database's own lock on other people's rows.
 *
 * Every table with an owner has row level security that is FORCED and reads two settings which live only as long as
 * the transaction. In a migration:
 *
 *     ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
 *     ALTER TABLE invoices FORCE ROW LEVEL SECURITY;
 *     CREATE POLICY owner_or_system ON invoices
 *       USING (owner_id = current_setting('app.user', true) OR current_setting('app.system', true) = 'on');
 *
 * `USING` without `WITH CHECK` also guards what is written. Outside of the functions below both settings are empty, so
 * such a table then has no rows: reads need a transaction too.
 */
import { setTimeout as wait } from "node:timers/promises";
import { TransactionContext as OrmTransactionContext } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { DomainError } from "../errors.ts";
import { keepMembership, type ActingMembership } from "./membership.ts";
import { executeSql, sqlState } from "./sql.ts";

/**
 * The part of a request's context that a transaction needs: an entity manager and the owner whose rows are
 * visible.
 */
export interface TransactionContext {
  readonly em: EntityManager;
  /**
   * The database's own entity manager, where `em` is forked at its first use: reads of plain rows need no fork. For
   * statements only. Absent where `em` is known anyway.
   */
  readonly sharedEm?: EntityManager;
  readonly principal: {
    readonly ownerId: string | null;
    /** Set where the owner is an organization that a member acts for. */
    readonly membership?: ActingMembership | null;
  };
  readonly beforeCommit?: BeforeCommit;
  readonly besideRefusal?: BesideRefusal;
}

/** What joins the commit of a refusal that is stored under the call's key: its audit row. */
export interface BesideRefusal {
  /** Its row; null for a refusal that leaves none. */
  rowOf(refusal: DomainError): readonly unknown[] | null;
  /** Writes the rows of refusals that are stored together. */
  write(em: EntityManager, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** Called when it is committed. */
  written(): void;
}

/**
 * Writes that belong to whatever the call changes (its audit row, its charge): called with the work's result at the
 * end of each outermost transaction that may write, a replay's too, and again when the transaction is run again.
 */
export interface BeforeCommit {
  (em: EntityManager, result: unknown): Promise<void>;
  /** The same as data, where it writes one row and nothing else: for changes that are a single statement. */
  readonly row?: JoiningRow;
}

/** A row that joins a change. */
export interface JoiningRow {
  /** Its values by column, as JSON takes them. */
  of(result: unknown): Record<string, unknown>;
  /** Called when it is committed. */
  written(): void;
}

export interface TransactionOptions {
  /** PostgreSQL's default is `read committed`. */
  isolationLevel?: "read committed" | "repeatable read" | "serializable";
  /** The transaction changes nothing: what belongs to a change (`beforeCommit`) waits for one that does. */
  readOnly?: boolean;
  /** False for work that must not run twice; the first deadlock or serialization failure is then thrown. */
  retry?: boolean;
}

/** Transactions that see every owner's rows from their beginning to their end. */
const systemTransactions = new WeakSet<EntityManager>();

/** Notes that the transaction of `em` sees every owner's rows until its end. */
export function markAsSystem(em: EntityManager): void {
  systemTransactions.add(em);
}

const maxRetries = 3;
const serializationFailure = "40001";
const deadlockDetected = "40P01";

/**
 * Runs `work` in one transaction as the context's owner: row level security shows this owner's rows only, and
 * none without an owner. Commits when `work` resolves, rolls back when it throws.
 *
 * - Inside an open transaction of the same database, it joins that one: same rows, one commit.
 * - A deadlock or a serialization failure rolls everything back and runs `work` again, up to 3 times with
 *   jitter. So `work` may touch only the database through the given `em` (no network call, no counter outside),
 *   as in any transaction.
 * - A member who acts for an organization must still be one at the end, with the rights of the request
 *   (`keepMembership`).
 * - `em` starts empty: entities loaded before the transaction are not part of it.
 */
export async function inTransaction<T>(
  ctx: TransactionContext,
  work: (em: EntityManager) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const open = openTransaction(ctx.em);
  if (open) return work(open);
  const committed = async (em: EntityManager) => {
    const result = await work(em);
    if (ctx.beforeCommit && !options.readOnly) {
      await em.flush();
      await ctx.beforeCommit(em, result);
    }
    if (!options.readOnly) await keepMembership(em, ctx.principal.membership);
    return result;
  };
  return runWithRetries(ctx.em, { "app.user": ctx.principal.ownerId ?? "" }, committed, options);
}

/**
 * Runs `work` in one transaction that sees every owner's rows: for jobs, relays and webhooks, which act for no
 * particular account. Inside an open transaction only `work` gets this visibility; the rest of that transaction
 * keeps its own.
 */
export async function asSystem<T>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const open = openTransaction(em);
  if (!open) {
    const seeingAll = (own: EntityManager) => {
      markAsSystem(own);
      return work(own);
    };
    return runWithRetries(em, { "app.system": "on" }, seeingAll, options);
  }
  if (systemTransactions.has(open)) return work(open);
  const [before] = await executeSql<{ value: string | null }>(
    open,
    "SELECT current_setting('app.system', true) AS value",
  );
  if (before?.value === "on") return work(open);
  await executeSql(open, "SELECT set_config('app.system', 'on', true)");
  const result = await work(open);
  // Changes that the work only staged must be written while it still may; after an error the rollback ends the sight.
  await open.flush();
  await executeSql(open, "SELECT set_config('app.system', '', true)");
  return result;
}

/**
 * Whether a statement finds a row, with every owner's rows visible to it. For loops that nearly always find nothing: it is
 * one statement where a transaction is four, and it locks nothing. What is there must be read again in a transaction.
 *
 * `from` is the rest of a SELECT: `FROM outbox_events WHERE published_at IS NULL`. The setting lasts as long as the
 * statement, and is there before the first row is looked at: the inner query runs for the row of the outer one.
 */
export async function peekAsSystem(em: EntityManager, from: string): Promise<boolean> {
  const rows = await executeSql(
    em,
    `WITH seeing AS MATERIALIZED (SELECT set_config('app.system', 'on', true) AS value)
     SELECT 1 FROM seeing CROSS JOIN LATERAL (SELECT seeing.value ${from} LIMIT 1) AS found`,
  );
  return rows.length > 0;
}

/**
 * The entity manager of the open transaction of the same database around this call, or null. It is found by
 * asynchronous context, so any entity manager of the database may be passed.
 */
export function openTransaction(em: EntityManager): EntityManager | null {
  const current = em.isInTransaction()
    ? em.getContext(false)
    : OrmTransactionContext.getEntityManager(em.name);
  return current?.isInTransaction() && current.config === em.config ? (current as EntityManager) : null;
}

function runWithRetries<T>(
  em: EntityManager,
  variables: Record<string, string>,
  work: (em: EntityManager) => Promise<T>,
  { retry = true, ...transaction }: TransactionOptions,
): Promise<T> {
  const run = () =>
    em.transactional((own) => work(own), { ...transaction, clear: true, sessionContext: { variables } });
  return retry ? withRetries(run) : run();
}

/** Runs a transaction again, up to 3 times with jitter, when a deadlock or a serialization failure ended it. */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const state = sqlState(error);
      const isRetryable = state === serializationFailure || state === deadlockDetected;
      if (!isRetryable || attempt > maxRetries) throw error;
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}
