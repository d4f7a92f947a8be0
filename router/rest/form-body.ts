import type { FastifyInstance, RouteOptions } from "fastify";

/** Mounts routes that take the form of a page, and JSON as all others do. Fields of a form are text. */
export function mountFormRoutes(server: FastifyInstance, routes: readonly RouteOptions[]): void {
  if (routes.length === 0) return;
  server.register(async (scope) => {
    const type = "application/x-www-form-urlencoded";
    scope.addContentTypeParser(type, { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    for (const route of routes) scope.route(route);
  });
}
