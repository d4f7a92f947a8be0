import { nothingCached } from "../../../router/schema/cache-facts.ts";
import fastify from "fastify";
import { onTestFinished } from "vitest";
import { mountGraphQL } from "../../../router/graphql/mount-graphql.ts";
import { acceptWebSockets } from "../../../router/graphql/websocket-door.ts";
import { noLimits, type Limits } from "../../../router/limits/limits.ts";
import { anonymous } from "../../../src/access/principal.ts";
import { toyCall, type ToyCall } from "../../federation/toy-graph.ts";
import { GatedGraph } from "./gated-graph.ts";
import type { Payload } from "./merge-parts.ts";

/** The GraphQL door before a graph whose subgraphs answer when the test says so. */
export async function openDoor(
  options: ConstructorParameters<typeof GatedGraph>[0] & { limits?: Limits } = {},
) {
  const graph = new GatedGraph(options);
  const server = fastify();
  const calls: (ToyCall & { signal: AbortSignal })[] = [];
  await acceptWebSockets(server);
  mountGraphQL(server, {
    executor: await graph.open(),
    facts: {
      keys: new Map(),
      ownerOf: () => null,
      accessOf: () => null,
      caching: nothingCached,
      constraintOf: () => ({}),
      subgraphs: [],
    },
    makeCall: async (_request, { raw }) => {
      const abort = new AbortController();
      raw.on("close", () => (raw.writableFinished ? undefined : abort.abort()));
      const call = { ...toyCall(), signal: abort.signal };
      calls.push(call);
      return call;
    },
    identify: async () => anonymous,
    limits: options.limits ?? noLimits,
    allowedOrigins: async () => [],
    isOpenToExploring: true,
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
  const post = (
    query: string,
    accept: string,
    more: { variables?: object; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept, ...more.headers },
      body: JSON.stringify({ query, variables: more.variables ?? {} }),
      ...(more.signal && { signal: more.signal }),
    });
  return { graph, server, url, post, calls };
}

/** Reads the parts of a multipart response one by one, as they arrive. */
export function readParts(response: Response): { next(): Promise<Payload | null> } {
  const decoder = new TextDecoder();
  const chunks = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const boundary = "\r\n---";
  let text = "";
  const readUntilBoundary = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf(boundary);
      if (end !== -1) {
        const part = text.slice(0, end);
        text = text.slice(end + boundary.length);
        return part;
      }
      const { done, value } = await chunks.next();
      if (done) throw new Error(`The body ends without a boundary: ${text}`);
      text += decoder.decode(value, { stream: true });
    }
  };
  let isOpen = false;
  return {
    next: async () => {
      if (!isOpen) await readUntilBoundary();
      isOpen = true;
      while (text.length < 2) {
        const { done, value } = await chunks.next();
        if (done) throw new Error("The body ends in a boundary");
        text += decoder.decode(value, { stream: true });
      }
      if (text.startsWith("--")) return null;
      const part = await readUntilBoundary();
      return JSON.parse(part.slice(part.indexOf("\r\n\r\n"))) as Payload;
    },
  };
}
