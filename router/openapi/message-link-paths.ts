import type { JsonSchema } from "../schema/json-schema.ts";

/** A method of a path that no stored operation answers: it is no call of a caller's, and its answer is no JSON. */
export type LinkPath = { path: string; method: "get" | "post" } & Record<string, unknown>;

const text: JsonSchema = { type: "string" };
const html = { "text/html": { schema: text } };
const xml = { "text/xml": { schema: text } };
const refusals = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
  );
const noSuchLink = { description: "Nothing that was signed here leads there.", content: html };
const common = { tags: ["campaigns"], security: [{}], "x-documented": true, "x-limit-class": "webhook-in" };
const token = {
  name: "token",
  in: "path",
  required: true,
  schema: text,
  description: "What the link in the message carries; it is the permission.",
};
const messageId = {
  name: "messageId",
  in: "path",
  required: true,
  schema: text,
  description: "The text or call that the carrier tells of.",
};
const signature = {
  name: "X-Twilio-Signature",
  in: "header",
  required: true,
  schema: text,
  description: "The carrier's signature of the address and the form.",
};

function formOf(names: readonly string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const schema: JsonSchema = { type: "object", properties };
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

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
    summary: "The carrier tells how a text or call went",
    description:
      "The carrier tells how a text or call went, in any order and any number of times. Signed by the carrier.",
    parameters: [messageId, signature],
    requestBody: formOf(["MessageSid", "MessageStatus", "CallSid", "CallStatus", "CallDuration"]),
    ...common,
    responses: {
      "204": { description: "Heard." },
      ...refusals(400, 429, 500),
    },
  },
  {
    path: "/crm/carrier/inbound",
    method: "post",
    operationId: "HearCarrierText",
    summary: "The carrier passes a text on that came to the platform's number",
    description:
      "The carrier passes a text on that came to the platform's number: STOP, START and HELP are done and answered. Signed by the carrier.",
    parameters: [signature],
    requestBody: formOf(["MessageSid", "From", "To", "Body"]),
    ...common,
    responses: {
      "200": { description: "The answer, if any, as the carrier's XML.", content: xml },
      ...refusals(400, 429, 500),
    },
  },
];
