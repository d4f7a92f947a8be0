import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { checkBody } from "../../access/body-signature.ts";
import { DomainError } from "../../errors.ts";
import type { Draining } from "../../http/drain.ts";
import { ambiguityOf } from "../../http/strict-requests.ts";
import { systemClock } from "../../time/clock.ts";
import { refusalOf, type AnswerRequest } from "../answer-request.ts";
import { untraced, type TraceRequest } from "../batch-door.ts";
import type { CallTrust } from "../call-envelope.ts";
import { framesPath, framesProtocol } from "./frame-format.ts";
import { FrameSession } from "./frame-session.ts";
import { framesRequest, framesSignatureHeader } from "./frames-request.ts";

export interface FrameDoorOptions {
  answer: AnswerRequest;
  trust: CallTrust;
  draining: Draining;
  /** Runs one request inside a span. Default: without. */
  traced?: TraceRequest | undefined;
  /** Sessions at a time. */
  maxSessions?: number;
}

const tickMs = 250;

/**
 * Mounts `/graphql/frames`: routers change a connection from HTTP to frames there, and send all their requests on it
 * (decision 0073). Each request is answered as at `/graphql`. While the process is being replaced, routers are asked to
 * leave, and new sessions are refused.
 */
export function mountFrameDoor(server: FastifyInstance, options: FrameDoorOptions): void {
  const { trust, draining, maxSessions = 256 } = options;
  const sessions = new Set<FrameSession>();
  let isClosing = false;
  const isLeaving = () => isClosing || draining.isDraining();
  const refusal = (request: IncomingMessage): DomainError | null => {
    if (request.url !== framesPath || request.method !== "GET") return notFound();
    if (request.headers.upgrade !== framesProtocol) return notFound();
    const ambiguity = ambiguityOf(request);
    if (ambiguity !== null) return new DomainError("INVALID_REQUEST", ambiguity);
    const now = systemClock.now();
    const signature = request.headers[framesSignatureHeader];
    try {
      checkBody(trust.secrets, framesRequest, signature, { audience: trust.audience, now });
    } catch (error) {
      return error as DomainError;
    }
    if (!isLeaving() && sessions.size < maxSessions) return null;
    return new DomainError(
      "SERVICE_UNAVAILABLE",
      "This process opens no more sessions. Send requests over HTTP.",
    );
  };
  server.server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const socket = stream as Socket;
    socket.on("error", () => socket.destroy());
    const refused = refusal(request);
    if (refused) return refuse(socket, refused);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${framesProtocol}\r\n\r\n`,
    );
    const session = new FrameSession(socket, { ...options, traced: options.traced ?? untraced });
    sessions.add(session);
    socket.once("close", () => sessions.delete(session));
    session.start(head);
  });
  const timer = setInterval(() => {
    for (const session of sessions) session.tick(isLeaving());
  }, tickMs).unref();
  server.addHook("preClose", (done) => {
    isClosing = true;
    for (const session of sessions) session.tick(true);
    done();
  });
  server.server.once("close", () => clearInterval(timer));
}

function notFound(): DomainError {
  return new DomainError("NOT_FOUND", `Only ${framesPath} can be upgraded, to ${framesProtocol}.`);
}

/** Sends a refusal as HTTP, and closes the connection. */
function refuse(socket: Socket, error: DomainError): void {
  const { statusCode, headers, text } = refusalOf(error);
  const lines = [
    `HTTP/1.1 ${statusCode} Refused`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(text)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`);
  socket.destroySoon();
}
