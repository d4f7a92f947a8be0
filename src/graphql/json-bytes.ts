import type { FastifyInstance } from "fastify";

/** Passes JSON bodies to the routes of this scope as raw bytes, because signatures cover the bytes. */
export function keepJsonBytes(scope: FastifyInstance): void {
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
}
