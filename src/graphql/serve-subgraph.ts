import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { unwrapResolverError } from "@apollo/server/errors";
import type { Logger } from "pino";
import { principalHeader } from "../access/principal-header.ts";
import { DomainError, errorBody, publicError } from "../errors.ts";
import { readCall } from "./call-envelope.ts";
import type { RunningSubgraph } from "./open-subgraph.ts";
import { serveStreams } from "./serve-streams.ts";
import { mountSubgraphDoor } from "./subgraph-door.ts";

/**
 * Serves one subgraph over HTTP for routers in other processes. Every request, introspection included, needs a
 * header that a holder of the internal secret signed for this subgraph; anybody else gets 401.
 */
export async function serveSubgraph(
  subgraph: RunningSubgraph,
  options: { secret: string; log: Logger },
): Promise<FastifyInstance> {
  const { log, secret } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    keepAliveTimeout: 5_000,
    forceCloseConnections: "idle",
  });
  server.setErrorHandler((error, _request, reply) => {
    const shown = publicError(error instanceof DomainError ? error : unwrapResolverError(error), "subgraph");
    return reply.code(shown.status).send(errorBody(shown));
  });
  server.get("/livez", () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    await subgraph.database.ping().catch(() => reply.code(503));
    return { status: reply.statusCode === 200 ? "ready" : "not ready" };
  });
  serveStreams(server, subgraph, options);
  await mountSubgraphDoor(server, {
    schema: subgraph.graph.schema,
    execute: subgraph.execute,
    callOf: (request) => readCall(secret, subgraph.name, request.headers[principalHeader], log),
    contextFor: subgraph.contextFor,
    log,
  });
  return server;
}
