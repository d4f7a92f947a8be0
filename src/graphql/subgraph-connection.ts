import { Agent, request } from "undici";
import type { CallContext } from "../context.ts";
import { signCall } from "./call-envelope.ts";

/** Where a subgraph is, and how to be let in. */
export interface SubgraphAddress {
  name: string;
  /** Base address; the graph is at `/graphql` below it. */
  url: string;
  /** Secret that signs the call. */
  secret: string;
  /** How long the subgraph may be silent, before the head of its answer and in the midst of it. */
  timeoutMs?: number;
}

/** What a subgraph answered, as text: whoever reads a result from it has one of their own. */
export interface SubgraphAnswer {
  statusCode: number;
  text: string;
  /** The call that it was sent for. */
  requestId: string;
}

/** A GraphQL request as it is sent: `isRead` when it writes nothing, so that sending it twice is sending it once. */
export interface SubgraphPost {
  body: string;
  isRead: boolean;
  call: CallContext;
}

/**
 * Sends requests to a subgraph in another process over kept-alive connections. A read whose connection fails before
 * an answer is sent once more; a write never is, nor what was too slow or aborted.
 */
export function connectSubgraph({ name, url, secret, timeoutMs = 30_000 }: SubgraphAddress) {
  const agent = new Agent({
    connections: 64,
    keepAliveTimeout: 4_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const endpoint = new URL("/graphql", url).href;
  const post = (body: string, call: CallContext, signal: AbortSignal) =>
    request(endpoint, {
      method: "POST",
      dispatcher: agent,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...signCall(secret, name, call),
      },
      body,
      signal,
    });
  return async ({ body, isRead, call }: SubgraphPost, signal: AbortSignal): Promise<SubgraphAnswer> => {
    const response = await post(body, call, signal).catch((cause: unknown) => {
      if (!isRead || signal.aborted || !isConnectionFailure(cause)) throw cause;
      call.log.warn({ err: cause, subgraph: name }, "connection to a subgraph failed, asking once more");
      return post(body, call, signal);
    });
    return { statusCode: response.statusCode, text: await response.body.text(), requestId: call.requestId };
  };
}

/**
 * Failures to connect, and connections that ended before the head of an answer: mostly a kept-alive one that the other
 * side closed just then. Nobody can tell from here whether a request that was written has been read, but a read may be
 * sent again all the same (RFC 9110, 9.2.2). No time-out is among them: who is too slow is not asked twice.
 */
const connectionFailures = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
]);

function isConnectionFailure(cause: unknown): boolean {
  return connectionFailures.has(String((cause as { code?: unknown } | null)?.code));
}
