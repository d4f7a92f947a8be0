import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ExecutionResult, GraphQLError, GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import type { CallContext, RequestContext } from "../context.ts";
import { AdmittedDocuments } from "./admitted-documents.ts";
import { formatError } from "./format-error.ts";
import type { SubgraphExecutor } from "./local-executor.ts";

export interface SubgraphDoorOptions {
  schema: GraphQLSchema;
  execute: SubgraphExecutor;
  /** Who calls. Throws UNAUTHORIZED for whoever may not. */
  callOf(request: FastifyRequest): CallContext;
  contextFor(call: CallContext): RequestContext;
  log: Logger;
}

/**
 * Mounts POST `/graphql` on Apollo Server, which any federation router can talk to. A document that Apollo Server has
 * admitted runs on the compiled executor from then on, with the same answers.
 */
export async function mountSubgraphDoor(
  server: FastifyInstance,
  options: SubgraphDoorOptions,
): Promise<void> {
  const { execute, contextFor } = options;
  const admitted = new AdmittedDocuments();
  const apollo = createApollo(options, admitted);
  await apollo.start();
  server.addHook("onClose", () => apollo.stop());
  const calls = new WeakMap<FastifyRequest, CallContext>();
  const askApollo = fastifyApolloHandler(apollo, {
    context: async (request) => contextFor(calls.get(request)!),
  });
  server.route({
    method: "POST",
    url: "/graphql",
    handler: async (request, reply) => {
      const call = options.callOf(request);
      const { query, variables, extensions } = (request.body ?? {}) as Record<string, unknown>;
      const document = admitted.find(query);
      if (!document || extensions || !isObjectOrNothing(variables)) {
        calls.set(request, call);
        return askApollo.call(server, request, reply);
      }
      const result = await execute({
        document,
        variables: (variables ?? {}) as Record<string, unknown>,
        call,
      });
      return reply
        .header("content-type", "application/json; charset=utf-8")
        .header("cache-control", "no-store")
        .send(toJson(result, call));
    },
  });
}

function createApollo(
  { schema, log }: SubgraphDoorOptions,
  admitted: AdmittedDocuments,
): ApolloServer<RequestContext> {
  // Apollo formats errors without the context that they arose in, and the caller is told its own request id.
  const callOf = new WeakMap<object, RequestContext>();
  const rememberCall: ApolloServerPlugin<RequestContext> = {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) callOf.set(error, contextValue);
      },
    }),
  };
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    formatError: (_formatted, error) =>
      formatError(
        error as GraphQLError,
        callOf.get(error as object) ?? { log, requestId: "subgraph" },
      ).toJSON(),
    plugins: [reportMeter, rememberCall, admitted.plugin],
    // Signals belong to the process, which closes the server: requests under way come first.
    stopOnTerminationSignals: false,
  });
}

/** The answer says what the call cost, for the router to add up. */
const reportMeter: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue }) => {
      if (response.body.kind !== "single") return;
      const { singleResult } = response.body;
      singleResult.extensions = { ...singleResult.extensions, meter: contextValue.meter };
      // What was executed is an answer, whatever its errors: Apollo Server would take the status of one of them.
      if (singleResult.data !== undefined) response.http.status = 200;
    },
  }),
};

function toJson(result: ExecutionResult, { meter }: CallContext): string {
  return JSON.stringify({ ...result, extensions: { ...result.extensions, meter } });
}

function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));
}
