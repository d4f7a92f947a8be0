import { parse } from "graphql";
import type { FastifyInstance } from "fastify";
import { refuseOtherMethods } from "./methods.ts";
import { answerLink, byMachines, maxFormBytes, type MessageLinkOptions } from "./message-links.ts";

const document = parse(
  `mutation ReceiveCalendarNotification($input: CalendarNotificationInput!) {
    answer: hearCalendar(input: $input) { status contentType location encoding content }
  }`,
);
const path = "/calendar-notifications/:channelId";

/**
 * Mounts the URL at which Google Calendar and Microsoft Graph announce changes. The token of the channel, which only the service
 * knows, is the permission.
 */
export function mountCalendarNotifications(server: FastifyInstance, options: MessageLinkOptions): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    scope.route<{ Params: { channelId: string }; Querystring: Record<string, unknown> }>({
      method: "POST",
      url: path,
      bodyLimit: maxFormBytes,
      handler: (request, reply) => {
        const given = request.headers["x-goog-channel-token"];
        const { validationToken } = request.query;
        const input = {
          channelId: request.params.channelId,
          channelToken: typeof given === "string" ? given : null,
          validationToken: typeof validationToken === "string" ? validationToken : null,
          body: typeof request.body === "string" ? request.body : "",
        };
        return answerLink(request, reply, { ask: { document, input }, limit: byMachines }, options);
      },
    });
  });
  refuseOtherMethods(server, path, ["POST"]);
}
