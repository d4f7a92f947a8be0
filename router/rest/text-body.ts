import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import type { FieldFault } from "../../src/errors.ts";
import type { RestDoor } from "../operations/operation.ts";

type TextBody = NonNullable<RestDoor["textBody"]>;

/** Mounts routes that take their largest argument as the body itself, and JSON as all others do. */
export function mountTextRoutes(
  server: FastifyInstance,
  routes: readonly { route: RouteOptions; textBody: TextBody }[],
): void {
  for (const { route, textBody } of routes)
    server.register(async (scope) => {
      scope.addContentTypeParser(textBody.type, { parseAs: "buffer" }, (_request, body, done) =>
        done(null, body),
      );
      scope.route(route);
    });
}

/**
 * The body of a call that has sent it as text, under its argument's name; null when it was JSON. A fault for bytes that
 * are no UTF-8.
 */
export function readTextBody(
  textBody: TextBody | undefined,
  { body }: Pick<FastifyRequest, "body">,
  faults: FieldFault[],
): Record<string, unknown> | null {
  if (!textBody || !Buffer.isBuffer(body)) return null;
  try {
    return { [textBody.as]: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch {
    faults.push({ path: textBody.as, message: "must be UTF-8", rule: "utf8" });
    return { [textBody.as]: "" };
  }
}
