import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallContext } from "../context.ts";
import { createAnswerer, type SubgraphAnswererOptions } from "./answer-request.ts";
import { endOf } from "./caller-gone.ts";
import { mountBatchDoor, type BatchDoorOptions } from "./batch-door.ts";

export interface SubgraphDoorOptions extends SubgraphAnswererOptions, Pick<BatchDoorOptions, "readBatch"> {
  /** Who calls. Throws UNAUTHORIZED for whoever may not. */
  callOf(request: FastifyRequest): CallContext;
}

/** Mounts POST `/graphql`, which any federation router can talk to, and `/graphql/batch` for our own. */
export async function mountSubgraphDoor(
  server: FastifyInstance,
  options: SubgraphDoorOptions,
): Promise<void> {
  const { callOf, readBatch } = options;
  const { answer, stop } = await createAnswerer(options);
  server.addHook("onClose", stop);
  server.post("/graphql", async (request, reply) => {
    const call = { ...callOf(request), signal: endOf(reply.raw) };
    const { statusCode, headers, text } = await answer(request.body, call, headersOf(request));
    for (const [name, value] of headers) reply.header(name, value);
    return reply.code(statusCode).send(text);
  });
  await mountBatchDoor(server, { answer, readBatch });
}

function* headersOf({ headers }: FastifyRequest): Generator<[string, string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value) yield [name, Array.isArray(value) ? value.join(", ") : value];
  }
}
