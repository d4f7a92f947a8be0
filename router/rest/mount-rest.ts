import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../src/errors.ts";
import type { GraphExecutor } from "../execute.ts";
import { sendError, setMeterHeaders } from "../http/answer.ts";
import type { CallFactory } from "../http/call.ts";
import { restPaths, type OperationRegistry, type StoredOperation } from "../operations/registry.ts";
import { admit, runOperation } from "../run-operation.ts";
import { readRestInput } from "./read-input.ts";

const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Mounts every operation that has a REST door, and answers 405 with `Allow` on every other method of its paths. */
export function mountRest(
  server: FastifyInstance,
  {
    registry,
    executor,
    makeCall,
  }: { registry: OperationRegistry; executor: GraphExecutor; makeCall: CallFactory },
): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const operation of registry.values()) {
    for (const path of restPaths(operation.row)) {
      const url = path.replaceAll(/\{(\w+)\}/g, ":$1");
      const method = operation.row.rest!.method;
      server.route({
        method,
        url,
        handler: (request, reply) => answer(operation, executor, makeCall, request, reply),
      });
      const methods = methodsByPath.get(url) ?? new Set<string>();
      methods.add(method);
      if (method === "GET") methods.add("HEAD");
      methodsByPath.set(url, methods);
    }
  }
  for (const [url, methods] of methodsByPath) refuseOtherMethods(server, url, [...methods]);
}

/** Answers 405 with `Allow` for each method that a known path does not have. */
export function refuseOtherMethods(server: FastifyInstance, url: string, methods: readonly string[]): void {
  const others = allMethods.filter((method) => !methods.includes(method));
  if (others.length === 0) return;
  server.route({
    method: [...others],
    url,
    // The body of a refused method is nobody's business, whatever its type.
    onRequest: (_request, reply) => {
      sendError(
        reply,
        new DomainError("METHOD_NOT_ALLOWED", `This path answers ${methods.join(", ")}.`, { allow: methods }),
      );
    },
    handler: () => undefined,
  });
}

async function answer(
  operation: StoredOperation,
  executor: GraphExecutor,
  makeCall: CallFactory,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { row } = operation;
  try {
    const call = await makeCall(request, reply);
    if (row.rest!.needsApp && call.appId === null) {
      admit(operation, call);
      throw new DomainError("MISSING_APP_ID", "Name the app in the header x-app-id.");
    }
    const body = await runOperation(executor, operation, readRestInput(operation, request), call);
    setMeterHeaders(reply, call);
    if (operation.access.auth !== "public") void reply.header("cache-control", "no-store");
    return await reply
      .code(row.rest!.status ?? 200)
      .type("application/json; charset=utf-8")
      .send(body);
  } catch (error) {
    return sendError(reply, error, { successFamily: row.family === "success" });
  }
}
