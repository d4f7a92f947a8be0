import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  getOperationAST,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  type ExecutionResult,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from "graphql";
import type { CallContext } from "../../src/context.ts";
import { DomainError, publicError } from "../../src/errors.ts";
import type { GraphExecutor } from "../execute.ts";
import { setMeterHeaders } from "../http/answer.ts";
import type { CallFactory } from "../http/call.ts";
import { refuseOtherMethods } from "../rest/mount-rest.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import { checkVariables } from "./check-variables.ts";
import { DocumentCache } from "./document-cache.ts";
import { refuseHeavy, weigh } from "./limits.ts";
import { negotiate, readParams, type AnswerType, type GraphQLParams } from "./read-request.ts";

export interface GraphQLDoorOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  makeCall: CallFactory;
  /** False in production: no introspection, no "did you mean". */
  isOpenToExploring: boolean;
}

/** A refusal that decides the HTTP status with either media type: the request itself was not acceptable. */
class RequestRefusal extends Error {
  readonly status: number;
  readonly errors: readonly GraphQLFormattedError[];
  readonly hasOwnStatus: boolean;
  constructor(status: number, errors: readonly GraphQLFormattedError[], hasOwnStatus: boolean) {
    super(errors[0]?.message ?? "refused");
    this.status = status;
    this.errors = errors;
    this.hasOwnStatus = hasOwnStatus;
  }
}

/** Mounts `/graphql` after the GraphQL-over-HTTP specification: POST with JSON, GET for queries, no batching. */
export function mountGraphQL(server: FastifyInstance, options: GraphQLDoorOptions): void {
  const extraRules = options.isOpenToExploring ? [] : [NoSchemaIntrospectionCustomRule];
  const documents = new DocumentCache(options.executor.publicSchema, { extraRules });
  server.route({
    method: ["GET", "POST"],
    url: "/graphql",
    handler: (request, reply) => answer(request, reply, documents, options),
  });
  refuseOtherMethods(server, "/graphql", ["GET", "HEAD", "POST"]);
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: DocumentCache,
  options: GraphQLDoorOptions,
): Promise<FastifyReply> {
  const type = negotiate(request.headers.accept);
  if (type === null) {
    const error = new DomainError(
      "NOT_ACCEPTABLE",
      "Accept application/graphql-response+json or application/json.",
    );
    return send(reply, "application/json", error.status, { errors: [toFormatted(error, request)] });
  }
  let call: CallContext;
  try {
    call = await options.makeCall(request, reply);
  } catch (error) {
    return refuseCall(reply, type, error, request);
  }
  try {
    const result = await runAdHoc(readParams(request), call, request, documents, options);
    setMeterHeaders(reply, call);
    void reply.header("cache-control", "no-store");
    return send(reply, type, 200, result);
  } catch (error) {
    return refuse(reply, type, error, request);
  }
}

async function runAdHoc(
  params: GraphQLParams,
  call: CallContext,
  request: FastifyRequest,
  documents: DocumentCache,
  options: GraphQLDoorOptions,
): Promise<ExecutionResult> {
  const { executor, facts } = options;
  const cached = documents.get(params.query);
  if (!cached.document) {
    const code = cached.phase === "parse" ? "GRAPHQL_PARSE_FAILED" : "GRAPHQL_VALIDATION_FAILED";
    throw new RequestRefusal(
      400,
      cached.errors.map((error) => withCode(error, code, options)),
      false,
    );
  }
  const operation = getOperationAST(cached.document, params.operationName);
  if (!operation) {
    throw refusal("GRAPHQL_VALIDATION_FAILED", "operationName must name an operation of the document.");
  }
  refuseWrongUse(operation, request);
  refuseHeavy(weigh(executor.publicSchema, cached.document, operation, params.variables));
  checkVariables(executor.publicSchema, facts, { document: cached.document, operation }, params.variables);
  return executor.execute({
    document: cached.document,
    variables: params.variables,
    operationName: params.operationName,
    call,
  });
}

function refuseWrongUse(operation: OperationDefinitionNode, request: FastifyRequest): void {
  if (request.method === "GET" && operation.operation !== "query") {
    const error = new DomainError("METHOD_NOT_ALLOWED", "Only queries may be sent with GET.", {
      allow: ["POST"],
    });
    throw new RequestRefusal(405, [toFormatted(error, request)], true);
  }
}

function refusal(code: string, message: string): RequestRefusal {
  return new RequestRefusal(
    400,
    [{ message, extensions: { code, details: {}, http: { status: 400 } } }],
    false,
  );
}

function refuse(
  reply: FastifyReply,
  type: AnswerType,
  thrown: unknown,
  request: FastifyRequest,
): FastifyReply {
  if (thrown instanceof RequestRefusal) {
    if (thrown.status === 405) void reply.header("allow", "POST");
    const status = thrown.hasOwnStatus || type !== "application/json" ? thrown.status : 200;
    return send(reply, type, status, { errors: thrown.errors });
  }
  if (thrown instanceof GraphQLError) return send(reply, type, 400, { errors: [thrown.toJSON()] });
  // Broken variables and heavy documents are answers about a readable request.
  const { code } = publicError(thrown, request.id);
  const isAboutDocument = code === "VALIDATION_ERROR" || code === "QUERY_TOO_COMPLEX";
  if (isAboutDocument && type === "application/json") {
    return send(reply, type, 200, { errors: [toFormatted(thrown, request)] });
  }
  return refuseCall(reply, type, thrown, request);
}

/** A caller or a header that is refused decides the status with either media type. */
function refuseCall(
  reply: FastifyReply,
  type: AnswerType,
  thrown: unknown,
  request: FastifyRequest,
): FastifyReply {
  const error = publicError(thrown, request.id);
  if (error.code === "INTERNAL_ERROR") request.log.error({ err: thrown }, "graphql request failed");
  if (error.status === 401) void reply.header("www-authenticate", "Bearer");
  return send(reply, type, error.status, { errors: [toFormatted(thrown, request)] });
}

function toFormatted(thrown: unknown, request: FastifyRequest): GraphQLFormattedError {
  const error = publicError(thrown, request.id);
  return {
    message: error.error,
    extensions: { code: error.code, details: error.details, http: { status: error.status } },
  };
}

function withCode(error: GraphQLError, code: string, options: GraphQLDoorOptions): GraphQLFormattedError {
  const json = error.toJSON();
  const message = options.isOpenToExploring ? json.message : json.message.replace(/ Did you mean .*$/s, "");
  return { ...json, message, extensions: { code, details: {}, http: { status: 400 } } };
}

function send(reply: FastifyReply, type: AnswerType, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}
