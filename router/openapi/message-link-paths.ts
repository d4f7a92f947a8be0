import { carrierSignature, formOf, parameter, refusals, text, type LinkPath } from "./link-path.ts";

const html = { "text/html": { schema: text } };
const xml = { "text/xml": { schema: text } };
const noSuchLink = { description: "Nothing that was signed here leads there.", content: html };
const common = { tags: ["campaigns"], security: [{}], "x-limit-class": "webhook-in" };
const token = parameter("path", "token", "What the link in the message carries; it is the permission.");
const messageId = parameter("path", "messageId", "The text or call that the carrier tells of.");

/** Links of messages and hooks of the carrier, as the document shows them. */
export const messageLinkPaths: readonly LinkPath[] = [
  {
    path: "/crm/unsubscribe/{token}",
    method: "get",
    operationId: "AskToUnsubscribe",
    summary: "The page that asks whether to unsubscribe",
    description: "The page that asks whether to unsubscribe. Nothing changes until its form is sent.",
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
    summary: "Ends marketing mail to whom the message went, at once",
    description:
      "Ends marketing mail to whom the message went, at once (RFC 8058). No login; again, nothing happens.",
    parameters: [token],
    requestBody: { ...formOf(["List-Unsubscribe", "from"]), required: false },
    ...common,
    responses: {
      "200": { description: "Done; empty, but for the page's own form.", content: html },
      "404": noSuchLink,
      ...refusals(429, 500),
    },
  },
  {
    path: "/crm/carrier/status/{messageId}",
    method: "post",
    operationId: "HearCarrierStatus",
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
    operationId: "HearCarrierText",
    summary: "The carrier passes a text on that came to the platform's number",
    description:
      "The carrier passes a text on that came to the platform's number: STOP, START and HELP are done and answered. Signed by the carrier.",
    parameters: [carrierSignature],
    requestBody: formOf(["MessageSid", "From", "To", "Body"]),
    ...common,
    responses: {
      "200": { description: "The answer, if any, as the carrier's XML.", content: xml },
      ...refusals(400, 429, 500),
    },
  },
];
