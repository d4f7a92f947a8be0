import type { FastifyInstance, FastifyReply } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { errorReference } from "../../src/error-docs.ts";
import { errorBody, publicError } from "../../src/errors.ts";
import { noteRefusal } from "../calls/request-note.ts";
import { sendJson, type DoorReply, type DoorRequest } from "./door.types.ts";
import { toMajor } from "../../src/money.ts";

/**
 * Response headers with the request's cost, the number of requests to AI providers, whether it was a replay,
 * and whether the response is stale (RFC 7234 5.5).
 */
export function setMeterHeaders(
  reply: Pick<DoorReply, "header">,
  { meter }: Pick<CallContext, "meter">,
): void {
  if (meter.replayed) void reply.header("idempotent-replayed", "true");
  if (meter.stale) void reply.header("warning", '110 - "Response is Stale"');
  if (meter.attempts !== undefined) void reply.header("x-ai-attempts", String(meter.attempts));
  if (meter.remainingHundredths === null) return;
  void reply.header("x-credits-charged", String(toMajor(meter.chargedHundredths, 2)));
  void reply.header("x-credits-remaining", String(toMajor(meter.remainingHundredths, 2)));
  void reply.header("x-credits-balance", String(toMajor(meter.remainingHundredths, 2)));
}

const publicUrlName = "publicUrl";

/** Lets the error bodies of this server name the address of their documentation. */
export function rememberPublicUrl(server: FastifyInstance, publicUrl: string): void {
  server.decorate(publicUrlName, publicUrl);
}

/** Answers any thrown thing with the documented error body and headers. */
export function sendError(
  reply: FastifyReply,
  thrown: unknown,
  options: { successFamily?: boolean } = {},
): FastifyReply {
  const { server, request } = reply;
  const publicUrl = server.hasDecorator(publicUrlName) ? server.getDecorator<string>(publicUrlName) : null;
  answerError({ request, reply }, thrown, { ...options, publicUrl });
  return reply;
}

interface ErrorOptions {
  successFamily?: boolean;
  /** Base of the address of the error's documentation; without it the body names none. */
  publicUrl?: string | null | undefined;
}

/** As `sendError`, at any door. */
export function answerError(
  { request, reply }: { request: Pick<DoorRequest, "id" | "log">; reply: DoorReply },
  thrown: unknown,
  { successFamily = false, publicUrl = null }: ErrorOptions = {},
): void {
  const error = publicError(thrown, request.id);
  noteRefusal(request, error.code);
  if (error.code === "INTERNAL_ERROR") request.log.error({ err: thrown }, "request failed");
  if (error.status === 401 && !reply.hasHeader("www-authenticate"))
    void reply.header("www-authenticate", "Bearer");
  const retryAfter = error.details["retryAfterSeconds"];
  if (typeof retryAfter === "number") void reply.header("retry-after", String(retryAfter));
  else if (error.status === 503) void reply.header("retry-after", "1");
  const allow = error.details["allow"];
  if (error.status === 405 && Array.isArray(allow)) void reply.header("allow", allow.join(", "));
  const reference =
    publicUrl === null ? null : errorReference({ requestId: request.id, publicUrl }, error.code);
  sendJson(reply, error.status, errorBody(error, { successFamily, reference }));
}
