import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { readFields } from "../http/read-query.ts";

const formType = "application/x-www-form-urlencoded";

/** True for a request with the form of a page. */
export function isForm({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return (headers["content-type"] ?? "").toLowerCase().startsWith(formType);
}

/**
 * Throws 403 for a form that a page of another site sent. Browsers say with each request which site it comes from (Fetch
 * Metadata); a program that says nothing is no browser that somebody could trick.
 */
export function refuseForeignForm(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (!isForm(request) || site === undefined || site === "same-origin" || site === "none") return;
  throw new DomainError(
    "FORBIDDEN",
    "This form was sent from a page of another site. Open the link and send its form again.",
    { reason: "foreign_form" },
  );
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
