import type { EntityClass } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { CallContext, RequestContext } from "../context.ts";
import { openDatabase, type Database } from "../db/database.ts";
import type { ChannelListener } from "../db/channel-listener.ts";
import { openLogin, refusePrivilegedUser, withUserOf, type LoginMode } from "../db/login-role.ts";
import { migrateSubgraph } from "../db/migrate.ts";
import { projectPath } from "../project-root.ts";
import type { SubgraphGraph } from "./build-subgraph.ts";
import { createLocalExecutor, type SubgraphExecutor } from "./local-executor.ts";
import { createLocalSubscriber, type SubgraphSubscriber } from "./local-subscriber.ts";

export interface OpenSubgraphOptions extends DatabaseSettings {
  graph: SubgraphGraph;
  entities: readonly EntityClass<object>[];
  /** The subgraph's adapters to external services and to other subgraphs. */
  ports: object;
  /** Makes the batching loaders of one request. */
  loaders?(ctx: RequestContext): object;
  log: Logger;
}

/** How a subgraph uses its database. */
export interface DatabaseSettings {
  /** PostgreSQL URL of a user who may migrate; statements of requests run as the subgraph's own role. */
  databaseUrl: string;
  /** Who connects for requests: a login role that this makes (`derived`, the default), or the user of `databaseUrl`. */
  login?: LoginMode;
  poolSize?: number;
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  /** A streaming replica, for reads that may be answered there. */
  replicaUrl?: string | null;
}

/** A subgraph that is migrated, connected and ready to execute. */
export interface RunningSubgraph {
  name: string;
  graph: SubgraphGraph;
  database: Database;
  execute: SubgraphExecutor;
  subscribe: SubgraphSubscriber;
  migrations: { applied: string[]; total: number };
  /** Its listener to the database, where it has one: others in the process listen there too. It ends with the subgraph. */
  notices?: ChannelListener;
  /** The context of a call in this subgraph: the same one for every fetch of that call. */
  contextFor(call: CallContext): RequestContext;
  close(): Promise<void>;
}

/** Migrates the subgraph's schema, connects as its role, and gives it an executor in this process. */
export async function openSubgraph(options: OpenSubgraphOptions): Promise<RunningSubgraph> {
  const { graph, databaseUrl, login = "derived", log } = options;
  const schema = graph.name;
  const role = `${schema}_app`;
  const migrations = await migrateSubgraph({
    adminUrl: databaseUrl,
    schema,
    role,
    dir: projectPath("subgraphs", graph.name, "migrations"),
    withFloor: true,
    log,
  });
  const { poolSize = 12, statementTimeoutMs, lockTimeoutMs, replicaUrl = null } = options;
  if (login === "given") await refusePrivilegedUser(databaseUrl);
  const url = login === "given" ? databaseUrl : await openLogin(databaseUrl, role);
  const database = await openDatabase({
    url,
    schema,
    role,
    entities: options.entities,
    poolSize,
    // A replica has the roles of its primary.
    replicaUrl: replicaUrl === null || login === "given" ? replicaUrl : withUserOf(url, replicaUrl),
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    ...(lockTimeoutMs === undefined ? {} : { lockTimeoutMs }),
    log,
  });
  const em = forkedOnUse(database);
  const contextFor = createContextFinder(schema, (call) => {
    const given = { ...call, sharedEm: database.orm.em, ports: options.ports, loaders: {} as object };
    const ctx = Object.defineProperty(given, "em", em) as RequestContext;
    if (options.loaders) ctx.loaders = options.loaders(ctx);
    return ctx;
  });
  return {
    name: graph.name,
    graph,
    database,
    migrations,
    execute: createLocalExecutor({ schema: graph.schema, contextFor }),
    subscribe: createLocalSubscriber({ schema: graph.schema, contextFor }),
    contextFor,
    close: () => database.close(),
  };
}

/**
 * The property `em` of contexts: requests served from memory or by plain statements need no entity manager. One getter for
 * all of them, as each object with a getter of its own would have a shape of its own, and be slow to make and to read.
 */
function forkedOnUse(database: Database): PropertyDescriptor & ThisType<RequestContext> {
  const slot = Symbol("entity manager");
  return {
    enumerable: true,
    configurable: true,
    get(): EntityManager {
      const ctx = this as RequestContext & { [slot]?: EntityManager };
      if (!ctx[slot]) Object.defineProperty(ctx, slot, { value: database.fork() });
      return ctx[slot]!;
    },
  };
}

/**
 * Finds a call's context, made at its first use. It hangs on the call, where copies of the call do not have it. A
 * WeakMap would say the same, but the collector of young objects lets nothing go that a long-lived one refers to, so
 * that every request's context grew old.
 */
function createContextFinder(
  subgraph: string,
  make: (call: CallContext) => RequestContext,
): (call: CallContext) => RequestContext {
  const slot = Symbol(`context in ${subgraph}`);
  return (call) => {
    const known = (call as { [slot]?: RequestContext })[slot];
    if (known) return known;
    const ctx = make(call);
    Object.defineProperty(call, slot, { value: ctx });
    return ctx;
  };
}
