import type { FastifyInstance } from "fastify";

/** Hands JSON bodies to the routes of this scope as the bytes that were sent: what is signed is the bytes. */
export function keepJsonBytes(scope: FastifyInstance): void {
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
}
