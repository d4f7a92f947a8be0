import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallContext } from "../context.ts";
import { createAnswerer, type SubgraphAnswererOptions } from "./answer-request.ts";
import { endOf } from "./client-disconnect.ts";
import { mountBatchDoor, untraced, type BatchDoorOptions } from "./batch-door.ts";
import type { Draining } from "../http/drain.ts";
import type { CallTrust } from "./call-envelope.ts";
import { mountFrameDoor } from "./frames/frame-door.ts";
import { keepJsonBytes } from "./json-bytes.ts";

export interface SubgraphDoorOptions
  extends SubgraphAnswererOptions, Pick<BatchDoorOptions, "readBatch" | "traced"> {
  /** The call of a request with this body. Throws UNAUTHORIZED for a request that is not signed. */
  callOf(request: FastifyRequest, body: Buffer): CallContext;
  /** With it, routers may send their requests in frames. */
  frames?: { trust: CallTrust; draining: Draining };
}

/** Where a subgraph answers one GraphQL request. */
export const graphqlPath = "/graphql";

/** Mounts POST `/graphql`, which any federation router can talk to, `/graphql/batch` and frames for our own. */
export async function mountSubgraphDoor(
  server: FastifyInstance,
  options: SubgraphDoorOptions,
): Promise<void> {
  const { callOf, readBatch, traced = untraced } = options;
  const { answer, stop } = await createAnswerer(options);
  server.addHook("onClose", stop);
  const parseJson = server.getDefaultJsonParser("error", "error");
  await server.register(async (scope) => {
    keepJsonBytes(scope);
    scope.post(graphqlPath, async (request, reply) => {
      const bytes = request.body as Buffer;
      const call = { ...callOf(request, bytes), signal: endOf(reply.raw) };
      const body = await new Promise<unknown>((resolve, reject) => {
        const done = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value));
        void parseJson(request, bytes.toString("utf8"), done);
      });
      const { statusCode, headers, text } = await traced(request.headers, () =>
        answer(body, call, headersOf(request)),
      );
      for (const [name, value] of headers) reply.header(name, value);
      return reply.code(statusCode).send(text);
    });
  });
  await mountBatchDoor(server, { answer, readBatch, traced });
  if (options.frames) mountFrameDoor(server, { ...options.frames, answer, traced });
}

function* headersOf({ headers }: FastifyRequest): Generator<[string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value) yield [name, Array.isArray(value) ? value.join(", ") : value];
  }
}
