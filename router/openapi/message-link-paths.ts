import { carrierSignature, formOf, parameter, refusals, text, type LinkPath } from "./link-path.ts";

const html = { "text/html": { schema: text } };
const xml = { "text/xml": { schema: text } };
const noSuchLink = { description: "The link is not valid.", content: html };
const common = { tags: ["campaigns"], security: [{}], "x-limit-class": "webhook-in" };
const token = parameter("path", "token", "Token from the link in the message. It grants the access.");
const messageId = parameter("path", "messageId", "ID of the message or call in the delivery receipt.");

/** Links in messages and webhooks of the carrier in the OpenAPI document. */
export const messageLinkPaths: readonly LinkPath[] = [
  {
    path: "/crm/unsubscribe/{token}",
    method: "get",
    operationId: "UnsubscribePage",
    summary: "Returns the unsubscribe page",
    description: "Returns the unsubscribe page. Nothing changes until the person sends its form.",
    parameters: [token],
    ...common,
    "x-limit-class": "public",
    responses: {
      "200": { description: "The page.", content: html },
      "404": noSuchLink,
      ...refusals(429, 500),
    },
  },
  {
    path: "/crm/unsubscribe/{token}",
    method: "post",
    operationId: "Unsubscribe",
    summary: "Unsubscribes the recipient from marketing mail",
    description:
      "Unsubscribes the recipient from marketing mail (RFC 8058). Needs no login. Repeating has no further effect.",
    parameters: [token],
    requestBody: { ...formOf(["List-Unsubscribe", "from"]), required: false },
    ...common,
    responses: {
      "200": {
        description: "Unsubscribed. The body is empty, except for requests from the page's form.",
        content: html,
      },
      "404": noSuchLink,
      ...refusals(429, 500),
    },
  },
  {
    path: "/crm/carrier/status/{messageId}",
    method: "post",
    operationId: "ReceiveDeliveryReceipt",
    summary: "Receives the delivery receipt of a text or call",
    description:
      "Receives the delivery receipt of a text or call from the carrier, in any order and any number of times. Signed by the carrier.",
    parameters: [messageId, carrierSignature],
    requestBody: formOf(["MessageSid", "MessageStatus", "CallSid", "CallStatus", "CallDuration"]),
    ...common,
    responses: {
      "204": { description: "Received." },
      ...refusals(400, 404, 429, 500),
    },
  },
  {
    path: "/crm/carrier/inbound",
    method: "post",
    operationId: "ReceiveTextMessage",
    summary: "Receives an incoming text message",
    description:
      "Receives an incoming text message from the carrier. Handles STOP, START and HELP. Signed by the carrier.",
    parameters: [carrierSignature],
    requestBody: formOf(["MessageSid", "From", "To", "Body"]),
    ...common,
    responses: {
      "200": { description: "The reply, if any, as the carrier's XML.", content: xml },
      ...refusals(400, 429, 500),
    },
  },
];
