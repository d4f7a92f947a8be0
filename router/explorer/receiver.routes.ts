import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { request as call } from "undici";
import { DomainError } from "../../src/errors.ts";
import { sendError } from "../http/answer.ts";
import { refuseOtherMethods } from "../http/methods.ts";
import { isFromExplorer } from "./session.routes.ts";

export interface ReceiverOptions {
  publicUrl: string;
  /** Where the sandbox's receiver of webhooks is; absent where there is no sandbox. */
  receiverUrl?: string | undefined;
}

const path = "/explorer/receiver.json";
const answersPath = "/explorer/receiver/answers";
const timeoutMs = 5_000;

/**
 * Mounts the explorer's way to the sandbox's receiver of webhooks, which is at an address that its pages may not call:
 * what arrived, and what the next ones are answered. For the explorer's own page and the demo alone.
 */
export function mountReceiver(server: FastifyInstance, { publicUrl, receiverUrl }: ReceiverOptions): void {
  if (receiverUrl === undefined) return;
  const pass = async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { method: "GET" | "POST" | "DELETE"; path: string; body?: unknown },
  ): Promise<FastifyReply> => {
    if (!isFromExplorer(request, publicUrl))
      return sendError(reply, new DomainError("FORBIDDEN", "Only the explorer's own page is told this."));
    const answer = await call(`${receiverUrl}${asked.path}`, {
      method: asked.method,
      headers: { "content-type": "application/json", connection: "close" },
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((err: unknown) => {
      request.log.warn({ err }, "the sandbox's receiver does not answer");
      return null;
    });
    if (!answer)
      return sendError(
        reply,
        new DomainError("SERVICE_UNAVAILABLE", "The sandbox does not answer; try again."),
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
