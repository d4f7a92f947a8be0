import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { GraphQLError } from "graphql";
import { unwrapResolverError } from "@apollo/server/errors";
import type { Logger } from "pino";
import { principalHeader } from "../access/principal-header.ts";
import type { RequestContext } from "../context.ts";
import { DomainError, errorBody, publicError } from "../errors.ts";
import { readCall } from "./call-envelope.ts";
import { formatError } from "./format-error.ts";
import type { RunningSubgraph } from "./open-subgraph.ts";

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
  // Apollo formats errors without the context that they arose in, and the caller is told its own request id.
  const callOf = new WeakMap<object, RequestContext>();
  const rememberCall: ApolloServerPlugin<RequestContext> = {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) callOf.set(error, contextValue);
      },
    }),
  };
  const apollo = new ApolloServer<RequestContext>({
    schema: subgraph.graph.schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    formatError: (_formatted, error) =>
      formatError(
        error as GraphQLError,
        callOf.get(error as object) ?? { log, requestId: "subgraph" },
      ).toJSON(),
    plugins: [reportMeter, rememberCall],
    // Signals belong to the process, which closes the server: requests under way come first.
    stopOnTerminationSignals: false,
  });
  await apollo.start();
  server.addHook("onClose", () => apollo.stop());
  server.setErrorHandler((error, _request, reply) => {
    const shown = publicError(error instanceof DomainError ? error : unwrapResolverError(error), "subgraph");
    return reply.code(shown.status).send(errorBody(shown));
  });
  server.get("/livez", () => ({ status: "ok" }));
  server.get("/readyz", async (_request, reply) => {
    await subgraph.database.ping().catch(() => reply.code(503));
    return { status: reply.statusCode === 200 ? "ready" : "not ready" };
  });
  server.route({
    method: "POST",
    url: "/graphql",
    preHandler: async (request) => {
      readCall(secret, subgraph.name, request.headers[principalHeader], log);
    },
    handler: fastifyApolloHandler(apollo, {
      context: async (request) =>
        subgraph.contextFor(readCall(secret, subgraph.name, request.headers[principalHeader], log)),
    }),
  });
  return server;
}

/** The answer says what the call cost, for the router to add up. */
const reportMeter: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue }) => {
      if (response.body.kind !== "single") return;
      const { singleResult } = response.body;
      singleResult.extensions = { ...singleResult.extensions, meter: contextValue.meter };
    },
  }),
};
