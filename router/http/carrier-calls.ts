import { parse } from "graphql";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./methods.ts";
import { answerLink, byMachines, maxFormBytes, type MessageLinkOptions } from "./message-links.ts";

const document = parse(
  `mutation ReceiveCarrierCall($input: CarrierCallInput!) {
    answer: hearCarrierCall(input: $input) { status contentType location encoding content }
  }`,
);

const hooks = [
  ["/carrier/voice/:callId", "voice"],
  ["/carrier/speech/:callId/:turn", "speech"],
  ["/carrier/status/:callId", "status"],
  ["/carrier/transfer/:callId", "transfer"],
  ["/carrier/whisper/:callId", "whisper"],
  ["/carrier/recording/:callId", "recording"],
  ["/carrier/streamed/:callId", "streamed"],
  ["/carrier/queue-wait/:callId", "queue-wait"],
  ["/carrier/queue-key/:callId", "queue-key"],
  ["/carrier/queue-left/:callId", "queue-left"],
  ["/carrier/queue-person/:callId", "queue-person"],
  ["/carrier/inbound", "inbound"],
  ["/carrier/inbound-status", "inbound-status"],
] as const;

/**
 * Mounts the carrier's webhooks for calls: forms, answered with XML or an empty body. The signed form is the
 * permission; the gateway creates the response.
 */
export function mountCarrierCalls(server: FastifyInstance, options: MessageLinkOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    for (const [url, kind] of hooks) {
      scope.route<{ Params: { callId?: string; turn?: string } }>({
        method: "POST",
        url,
        bodyLimit: maxFormBytes,
        handler: (request, reply) => {
          const { callId = null, turn = null } = request.params;
          const body = typeof request.body === "string" ? request.body : "";
          const given = request.headers["x-twilio-signature"];
          const signature = typeof given === "string" ? given : null;
          const ask = { document, input: { kind, callId, turn, body, signature } };
          return answerLink(request, reply, { ask, limit: byMachines }, options);
        },
      });
    }
  });
  for (const [path] of hooks) refuseOtherMethods(server, path, ["POST"]);
}
