import type { FastifyInstance, RouteOptions } from "fastify";
import { readFields } from "../http/read-query.ts";

/** Mounts routes that take the form of a page, and JSON as all others do. Fields of a form are text. */
export function mountFormRoutes(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  if (routes.length === 0) return;
  server.register(async (scope) => {
    const type = "application/x-www-form-urlencoded";
    scope.addContentTypeParser(type, { parseAs: "buffer" }, (_request, body, done) =>
      done(null, Object.fromEntries(readFields(percentEncoded(body as Buffer)))),
    );
    for (const route of routes) scope.route(route);
  });
}

/** The form with its bytes beyond ASCII percent-encoded. */
function percentEncoded(body: Buffer): string {
  return body.toString("latin1").replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}
