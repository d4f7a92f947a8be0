import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { principalHeader } from "../access/principal-header.ts";
import { ReplayMemory } from "../access/replay-memory.ts";
import { moveConnections, type Draining } from "../http/drain.ts";
import { ambiguityChecks, answerParserErrors, refuseAmbiguousRequests } from "../http/strict-requests.ts";
import { readCarrier } from "../observability/trace-carrier.ts";
import { currentTracing, inSpan } from "../observability/tracing.ts";
import { refusalOf } from "./answer-request.ts";
import { framesPath } from "./frames/frame-format.ts";
import { readBatch } from "./batch-format.ts";
import { readCall } from "./call-envelope.ts";
import type { RunningSubgraph } from "./open-subgraph.ts";
import { serveStreams } from "./serve-streams.ts";
import { untraced, type TraceRequest } from "./batch-door.ts";
import { graphqlPath, mountSubgraphDoor } from "./subgraph-door.ts";

/** The router has the limits that clients meet, 10 MiB at most; as GraphQL, a body can be some times as long. */
const bodyLimitBytes = 48 * 1024 * 1024;

export interface SubgraphServerOptions {
  /** Secrets that sign accepted requests, newest first. */
  secrets: readonly string[];
  /** Whether federation routers of others may forward principals that are not bound to a request; off by default. */
  acceptsForwarded?: boolean;
  log: Logger;
  /** Signals that the process is being replaced. Default: never. */
  draining?: Draining;
}

/**
 * Serves one subgraph over HTTP for routers in other processes. Every request, introspection included, needs a
 * header that a holder of the internal secret signed for this subgraph; any other request gets 401.
 */
export async function serveSubgraph(
  subgraph: RunningSubgraph,
  options: SubgraphServerOptions,
): Promise<FastifyInstance> {
  const { log, secrets, acceptsForwarded = false, draining = { isDraining: () => false } } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    // Clients close idle connections after seconds.
    keepAliveTimeout: 30_000,
    // A router that takes longer to send its request is considered dead.
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    // Requests on a connection that is not closed yet are handled like all earlier ones.
    return503OnClosing: false,
    // Other requests for an upgrade are answered as if they were none.
    http: { ...ambiguityChecks, shouldUpgradeCallback: ({ url }) => url === framesPath },
    clientErrorHandler: answerParserErrors(log),
  });
  refuseAmbiguousRequests(server, (reply, error) => {
    const { statusCode, headers, text } = refusalOf(error);
    void reply.code(statusCode).headers(Object.fromEntries(headers)).send(text);
  });
  moveConnections(server, draining);
  server.setErrorHandler((error, _request, reply) => {
    const { statusCode, headers, text } = refusalOf(error);
    return reply.code(statusCode).headers(Object.fromEntries(headers)).send(text);
  });
  server.get("/livez", () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    if (draining.isDraining()) void reply.code(503);
    else await subgraph.database.ping().catch(() => reply.code(503));
    return { status: reply.statusCode === 200 ? "ready" : "not ready" };
  });
  const trust = { secrets, audience: subgraph.name, acceptsForwarded, replays: new ReplayMemory(), log };
  serveStreams(server, subgraph, trust);
  await mountSubgraphDoor(server, {
    schema: subgraph.graph.schema,
    execute: subgraph.execute,
    callOf: (request, body) => readCall(trust, request.headers[principalHeader], { path: graphqlPath, body }),
    traced: traceRequestsOf(subgraph.name),
    readBatch: (body, signature) => readBatch(body, signature, trust),
    contextFor: subgraph.contextFor,
    frames: { trust, draining },
    log,
  });
  return server;
}

function traceRequestsOf(subgraph: string): TraceRequest {
  const tracing = currentTracing();
  if (tracing === null) return untraced;
  const span = { kind: "server", attributes: { "subgraph.name": subgraph } } as const;
  return (headers, work) =>
    inSpan(tracing.start(`subgraph ${subgraph}`, { ...span, parent: readCarrier(headers) }), work);
}
