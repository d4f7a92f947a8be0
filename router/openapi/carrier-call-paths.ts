import { carrierSignature, formOf, parameter, refusals, text, type LinkPath } from "./link-path.ts";

const callId = parameter("path", "callId", "The call that the carrier asks about.");
const turn = parameter("path", "turn", "Which answer it is.");
const common = { tags: ["calls"], security: [{}], "x-limit-class": "webhook-in" };
const refused = refusals(400, 429, 500);
const xml = {
  description: "What to say and to listen for, as the carrier's XML.",
  content: { "text/xml": { schema: text } },
};

/** Hooks of the carrier of calls, as the document shows them. */
export const carrierCallPaths: readonly LinkPath[] = [
  {
    path: "/carrier/voice/{callId}",
    method: "post",
    operationId: "AskWhatToSay",
    summary: "The carrier asks what to say to who has answered",
    description: "The carrier asks what to say to who has answered a call. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus", "AnsweredBy"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/speech/{callId}/{turn}",
    method: "post",
    operationId: "PassSpeechOn",
    summary: "The carrier passes on what was said in a call",
    description:
      "The carrier passes on what was said in a call, and asks what to say to that. Signed by the carrier.",
    parameters: [callId, turn, carrierSignature],
    requestBody: formOf(["CallSid", "SpeechResult", "Confidence"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/status/{callId}",
    method: "post",
    operationId: "HearCallStatus",
    summary: "The carrier tells how a call stands",
    description:
      "The carrier tells how a call stands, in any order and any number of times. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus", "CallDuration", "SequenceNumber", "Timestamp"]),
    ...common,
    responses: { "204": { description: "Heard." }, ...refused },
  },
];
