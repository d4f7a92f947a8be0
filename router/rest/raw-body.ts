import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { RestDoor } from "../operations/operation.ts";
import type { DoorInput } from "../calls/run-operation.ts";

/**
 * Mounts routes whose clients sign the body: it is accepted unparsed with any content type, and not read before
 * the operation has checked the signature.
 */
export function mountRawRoutes(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  if (routes.length === 0) return;
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const route of routes) scope.route(route);
  });
}

/**
 * The operation's `body` and `signature`, and its `timestamp` where the sender signs that. Bytes that are no UTF-8, and NUL, which no text of ours has, become others, so
 * that no signature over what was sent fits them.
 */
export function readRawInput(
  { signatureHeader, timestampHeader }: NonNullable<RestDoor["rawBody"]>,
  request: FastifyRequest,
): DoorInput {
  const { body } = request;
  const text = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : null;
  };
  return {
    input: {
      body: Buffer.isBuffer(body) ? body.toString("utf8").replaceAll("\0", "\ufffd") : "",
      signature: text(signatureHeader),
      ...(timestampHeader === undefined ? {} : { timestamp: text(timestampHeader) }),
    },
    faults: [],
  };
}
