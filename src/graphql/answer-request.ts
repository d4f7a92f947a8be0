import { ApolloServer, HeaderMap, type ApolloServerPlugin } from "@apollo/server";
import { unwrapResolverError } from "@apollo/server/errors";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
} from "@apollo/server/plugin/disabled";
import type { ExecutionResult, GraphQLError, GraphQLSchema } from "graphql";
import type { Logger } from "pino";
import { isUnused, type CallContext, type RequestContext } from "../context.ts";
import { DomainError, errorBody, publicError } from "../errors.ts";
import { isPromise, type MaybePromise } from "../concurrency/maybe-promise.ts";
import { AdmittedDocuments } from "./admitted-documents.ts";
import { formatError } from "./format-error.ts";
import type { SubgraphExecutor } from "./local-executor.ts";

export interface SubgraphAnswererOptions {
  schema: GraphQLSchema;
  execute: SubgraphExecutor;
  contextFor(call: CallContext): RequestContext;
  log: Logger;
}

/** A response to a GraphQL request; the text is one line of JSON. */
export interface DoorAnswer {
  statusCode: number;
  headers: Iterable<readonly [string, string]>;
  text: string;
}

/** Answers one GraphQL request, a parsed JSON body, on behalf of a call. Whatever goes wrong is an answer, too. */
export type AnswerRequest = (
  body: unknown,
  call: CallContext,
  headers?: Iterable<readonly [string, string]>,
) => MaybePromise<DoorAnswer>;

const jsonHeaders: [string, string][] = [
  ["content-type", "application/json; charset=utf-8"],
  ["cache-control", "no-store"],
];

/**
 * Answers with Apollo Server, until it has admitted a document: that runs on the compiled executor from then on, with
 * the same answers.
 */
export async function createAnswerer(
  options: SubgraphAnswererOptions,
): Promise<{ answer: AnswerRequest; stop(): Promise<void> }> {
  const { execute, contextFor, log } = options;
  const admitted = new AdmittedDocuments();
  const apollo = createApollo(options, admitted);
  await apollo.start();
  const runApollo: AnswerRequest = async (body, call, headers = []) => {
    const sent = new HeaderMap([["content-type", "application/json"], ...headers]);
    const httpGraphQLRequest = { method: "POST", headers: sent, search: "", body };
    const answer = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest,
      context: async () => contextFor(call),
    });
    if (answer.body.kind !== "complete") throw new Error("A subgraph answers in one piece.");
    return {
      statusCode: answer.status ?? 200,
      headers: answer.headers,
      text: answer.body.string.trimEnd(),
    };
  };
  const run: AnswerRequest = (body, call, headers) => {
    const { query, variables, extensions } = (body ?? {}) as Record<string, unknown>;
    const document = admitted.find(query);
    if (!document || extensions || !isObjectOrNothing(variables)) return runApollo(body, call, headers);
    const result = execute({ document, variables: (variables ?? {}) as Record<string, unknown>, call });
    return isPromise(result) ? result.then((settled) => toAnswer(settled, call)) : toAnswer(result, call);
  };
  const fail = (error: unknown): DoorAnswer => {
    log.error({ err: error }, "a subgraph could not answer");
    return refusalOf(error);
  };
  return {
    answer: (...request) => {
      try {
        const answer = run(...request);
        return isPromise(answer) ? answer.catch(fail) : answer;
      } catch (error) {
        return fail(error);
      }
    },
    stop: () => apollo.stop(),
  };
}

/** The response to a request that gets no GraphQL response. */
export function refusalOf(error: unknown): DoorAnswer {
  const shown = publicError(error instanceof DomainError ? error : unwrapResolverError(error), "subgraph");
  return { statusCode: shown.status, headers: jsonHeaders, text: JSON.stringify(errorBody(shown)) };
}

function createApollo(
  { schema, log }: SubgraphAnswererOptions,
  admitted: AdmittedDocuments,
): ApolloServer<RequestContext> {
  // Apollo formats errors without the context in which they occurred, but the response needs that request's id.
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
    plugins: [reportMeter, rememberCall, admitted.plugin, ...unneeded],
    // Signals belong to the process, which closes the server: requests under way come first.
    stopOnTerminationSignals: false,
  });
}

/**
 * Both would wrap the resolver of every field of the schema, also for compiled documents. Caching has hints of its own
 * here, and traces are OpenTelemetry's.
 */
const unneeded = [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginInlineTraceDisabled()];

/** The response reports the request's cost, where it has any, for the router to add up. */
const reportMeter: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue }) => {
      if (response.body.kind !== "single") return;
      response.http.headers.set("cache-control", "no-store");
      const { singleResult } = response.body;
      const { meter } = contextValue;
      if (!isUnused(meter)) singleResult.extensions = { ...singleResult.extensions, meter };
      // An executed document is a response, whatever its errors: Apollo Server would use the status of one of
      // them.
      if (singleResult.data !== undefined) response.http.status = 200;
    },
  }),
};

function toAnswer(result: ExecutionResult, { meter }: CallContext): DoorAnswer {
  const shown = isUnused(meter) ? result : { ...result, extensions: { ...result.extensions, meter } };
  const text = JSON.stringify(shown);
  // Without data nothing was executed, for the variables were wrong.
  return { statusCode: result.data === undefined ? 400 : 200, headers: jsonHeaders, text };
}

function isObjectOrNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && !Array.isArray(value));
}
