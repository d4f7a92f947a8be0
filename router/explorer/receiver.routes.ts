import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { request as call } from "../../src/http/undici.ts";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { isFromExplorer } from "./session.routes.ts";

export interface ReceiverOptions {
  publicUrl: string;
  /** URL of the sandbox's webhook receiver. Undefined without a sandbox. */
  receiverUrl?: string | undefined;
}

const path = "/explorer/receiver.json";
const answersPath = "/explorer/receiver/answers";
const timeoutMs = 5_000;

/**
 * Proxies the explorer's requests to the sandbox's webhook receiver, which its pages cannot reach themselves: received
 * requests, and the status of the next responses. Only for the explorer's own pages in demo mode.
 */
export function mountReceiver(server: FastifyInstance, { publicUrl, receiverUrl }: ReceiverOptions): void {
  if (receiverUrl === undefined) return;
  const pass = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { method: "GET" | "POST" | "DELETE"; path: string; body?: unknown },
  ): Promise<FastifyReply> => {
    if (!isFromExplorer(request, publicUrl))
      return sendError(
        reply,
        new DomainError(
          "FORBIDDEN",
          "Only the explorer's own pages may read this. Open the explorer in a browser.",
        ),
      );
    const answer = await call(`${receiverUrl}${asked.path}`, {
      method: asked.method,
      headers: { "content-type": "application/json", connection: "close" },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((err: unknown) => {
      request.log.warn({ err }, "the sandbox's receiver does not respond");
      return null;
    });
    if (!answer)
      return sendError(
        reply,
        new DomainError("SERVICE_UNAVAILABLE", "The sandbox does not respond. Try again."),
      );
    const text = await answer.body.text();
    return reply
      .code(answer.statusCode)
      .type("application/json")
      .header("cache-control", "no-store")
      .send(text);
  };
  server.get(path, (request, reply) => pass(request, reply, { method: "GET", path: "/received" }));
  server.delete(path, (request, reply) => pass(request, reply, { method: "DELETE", path: "/received" }));
  server.post(answersPath, (request, reply) =>
    pass(request, reply, { method: "POST", path: "/answers", body: request.body ?? {} }),
  );
  refuseOtherMethods(server, path, ["GET", "HEAD", "DELETE"]);
  refuseOtherMethods(server, answersPath, ["POST"]);
}
