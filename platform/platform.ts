import { parse } from "graphql";
import type { Logger } from "pino";
import type { ResolveCaller } from "../router/calls/identify.ts";
import { AuditRelay, type PendingEntry } from "../src/access/audit-relay.ts";
import { runMutation } from "../src/access/run-mutation.ts";
import { internalPrincipal } from "../src/access/principal.ts";
import { systemClock } from "../src/time/clock.ts";
import type { Config } from "../src/config/config.ts";
import { newMeter, type CallContext, type RequestContext } from "../src/context.ts";
import {
  DataDirInUseError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../src/db/postgres/embedded-postgres.ts";
import { DomainError } from "../src/errors.ts";
import type { SubgraphExecutor, SubgraphRequest } from "../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../src/graphql/local-subscriber.ts";
import { createRemoteExecutor } from "../src/graphql/remote-executor.ts";
import type { DatabaseSettings, RunningSubgraph } from "../src/graphql/open-subgraph.ts";
import { newId } from "../src/ids.ts";
import { startJobs, type Jobs } from "../src/jobs/jobs.ts";
import type { EntityCache } from "../router/entity-cache/entity-cache.ts";
import type { Metrics } from "../src/observability/metrics.ts";
import { sendToTrail } from "./audit-sink.ts";
import type { Background } from "./background.ts";
import type { ContentHost } from "./demo/content/seed-content.ts";
import type { Part, PartOptions } from "./part.ts";
import { loadPart } from "./parts.ts";
import { watchPublicData } from "./public-data.ts";
import type { Readiness } from "./readiness.ts";
import { ownAddressesOf, subgraphNames, type SubgraphName } from "./subgraph-addresses.ts";

export interface OpenOptions {
  /** Where mail is sent; null when none is configured. */
  smtpUrl: string | null;
  /** True in a process that also runs jobs. */
  work: boolean;
  /** The only subgraph to open. Default: all of them. */
  only?: SubgraphName;
  /** The cache of this process's router. Default: it has none. */
  entityCache?: EntityCache | null;
  /** True for a command beside a running platform: it uses that one's embedded database. */
  besideRunning?: boolean;
  /** An embedded database that was started before. Default: it is started here. */
  postgres?: Promise<EmbeddedPostgres> | null;
}

/** The three subgraphs, opened in this process. Calls made before they are open are refused with 503. */
export class Platform {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #metrics: Metrics | null;
  readonly #running = new Map<string, RunningSubgraph>();
  #postgres: EmbeddedPostgres | null = null;
  #jobs: Jobs | null = null;
  #background: Background | null = null;
  #auditRelays: AuditRelay[] = [];
  #endWatch = (): Promise<void> => Promise.resolve();
  #resolveCaller: ResolveCaller | null = null;

  constructor(config: Config, log: Logger, metrics: Metrics | null = null) {
    this.#config = config;
    this.#log = log;
    this.#metrics = metrics;
  }

  /** How the router reaches the subgraphs, usable before they are open. */
  get executors(): ReadonlyMap<string, SubgraphExecutor> {
    const executorOf = (name: SubgraphName): SubgraphExecutor =>
      Object.assign((request: SubgraphRequest) => this.#open(name).execute(request), { isTrusted: true });
    return new Map(subgraphNames.map((name) => [name, executorOf(name)]));
  }

  /** Resolves credentials, once the hub is open here. */
  readonly resolveCaller: ResolveCaller = async (input, call) => {
    this.#open("hub");
    return this.#resolveCaller!(input, call);
  };

  /** The same for their subscriptions. */
  get subscribers(): ReadonlyMap<string, SubgraphSubscriber> {
    return new Map(
      subgraphNames.map((name) => [name, async (request) => this.#open(name).subscribe(request)]),
    );
  }

  get postgresVersion(): string | null {
    return this.#postgres?.version ?? null;
  }

  get migrations(): number {
    return [...this.#running.values()].reduce((sum, { migrations }) => sum + migrations.total, 0);
  }

  /** The subgraph of this name, opened here. Throws SERVICE_UNAVAILABLE before it is. */
  running(name: SubgraphName): RunningSubgraph {
    return this.#open(name);
  }

  /** Starts the database where it is embedded, migrates and opens the subgraphs, and starts their jobs. */
  async open(options: OpenOptions, readiness: Readiness): Promise<void> {
    const config = this.#config;
    readiness.report("database", "starting");
    // Code is loaded while the database starts.
    const [databaseUrl, parts] = await Promise.all([
      config.DATABASE_URL ?? this.#startPostgres(options),
      Promise.all((options.only ? [options.only] : subgraphNames).map(loadPart)),
    ]);
    readiness.done("database");
    readiness.report("migrations", "running");
    await this.#openParts(parts, databaseUrl, options);
    readiness.done("migrations");
    await this.#startJobs(databaseUrl, parts, options.work);
    const cache = options.entityCache ?? null;
    const notices = this.#running.get("hub")?.notices ?? null;
    this.#endWatch = await watchPublicData(config, { databaseUrl, notices, cache, log: this.#log });
    for (const { name, database } of this.#running.values()) readiness.watch(name, () => database.ping());
  }

  /** Opens the subgraphs side by side: each waits for the database while another one builds its graph. */
  async #openParts(
    parts: readonly Part[],
    databaseUrl: string,
    { smtpUrl, only }: Pick<OpenOptions, "smtpUrl" | "only">,
  ): Promise<void> {
    // Subgraphs open side by side, so they receive executors that find the others when they are used.
    const executorFor = (name: "hub" | "gateway") =>
      only === undefined || only === name ? this.executors.get(name)! : this.#executorOf(name);
    const hub = executorFor("hub");
    let gateway: SubgraphExecutor | undefined;
    const options: PartOptions = {
      config: this.#config,
      database: databaseSettings(this.#config, databaseUrl),
      log: this.#log,
      metrics: this.#metrics,
      smtpUrl,
      hub: () => hub,
      gateway: () => (gateway ??= executorFor("gateway")),
      flushAudit: async () => {
        await Promise.all(this.#auditRelays.map((relay) => relay.flush()));
      },
    };
    const opened = await Promise.allSettled(
      parts.map(async (part) => ({ part, subgraph: await part.open(options) })),
    );
    // Those that are open are closed with the platform when another one could not be opened.
    for (const one of opened) {
      if (one.status === "rejected") continue;
      const { part, subgraph } = one.value;
      this.#resolveCaller ??= part.resolveCaller?.(subgraph) ?? null;
      this.#add(subgraph);
    }
    const failed = opened.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** Puts the demo data where it is not yet. Returns the folder whose buildings are still to be imported, or null. */
  async seedDemo(): Promise<string | null> {
    const { seedDemo } = await import("./demo/seed-demo.ts");
    return seedDemo(this.#contentHost, this.#config);
  }

  /** Puts the part of the demo data where it is not yet that nobody has to wait for. */
  async seedLaterDemo(): Promise<void> {
    const { seedLaterContent } = await import("./demo/content/seed-all-content.ts");
    await seedLaterContent(this.#contentHost);
  }

  get #contentHost(): ContentHost {
    return {
      contextIn: (name, ownerId) => this.contextIn(name, ownerId),
      running: (name) => this.#open(name),
      callFor: (name, ownerId) => this.#internalCall(name, ownerId),
    };
  }

  /** Loads what the first request would otherwise wait for: the index of buildings. */
  async warmUp(): Promise<void> {
    const document = parse("query WarmUp { searchProperties(pageSize: 1) { total } }");
    const call = this.#internalCall("property", null);
    await this.running("property").execute({ document, variables: {}, call });
  }

  /** The platform acting on its own in one subgraph, for one account or for none. */
  contextIn(subgraph: string, ownerId: string | null = null): RequestContext {
    return this.#open(subgraph).contextFor(this.#internalCall(subgraph, ownerId));
  }

  #runMutation(
    subgraph: string,
    name: string,
    args: Record<string, unknown>,
    call: CallContext,
  ): Promise<unknown> {
    const { graph, contextFor } = this.#open(subgraph);
    return runMutation(graph.schema, name, args, contextFor(call));
  }

  #internalCall(component: string, ownerId: string | null): CallContext {
    return {
      principal: internalPrincipal(component, ownerId),
      requestId: newId("req"),
      appId: null,
      idempotencyKey: null,
      clock: systemClock,
      log: this.#log,
      meter: newMeter(),
      publicUrl: this.#config.PUBLIC_URL,
    };
  }

  /** Stops jobs, then the subgraphs, then the database where it is ours. */
  async close(timeoutMs: number): Promise<void> {
    await this.#jobs?.stop({ timeoutMs });
    await this.#background?.stop({ timeoutMs });
    await Promise.all(this.#auditRelays.map((relay) => relay.stop()));
    await this.#endWatch();
    await Promise.all([...this.#running.values()].map((subgraph) => subgraph.close()));
    await this.#postgres?.stop();
  }

  /** A subgraph in this process, or where its setting (HUB_URL, GATEWAY_URL) says it is. */
  #executorOf(name: "hub" | "gateway"): SubgraphExecutor {
    if (this.#running.has(name)) return this.#open(name).execute;
    const url = ownAddressesOf(this.#config, name);
    return createRemoteExecutor({
      name,
      url,
      secret: this.#config.INTERNAL_SECRET[0],
      hasFrames: true,
    });
  }

  async #startPostgres({ postgres, besideRunning = false }: OpenOptions): Promise<string> {
    try {
      const { DATA_DIR: dataDir } = this.#config;
      this.#postgres = await (postgres ?? startEmbeddedPostgres({ dataDir, log: this.#log }));
      return this.#postgres.adminUrl;
    } catch (error) {
      if (besideRunning && error instanceof DataDirInUseError && error.url) return error.url;
      throw error;
    }
  }

  async #startJobs(url: string, parts: readonly Part[], work: boolean): Promise<void> {
    const databases = [...this.#running.values()].map(({ database }) => database);
    const contextIn = (name: string, ownerId?: string | null) => this.contextIn(name, ownerId ?? null);
    const background = work ? await import("./background.ts") : null;
    const jobs = [...parts.flatMap((part) => part.jobs), ...(background?.ownJobs ?? [])];
    const poolSize = this.#config.DATABASE_JOBS_POOL_SIZE;
    const ownData = parts.map((part) => part.ownData);
    const context = { contextIn, ownData, runMutation: this.#runMutation.bind(this) };
    const login = this.#config.DATABASE_LOGIN;
    const administration = this.#running.get("hub")?.database;
    const queue = { url, login, databases, administration, jobs, work, context, poolSize };
    this.#jobs = await startJobs({ ...queue, log: this.#log });
    this.#background = (await background?.startBackground({ databases, contextIn, log: this.#log })) ?? null;
  }

  #add(subgraph: RunningSubgraph): void {
    const { name, database } = subgraph;
    this.#running.set(name, subgraph);
    const hub = this.#executorOf("hub");
    const send = (entries: readonly PendingEntry[]) =>
      sendToTrail(hub, { subgraph: name, entries, call: this.#internalCall(name, null) });
    this.#auditRelays.push(new AuditRelay({ fork: database.fork, send, log: this.#log }));
  }

  #open(name: string): RunningSubgraph {
    const subgraph = this.#running.get(name);
    if (subgraph) return subgraph;
    throw new DomainError("SERVICE_UNAVAILABLE", "The platform is starting. Try again in a few seconds.");
  }
}

function databaseSettings(config: Config, databaseUrl: string): DatabaseSettings {
  return {
    databaseUrl,
    login: config.DATABASE_LOGIN,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    replicaUrl: config.DATABASE_REPLICA_URL ?? null,
  };
}
