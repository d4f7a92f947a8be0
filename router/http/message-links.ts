import { parse, type DocumentNode } from "graphql";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Clock } from "../../src/time/clock.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";
import type { Limits } from "../limits/limits.ts";
import { refuseOtherMethods } from "./methods.ts";
import { sendError } from "./answer.ts";
import { countByAddress, type Counting } from "./count-by-address.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";

/** The hub's response, sent unchanged. */
interface PlainAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  encoding: "utf8" | "base64";
  content: string;
}

/** Queries the hub for the target of a link, or for the response to a webhook. */
export type HubClient = (
  ask: { document: DocumentNode; input: Record<string, unknown> },
  request: { requestId: string; clock: Clock },
) => Promise<PlainAnswer>;

const fields = "status contentType location encoding content";
const followLink = parse(
  `mutation FollowMessageLink($input: MessageLinkInput!) { answer: followMessageLink(input: $input) { ${fields} } }`,
);
const carrierHook = parse(
  `mutation ReceiveCarrierHook($input: CarrierHookInput!) { answer: hearCarrier(input: $input) { ${fields} } }`,
);

/** The hub knows which links were signed, and the response for the carrier. */
export function createHubClient(hub: SubgraphExecutor, parts: { log: Logger; publicUrl: string }): HubClient {
  const callSubgraph = internalCall(hub, parts);
  return async ({ document, input }, request) =>
    (await callSubgraph(document, { input }, request))["answer"] as PlainAnswer;
}

export const maxFormBytes = 64 * 1024;

type Ask = Parameters<HubClient>[0];

export interface MessageLinkOptions extends ClockOptions {
  callHub: HubClient;
  limits: Limits;
  log: Logger;
  publicUrl: string;
}

/**
 * Mounts the links in messages, for people and mail clients, and the webhooks of the text carrier: no JSON, and
 * no principal. The signed link, or the signed form, is the permission; requests count against their address.
 */
export function mountMessageLinks(server: FastifyInstance, options: MessageLinkOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const [url, purpose, methods] of links) {
      for (const method of methods) {
        const limit = purpose === "unsubscribe" && method === "GET" ? {} : byMachines;
        scope.route<{ Params: { "*": string } }>({
          method,
          url,
          bodyLimit: maxFormBytes,
          exposeHeadRoute: false,
          handler: (request, reply) => {
            const token = request.params["*"];
            const body = typeof request.body === "string" ? request.body : null;
            const input = { purpose, token, method, body };
            return answerLink(request, reply, { ask: { document: followLink, input }, limit }, options);
          },
        });
      }
    }
    for (const [url, kind] of hooks) {
      scope.route<{ Params: { messageId?: string } }>({
        method: "POST",
        url,
        bodyLimit: maxFormBytes,
        handler: (request, reply) => {
          const { messageId = null } = request.params;
          const body = typeof request.body === "string" ? request.body : "";
          const given = request.headers["x-twilio-signature"];
          const signature = typeof given === "string" ? given : null;
          const input = { kind, messageId, body, signature };
          return answerLink(
            request,
            reply,
            { ask: { document: carrierHook, input }, limit: byMachines },
            options,
          );
        },
      });
    }
  });
  for (const [path, , methods] of links) refuseOtherMethods(server, path, methods);
  for (const [path] of hooks) refuseOtherMethods(server, path, ["POST"]);
}

/** A token may exceed the length limit of a path parameter. Prefetching a link (GET) is not following it. */
const links = [
  ["/crm/unsubscribe/*", "unsubscribe", ["GET", "POST"]],
  ["/crm/opens/*", "open", ["GET"]],
  ["/crm/clicks/*", "click", ["GET"]],
] as const;

const hooks = [
  ["/crm/carrier/status/:messageId", "status"],
  ["/crm/carrier/inbound", "inbound"],
] as const;

/** Mail providers click once, load pictures and follow links for many people from few addresses, as a carrier calls. */
export const byMachines: Counting = { limit: "webhook-in" };

/** Sends the response unchanged, counted by client address. */
export async function answerLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { ask, limit }: { ask: Ask; limit: Counting },
  options: MessageLinkOptions,
): Promise<FastifyReply> {
  try {
    const clock = readClock(request.headers["x-test-clock"], options);
    await countByAddress(request, reply, { clock, limit, options });
    return sendPlain(reply, await options.callHub(ask, { requestId: request.id, clock }));
  } catch (error) {
    return sendError(reply, error);
  }
}

/** Policy of our own page: its own style and one form, no external content. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

function sendPlain(reply: FastifyReply, answer: PlainAnswer): FastifyReply {
  const { status, contentType, location, encoding, content } = answer;
  void reply.code(status).header("referrer-policy", "no-referrer").header("x-robots-tag", "noindex");
  if (location !== null) void reply.header("location", location);
  if (contentType !== null) void reply.type(contentType);
  if (contentType?.startsWith("text/html")) void reply.header("content-security-policy", pagePolicy);
  // A picture in a mail program is of another origin than the mail.
  if (contentType === "image/gif") void reply.header("cross-origin-resource-policy", "cross-origin");
  return reply.send(Buffer.from(content, encoding));
}
