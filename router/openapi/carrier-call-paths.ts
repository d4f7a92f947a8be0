import type { JsonSchema } from "../schema/json-schema.ts";
import type { LinkPath } from "./message-link-paths.ts";

const text: JsonSchema = { type: "string" };
const inPath = (name: string, description: string) => ({
  name,
  in: "path",
  required: true,
  schema: text,
  description,
});
const callId = inPath("callId", "The call that the carrier asks about.");
const signature = {
  name: "X-Twilio-Signature",
  in: "header",
  required: true,
  schema: text,
  description: "The carrier's signature of the address and the form.",
};
const common = { tags: ["calls"], security: [{}], "x-documented": false, "x-limit-class": "webhook-in" };
const refusals = Object.fromEntries(
  [400, 429, 500].map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]),
);
const xml = {
  description: "What to say and to listen for, as the carrier's XML.",
  content: { "text/xml": { schema: text } },
};

function formOf(names: readonly string[]): Record<string, unknown> {
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const schema: JsonSchema = { type: "object", properties };
  return { required: true, content: { "application/x-www-form-urlencoded": { schema } } };
}

/** Hooks of the carrier of calls, as the document shows them. */
export const carrierCallPaths: readonly LinkPath[] = [
  {
    path: "/carrier/voice/{callId}",
    method: "post",
    operationId: "AskWhatToSay",
    summary: "The carrier asks what to say to who has answered",
    description: "The carrier asks what to say to who has answered a call. Signed by the carrier.",
    parameters: [callId, signature],
    requestBody: formOf(["CallSid", "CallStatus", "AnsweredBy"]),
    ...common,
    responses: { "200": xml, ...refusals },
  },
  {
    path: "/carrier/speech/{callId}/{turn}",
    method: "post",
    operationId: "PassSpeechOn",
    summary: "The carrier passes on what was said in a call",
    description:
      "The carrier passes on what was said in a call, and asks what to say to that. Signed by the carrier.",
    parameters: [callId, inPath("turn", "Which answer it is."), signature],
    requestBody: formOf(["CallSid", "SpeechResult", "Confidence"]),
    ...common,
    responses: { "200": xml, ...refusals },
  },
  {
    path: "/carrier/status/{callId}",
    method: "post",
    operationId: "HearCallStatus",
    summary: "The carrier tells how a call stands",
    description:
      "The carrier tells how a call stands, in any order and any number of times. Signed by the carrier.",
    parameters: [callId, signature],
    requestBody: formOf(["CallSid", "CallStatus", "CallDuration", "SequenceNumber", "Timestamp"]),
    ...common,
    responses: { "204": { description: "Heard." }, ...refusals },
  },
];
