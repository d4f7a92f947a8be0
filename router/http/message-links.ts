import { parse, type DocumentNode } from "graphql";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { internalPrincipal } from "../../src/access/principal.ts";
import type { Clock } from "../../src/clock.ts";
import { newMeter } from "../../src/context.ts";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { subgraphError } from "../../src/graphql/subgraph-error.ts";
import { refuseOtherMethods } from "../rest/mount-rest.ts";
import { sendError } from "./answer.ts";
import { readClock, type ClockOptions } from "./call-clock.ts";

/** What the hub has answered, to be sent as it is. */
interface PlainAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  encoding: "utf8" | "base64";
  content: string;
}

/** Asks the hub what a link leads to, or what a hook is answered. */
export type AskHub = (
  ask: { document: DocumentNode; input: Record<string, unknown> },
  request: { requestId: string; clock: Clock },
) => Promise<PlainAnswer>;

const fields = "status contentType location encoding content";
const followLink = parse(
  `mutation FollowMessageLink($input: MessageLinkInput!) { answer: followMessageLink(input: $input) { ${fields} } }`,
);
const hearCarrier = parse(
  `mutation HearCarrier($input: CarrierHookInput!) { answer: hearCarrier(input: $input) { ${fields} } }`,
);

/** The hub knows which links were signed, and what the carrier is answered. */
export function createAskHub(
  hub: SubgraphExecutor,
  { log, publicUrl }: { log: Logger; publicUrl: string },
): AskHub {
  return async ({ document, input }, { requestId, clock }) => {
    const call = {
      principal: internalPrincipal("router"),
      requestId,
      appId: null,
      idempotencyKey: null,
      clock,
      log,
      meter: newMeter(),
      publicUrl,
    };
    const { data, errors } = await hub({ document, variables: { input }, call });
    if (errors?.[0]) throw subgraphError(errors[0]);
    return data!["answer"] as PlainAnswer;
  };
}

const maxFormBytes = 64 * 1024;

/**
 * Mounts what people and machines reach by links of messages, and what the carrier of texts calls: no JSON, and no caller.
 * The signed link, or the signed form, is the permission.
 */
export function mountMessageLinks(server: FastifyInstance, options: ClockOptions & { askHub: AskHub }): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      ask: { document: DocumentNode; input: Record<string, unknown> },
    ): Promise<FastifyReply> => {
      try {
        const clock = readClock(request.headers["x-test-clock"], options);
        return sendPlain(reply, await options.askHub(ask, { requestId: request.id, clock }));
      } catch (error) {
        sendError(reply, error);
        return reply;
      }
    };
    for (const [path, purpose, methods] of links) {
      scope.route<{ Params: { "*": string } }>({
        method: [...methods],
        url: path,
        bodyLimit: maxFormBytes,
        handler: (request, reply) => {
          const token = request.params["*"];
          const body = typeof request.body === "string" ? request.body : null;
          return answer(request, reply, {
            document: followLink,
            input: { purpose, token, method: request.method, body },
          });
        },
      });
    }
    for (const [path, kind] of hooks) {
      scope.route<{ Params: { messageId?: string } }>({
        method: "POST",
        url: path,
        bodyLimit: maxFormBytes,
        handler: (request, reply) => {
          const { messageId = null } = request.params;
          const body = typeof request.body === "string" ? request.body : "";
          const given = request.headers["x-twilio-signature"];
          const signature = typeof given === "string" ? given : null;
          return answer(request, reply, {
            document: hearCarrier,
            input: { kind, messageId, body, signature },
          });
        },
      });
    }
  });
  for (const [path, , methods] of links)
    refuseOtherMethods(server, path, [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])]);
  for (const [path] of hooks) refuseOtherMethods(server, path, ["POST"]);
}

/** A token may be longer than a parameter of a path may be. */
const links = [
  ["/crm/unsubscribe/*", "unsubscribe", ["GET", "POST"]],
  ["/crm/opens/*", "open", ["GET"]],
  ["/crm/clicks/*", "click", ["GET"]],
] as const;

const hooks = [
  ["/crm/carrier/status/:messageId", "status"],
  ["/crm/carrier/inbound", "inbound"],
] as const;

/** A page of ours: its own style and one form, nothing from elsewhere. */
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
