import { carrierSignature, formOf, parameter, refusals, text, type LinkPath } from "./link-path.ts";

const callId = parameter("path", "callId", "ID of the call.");
const turn = parameter("path", "turn", "Number of the turn in the conversation.");
const common = { tags: ["calls"], security: [{}], "x-limit-class": "webhook-in" };
const refused = refusals(400, 404, 429, 500);
const xml = {
  description: "Call instructions for the carrier, as TwiML.",
  content: { "text/xml": { schema: text } },
};

/** Webhooks of the voice carrier in the OpenAPI document. */
export const carrierCallPaths: readonly LinkPath[] = [
  {
    path: "/carrier/voice/{callId}",
    method: "post",
    operationId: "GetCallInstructions",
    summary: "Returns the first instructions of an answered call",
    description: "Returns what to say when a call is answered, to the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus", "AnsweredBy"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/speech/{callId}/{turn}",
    method: "post",
    operationId: "ReceiveSpeech",
    summary: "Receives recognized speech and returns the next instructions",
    description:
      "Receives what the person said from the carrier, and returns what to say next. Signed by the carrier.",
    parameters: [callId, turn, carrierSignature],
    requestBody: formOf(["CallSid", "SpeechResult", "Confidence"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/status/{callId}",
    method: "post",
    operationId: "ReceiveCallStatus",
    summary: "Receives the status of a call",
    description:
      "Receives the status of a call from the carrier, in any order and any number of times. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus", "CallDuration", "SequenceNumber", "Timestamp"]),
    ...common,
    responses: { "204": { description: "Received." }, ...refused },
  },
  {
    path: "/carrier/streamed/{callId}",
    method: "post",
    operationId: "ContinueAfterStream",
    summary: "Returns the instructions after a stream of audio",
    description:
      "Returns how a call goes on whose media stream has ended, to the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/transfer/{callId}",
    method: "post",
    operationId: "ReceiveTransferResult",
    summary: "Receives the end of a transfer and returns the next instructions",
    description: "Receives how a transfer to a person ended from the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "DialCallStatus"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/whisper/{callId}",
    method: "post",
    operationId: "GetTransferIntroduction",
    summary: "Returns what a person hears before a call is transferred to them",
    description:
      "Returns what a person hears before a transferred call, to the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "ParentCallSid"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/queue-wait/{callId}",
    method: "post",
    operationId: "GetHoldInstructions",
    summary: "Returns what a caller hears who waits in a queue",
    description:
      "Returns the words and the music of a call that waits in a queue, to the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "QueuePosition", "QueueTime"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/queue-key/{callId}",
    method: "post",
    operationId: "ReceiveQueueChoice",
    summary: "Receives a key or words of a caller who waits",
    description:
      "Receives from the carrier what a waiting caller chose, such as a callback. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "Digits", "SpeechResult"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/queue-left/{callId}",
    method: "post",
    operationId: "ReceiveQueueResult",
    summary: "Receives the end of a wait and returns the next instructions",
    description: "Receives from the carrier how a call has left its queue. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "QueueResult", "QueueTime"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/queue-person/{callId}",
    method: "post",
    operationId: "GetQueueConnection",
    summary: "Connects a person with the first caller of a queue",
    description:
      "Returns the connection with the first waiting caller, to the carrier. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "AnsweredBy"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/inbound",
    method: "post",
    operationId: "ReceiveInboundCall",
    summary: "Receives a call to a phone number and returns the first instructions",
    description: "Receives a call to a registered phone number from the carrier. Signed by the carrier.",
    parameters: [carrierSignature],
    requestBody: formOf(["CallSid", "From", "To"]),
    ...common,
    responses: { "200": xml, ...refused },
  },
  {
    path: "/carrier/inbound-status",
    method: "post",
    operationId: "ReceiveInboundCallStatus",
    summary: "Receives the end of a call to a phone number",
    description: "Receives the end of a call to a registered phone number. Signed by the carrier.",
    parameters: [carrierSignature],
    requestBody: formOf(["CallSid", "CallStatus", "CallDuration"]),
    ...common,
    responses: { "204": { description: "Received." }, ...refused },
  },
  {
    path: "/carrier/recording/{callId}",
    method: "post",
    operationId: "ReceiveCallRecording",
    summary: "Receives the end of a recording",
    description: "Receives from the carrier that a call's recording is complete. Signed by the carrier.",
    parameters: [callId, carrierSignature],
    requestBody: formOf(["CallSid", "RecordingSid", "RecordingStatus", "RecordingDuration"]),
    ...common,
    responses: { "204": { description: "Received." }, ...refused },
  },
];
