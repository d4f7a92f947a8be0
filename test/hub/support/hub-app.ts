import { readFileSync } from "node:fs";
import type { DocumentNode, ExecutionResult } from "graphql";
import type { JWTPayload } from "jose";
import { composeSupergraph } from "../../../router/schema/compose.ts";
import type { GraphExecutor } from "../../../router/execution/graph-executor.ts";
import { createLibraryExecutor } from "../../../router/execution/library-executor.ts";
import { KeyUsageRecorder } from "../../../router/http/key-usage.ts";
import { createCallerResolver, createIdentifier } from "../../../router/calls/identify.ts";
import { noLimits } from "../../../router/limits/limits.ts";
import { resolveArea } from "../../../router/operations/area.ts";
import { creditsOperations } from "../../../router/operations/billing/credits.operations.ts";
import { apiKeysOperations } from "../../../router/operations/identity/api-keys.operations.ts";
import { serviceAccountsOperations } from "../../../router/operations/identity/service-accounts.operations.ts";
import { webhooksOperations } from "../../../router/operations/integrations/webhooks.operations.ts";
import { buildRegistry } from "../../../router/operations/registry.ts";
import { readSupergraphFacts, type SupergraphFacts } from "../../../router/schema/supergraph-facts.ts";
import { buildRouter } from "../../../router/server.ts";
import { flushBeforeRead, usageFields } from "../../../router/http/flush-before-read.ts";
import { RequestLog } from "../../../router/http/request-log.ts";
import { internalPrincipal } from "../../../src/access/principal.ts";
import { fixedClock, systemClock } from "../../../src/time/clock.ts";
import { newMeter, type CallContext } from "../../../src/context.ts";
import { demoKeys } from "../../../src/demo-identities.ts";
import type { SubgraphExecutor } from "../../../src/graphql/local-executor.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { createLog } from "../../../src/observability/log.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { newId } from "../../../src/ids.ts";
import { projectPath } from "../../../src/project-root.ts";
import { seedHubDemo } from "../../../subgraphs/hub/demo.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { accessChannel } from "../../../subgraphs/hub/identity/principal.rows.ts";
import { buildHubGraph, openHub, type HubOptions } from "../../../subgraphs/hub/subgraph.ts";
import type { Answer } from "../../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createHubPorts } from "./hub-ports.ts";
import { createTokenIssuer, type TokenIssuer } from "./token-issuer.ts";

/** The hub behind all of its doors, without the other subgraphs: a real database, tokens of an issuer of its own. */
export interface HubApp {
  hub: RunningSubgraph;
  database: TestDatabase;
  issuer: TokenIssuer;
  logLines: string[];
  /** Headers that act as this person. */
  as(sub: string, claims?: JWTPayload): Promise<Record<string, string>>;
  withKey(name: string): Record<string, string>;
  /** Runs a statement that changes an account's access, and resolves once the hub was notified. */
  changeAccess(sql: string, parameters?: unknown[]): Promise<void>;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A call of any method, also from another address. */
  send(method: string, url: string, options?: SendOptions): Promise<Answer>;
  graphql(query: string, variables?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The platform acting for an account: what services and internal fields are called with. */
  contextFor(ownerId: string | null, overrides?: Partial<CallContext> & { at?: Date }): HubContext;
  /** Runs a document on the subgraph as the platform itself. */
  internally(document: DocumentNode, variables: object, ownerId: string): Promise<ExecutionResult>;
  /** Closes the doors and leaves the hub open. */
  closeDoors(): Promise<void>;
  close(): Promise<void>;
}

export interface SendOptions {
  headers?: Record<string, string>;
  body?: unknown;
  remoteAddress?: string;
}

/** Starts the hub on a database of its own, a copy of one that was migrated and seeded once a run. */
export async function createHubApp(ports: Partial<HubOptions["ports"]> = {}): Promise<HubApp> {
  const database = await createTestDatabase({ template: { name: "hub", prepare: prepareHub } });
  const logLines: string[] = [];
  const log = createLog({ level: "debug", destination: { write: (line) => void logLines.push(line) } });
  const hub = await openHub({ ports: createHubPorts(ports), databaseUrl: database.url, log });
  const issuer = await createTokenIssuer();
  const graph = unusedGraphs.pop() ?? (await buildDoorGraph());
  const server = await openDoors(hub, { graph, issuer, log });
  const inject = async (options: object): Promise<Answer> => {
    const response = await server.inject(options);
    const isJson = String(response.headers["content-type"]).includes("json");
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, text, body: isJson && text !== "" ? JSON.parse(text) : text };
  };
  const post = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
    inject({
      method: "POST",
      url,
      headers: { "content-type": "application/json", ...headers },
      payload: body === undefined ? "" : JSON.stringify(body),
    });
  const contextFor: HubApp["contextFor"] = (ownerId, { at, ...overrides } = {}) =>
    hub.contextFor({
      ...internalCall(ownerId),
      ...(at ? { clock: fixedClock(at) } : {}),
      ...overrides,
    }) as HubContext;
  return {
    hub,
    database,
    issuer,
    logLines,
    as: async (sub, claims = {}) => ({ authorization: `Bearer ${await issuer.sign({ sub, ...claims })}` }),
    changeAccess: async (sql, parameters = []) => {
      const { notices } = contextFor(null).ports;
      const marker = newId("evt");
      const heard = new Promise<void>((resolve) => {
        const stop = notices.listen(accessChannel, (subject) => subject === marker && (stop(), resolve()));
      });
      await database.query(sql, parameters);
      await database.query("SELECT pg_notify($1, $2)", [accessChannel, marker]);
      await heard;
    },
    withKey: (name) => ({ "x-api-key": demoKeys.find((key) => key.name === name)!.key }),
    get: (url, headers = {}) => inject({ method: "GET", url, headers }),
    post,
    send: (method, url, { headers = {}, body, remoteAddress } = {}) =>
      inject({
        method,
        url,
        headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(remoteAddress === undefined ? {} : { remoteAddress }),
      }),
    graphql: (query, variables = {}, headers = {}) => post("/graphql", { query, variables }, headers),
    contextFor,
    internally: async (document, variables, ownerId) =>
      await hub.execute({ document, variables: { ...variables }, call: internalCall(ownerId) }),
    closeDoors: () => server.close(),
    close: async () => {
      await server.close();
      await hub.close();
      unusedGraphs.push(graph);
      await database.drop();
    },
  };
}

const creditsDocuments = readFileSync(
  projectPath("router", "operations", "billing", "credits.graphql"),
  "utf8",
);

/** The hub's graph behind the doors. Its requests go to the hub that `subgraphs` names at the time. */
interface DoorGraph {
  subgraphs: Map<string, SubgraphExecutor>;
  executor: GraphExecutor;
  facts: SupergraphFacts;
  registry: ReturnType<typeof buildRegistry>;
}

/** Those of closed apps: to build one takes longer than to open the hub. */
const unusedGraphs: DoorGraph[] = [];

async function buildDoorGraph(): Promise<DoorGraph> {
  const supergraph = composeSupergraph([
    { name: "hub", url: "http://hub.invalid/", sdl: buildHubGraph().sdl },
  ]);
  const subgraphs = new Map<string, SubgraphExecutor>();
  const executor = await createLibraryExecutor(supergraph, subgraphs);
  const facts = readSupergraphFacts(supergraph);
  const registry = buildRegistry(
    [creditsOperations, webhooksOperations, apiKeysOperations, serviceAccountsOperations].map(resolveArea),
    creditsDocuments,
    { schema: executor.publicSchema, facts },
  );
  return { subgraphs, executor, facts, registry };
}

function openDoors(
  hub: RunningSubgraph,
  { graph, issuer, log }: { graph: DoorGraph; issuer: TokenIssuer; log: ReturnType<typeof createLog> },
) {
  const keyUsage = new KeyUsageRecorder({ hub: hub.execute, log, publicUrl: "http://hub.example" });
  const metrics = createMetrics();
  const publicUrl = "http://hub.example";
  const requestLog = new RequestLog({ hub: hub.execute, log, publicUrl, metrics: metrics.requestLog });
  const { subgraphs, executor, facts, registry } = graph;
  subgraphs.set("hub", flushBeforeRead(hub.execute, keyUsage, usageFields));
  return buildRouter({
    executor,
    trustedDocuments: { mode: "off" },
    trustedProxies: ["192.0.2.1"],
    keyUsage,
    requestLog,
    facts,
    registry,
    identify: createIdentifier(issuer.verifier, createCallerResolver(hub.execute)),
    health: { reasons: async () => ({}) },
    metrics,
    log,
    clock: systemClock,
    version: "0.0.0",
    publicUrl,
    isProduction: false,
    allowTestClock: true,
    allowedOrigins: async () => [],
    limits: noLimits,
  });
}

function internalCall(ownerId: string | null): CallContext {
  return {
    principal: internalPrincipal("test", ownerId),
    requestId: newId("req"),
    appId: null,
    idempotencyKey: null,
    clock: systemClock,
    log: silentLog,
    meter: newMeter(),
    publicUrl: "http://hub.example",
  };
}

async function prepareHub(url: string): Promise<void> {
  const hub = await openHub({ ports: createHubPorts(), databaseUrl: url, log: silentLog });
  await seedHubDemo(hub.contextFor(internalCall(null)) as HubContext);
  await hub.close();
}
