import { GraphQLError } from "graphql";
import { DomainError, publicError } from "../../src/errors.ts";
import type { DoorReply, DoorRequest } from "../http/door.types.ts";
import type { Accepted, AnswerType } from "./read-request.ts";
import { RequestRefusal, toFormatted } from "./refusals.ts";

/** One request at this door. */
export interface Exchange {
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
    return send(reply, type, status, { errors: thrown.errors });
  }
  if (thrown instanceof GraphQLError) return send(reply, type, 400, { errors: [thrown.toJSON()] });
  // Broken variables and heavy documents are answers about a readable request.
  const { code } = publicError(thrown, request.id);
  const isAboutDocument = code === "VALIDATION_ERROR" || code === "QUERY_TOO_COMPLEX";
  if (isAboutDocument && type === "application/json") {
    return send(reply, type, 200, { errors: [toFormatted(thrown, request.id)] });
  }
  refuseCall(exchange, thrown);
}

/** A refused principal or header determines the status with either media type. */
export function refuseCall({ reply, type, request }: Exchange, thrown: unknown): void {
  const error = publicError(thrown, request.id);
  if (error.code === "INTERNAL_ERROR") request.log.error({ err: thrown }, "graphql request failed");
  if (error.status === 401) reply.header("www-authenticate", "Bearer");
  const retryAfter = error.details["retryAfterSeconds"];
  if (typeof retryAfter === "number") reply.header("retry-after", String(retryAfter));
  send(reply, type, error.status, { errors: [toFormatted(thrown, request.id)] });
}

export function refuseTypes({ reply, type, request }: Exchange): void {
  const error = new DomainError(
    "NOT_ACCEPTABLE",
    "Accept application/graphql-response+json, application/json or text/event-stream. A response in parts needs one of them beside multipart/mixed.",
  );
  send(reply, type, error.status, { errors: [toFormatted(error, request.id)] });
}

/** Written out: a text that is put together is another string each time, to be hashed again by who looks it up. */
const contentTypes: Record<AnswerType, string> = {
  "application/graphql-response+json": "application/graphql-response+json; charset=utf-8",
  "application/json": "application/json; charset=utf-8",
};

export function send(reply: DoorReply, type: AnswerType, status: number, body: unknown): void {
  reply.code(status);
  reply.header("content-type", contentTypes[type]);
  reply.send(JSON.stringify(body));
}
