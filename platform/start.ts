import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { EntityCache } from "../router/entity-cache/entity-cache.ts";
import { createRouter, type Router, type RouterGraph } from "../router/main.ts";
import { systemClock } from "../src/time/clock.ts";
import type { Config } from "../src/config/config.ts";
import type { EmbeddedPostgres } from "../src/db/postgres/embedded-postgres.ts";
import { createMetrics, type Metrics } from "../src/observability/metrics.ts";
import type { TaxFilingOptions } from "../sandbox/taxfiling/taxfiling.ts";
import { mailReportSecrets } from "../src/config/crm-settings.ts";
import type { MailReportOptions } from "../sandbox/mail/mail-reports.ts";
import { taxWebhookSecrets } from "../src/config/tax-settings.ts";
import { connectWebhookSecrets } from "../src/config/connect-settings.ts";
import { efileWebhookSecrets } from "../src/config/efile-settings.ts";
import type { ProcessorOptions } from "../sandbox/processor/processor.ts";
import type { EfileOptions } from "../sandbox/efile/efile.ts";
import { startSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { serveMetrics } from "../src/http/metrics-server.ts";
import { readPublishedTables, syntheticTables } from "../subgraphs/property/sources/published-tables.ts";
import { Platform } from "./platform.ts";
import type { BackgroundImport } from "./demo/background-import.ts";
import type { Progress } from "./progress.ts";
import { openEntityCache } from "./public-data.ts";
import { Readiness } from "./readiness.ts";
import { routerSettings } from "./router-settings.ts";
import { isOwnSubgraph } from "./subgraph-addresses.ts";
import type { LoadedSupergraph } from "./supergraph/load-supergraph.ts";
import { openSupergraph } from "./supergraph/open-supergraph.ts";
import { createRoutes } from "./supergraph/subgraph-routes.ts";

export interface StartOptions {
  /** The embedded database, when it was started before. */
  postgres?: Promise<EmbeddedPostgres> | null;
  /** Receives the progress of an import of buildings, which runs on after the start. */
  reportImport?: (progress: Progress) => void;
}

/** The whole platform in this process. */
export interface RunningPlatform {
  url: string;
  sandbox: Sandbox | null;
  router: Router;
  platform: Platform;
  readiness: Readiness;
  /** The router's cache of data without an owner; null when it is off. */
  entityCache: EntityCache | null;
  /** The import of buildings that runs beside the platform; null when there is none to do. */
  buildings: BackgroundImport | null;
  /** Resolves when the part of the demo's content is there that is made after the start. */
  laterContent: Promise<void>;
  /** Refuses new work, lets requests and jobs finish up to the deadline, then closes everything. */
  close(): Promise<void>;
}

/**
 * Starts router, subgraphs, jobs and, in demo mode, the sandbox and the demo data. The server listens first, so
 * `/livez` responds immediately and `/readyz` says what is still missing; the promise resolves when it is
 * ready.
 */
export async function startPlatform(
  config: Config,
  log: Logger,
  { postgres = null, reportImport = () => {} }: StartOptions = {},
): Promise<RunningPlatform> {
  const readiness = new Readiness([
    "database",
    "migrations",
    ...(config.DEMO ? ["demo data"] : []),
    "supergraph",
  ]);
  const metrics = createMetrics();
  const platform = new Platform(config, log, metrics);
  const parts = { platform, readiness, metrics, log };
  const { router, entityCache, startReloads } = await openRouter(config, parts);
  let sandbox: Sandbox | null = null;
  let metricsServer: FastifyInstance | null = null;
  let buildings: BackgroundImport | null = null;
  let laterContent: Promise<void> = Promise.resolve();
  let stopReloads = (): void => undefined;
  // Dependencies of running requests and jobs are closed after them.
  const close = async (): Promise<void> => {
    readiness.drain();
    stopReloads();
    const closers = [
      () => router.server.close(),
      async () => entityCache?.close(),
      async () => buildings?.stop(),
      () => laterContent,
      () => platform.close(config.SHUTDOWN_TIMEOUT_MS),
      async () => metricsServer?.close(),
      async () => sandbox?.close(),
    ];
    for (const closer of closers) await closer().catch((err: unknown) => log.error({ err }, "close failed"));
  };
  try {
    metricsServer = await serveMetrics(metrics, { host: config.HOST, port: config.METRICS_PORT });
    const url = await listen(router.server, config);
    sandbox = config.DEMO ? await openSandbox(config, log) : null;
    const smtpUrl = config.SMTP_URL ?? sandbox?.smtpUrl ?? null;
    await platform.open({ smtpUrl, work: true, entityCache, postgres }, readiness);
    const folder = config.DEMO ? await seedDemo(platform, readiness) : null;
    await platform.warmUp();
    readiness.done("search index");
    stopReloads = startReloads(router);
    buildings = await importBuildings(platform, folder, { readiness, report: reportImport });
    if (config.DEMO && config.DEMO_CONTENT) laterContent = seedLater(platform, log);
    return { url, sandbox, router, platform, readiness, entityCache, buildings, laterContent, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The router, not yet listening; its subgraphs are refused until the platform is open. */
async function openRouter(
  config: Config,
  parts: { platform: Platform; readiness: Readiness; metrics: Metrics; log: Logger },
) {
  const { platform, readiness, metrics, log } = parts;
  const openRoutes = createRoutes(config);
  const toGraph = (supergraph: LoadedSupergraph): RouterGraph => {
    const others = openRoutes(supergraph.entries.filter(({ name }) => !isOwnSubgraph(name)));
    return {
      supergraph,
      subgraphs: new Map([...others.subgraphs, ...platform.executors]),
      subscribers: new Map([...others.subscribers, ...platform.subscribers]),
    };
  };
  const { first, startReloads } = await openSupergraph(config, { toGraph, readiness, metrics, log });
  const entityCache = openEntityCache(config, { metrics, log });
  const router = await createRouter({
    ...toGraph(first),
    entityCache,
    resolveCaller: platform.resolveCaller,
    health: readiness,
    metrics,
    ...routerSettings(config, log),
  });
  readiness.done("supergraph");
  return { router, entityCache, startReloads };
}

async function seedDemo(platform: Platform, readiness: Readiness): Promise<string | null> {
  readiness.report("demo data", "seeding");
  const folder = await platform.seedDemo();
  readiness.done("demo data");
  return folder;
}

/** A bank that cannot be connected is no reason to end the demo. */
async function seedLater(platform: Platform, log: Logger): Promise<void> {
  await platform.seedLaterDemo().catch((err: unknown) => log.error({ err }, "Demo data is incomplete"));
}

async function importBuildings(
  platform: Platform,
  folder: string | null,
  options: { readiness: Readiness; report(progress: Progress): void },
): Promise<BackgroundImport | null> {
  if (folder === null) return null;
  const { startBackgroundImport } = await import("./demo/background-import.ts");
  return startBackgroundImport(platform.contextIn("property"), folder, options);
}

function openSandbox(config: Config, log: Logger): Promise<Sandbox> {
  return startSandbox({
    port: config.SANDBOX_PORT,
    audience: config.OIDC_AUDIENCE.split(",")[0]!,
    log: log.child({ component: "sandbox" }),
    clock: systemClock,
    keyDir: join(config.DATA_DIR, "sandbox"),
    taxfiling: taxFilingStandIn(config),
    taxbandits: {
      webhookUrl: `${config.PUBLIC_URL}/integrations/taxfiling/taxbandits-webhook`,
      decideAfterMs: config.NODE_ENV === "test" ? null : 5_000,
    },
    efile: efileStandIn(config),
    mail: mailStandIn(config),
    carrier: {
      inboundUrl: `${config.PUBLIC_URL}/crm/carrier/inbound`,
      token: config.externalServices.carrier.secret ?? "none",
    },
    opendata: {
      tables: () => {
        const dir = config.PROPERTY_DATA_DIR;
        return dir === undefined ? syntheticTables(systemClock.now()) : readPublishedTables(dir);
      },
    },
    oauth: {
      publicUrl: config.PUBLIC_URL,
      servers: config.oauthProviders.map(({ name, allowedScopes: scopes }) => ({ name, scopes })),
    },
    bank: { webhookUrl: `${config.PUBLIC_URL}/integrations/bank/webhook` },
    processor: {
      webhook: {
        url: `${config.PUBLIC_URL}/payments/processor/webhook`,
        secret: config.PROCESSOR_WEBHOOK_SECRET[0],
      },
      ...connectWebhook(config),
    },
  });
}

/** Where events of connected accounts go. */
function connectWebhook(config: Config): Pick<ProcessorOptions, "connectWebhook"> {
  const [secret] = connectWebhookSecrets(config);
  const url = `${config.PUBLIC_URL}/invoicing/processor/webhook`;
  return { connectWebhook: secret === undefined ? null : { url, secret } };
}

/** Decides on forms automatically after a delay, except in tests, which decide themselves. */
function taxFilingStandIn(config: Config): TaxFilingOptions {
  const [secret] = taxWebhookSecrets(config);
  const url = `${config.PUBLIC_URL}/integrations/taxfiling/webhook`;
  return {
    webhook: secret === undefined ? null : { url, secret },
    decideAfterMs: config.NODE_ENV === "test" ? null : 5_000,
  };
}

/** Decides on returns automatically after a delay, except in tests, which decide themselves. */
function efileStandIn(config: Config): EfileOptions {
  const [secret] = efileWebhookSecrets(config);
  const url = `${config.PUBLIC_URL}/irs/acks`;
  return {
    webhook: secret === undefined ? null : { url, secret },
    decideAfterMs: config.NODE_ENV === "test" ? null : 5_000,
  };
}

/** Sends mail reports automatically, except in tests. */
function mailStandIn(config: Config): MailReportOptions {
  const [secret] = mailReportSecrets(config);
  const url = `${config.PUBLIC_URL}/crm/mail-reports`;
  return {
    webhook: secret === undefined ? null : { url, secret },
    isAutomatic: config.NODE_ENV !== "test",
  };
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  await server.listen({ host: config.HOST, port: config.PORT });
  const { port } = server.server.address() as AddressInfo;
  return `http://${config.HOST}:${port}`;
}
