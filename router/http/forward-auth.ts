import type { FastifyInstance } from "fastify";
import { principalHeader } from "../../src/access/principal-header.ts";
import { isEqualSecret } from "../../src/crypto/crypto.ts";
import { signForwardedCall } from "../../src/graphql/call-envelope.ts";
import type { Limits } from "../limits/limits.ts";
import { sendError } from "./answer.ts";
import type { CallFactory } from "./call.ts";

/** Authenticates the proxy of another federation router. */
const forwardAuthHeader = "x-forward-auth-secret";

/** Path for such a proxy. */
const forwardAuthPath = "/internal/forward-auth";

export interface ForwardAuthSettings {
  /** Secrets that the proxy may send, newest first. */
  secrets: readonly string[];
  /** Signs what the subgraphs trust. */
  internalSecret: string;
}

interface ForwardAuthOptions extends ForwardAuthSettings {
  /** The subgraphs that the principal headers are for. */
  subgraphNames: readonly string[];
  makeCall: CallFactory;
  limits: Limits;
}

/**
 * For other federation routers, which cannot identify our principals: the proxy before such a router sends the
 * client's headers here (nginx `auth_request`, Traefik `forwardAuth`, Envoy `ext_authz`), and gets 204 with one
 * header `x-principal-<subgraph>` for each subgraph, which the router forwards as `x-principal`. The request is
 * identified, checked and counted once, like one of our own router, and rejected with the same response.
 * Returns 404 without the secret.
 *
 * These headers are weaker than those of our own router: the other router's requests are not known yet, so they
 * are not bound to a document. They expire after 30 seconds, name one subgraph, open `/graphql` alone, and
 * carry at most 10 different mutations per subgraph process. Subgraphs accept them only with
 * FORWARD_AUTH_SECRET set.
 */
export function mountForwardAuth(
  server: FastifyInstance,
  { secrets, internalSecret, subgraphNames, makeCall, limits }: ForwardAuthOptions,
): void {
  server.get(forwardAuthPath, async (request, reply) => {
    const shown = request.headers[forwardAuthHeader];
    if (typeof shown !== "string" || !secrets.some((secret) => isEqualSecret(shown, secret)))
      return reply.callNotFound();
    try {
      const call = await makeCall(request, reply);
      await limits.countOne(call);
      for (const name of subgraphNames) {
        reply.header(`${principalHeader}-${name}`, signForwardedCall(internalSecret, call, name));
      }
      return reply.code(204).send();
    } catch (error) {
      return sendError(reply, error);
    }
  });
}
