import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { errorReference } from "../error-docs.ts";
import { DomainError, errorBody, publicError, type ErrorCode } from "../errors.ts";

/** An id for a request that came without one. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}

const parserErrors: ReadonlyMap<string, readonly [code: ErrorCode, message: string]> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    ["HEADERS_TOO_LARGE", "The request's headers are too large. Send fewer or shorter headers."],
  ],
  [
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    ["PAYLOAD_TOO_LARGE", "The chunk extensions of the body are too large. Send the body without them."],
  ],
  ["ERR_HTTP_REQUEST_TIMEOUT", ["REQUEST_TIMEOUT", "The request took too long to arrive. Send it again."]],
]);

const reasons: ReadonlyMap<number, string> = new Map([
  [400, "Bad Request"],
  [408, "Request Timeout"],
  [413, "Payload Too Large"],
  [431, "Request Header Fields Too Large"],
]);

interface ParserLog {
  info(details: object, message: string): void;
}

/**
 * Fastify's `clientErrorHandler`: answers requests that the HTTP parser rejects with the platform's error body and a
 * request id, and closes the connection. Nothing that was sent is logged.
 */
export function answerParserErrors(
  log: ParserLog | null = null,
  publicUrl: string | null = null,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    const answering = (socket as Socket & { _httpMessage?: { headersSent?: boolean } })._httpMessage;
    // Bytes in the middle of another response would corrupt it.
    if (error.code === "ECONNRESET" || !socket.writable || answering?.headersSent)
      return void socket.destroy();
    const [code, message] = parserErrors.get(error.code ?? "") ?? [
      "INVALID_REQUEST",
      "The request is not valid HTTP. Check its first line and headers.",
    ];
    const requestId = newRequestId();
    const fault = publicError(new DomainError(code, message), requestId);
    log?.info({ requestId, reason: code, status: fault.status }, "request could not be parsed");
    const body = JSON.stringify(
      errorBody(fault, {
        reference: publicUrl === null ? null : errorReference({ requestId, publicUrl }, code),
      }),
    );
    const head = [
      `HTTP/1.1 ${fault.status} ${reasons.get(fault.status)}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      "x-content-type-options: nosniff",
      "cache-control: no-store",
      "connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
    destroySoon(socket);
  };
}

/** How long a client whose request was rejected may take to read why and to close. */
const lingerMs = 1_000;

/**
 * An immediate reset could overtake the response. A client that keeps sending must not keep the connection
 * either.
 */
function destroySoon(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(timer));
}

/** Node's server settings for `refuseAmbiguousRequests`, which answers a missing `Host` itself, with a body. */
export const ambiguityChecks = { requireHostHeader: false } as const;

/**
 * Answers 400 where two servers in a row could understand a request differently: more than one `Host`, none at all
 * (HTTP/1.1), or a request target that is not a path. Register it before other hooks.
 */
export function refuseAmbiguousRequests(
  server: FastifyInstance,
  send: (reply: FastifyReply, error: DomainError) => void,
): void {
  server.addHook("onRequest", (request, reply, done) => {
    const message = ambiguityOf(request.raw);
    if (message === null) return done();
    const closing = { connection: "close", "cache-control": "no-store", "x-content-type-options": "nosniff" };
    void reply.header("x-request-id", request.id).headers(closing);
    send(reply, new DomainError("INVALID_REQUEST", message));
  });
}

/** Why a request is ambiguous; null for one that is not. */
export function ambiguityOf({ rawHeaders, httpVersion, headers, url = "" }: IncomingMessage): string | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1) return "The request has more than one Host header. Send exactly one.";
  if (httpVersion === "1.1" && headers.host === undefined)
    return "The request has no Host header. Send exactly one.";
  if (!url.startsWith("/") && url !== "*") return "Send only the path as the request target.";
  return null;
}
