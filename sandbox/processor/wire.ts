import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { validationError } from "../../src/errors.ts";
import { zodFaults } from "../zod-faults.ts";
import { apiVersion, currentRequest } from "./events/events.ts";
import type { Expansion } from "./expansion.ts";
import { decodeForm } from "./form.ts";
import type { IdempotencyKeys, WireReply } from "./idempotency.ts";
import { Params } from "./params.ts";
import { badRequest, ProcessorError } from "./processor-error.ts";
import type { ReplyFaultPlan } from "./reply-faults.ts";
import type { ProcessorState } from "./state.ts";
import { newObjectId } from "./stored-objects.ts";

/** One call of the API. */
export interface ApiCall {
  /** The names in the path. */
  params: Record<string, string>;
  /** The form of a POST, the query of the others. */
  input: Params;
}
/** Answers an object or a list as it is in the state, or throws a ProcessorError. `expand[]` is followed afterwards. */
export type ApiAnswer = (call: ApiCall) => unknown;

/** Where a file of routes registers what it answers. Paths begin with `/v1/` for the API. */
export interface ProcessorScope {
  get(path: string, answer: ApiAnswer): void;
  post(path: string, answer: ApiAnswer): void;
  delete(path: string, answer: ApiAnswer): void;
  /** A route of the stand-in only: JSON in, JSON out, no key, no faults, no journal. An empty body is `{}`. */
  control<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    answer: (body: z.output<Schema>, params: Record<string, string>) => unknown,
  ): void;
  /** For pages of people's browsers and whatever else is not the API. */
  fastify: FastifyInstance;
}

interface Wiring {
  state: ProcessorState;
  expansion: Expansion;
  idempotency: IdempotencyKeys;
  replyFaults: ReplyFaultPlan;
}

export function createScope(fastify: FastifyInstance, wiring: Wiring): ProcessorScope {
  const api = (method: "GET" | "POST" | "DELETE") => (path: string, answer: ApiAnswer) => {
    fastify.route({
      method,
      url: path,
      handler: (request, reply) => respond(wiring, answer, request, reply),
    });
  };
  return {
    get: api("GET"),
    post: api("POST"),
    delete: api("DELETE"),
    control(path, schema, answer) {
      fastify.post(path, { config: { isControl: true } }, async (request) => {
        const parsed = schema.safeParse(request.body ?? {});
        if (!parsed.success) throw validationError(zodFaults(parsed.error));
        const params = request.params as Record<string, string>;
        return wiring.state.withinOwnerOf(Object.values(params)[0], () => answer(parsed.data, params));
      });
    },
    fastify,
  };
}

async function respond(
  wiring: Wiring,
  answer: ApiAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newObjectId("req", 14);
  const path = request.url.slice(request.url.indexOf("/v1/")).split("?", 1)[0]!;
  let isLost = false;
  const work = async (): Promise<WireReply> => {
    const outcome = await perform(wiring, answer, request, requestId);
    isLost = await wiring.replyFaults.strike(request.method, path);
    return outcome;
  };
  const key =
    request.method === "POST" ? (request.headers["idempotency-key"] as string | undefined) : undefined;
  const answered = await refusing(requestId, async () => {
    checkCaller(request);
    if (key === undefined) return { reply: await work(), isReplayed: false };
    const account = request.headers["stripe-account"];
    const place = account === undefined ? key : `${String(account)} ${key}`;
    return wiring.idempotency.run(place, [request.method, path, request.body], work);
  });
  if (isLost) {
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  }
  if (answered.isReplayed)
    reply.header("idempotent-replayed", "true").header("original-request", answered.reply.requestId);
  if (key !== undefined) reply.header("idempotency-key", key);
  return reply
    .code(answered.reply.status)
    .header("request-id", answered.isReplayed ? requestId : answered.reply.requestId)
    .header("stripe-version", apiVersion)
    .type("application/json")
    .send(answered.reply.body);
}

/** The result of the work, or its refusal. A bug of the stand-in itself is rethrown. */
async function perform(
  { expansion, state }: Wiring,
  answer: ApiAnswer,
  request: FastifyRequest,
  requestId: string,
): Promise<WireReply> {
  const idempotencyKey = (request.headers["idempotency-key"] as string | undefined) ?? null;
  const { reply } = await refusing(requestId, async () => {
    const input = readInput(request);
    const expand = input.strings("expand");
    const params = request.params as Record<string, string>;
    const account = accountOf(state, request);
    const object = await currentRequest.run({ id: requestId, idempotencyKey }, async () =>
      state.within(account, () => answer({ params, input })),
    );
    const expanded = state.within(account, () => expansion.expand(object, expand));
    const body = JSON.stringify(expanded, null, 2);
    return { reply: { status: 200, body, requestId }, isReplayed: false };
  });
  return reply;
}

async function refusing(
  requestId: string,
  work: () => Promise<{ reply: WireReply; isReplayed: boolean }>,
): Promise<{ reply: WireReply; isReplayed: boolean }> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof ProcessorError)) throw thrown;
    const body = JSON.stringify(thrown.body(), null, 2);
    return { reply: { status: thrown.status, body, requestId }, isReplayed: false };
  }
}

function readInput(request: FastifyRequest): Params {
  if (request.method !== "POST") return new Params(decodeForm(request.query as Record<string, unknown>));
  const { body } = request;
  if (body === undefined || body === null) return new Params({});
  if (typeof body !== "object" || !String(request.headers["content-type"]).includes("form-urlencoded"))
    throw badRequest("Send parameters as application/x-www-form-urlencoded.");
  return new Params(decodeForm(body as Record<string, unknown>));
}

/** Reads need no key, for a developer at the sandbox; a wrong key is still refused. */
function checkCaller({ method, headers }: FastifyRequest): void {
  const key = keyOf(headers.authorization);
  const unauthorized = (message: string) => new ProcessorError(401, "invalid_request_error", message);
  if (key === null) {
    if (method === "GET" && headers.authorization === undefined) return;
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header.",
    );
  }
  if (!/^(sk|rk)_test_\w+$/.test(key)) throw unauthorized("Invalid API Key provided.");
  const version = headers["stripe-version"];
  if (version !== undefined && version !== apiVersion)
    throw badRequest(`Invalid Stripe API version: ${String(version)}. This stand-in speaks ${apiVersion}.`);
}

/** The connected account that the call acts as; null for the platform. Throws 403 for one that it may not act as. */
function accountOf(state: ProcessorState, { headers }: FastifyRequest): string | null {
  const account = headers["stripe-account"];
  if (account === undefined) return null;
  const id = String(account);
  if (state.find("account", id) !== null && state.aside(id)["isDeauthorized"] !== true) return id;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`;
  throw new ProcessorError(403, "invalid_request_error", message, { code: "account_invalid" });
}

function keyOf(authorization: string | undefined): string | null {
  const [scheme, value] = authorization?.split(" ", 2) ?? [];
  if (scheme?.toLowerCase() === "bearer") return value || null;
  if (scheme?.toLowerCase() !== "basic") return null;
  return (
    Buffer.from(value ?? "", "base64")
      .toString()
      .split(":", 1)[0] || null
  );
}

/** 404 in the processor's words for a path below the API that nothing answers. */
export function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.slice(request.url.indexOf("/", 1));
  const message = `Unrecognized request URL (${request.method}: ${path}).`;
  return reply.code(404).send(new ProcessorError(404, "invalid_request_error", message).body());
}

/** A refusal at a control route or a page; anything else is for the server to answer. */
export function refuseAtControl(
  thrown: unknown,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!(thrown instanceof ProcessorError)) throw thrown;
  return reply.code(thrown.status).send(thrown.body());
}
