import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { readFields } from "../http/read-query.ts";

const formType = "application/x-www-form-urlencoded";

/** True for a request with the form of a page. */
export function isForm({ headers }: FastifyRequest): boolean {
  return (headers["content-type"] ?? "").toLowerCase().startsWith(formType);
}

/** Mounts routes that take the form of a page, and JSON as all others do. Fields of a form are text. */
export function mountFormRoutes(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  if (routes.length === 0) return;
  server.register(async (scope) => {
    scope.addContentTypeParser(formType, { parseAs: "buffer" }, (_request, body, done) =>
      done(null, Object.fromEntries(readFields(percentEncoded(body as Buffer)))),
    );
    for (const route of routes) scope.route(route);
  });
}

/** The form with its bytes beyond ASCII percent-encoded. */
function percentEncoded(body: Buffer): string {
  return body.toString("latin1").replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}
