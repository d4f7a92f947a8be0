import type { FastifyInstance } from "fastify";
import { principalHeader } from "../../src/access/principal-header.ts";
import { isEqualSecret } from "../../src/crypto.ts";
import { signCall } from "../../src/graphql/call-envelope.ts";
import type { Limits } from "../limits/limits.ts";
import { sendError } from "./answer.ts";
import type { CallFactory } from "./call.ts";

/** By which a proxy in front of another federation router proves that it may ask who calls. */
export const forwardAuthHeader = "x-forward-auth-secret";

/** Where such a proxy asks. */
export const forwardAuthPath = "/internal/forward-auth";

export interface ForwardAuthSettings {
  /** What the proxy has to show. */
  secret: string;
  /** What the subgraphs trust. */
  internalSecret: string;
}

interface ForwardAuthOptions extends ForwardAuthSettings {
  /** Whom the statements of who calls are for. */
  subgraphNames: readonly string[];
  makeCall: CallFactory;
  limits: Limits;
}

/**
 * For other federation routers, which know nothing of our callers: the proxy before such a router asks here with the
 * caller's headers (nginx `auth_request`, Traefik `forwardAuth`, Envoy `ext_authz`), and gets 204 with one header
 * `x-principal-<subgraph>` for each subgraph, which the router hands on as `x-principal`. They are good for a minute. The
 * call is identified, checked and counted once, like a call of our own router; what is refused there is refused here with
 * the same answer. Who does not show the secret finds nothing.
 */
export function mountForwardAuth(
  server: FastifyInstance,
  { secret, internalSecret, subgraphNames, makeCall, limits }: ForwardAuthOptions,
): void {
  server.get(forwardAuthPath, async (request, reply) => {
    const shown = request.headers[forwardAuthHeader];
    if (typeof shown !== "string" || !isEqualSecret(shown, secret)) return reply.callNotFound();
    try {
      const call = await makeCall(request, reply);
      await limits.countOne(call);
      for (const name of subgraphNames) {
        reply.header(`${principalHeader}-${name}`, signCall(internalSecret, name, call)[principalHeader]);
      }
      return reply.code(204).send();
    } catch (error) {
      return sendError(reply, error);
    }
  });
}
