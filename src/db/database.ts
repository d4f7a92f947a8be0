import type { EventEmitter } from "node:events";
import type { EntityClass } from "@mikro-orm/core";
import { MikroORM, type EntityManager } from "@mikro-orm/postgresql";
import type pg from "pg";
import type { Logger } from "pino";
import { replaceBrokenConnections } from "./connections/broken-connections.ts";
import { endSilentConnections } from "./connections/silent-connections.ts";
import { growSlowly } from "./connections/slow-growth.ts";
import { openTransactionsEagerly } from "./eager-opening.ts";
import { attachReplica, Replica } from "./replica.ts";
import { assertSqlName } from "./sql.ts";
import { traceStatements } from "../observability/trace-statements.ts";

export interface DatabaseOptions {
  /** A PostgreSQL URL; `?sslmode=` and a percent-encoded socket directory as host are understood. */
  url: string;
  schema: string;
  /** The role all statements run as; its rights, not the connecting user's, count. */
  role: string;
  entities: readonly EntityClass<object>[];
  /** Maximum number of open connections. The sum over all pools stays below the server's max_connections (100). */
  poolSize?: number;
  /** A streaming replica for reads that may run there; none when null or omitted. */
  replicaUrl?: string | null;
  /** No statement runs longer than this. */
  statementTimeoutMs?: number;
  /** Maximum time a statement waits for a row or key that another transaction has locked. */
  lockTimeoutMs?: number;
  log: Logger;
}

/** One subgraph's door to its schema. */
export interface Database {
  readonly orm: MikroORM;
  readonly schema: string;
  readonly role: string;
  /** A new, empty entity manager: one a request or job. */
  fork(): EntityManager;
  /** Resolves when the server answers, rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a pool whose connections are `role` with `search_path = schema, public` from their first statement on (set in
 * the connection's start-up packet, so no request can meet a connection without it). Fails when the server does not
 * answer or the role is missing. A broken connection is replaced by the pool at its next use.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const {
    url,
    schema,
    role,
    poolSize = 10,
    statementTimeoutMs = 30_000,
    lockTimeoutMs = 10_000,
    replicaUrl = null,
    log,
  } = options;
  assertSqlName(schema);
  assertSqlName(role);
  const startup = startupOptions({ schema, role, statementTimeoutMs, lockTimeoutMs });
  const orm = await MikroORM.init({
    entities: [...options.entities],
    dbName: decodeURIComponent(new URL(url).pathname.slice(1)),
    // Transactions are found again through an async context of this name; two databases must not share one.
    contextName: schema,
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      connectionString: url,
      application_name: schema,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Statements that do not wait for each other go out together (see readRows). Rules out cursors: no `em.stream()`.
      pipeline: true,
      onPoolCreated: (pool: EventEmitter) => {
        replaceBrokenConnections(pool);
        growSlowly(pool);
        traceStatements(pool);
        openTransactionsEagerly(pool);
        // The server's own limit applies first, unless the server no longer responds.
        endSilentConnections(pool, statementTimeoutMs + 5_000);
      },
      options: startup,
    },
    logger: (message) => log.debug({ message }, "Database message"),
  });
  const ping = async () => {
    await orm.em.fork().execute("select 1");
  };
  await ping().catch(async (error: unknown) => {
    await orm.close(true);
    throw error;
  });
  const replica =
    replicaUrl === null ? null : openReplica(replicaUrl, { schema, poolSize, startup, orm, log });
  if (replica) attachReplica(orm.em, replica);
  // With the context, a request's entity manager used inside its transaction is that transaction's.
  return {
    orm,
    schema,
    role,
    fork: () => orm.em.fork({ useContext: true }),
    ping,
    close: async () => {
      await replica?.close();
      await orm.close(true);
    },
  };
}

/** Connections to the replica, opened when the first read goes there. */
function openReplica(
  connectionString: string,
  {
    schema,
    poolSize,
    startup,
    orm,
    log,
  }: { schema: string; poolSize: number; startup: string; orm: MikroORM; log: Logger },
): Replica {
  // The types do not know `pipeline` yet.
  const config: pg.PoolConfig & { pipeline: boolean } = {
    connectionString,
    application_name: schema,
    connectionTimeoutMillis: 2_000,
    max: poolSize,
    pipeline: true,
    options: startup,
  };
  return new Replica(config, { primary: orm.em, log });
}

/** Settings of every connection, as the server takes them in its start-up packet. */
function startupOptions({
  schema,
  role,
  statementTimeoutMs,
  lockTimeoutMs,
}: Required<Pick<DatabaseOptions, "schema" | "role" | "statementTimeoutMs" | "lockTimeoutMs">>): string {
  const settings = {
    role,
    search_path: `${schema},public`,
    timezone: "UTC",
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: "60000",
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}
