import type { Speech } from "./media/speech.port.ts";
import { createHash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { readDocuments } from "./operations/read-documents.ts";
import type { FastifyInstance } from "fastify";
import type { DocumentNode, GraphQLSchema } from "graphql";
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
import { traceExecutor } from "./execution/trace-executor.ts";
import { cacheFetches } from "./entity-cache/cached-executor.ts";
import type { EntityCache } from "./entity-cache/entity-cache.ts";
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
import { createBlogPages } from "./http/blog-pages.ts";
import { createHubClient } from "./http/message-links.ts";
import { createOriginList } from "./http/allowed-origins.ts";
import { KeyUsageRecorder } from "./http/key-usage.ts";
import { createCallerResolver, createIdentifier, type ResolveCaller } from "./calls/identify.ts";
import { openLimits, type LimitSettings } from "./limits/open-limits.ts";
import { observeFetches } from "./internal/observe-fetches.ts";
import { operationAreas } from "./operations/areas.ts";
import { buildRegistry, type OperationRegistry } from "./operations/registry.ts";
import type { PathSegments } from "./rest/path-segments.ts";
import { findHintFaults } from "./schema/check-cache-hints.ts";
import { readSupergraphFacts, type SupergraphFacts } from "./schema/supergraph-facts.ts";
import { buildRouter, type RouterOptions } from "./server.ts";
import { createAgentTokenVerifier } from "./sign-in/agent-tokens.ts";
import { createPersonFinder } from "./sign-in/find-person.ts";
import { createSignInRecords } from "./sign-in/hub-records.ts";
import type { SignInSettings } from "./sign-in/sign-in.settings.ts";
import { ServerSwitch } from "./server-switch.ts";
import type { SecretList } from "../src/config/secret-list.ts";
import { flushBeforeRead, requestLogFields, usageFields } from "./http/flush-before-read.ts";
import { RequestLog } from "./http/request-log.ts";

export interface RouterParts {
  supergraph: Supergraph;
  /** How each subgraph is reached, by its name in supergraph.yaml. */
  subgraphs: ReadonlyMap<string, SubgraphExecutor>;
  /** How each subgraph's subscriptions are opened, by the same names. */
  subscribers: ReadonlyMap<string, SubgraphSubscriber>;
  tokens: TokenVerifier;
  /** Resolves credentials where the hub is in this process. Default: by a fetch. */
  resolveCaller?: ResolveCaller;
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
  /** How people sign in who connect an agent. Default: agents need a key or a token of the issuer. */
  signIn?: SignInSettings | undefined;
  /** Signs confirmations of agents' calls; the same in all routers. */
  confirmationSecrets: SecretList;
  limits: LimitSettings;
  /** How long slow clients are waited for. */
  serverTimeouts?: ServerTimeouts;
  /** Where the bytes of files are. */
  files: FileBytes;
  /** Caches fetches of data without an owner. Default: nothing is cached. */
  entityCache?: EntityCache | null;
  /** Environment facts for the explorer's pages. */
  explorer?: Pick<ExplorerOptions, "environment" | "isDemo">;
  /** Whom the explorer may act as in demo mode. */
  demoIdentities?: SessionOptions["demoIdentities"];
  /** Where the sandbox's receiver of webhooks is, in demo mode. */
  receiverUrl?: ReceiverOptions["receiverUrl"];
  /** Lets the proxy before another federation router identify principals. */
  forwardAuth?: ForwardAuthSettings;
  /** Recognizes and speaks in media streams of calls. Default: there are no such streams. */
  speech?: Speech;
}

/** A router with all doors mounted, not yet listening, and its operations. */
export interface Router {
  server: FastifyInstance;
  registry: OperationRegistry;
  /** Whether the explorer is built, and so has pages. */
  hasExplorer: boolean;
  /** Types that clients see, introspection's own aside. */
  typeCount: number;
  /**
   * Validates another supergraph, plans all stored operations, then serves every new request from it. Running requests
   * end on the earlier one. Throws, and changes nothing, for a supergraph that is not valid.
   */
  replaceGraph(graph: RouterGraph): Promise<void>;
}

/** The composed supergraph, with what supergraph.yaml says of its subgraphs. */
export interface Supergraph {
  sdl: string;
  /** Names of subgraphs whose fields the router checks access for. */
  checkedByRouter: ReadonlySet<string>;
  /** Names of client headers that at least one subgraph receives. */
  headers: readonly string[];
}

/** What one supergraph needs: its SDL and how its subgraphs are reached. */
export type RouterGraph = Pick<RouterParts, "supergraph" | "subgraphs" | "subscribers">;

/** What does not depend on the supergraph. Its text of megabytes is kept by nobody once it has been read. */
type RouterSettings = Omit<RouterParts, keyof RouterGraph>;

/** Builds the router from the supergraph and the executors of its subgraphs. */
export async function createRouter({
  supergraph,
  subgraphs,
  subscribers,
  ...parts
}: RouterParts): Promise<Router> {
  const shared = await openShared(parts, subgraphs);
  const first = await openGraph(parts, { supergraph, subgraphs, subscribers }, shared);
  const servers = new ServerSwitch();
  const server = await buildRouter({ ...first.options, whenClosing: () => servers.close() });
  servers.start(server);
  const typeCount = Object.keys(first.executor.publicSchema.getTypeMap()).filter(
    (name) => !name.startsWith("__"),
  ).length;
  return {
    server,
    registry: first.registry,
    hasExplorer: shared.site !== null,
    typeCount,
    replaceGraph: async (graph) => {
      const next = await openGraph(parts, graph, shared);
      await prepareAll(next);
      await servers.swap(await buildRouter({ ...next.options, isReplacement: true }));
    },
  };
}

type Shared = Awaited<ReturnType<typeof openShared>>;

/** What stays when the supergraph is replaced: identities, limits and counts. */
async function openShared(parts: RouterSettings, subgraphs: RouterParts["subgraphs"]) {
  const hub = subgraphs.get("hub");
  if (!hub) throw new Error("A router needs the hub subgraph for authentication.");
  const gateway = subgraphs.get("gateway");
  const resolveCaller = createCallerResolver(hub, parts.resolveCaller);
  const keyUsage = new KeyUsageRecorder({ hub, log: parts.log, publicUrl: parts.publicUrl });
  const { log, publicUrl } = parts;
  const requestLog = new RequestLog({ hub, log, publicUrl, metrics: parts.metrics.requestLog });
  const limits = await openLimits(parts.limits, {
    ...parts,
    hub,
    keyLimitReached: (keyId, until) => keyUsage.limitReached(keyId, until),
  });
  return {
    site: openSite(),
    keyUsage,
    requestLog,
    limits,
    identify: createIdentifier(parts.tokens, resolveCaller, agentTokensOf(parts)),
    ...(parts.signIn
      ? {
          signIn: {
            ...parts.signIn,
            records: createSignInRecords(hub, parts),
            findPerson: createPersonFinder({ ...parts, hub, resolveCaller }),
          },
        }
      : {}),
    allowedOrigins: createOriginList(hub, parts),
    files: {
      bytes: parts.files,
      find: createLinkedFiles(hub, parts),
      records: createFileRecords(hub, parts),
    },
    callHub: createHubClient(hub, parts),
    blogPages: createBlogPages(hub, parts),
    ...(gateway ? { callGateway: createHubClient(gateway, parts) } : {}),
    ...(parts.speech ? { speech: parts.speech } : {}),
  };
}

/** Tokens at the agent door, where people can sign in for agents. */
function agentTokensOf({ tokens, signIn, publicUrl }: RouterSettings): TokenVerifier {
  return signIn ? createAgentTokenVerifier(tokens, { secrets: signIn.secrets, publicUrl }) : tokens;
}

/** Validates the supergraph and binds all stored operations to it. Throws with every fault. */
async function openGraph(parts: RouterSettings, graph: RouterGraph, { site, ...shared }: Shared) {
  const { sdl, checkedByRouter, headers } = graph.supergraph;
  const createExecutor = parts.executor === "library" ? createLibraryExecutor : createCompiledExecutor;
  const subgraphs = observeFetches(graph.subgraphs, parts.metrics);
  const hub = subgraphs.get("hub");
  if (!hub) throw new Error("A supergraph needs the hub subgraph.");
  const flushing = flushBeforeRead(hub, shared.keyUsage, usageFields);
  subgraphs.set("hub", flushBeforeRead(flushing, shared.requestLog, requestLogFields));
  const facts = readSupergraphFacts(sdl);
  for (const name of facts.subgraphs)
    if (!subgraphs.has(name))
      throw new Error(`The supergraph has a subgraph ${name} that supergraph.yaml lacks.`);
  const storedNames = new WeakMap<DocumentNode, string>();
  const executor = checkAccess(
    traceExecutor(
      await createExecutor(sdl, withCache(subgraphs, graph.supergraph, parts), graph.subscribers),
      storedNames,
    ),
    readRouterChecks(sdl, facts, checkedByRouter),
  );
  const registry = bindOperations(facts)(executor.publicSchema);
  for (const [name, { document }] of registry) storedNames.set(document, name);
  const {
    explorer: place = { environment: "production", isDemo: false },
    signIn: _settings,
    ...rest
  } = parts;
  const options = {
    ...rest,
    ...shared,
    ...(site ? { explorer: { ...place, site } } : {}),
    executor,
    facts,
    registry,
    propagatedHeaders: headers,
    subgraphNames: [...graph.subgraphs.keys()],
  };
  return { options, executor, registry };
}

/** The executors behind the entity cache. Throws for a supergraph whose hints would let it serve owned data. */
function withCache(
  subgraphs: ReadonlyMap<string, SubgraphExecutor>,
  { sdl }: Supergraph,
  { entityCache: cache, clock, version: platform }: RouterSettings,
): ReadonlyMap<string, SubgraphExecutor> {
  const { caching: facts } = readSupergraphFacts(sdl);
  const faults = findHintFaults(facts);
  if (faults.length > 0) throw new Error(`These fields cannot be cached:\n  ${faults.join("\n  ")}`);
  if (!cache) return subgraphs;
  const version = `${platform} ${createHash("sha256").update(sdl).digest("base64url")}`;
  return cacheFetches(subgraphs, { cache, facts, version, clock });
}

/** Plans every stored operation, with other requests in between. Throws for one that cannot be planned. */
async function prepareAll({
  executor,
  registry,
}: Pick<RouterOptions, "executor" | "registry">): Promise<void> {
  for (const { document } of registry.values()) {
    executor.prepare({ document });
    await yieldToOthers();
  }
}

/** All operations bound to a graph with these facts. */
const bindOperations = memoizeLast((facts: SupergraphFacts) =>
  memoizeLast((schema: GraphQLSchema) => buildRegistry(operationAreas, readDocuments(), { schema, facts })),
);
