import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { DomainError, validationError } from "../../src/errors.ts";
import { newToken } from "../../src/ids.ts";
import type { ReplyFaultPlan } from "../processor/reply-faults.ts";
import { zodFaults } from "../zod-faults.ts";
import { BankError, invalidInput, invalidRequest } from "./bank-error.ts";

/** Where a file of routes registers what it answers. */
export interface BankScope {
  /** An API request: POST with JSON and our credentials. Responses get the request's id. */
  api<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    answer: (body: z.output<Schema>) => object | Promise<object>,
  ): void;
  /** A control of the stand-in only: JSON in, JSON out, no credentials, no faults, no journal. */
  control<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    answer: (body: z.output<Schema>, params: Record<string, string>) => unknown,
    method?: "GET" | "POST",
  ): void;
}

/** Any client is accepted if it sends a client id and a secret: a stand-in checks no secrets. */
const credentialSchema = z.object({ client_id: z.string().min(1), secret: z.string().min(1) });

export function createBankScope(fastify: FastifyInstance, replyFaults: ReplyFaultPlan): BankScope {
  fastify.setNotFoundHandler((_request, reply) =>
    send(reply, invalidRequest("INVALID_ROUTE", "there is no such route"), 404),
  );
  fastify.setErrorHandler((thrown: Error, _request, reply) => {
    if (thrown instanceof DomainError) throw thrown;
    if (thrown instanceof BankError) return send(reply, thrown, thrown.status);
    if (thrown instanceof SyntaxError)
      return send(reply, invalidRequest("INVALID_BODY", "body could not be parsed as JSON"), 400);
    throw thrown;
  });
  return {
    api(path, schema, answer) {
      fastify.post(path, async (request, reply) => {
        checkCredentials(request);
        const parsed = schema.safeParse(withoutCredentials(request.body));
        if (!parsed.success) throw invalidRequest("INVALID_FIELD", wordsOf(parsed.error));
        const body = { ...(await answer(parsed.data)), request_id: newRequestId() };
        if (await replyFaults.strike("POST", path)) return cut(request, reply);
        return body;
      });
    },
    control(path, schema, answer, method = "POST") {
      fastify.route({
        method,
        url: path,
        config: { isControl: true },
        handler: async (request) => {
          const parsed = schema.safeParse(request.body ?? {});
          if (!parsed.success) throw validationError(zodFaults(parsed.error));
          return answer(parsed.data, request.params as Record<string, string>);
        },
      });
    },
  };
}

function checkCredentials({ headers, body }: FastifyRequest): void {
  const given = credentialSchema.safeParse({
    client_id: headers["plaid-client-id"],
    secret: headers["plaid-secret"],
    ...(typeof body === "object" && body !== null ? pick(body as Record<string, unknown>) : {}),
  });
  const isRevoked = given.success && isEqual(given.data.secret, "revoked");
  if (!given.success || isRevoked)
    throw invalidInput("INVALID_API_KEYS", "invalid client_id or secret provided");
}

function pick({ client_id, secret }: Record<string, unknown>): Record<string, unknown> {
  return { ...(client_id === undefined ? {} : { client_id }), ...(secret === undefined ? {} : { secret }) };
}

function withoutCredentials(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return {};
  const { client_id: _id, secret: _secret, ...rest } = body as Record<string, unknown>;
  return rest;
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function wordsOf(error: z.ZodError): string {
  return zodFaults(error)
    .map(({ path, message }) => `${path}: ${message}`)
    .join("; ");
}

function send(reply: FastifyReply, error: BankError, status: number): FastifyReply {
  return reply.code(status).send(error.body(newRequestId()));
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy();
  return reply.hijack();
}

function newRequestId(): string {
  return newToken(11).replaceAll(/[-_]/g, "x").slice(0, 15);
}
