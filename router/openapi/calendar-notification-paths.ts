import { parameter, refusals, text, type LinkPath } from "./link-path.ts";

const optional = (place: "query" | "header", name: string, description: string) => ({
  ...parameter(place, name, description),
  required: false,
});

/** URL of announcements of connected calendars in the OpenAPI document. */
export const calendarNotificationPaths: readonly LinkPath[] = [
  {
    path: "/calendar-notifications/{channelId}",
    method: "post",
    operationId: "ReceiveCalendarNotification",
    summary: "Receives an announcement of changes in a connected calendar",
    description:
      "Receives from Google Calendar or Microsoft Graph that a connected calendar has changed. The calendar is then read. Authorized by the token of the channel.",
    tags: ["booking"],
    security: [{}],
    "x-limit-class": "webhook-in",
    parameters: [
      parameter("path", "channelId", "ID of the channel."),
      optional("header", "X-Goog-Channel-Token", "Token of the channel, from Google."),
      optional("query", "validationToken", "Text to return when Microsoft checks the URL."),
    ],
    requestBody: {
      required: false,
      content: { "application/json": { schema: { type: "object" } } },
    },
    responses: {
      "200": { description: "The validation token.", content: { "text/plain": { schema: text } } },
      "202": { description: "Received." },
      ...refusals(400, 404, 429, 500),
    },
  },
];
