import {
  GraphQLError,
  print,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
} from "graphql";
import { Agent, request } from "undici";
import type { Meter } from "../context.ts";
import { DomainError } from "../errors.ts";
import { addMeter, signCall } from "./call-envelope.ts";
import type { SubgraphExecutor } from "./local-executor.ts";

export interface RemoteSubgraph {
  name: string;
  /** Base address; the graph is at `/graphql` below it. */
  url: string;
  /** Secret that signs the call. */
  secret: string;
  timeoutMs?: number;
}

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: GraphQLFormattedError[];
  extensions?: { meter?: Meter };
}

/**
 * Executes documents on a subgraph in another process: kept-alive connections, a time-out, abort when the client
 * is gone. A subgraph that does not answer, or not in GraphQL, is SERVICE_UNAVAILABLE.
 */
export function createRemoteExecutor({
  name,
  url,
  secret,
  timeoutMs = 30_000,
}: RemoteSubgraph): SubgraphExecutor {
  const agent = new Agent({
    connections: 64,
    keepAliveTimeout: 4_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const printed = new WeakMap<DocumentNode, string>();
  const endpoint = new URL("/graphql", url).href;
  return async ({ document, variables, operationName, call }) => {
    let query = printed.get(document);
    if (query === undefined) printed.set(document, (query = print(document)));
    const answer = await request(endpoint, {
      method: "POST",
      dispatcher: agent,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...signCall(secret, name, call),
      },
      body: JSON.stringify({ query, variables, operationName }),
      signal: call.signal ?? null,
    })
      .then(async ({ statusCode, body }) => {
        const reply = (await body.json()) as Reply;
        // What is no GraphQL answer is a refusal of this process as a caller, which is nothing to show to a client.
        if (!reply.data && !reply.errors) throw new Error(`answered ${statusCode} without data and errors`);
        return reply;
      })
      .catch((cause: unknown) => {
        throw new DomainError(
          "SERVICE_UNAVAILABLE",
          `The ${name} part of the platform does not answer.`,
          {},
          { cause },
        );
      });
    if (answer.extensions?.meter) addMeter(call.meter, answer.extensions.meter);
    return toResult(answer);
  };
}

function toResult({ data, errors }: Reply): ExecutionResult {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors
      ? {
          errors: errors.map(
            ({ message, path, extensions }) =>
              new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null }),
          ),
        }
      : {}),
  };
}
