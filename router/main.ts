import { readDocuments } from "./operations/read-documents.ts";
import type { FastifyInstance } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import type { TokenVerifier } from "../src/access/token.ts";
import type { Clock } from "../src/time/clock.ts";
import type { SubgraphExecutor } from "../src/graphql/local-executor.ts";
import type { SubgraphSubscriber } from "../src/graphql/local-subscriber.ts";
import type { Metrics } from "../src/observability/metrics.ts";
import type { ServerTimeouts } from "../src/http/server-timeouts.ts";
import { memoizeLast } from "../src/concurrency/memoize-last.ts";
import { checkAccess } from "./access/checked-executor.ts";
import { readRouterChecks } from "./access/router-checks.ts";
import { createLibraryExecutor } from "./execution/library-executor.ts";
import { createCompiledExecutor } from "./execution/executor.ts";
import type { ExplorerOptions } from "./explorer/explorer.routes.ts";
import { openSite } from "./explorer/site.ts";
import type { ReceiverOptions } from "./explorer/receiver.routes.ts";
import type { SessionOptions } from "./explorer/session.routes.ts";
import type { TrustedSettings } from "./graphql/trusted-documents.ts";
import type { FileBytes } from "./http/file-bytes.ts";
import { createFileRecords } from "./http/file-records.ts";
import type { ForwardAuthSettings } from "./http/forward-auth.ts";
import type { Health } from "./http/health.ts";
import { createLinkedFiles } from "./http/linked-files.ts";
import { createHubClient } from "./http/message-links.ts";
import { createOriginList } from "./http/allowed-origins.ts";
import { KeyUsageRecorder } from "./http/key-usage.ts";
import { createIdentifier } from "./calls/identify.ts";
import { openLimits, type LimitSettings } from "./limits/open-limits.ts";
import { observeFetches } from "./internal/observe-fetches.ts";
import { operationAreas } from "./operations/areas.ts";
import { buildRegistry, type OperationRegistry } from "./operations/registry.ts";
import type { PathSegments } from "./rest/path-segments.ts";
import { readSupergraphFacts, type SupergraphFacts } from "./schema/supergraph-facts.ts";
import { buildRouter } from "./server.ts";
import type { SecretList } from "../src/config/secret-list.ts";
import { flushUsageBeforeRead } from "./http/flush-usage-before-read.ts";

export interface RouterParts {
  supergraph: Supergraph;
  /** How each subgraph is reached, by its name in supergraph.yaml. */
  subgraphs: ReadonlyMap<string, SubgraphExecutor>;
  /** How each subgraph's subscriptions are opened, by the same names. */
  subscribers: ReadonlyMap<string, SubgraphSubscriber>;
  tokens: TokenVerifier;
  health: Health;
  metrics: Metrics;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  version: string;
  isProduction: boolean;
  /** Names of external services that are not configured, for health. */
  unconfigured?: readonly string[];
  /** Our compiled executor, or the library's. */
  executor: "compiled" | "library";
  allowTestClock: boolean;
  trustedDocuments: Pick<TrustedSettings, "mode" | "file">;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Words that answer in REST paths beside the literal ones. */
  pathSegments?: PathSegments;
  /** Who gives out identity tokens. */
  issuer: string;
  /** Signs confirmations of agents' calls; the same in all routers. */
  confirmationSecrets: SecretList;
  limits: LimitSettings;
  /** How long slow clients are waited for. */
  serverTimeouts?: ServerTimeouts;
  /** Where the bytes of files are. */
  files: FileBytes;
  /** Environment facts for the explorer's pages. */
  explorer?: Pick<ExplorerOptions, "environment" | "isDemo">;
  /** Whom the explorer may act as in demo mode. */
  demoIdentities?: SessionOptions["demoIdentities"];
  /** Where the sandbox's receiver of webhooks is, in demo mode. */
  receiverUrl?: ReceiverOptions["receiverUrl"];
  /** Lets the proxy before another federation router identify principals. */
  forwardAuth?: ForwardAuthSettings;
}

/** A router with all doors mounted, not yet listening, and its operations. */
export interface Router {
  server: FastifyInstance;
  registry: OperationRegistry;
  /** Whether the explorer is built, and so has pages. */
  hasExplorer: boolean;
  /** Types that clients see, introspection's own aside. */
  typeCount: number;
}

/** The composed supergraph, with what supergraph.yaml says of its subgraphs. */
export interface Supergraph {
  sdl: string;
  /** Names of subgraphs whose fields the router checks access for. */
  checkedByRouter: ReadonlySet<string>;
  /** Names of client headers that at least one subgraph receives. */
  headers: readonly string[];
}

/** Builds the router from the supergraph and the executors of its subgraphs. */
export async function createRouter(parts: RouterParts): Promise<Router> {
  const { sdl: supergraphSdl, checkedByRouter, headers } = parts.supergraph;
  const createExecutor = parts.executor === "library" ? createLibraryExecutor : createCompiledExecutor;
  const subgraphs = observeFetches(parts.subgraphs, parts.metrics);
  const hub = parts.subgraphs.get("hub");
  if (!hub) throw new Error("A router needs the hub subgraph for authentication.");
  const gateway = parts.subgraphs.get("gateway");
  const keyUsage = new KeyUsageRecorder({ hub, log: parts.log, publicUrl: parts.publicUrl });
  subgraphs.set("hub", flushUsageBeforeRead(subgraphs.get("hub")!, keyUsage));
  const facts = readSupergraphFacts(supergraphSdl);
  for (const name of facts.subgraphs)
    if (!subgraphs.has(name))
      throw new Error(`The supergraph has a subgraph ${name} that supergraph.yaml lacks.`);
  const executor = checkAccess(
    await createExecutor(supergraphSdl, subgraphs, parts.subscribers),
    readRouterChecks(supergraphSdl, facts, checkedByRouter),
  );
  const registry = bindOperations(facts)(executor.publicSchema);
  const identify = createIdentifier(parts.tokens, hub);
  const allowedOrigins = createOriginList(hub, parts);
  const site = openSite();
  const { explorer: place = { environment: "production", isDemo: false }, ...rest } = parts;
  const server = await buildRouter({
    ...rest,
    ...(site ? { explorer: { ...place, site } } : {}),
    identify,
    keyUsage,
    executor,
    facts,
    registry,
    allowedOrigins,
    propagatedHeaders: headers,
    subgraphNames: [...parts.subgraphs.keys()],
    files: {
      bytes: parts.files,
      find: createLinkedFiles(hub, parts),
      records: createFileRecords(hub, parts),
    },
    callHub: createHubClient(hub, parts),
    ...(gateway ? { callGateway: createHubClient(gateway, parts) } : {}),
    limits: await openLimits(parts.limits, {
      ...parts,
      hub,
      keyLimitReached: (keyId, until) => keyUsage.limitReached(keyId, until),
    }),
  });
  const typeCount = Object.keys(executor.publicSchema.getTypeMap()).filter(
    (name) => !name.startsWith("__"),
  ).length;
  return { server, registry, hasExplorer: site !== null, typeCount };
}

/** All operations bound to a graph with these facts. */
const bindOperations = memoizeLast((facts: SupergraphFacts) =>
  memoizeLast((schema: GraphQLSchema) => buildRegistry(operationAreas, readDocuments(), { schema, facts })),
);
