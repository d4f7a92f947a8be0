import { GraphQLError, print, type ExecutionResult, type GraphQLFormattedError } from "graphql";
import { DomainError } from "../errors.ts";
import { eventStreamType, keepAliveMs, readEvents } from "../http/event-stream.ts";
import { lazyAgent, request, type LazyAgent } from "../http/undici.ts";
import { mapStream } from "../concurrency/stream.ts";
import { signCall } from "./call-envelope.ts";
import type { SubgraphRequest } from "./local-executor.ts";
import type { SubgraphSubscriber } from "./local-subscriber.ts";
import { isConnectionFailure } from "./pending-post.ts";
import { isDeeperThan, maxDepth } from "../text/json-depth.ts";
import type { RemoteSubgraph } from "./remote-executor.ts";
import { streamPath } from "./serve-streams.ts";
import { foreignErrors } from "./foreign/foreign-errors.ts";
import { headersFor } from "./foreign/propagated-headers.ts";
import { graphqlPath } from "./subgraph-door.ts";
import { SubgraphReplicas } from "./subgraph-replicas.ts";

interface Reply {
  data?: Record<string, unknown> | null;
  errors?: GraphQLFormattedError[];
}

/**
 * Opens subscriptions of a subgraph in another process, each on a connection of its own; where that cannot be made or
 * ends before an answer, one more is tried, at another process if there is one. A subgraph that does not answer,
 * or falls silent, or ends the stream before it is complete, is SERVICE_UNAVAILABLE: at the opening it is thrown, later
 * it is the last result.
 */
export function createRemoteSubscriber({
  name,
  url,
  secret,
  path,
  protocol = "platform",
  headers: propagated = [],
  timeoutMs = 30_000,
}: RemoteSubgraph): SubgraphSubscriber {
  // Silence for longer than several keep-alive comments means that the connection is lost.
  const agent = lazyAgent(
    ({ Agent }) => new Agent({ headersTimeout: timeoutMs, bodyTimeout: 3 * keepAliveMs }),
  );
  const isForeign = protocol === "graphql";
  const replicas = new SubgraphReplicas(url, { isFixed: isForeign });
  const streams = isForeign ? (path ?? graphqlPath) : streamPath;
  const toResult = (reply: Reply) => toResultOf(reply, isForeign ? name : null);
  const send = (address: string, asked: SubgraphRequest) =>
    postSubscription(new URL(streams, address), asked, {
      name,
      secret,
      agent,
      path: streams,
      headers: propagated,
    });
  const open = async (asked: SubgraphRequest) => {
    const replica = replicas.pick();
    return send(replica.url, asked).catch((error: unknown) => {
      if (!isConnectionFailure(error)) throw error;
      replicas.failed(replica);
      return send(replicas.pick().url, asked);
    });
  };
  const toLastResult = (cause: unknown): ExecutionResult => {
    const error = unavailable(name, cause);
    return {
      errors: [new GraphQLError(error.message, { originalError: error, extensions: error.extensions })],
    };
  };
  return async (asked) => {
    try {
      const { statusCode, headers, body } = await open(asked);
      if (!String(headers["content-type"]).startsWith(eventStreamType)) {
        const reply = await readRefusal(body);
        if (!reply.errors) throw new Error(`answered ${statusCode} without a stream or errors`);
        return toResult(reply);
      }
      // The reader reports the error; without a listener it would be uncaught.
      body.on("error", () => undefined);
      return mapStream(readResults(body), toResult, {
        whenFailed: toLastResult,
        onEnd: () => body.destroy(),
      });
    } catch (cause) {
      throw unavailable(name, cause);
    }
  };
}

type Address = Required<Pick<RemoteSubgraph, "name" | "secret" | "path" | "headers">> & { agent: LazyAgent };

function unavailable(name: string, cause: unknown): DomainError {
  const message = `The ${name} subgraph does not respond. Try again later.`;
  return new DomainError("SERVICE_UNAVAILABLE", message, {}, { cause });
}

/** Size limit of a response that is no stream. */
const maxRefusalBytes = 1024 * 1024;

async function readRefusal(body: AsyncIterable<Buffer>): Promise<Reply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxRefusalBytes) throw new Error(`answered with more than ${maxRefusalBytes} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (isDeeperThan(text, maxDepth)) throw new Error(`answered with more than ${maxDepth} levels of nesting`);
  return JSON.parse(text) as Reply;
}

/** The request that opens a stream, signed for this subscription. */
function postSubscription(
  url: URL,
  { document, variables, operationName, call }: SubgraphRequest,
  { name, secret, agent, path, headers }: Address,
) {
  const body = Buffer.from(JSON.stringify({ query: print(document), variables, operationName }));
  return request(url, {
    method: "POST",
    dispatcher: agent.get(),
    headers: {
      ...headersFor(call, headers),
      "content-type": "application/json",
      accept: eventStreamType,
      "x-request-id": call.requestId,
      ...(secret === null ? {} : signCall(secret, call, { audience: name, path, body })),
    },
    body,
    signal: call.signal ?? null,
  });
}

async function* readResults(body: AsyncIterable<Buffer>): AsyncGenerator<Reply, undefined> {
  for await (const { event, data } of readEvents(body)) {
    if (event === "complete") return;
    if (event !== "next") continue;
    if (isDeeperThan(data, maxDepth))
      throw new Error(`sent an event of more than ${maxDepth} levels of nesting`);
    yield JSON.parse(data) as Reply;
  }
  throw new Error("The stream ended before it was complete.");
}

/** `foreign`: the name of a subgraph that is not the platform's. */
function toResultOf({ data, errors }: Reply, foreign: string | null): ExecutionResult {
  const shown = foreign === null ? undefined : foreignErrors(errors, foreign);
  if (shown) return { ...(data === undefined ? {} : { data }), errors: shown };
  const toError = ({ message, path, extensions }: GraphQLFormattedError) =>
    new GraphQLError(message, { path: path ?? null, extensions: extensions ?? null });
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors ? { errors: errors.map(toError) } : {}),
  };
}
