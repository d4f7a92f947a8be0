import type { FastifyInstance, FastifyReply } from "fastify";
import type { CallContext } from "../../src/context.ts";
import { errorReference } from "../../src/error-docs.ts";
import { errorBody, publicError } from "../../src/errors.ts";
import { noteRefusal } from "../calls/request-note.ts";
import type { DoorReply } from "./door.types.ts";
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

function referenceOf({ server, request }: FastifyReply, code: string) {
  if (!server.hasDecorator(publicUrlName)) return null;
  const publicUrl = server.getDecorator<string>(publicUrlName);
  return errorReference({ requestId: request.id, publicUrl }, code);
}

/** Answers any thrown thing with the documented error body and headers. */
export function sendError(
  reply: FastifyReply,
  thrown: unknown,
  options: { successFamily?: boolean } = {},
): FastifyReply {
  const error = publicError(thrown, reply.request.id);
  noteRefusal(reply.request, error.code);
  if (error.code === "INTERNAL_ERROR") reply.log.error({ err: thrown }, "request failed");
  if (error.status === 401 && !reply.hasHeader("www-authenticate"))
    void reply.header("www-authenticate", "Bearer");
  const retryAfter = error.details["retryAfterSeconds"];
  if (typeof retryAfter === "number") void reply.header("retry-after", String(retryAfter));
  else if (error.status === 503) void reply.header("retry-after", "1");
  const allow = error.details["allow"];
  if (error.status === 405 && Array.isArray(allow)) void reply.header("allow", allow.join(", "));
  const body = errorBody(error, { ...options, reference: referenceOf(reply, error.code) });
  return reply.code(error.status).type("application/json; charset=utf-8").send(body);
}
