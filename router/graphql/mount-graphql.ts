import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NoSchemaIntrospectionCustomRule } from "graphql";
import { DomainError } from "../../src/errors.ts";
import type { Identify } from "../calls/identify.ts";
import type { GraphExecutor } from "../execution/graph-executor.ts";
import type { DirectRoute } from "../http/answer-directly.ts";
import type { CallFactory } from "../http/call.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import type { KeyUsageRecorder } from "../http/key-usage.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import type { Limits } from "../limits/limits.ts";
import type { SupergraphFacts } from "../schema/supergraph-facts.ts";
import type { AdmissionOptions } from "./admit-operation.ts";
import { answer, type Doors } from "./answer-request.ts";
import { DocumentCache } from "./document-cache.ts";
import { EventStreamDoor } from "./event-stream-door.ts";
import { PlanningQueue } from "./planning-queue.ts";
import { readAccept } from "./read-request.ts";
import { loadTrustedDocuments, type TrustedSettings } from "./trusted-documents.ts";
import { createWebSocketDoor } from "./websocket-door.ts";

export interface GraphQLDoorOptions {
  executor: GraphExecutor;
  facts: SupergraphFacts;
  makeCall: CallFactory;
  identify: Identify;
  limits: Limits;
  /** Base of the addresses of error documentation. Default: errors name none. */
  publicUrl?: string;
  /** Counts the requests of keys. Default: none are counted. */
  keyUsage?: KeyUsageRecorder | undefined;
  /** Origins whose pages may open WebSockets, besides our own. */
  allowedOrigins: () => Promise<readonly string[]>;
  /** Interval at which the principal of an idle stream is verified again. Default: 30 seconds. */
  recheckMs?: number | undefined;
  /** False in production: no introspection, no "did you mean", plans for admins only. */
  isOpenToExploring: boolean;
  /** The largest body of a request that is answered without Fastify. */
  maxBodyBytes?: number;
  /** Documents with ids. Default: none. */
  trust?: TrustedSettings;
}

/**
 * Mounts `/graphql` after the GraphQL-over-HTTP specification: POST with JSON, GET for queries, no batching. Returns the
 * route of plain requests.
 */
export function mountGraphQL(server: FastifyInstance, options: GraphQLDoorOptions): DirectRoute {
  const { executor, facts, isOpenToExploring, trust, makeCall, identify, keyUsage, allowedOrigins } = options;
  const extraRules = isOpenToExploring ? [] : [NoSchemaIntrospectionCustomRule];
  const documents = new DocumentCache(executor.publicSchema, { extraRules });
  const trusted = trust ? loadTrustedDocuments(trust, (text) => documents.readAside(text)) : null;
  const cold = new PlanningQueue();
  const admission: AdmissionOptions = { executor, facts, documents, cold, trusted, isOpenToExploring };
  const streaming = { admission, identify, limits: options.limits, recheckMs: options.recheckMs };
  const doors: Doors = {
    publicUrl: options.publicUrl ?? null,
    makeCall,
    admission,
    limits: options.limits,
    events: new EventStreamDoor(server, streaming),
    acceptsIds: trusted !== null,
  };
  const handler = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, doors);
  server.route({
    method: "GET",
    url: "/graphql",
    preValidation: (request) => refuseForeignPages(request, allowedOrigins),
    handler,
    wsHandler: createWebSocketDoor({ ...streaming, makeCall, keyUsage }),
  });
  server.post("/graphql", handler);
  refuseOtherMethods(server, "/graphql", ["GET", "HEAD", "POST"]);
  return {
    path: "/graphql",
    maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    takes: ({ accept }) => takesOneText(accept),
    answer: (request: DoorRequest, reply: DoorReply) => answer(request, reply, doors),
  };
}

/** True for clients that are answered with one response as a whole. */
function takesOneText(header: string | undefined): boolean {
  const { type, events, parts } = readAccept(header);
  return type !== null && !events && parts === null;
}

/** A WebSocket is not held to the browser's CORS: pages of other origins than the allowed ones must not open any. */
async function refuseForeignPages(
  { ws, headers }: FastifyRequest,
  allowedOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  const { origin, host } = headers;
  if (!ws || origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)) return;
  if ((await allowedOrigins()).includes(origin)) return;
  throw new DomainError("FORBIDDEN", "This origin is not allowed. Add it to the app's allowed origins.", {
    reason: "origin_not_allowed",
  });
}
