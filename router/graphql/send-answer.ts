import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { errorReference } from "../../src/error-docs.ts";
import { DomainError, publicError } from "../../src/errors.ts";
import { WrittenResult } from "../execution/generated/written-result.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import type { Accepted, AnswerType } from "./read-request.ts";
import { RequestRefusal, toFormatted } from "./refusals.ts";

/** One request at this door. */
export interface Exchange {
  /** Base of the addresses of error documentation; null for none. */
  publicUrl: string | null;
  request: DoorRequest;
  reply: DoorReply;
  accepted: Accepted;
  /** The media type of an answer that is not a stream. */
  type: AnswerType;
}

/** Answers a request that was refused. */
export function refuse(exchange: Exchange, thrown: unknown): void {
  const { reply, type, request } = exchange;
  if (thrown instanceof RequestRefusal) {
    if (thrown.status === 405) reply.header("allow", "POST");
    const status = thrown.hasOwnStatus || type !== "application/json" ? thrown.status : 200;
    return send(exchange, status, { errors: thrown.errors });
  }
  if (thrown instanceof GraphQLError) return send(exchange, 400, { errors: [thrown.toJSON()] });
  // Broken variables and heavy documents are answers about a readable request.
  const { code } = publicError(thrown, request.id);
  const isAboutDocument = code === "VALIDATION_ERROR" || code === "QUERY_TOO_COMPLEX";
  if (isAboutDocument && type === "application/json") {
    return send(exchange, 200, { errors: [toFormatted(thrown, request.id)] });
  }
  refuseCall(exchange, thrown);
}

/** A refused principal or header determines the status with either media type. */
export function refuseCall(exchange: Exchange, thrown: unknown): void {
  const { reply, request } = exchange;
  const error = publicError(thrown, request.id);
  if (error.code === "INTERNAL_ERROR") request.log.error({ err: thrown }, "graphql request failed");
  if (error.status === 401) reply.header("www-authenticate", "Bearer");
  const retryAfter = error.details["retryAfterSeconds"];
  if (typeof retryAfter === "number") reply.header("retry-after", String(retryAfter));
  send(exchange, error.status, { errors: [toFormatted(thrown, request.id)] });
}

export function refuseTypes(exchange: Exchange): void {
  const error = new DomainError(
    "NOT_ACCEPTABLE",
    "Accept application/graphql-response+json, application/json or text/event-stream. A response in parts needs one of them beside multipart/mixed.",
  );
  send(exchange, error.status, { errors: [toFormatted(error, exchange.request.id)] });
}

/** Written out: a text that is put together is another string each time, to be hashed again by who looks it up. */
const contentTypes: Record<AnswerType, string> = {
  "application/graphql-response+json": "application/graphql-response+json; charset=utf-8",
  "application/json": "application/json; charset=utf-8",
};

export function send(
  { reply, type, request, publicUrl }: Exchange,
  status: number,
  body: { errors?: readonly GraphQLFormattedError[] },
): void {
  reply.code(status);
  reply.header("content-type", contentTypes[type]);
  if (body instanceof WrittenResult) return void reply.send(`{"data":${body.text}}`);
  const shown =
    body.errors && publicUrl !== null
      ? { ...body, errors: withReferences(body.errors, { requestId: request.id, publicUrl }) }
      : body;
  reply.send(JSON.stringify(shown));
}

/** The errors, each with the request's ID and the address of its documentation. */
function withReferences(
  errors: readonly GraphQLFormattedError[],
  request: { requestId: string; publicUrl: string },
): GraphQLFormattedError[] {
  return errors.map((error) => {
    const shown = error instanceof GraphQLError ? error.toJSON() : error;
    const code = shown.extensions?.["code"];
    const { requestId } = request;
    const reference = typeof code === "string" ? errorReference(request, code) : { requestId };
    return { ...shown, extensions: { ...shown.extensions, ...reference } };
  });
}
