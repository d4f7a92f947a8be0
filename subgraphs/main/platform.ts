import { parse } from "graphql";
import type { Logger } from "pino";
import { AuditRelay, type PendingEntry } from "../../src/access/audit-relay.ts";
import { internalPrincipal } from "../../src/access/principal.ts";
import { systemClock } from "../../src/clock.ts";
import type { Config } from "../../src/config.ts";
import { efileWebhookSecrets } from "../../src/efile-settings.ts";
import { newMeter, type CallContext, type RequestContext } from "../../src/context.ts";
import { deriveKeyRing } from "../../src/crypto.ts";
import {
  DataDirInUseError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "../../src/db/embedded-postgres.ts";
import { startOutboxRelay, type OutboxRelay } from "../../src/db/outbox-relay.ts";
import type { EventsHandler } from "../../src/db/outbox.ts";
import { DomainError } from "../../src/errors.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../../src/graphql/local-subscriber.ts";
import { createRemoteExecutor } from "../../src/graphql/remote-executor.ts";
import type { DatabaseSettings, RunningSubgraph } from "../../src/graphql/open-subgraph.ts";
import { newId } from "../../src/ids.ts";
import { announceEvents } from "../../src/jobs/event-bus.ts";
import { enqueue } from "../../src/jobs/enqueue.ts";
import { startJobs, type Jobs } from "../../src/jobs/jobs.ts";
import type { Metrics } from "../../src/metrics.ts";
import { hearHubEvent } from "../gateway/auto-reload/hear-hub.service.ts";
import { seedGatewayDemo } from "../gateway/demo.ts";
import type { GatewayContext } from "../gateway/gateway.context.ts";
import type { VoicePorts } from "../gateway/caller/voice-carrier.port.ts";
import { createVoiceCarrier } from "../gateway/caller/voice-carrier.adapter.ts";
import { createHttpEfile } from "../gateway/hvut/http-efile.adapter.ts";
import { gatewayJobs, openGateway } from "../gateway/subgraph.ts";
import { seedHubDemo } from "../hub/demo.ts";
import type { HubContext } from "../hub/hub.context.ts";
import { hubJobs, openHub } from "../hub/subgraph.ts";
import { acceptEvents } from "../hub/webhooks/accept-event.service.ts";
import { startMessageLoop, type MessageLoop } from "../hub/crm/message-loop.ts";
import { startDeliveryLoop, type DeliveryLoop } from "../hub/webhooks/delivery-loop.ts";
import { seedPropertyDemo } from "../property/demo.ts";
import { probeSourcesJob } from "../property/sources/sync-source.job.ts";
import { openProperty, propertyJobs } from "../property/subgraph.ts";
import { sendToTrail } from "./audit-sink.ts";
import { housekeepingJob } from "./housekeeping.job.ts";
import { hubPorts } from "./hub-ports.ts";
import { propertySources } from "./property-sources.ts";
import type { Readiness } from "./readiness.ts";
import { addressesOf } from "./subgraph-addresses.ts";

export const subgraphNames = ["hub", "property", "gateway"] as const;
export type SubgraphName = (typeof subgraphNames)[number];

export interface OpenOptions {
  /** Where mail is sent; null when none is configured. */
  smtpUrl: string | null;
  /** True in a process that also runs jobs. */
  work: boolean;
  /** The one subgraph to open; all of them when left out. */
  only?: SubgraphName;
  /** True for a command beside a running platform: it uses that one's embedded database. */
  besideRunning?: boolean;
}

/** The three subgraphs, opened in this process. Calls made before they are open are refused with 503. */
export class Platform {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #metrics: Metrics | null;
  readonly #running = new Map<string, RunningSubgraph>();
  #postgres: EmbeddedPostgres | null = null;
  #jobs: Jobs | null = null;
  #relays: OutboxRelay[] = [];
  #auditRelays: AuditRelay[] = [];
  #deliveries: DeliveryLoop | null = null;
  #messages: MessageLoop | null = null;

  constructor(config: Config, log: Logger, metrics: Metrics | null = null) {
    this.#config = config;
    this.#log = log;
    this.#metrics = metrics;
  }

  /** How the router reaches the subgraphs, usable before they are open. */
  get executors(): ReadonlyMap<string, SubgraphExecutor> {
    return new Map(subgraphNames.map((name) => [name, (request) => this.#open(name).execute(request)]));
  }

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
    const databaseUrl = config.DATABASE_URL ?? (await this.#startPostgres(options.besideRunning ?? false));
    readiness.done("database");
    readiness.report("migrations", "running");
    const common = { ...databaseSettings(config, databaseUrl), log: this.#log };
    const isWanted = (name: SubgraphName) => options.only === undefined || options.only === name;
    const keyRing = deriveKeyRing(config.ENCRYPTION_SECRET);
    if (isWanted("hub")) {
      const flushAudit = async () => {
        await Promise.all(this.#auditRelays.map((relay) => relay.flush()));
      };
      const { smtpUrl } = options;
      this.#add(
        await openHub({
          ...common,
          ports: hubPorts(config, { smtpUrl, flushAudit, log: this.#log, metrics: this.#metrics }),
        }),
      );
    }
    if (isWanted("property")) this.#add(await openProperty({ ...common, sources: propertySources(config) }));
    if (isWanted("gateway")) {
      const { smtpUrl } = options;
      const mailFrom = config.MAIL_FROM;
      const efile = {
        service: createHttpEfile(config.parties.efile),
        webhookSecrets: efileWebhookSecrets(config),
      };
      const hub = this.#hubExecutor();
      this.#add(
        await openGateway({ ...common, hub, keyRing, smtpUrl, mailFrom, efile, voice: voicePorts(config) }),
      );
    }
    readiness.done("migrations");
    await this.#startBackground(databaseUrl, options.work);
    for (const { name, database } of this.#running.values()) readiness.watch(name, () => database.ping());
  }

  /** Puts the demo data where it is not yet. */
  async seedDemo(): Promise<void> {
    await seedHubDemo(this.contextIn("hub") as HubContext);
    await seedPropertyDemo(this.contextIn("property"), { dataDir: this.#config.PROPERTY_DATA_DIR ?? null });
    await seedGatewayDemo((ownerId) => this.contextIn("gateway", ownerId));
  }

  /** Loads what the first request would otherwise wait for: the index of buildings. */
  async warmUp(): Promise<void> {
    const document = parse("query WarmUp { searchProperties(pageSize: 1) { total } }");
    const call = this.#internalCall("property", null);
    await this.running("property").execute({ document, variables: {}, call });
  }

  /** The platform acting by itself in one subgraph, for one account or for none. */
  contextIn(subgraph: string, ownerId: string | null = null): RequestContext {
    return this.#open(subgraph).contextFor(this.#internalCall(subgraph, ownerId));
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
    await Promise.all([
      this.#messages?.stop(),
      this.#deliveries?.stop({ timeoutMs }),
      ...this.#relays.map((relay) => relay.stop()),
    ]);
    await Promise.all(this.#auditRelays.map((relay) => relay.stop()));
    await Promise.all([...this.#running.values()].map((subgraph) => subgraph.close()));
    await this.#postgres?.stop();
  }

  /** The hub in this process, or where HUB_URL says it is. */
  #hubExecutor(): SubgraphExecutor {
    if (this.#running.has("hub")) return this.#open("hub").execute;
    const url = addressesOf(this.#config, "hub");
    return createRemoteExecutor({ name: "hub", url, secret: this.#config.INTERNAL_SECRET });
  }

  async #startPostgres(besideRunning: boolean): Promise<string> {
    try {
      this.#postgres = await startEmbeddedPostgres({ dataDir: this.#config.DATA_DIR, log: this.#log });
      return this.#postgres.adminUrl;
    } catch (error) {
      if (besideRunning && error instanceof DataDirInUseError && error.url) return error.url;
      throw error;
    }
  }

  async #startBackground(url: string, work: boolean): Promise<void> {
    const databases = [...this.#running.values()].map(({ database }) => database);
    const context = {
      contextIn: (name: string, ownerId?: string | null) => this.contextIn(name, ownerId ?? null),
    };
    const jobs = [...hubJobs, ...propertyJobs, ...gatewayJobs, housekeepingJob];
    const poolSize = this.#config.DATABASE_JOBS_POOL_SIZE;
    this.#jobs = await startJobs({ url, databases, jobs, work, context, poolSize, log: this.#log });
    if (!work) return;
    // Nobody has to wait for the next minute to learn how the data sources are doing.
    await enqueue(this.contextIn("property").em, probeSourcesJob, {}, { singletonKey: "start" });
    const contextFor = () => this.contextIn("hub") as HubContext;
    // An event is published when hub and gateway have it too; until then its relay hands it over again.
    const handler: EventsHandler = async (events, em) => {
      await announceEvents(events, em);
      await acceptEvents(contextFor(), events);
      const gateway = this.contextIn("gateway") as GatewayContext;
      for (const event of events) await hearHubEvent(gateway, event);
    };
    this.#relays = databases.map(({ fork }) => startOutboxRelay({ fork, handler, log: this.#log }));
    this.#deliveries = startDeliveryLoop({ contextFor, log: this.#log });
    this.#messages = startMessageLoop({ contextFor, log: this.#log });
  }

  #add(subgraph: RunningSubgraph): void {
    const { name, database } = subgraph;
    this.#running.set(name, subgraph);
    const hub = this.#hubExecutor();
    const send = (entries: readonly PendingEntry[]) =>
      sendToTrail(hub, { subgraph: name, entries, call: this.#internalCall(name, null) });
    this.#auditRelays.push(new AuditRelay({ fork: database.fork, send, log: this.#log }));
  }

  #open(name: string): RunningSubgraph {
    const subgraph = this.#running.get(name);
    if (subgraph) return subgraph;
    throw new DomainError("SERVICE_UNAVAILABLE", "The platform is starting; try again in a moment.");
  }
}

function databaseSettings(config: Config, databaseUrl: string): DatabaseSettings {
  return {
    databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: config.DATABASE_LOCK_TIMEOUT_MS,
    replicaUrl: config.DATABASE_REPLICA_URL ?? null,
  };
}

/** What calls of the calling app are made with. */
function voicePorts(config: Config): VoicePorts {
  const { baseUrl, secret: authToken } = config.parties.carrier;
  const { CARRIER_ACCOUNT_SID: accountSid, CARRIER_FROM: from } = config;
  return {
    carrier: createVoiceCarrier({ baseUrl, accountSid, authToken, from }),
    signingToken: authToken,
  };
}
