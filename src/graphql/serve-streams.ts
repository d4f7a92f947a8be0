import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse, validate, type DocumentNode, type ExecutionResult, type GraphQLError } from "graphql";
import { z } from "zod";
import { principalHeader } from "../access/principal-header.ts";
import { EventStreamBody, eventStreamHeaders, OpenEventStreams } from "../http/event-stream.ts";
import { isStream } from "../concurrency/stream.ts";
import { keepJsonBytes } from "./json-bytes.ts";
import { readCall, type CallTrust } from "./call-envelope.ts";
import type { RunningSubgraph } from "./open-subgraph.ts";

/** Where a subgraph in a process of its own opens subscriptions. */
export const streamPath = "/graphql/stream";

const bodySchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
  operationName: z.string().optional(),
});

/**
 * Serves a subgraph's subscriptions over SSE to holders of the internal secret. A refusal before the source
 * opens is sent as JSON. The source is released when the client disconnects or the server closes.
 */
export function serveStreams(server: FastifyInstance, subgraph: RunningSubgraph, trust: CallTrust): void {
  const open = new OpenEventStreams();
  server.addHook("preClose", (done) => {
    open.cutAll();
    done();
  });
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const raw = request.body as Buffer;
    // Federation routers of others open no streams here: a forwarded principal is not accepted.
    const bound = { ...trust, acceptsForwarded: false };
    const call = readCall(bound, request.headers[principalHeader], { path: streamPath, body: raw });
    const { query, variables, operationName } = bodySchema.parse(JSON.parse(raw.toString("utf8")));
    const document = readDocument(subgraph, query);
    if (!("kind" in document)) return document;
    const named = operationName === undefined ? {} : { operationName };
    const result = await subgraph.subscribe({ document, variables, call, ...named });
    if (!isStream<ExecutionResult>(result)) return result;
    const body = open.add(new EventStreamBody(result[Symbol.asyncIterator]()));
    // The client disconnected while the source was being opened and will not read it.
    if (request.raw.socket.destroyed) body.destroy();
    return reply.headers(eventStreamHeaders).send(body);
  };
  void server.register(async (scope) => {
    keepJsonBytes(scope);
    scope.post(streamPath, serve);
  });
}

function readDocument(subgraph: RunningSubgraph, query: string): DocumentNode | ExecutionResult {
  try {
    const document = parse(query, { noLocation: true });
    const errors = validate(subgraph.graph.schema, document);
    return errors.length > 0 ? { errors } : document;
  } catch (error) {
    return { errors: [error as GraphQLError] };
  }
}
