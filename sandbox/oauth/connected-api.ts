import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { demoAccessToken, demoBooksScopes, demoScopes } from "../../src/demo-identities.ts";
import type { GrantStore } from "./grant-store.ts";
import { read } from "./switches.ts";

const faultSchema = z.strictObject({
  /** Sent in place of the work; null cuts the connection after the work. */
  status: z.int().min(400).max(599).nullable(),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
  times: z.int().min(1).max(1_000).default(1),
});

/** A fault of one request: a status in place of the work, or a response lost after it. */
export interface ApiFault {
  status: number | null;
  retryAfterSeconds?: number | undefined;
}

/** Who a valid access token is of. */
export interface TokenHolder {
  account: string;
  scopes: readonly string[];
}

/** What the stand-ins of the connected services' APIs share: tokens of their own servers, and faults. */
export class ConnectedApi {
  readonly #store: GrantStore;
  readonly #faults: ApiFault[] = [];
  /** Decides about a request that no planned fault is for; tests draw here. */
  drawFault: () => ApiFault | undefined = () => undefined;

  constructor(app: FastifyInstance, store: GrantStore) {
    this.#store = store;
    app.post("/switches/apis", { config: { isControl: true } }, async (request) => {
      const { times, ...fault } = read(faultSchema, request.body);
      this.#faults.push(...Array.from({ length: times }, () => fault));
      return { pending: this.#faults.length };
    });
  }

  async holderOf(name: string, { headers }: FastifyRequest): Promise<TokenHolder | null> {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
    if (token === demoAccessToken) return { account: "pia", scopes: [...demoScopes, ...demoBooksScopes] };
    const found = token && (await this.#store.adapterFor(name, "AccessToken").find(token));
    return found ? { account: found.accountId ?? "", scopes: (found.scope ?? "").split(" ") } : null;
  }

  /** Does the work and replies with what it gives, or suffers the next fault. */
  finish(
    reply: FastifyReply,
    work: () => { status: number; body?: object },
    refuse: (status: number) => FastifyReply,
  ): FastifyReply {
    const fault = this.#faults.shift() ?? this.drawFault();
    if (!fault) {
      const { status, body } = work();
      return reply.code(status).send(body);
    }
    if (fault.status === null) {
      work();
      reply.hijack();
      reply.raw.socket?.destroy();
      return reply;
    }
    if (fault.retryAfterSeconds !== undefined) reply.header("retry-after", String(fault.retryAfterSeconds));
    return refuse(fault.status);
  }
}

/** An error of Google's APIs. */
export function googleError(reply: FastifyReply, status: number, reason: string): FastifyReply {
  const errors = [{ domain: "global", reason, message: reason }];
  return reply.code(status).send({ error: { code: status, message: reason, errors } });
}

/** The reason of a fault's status at Google. */
export function googleReason(status: number): string {
  if (status === 401) return "authError";
  return status === 403 || status === 429 ? "rateLimitExceeded" : "backendError";
}

/** An error of Microsoft Graph. */
export function graphError(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ error: { code, message: code } });
}

/** The code of a fault's status at Graph. */
export function graphCode(status: number): string {
  if (status === 401) return "InvalidAuthenticationToken";
  return status === 429 ? "ApplicationThrottled" : "ServiceUnavailable";
}
