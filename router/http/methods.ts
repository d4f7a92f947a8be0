import type { FastifyInstance } from "fastify";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "./answer.ts";

const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Returns 405 with `Allow` for each method that a known path does not have. */
export function refuseOtherMethods(server: FastifyInstance, url: string, methods: readonly string[]): void {
  const others = allMethods.filter((method) => !methods.includes(method));
  if (others.length === 0) return;
  server.route({
    method: [...others],
    url,
    // Before the body is read, whatever its type.
    onRequest: (_request, reply) => {
      sendError(
        reply,
        new DomainError("METHOD_NOT_ALLOWED", `Method not allowed. Use ${methods.join(", ")}.`, {
          allow: methods,
        }),
      );
    },
    handler: () => undefined,
  });
}
