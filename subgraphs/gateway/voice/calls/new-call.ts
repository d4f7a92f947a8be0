import type { CallRow } from "../voice-tables.ts";

type Given = Pick<
  CallRow,
  | "id"
  | "ownerId"
  | "direction"
  | "toNumber"
  | "plan"
  | "voiceAgentId"
  | "scriptId"
  | "scriptVersion"
  | "maxDurationSec"
  | "variables"
  | "status"
  | "dueAt"
  | "createdAt"
  | "updatedAt"
>;

/** A call as it is before anything has happened to it, with these values. */
export function newCallRow(given: Given & Partial<CallRow>): CallRow {
  return {
    fromNumber: null,
    contactId: null,
    campaignId: null,
    callbackId: null,
    dialogue: null,
    askedAt: null,
    checkAt: null,
    dialTries: 0,
    carrierCallId: null,
    attempt: 1,
    holdId: null,
    heldMinutes: null,
    heldHundredths: null,
    costHundredths: 0,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endedReason: null,
    outcome: null,
    goalReached: false,
    answeredBy: null,
    endAskedAt: null,
    disposition: null,
    dispositionNote: null,
    notes: [],
    retryOf: null,
    ledBy: null,
    fallbackReason: null,
    model: null,
    modelReplies: 0,
    modelHundredths: 0,
    toolHundredths: 0,
    stream: null,
    responseMs: [],
    summary: null,
    recording: null,
    version: 1,
    ...given,
  };
}

/** The number of the person on the phone: of the one who was called, or who called. */
export function personNumberOf({
  direction,
  toNumber,
  fromNumber,
}: Pick<CallRow, "direction" | "toNumber" | "fromNumber">): string | null {
  return direction === "outbound" ? toNumber : fromNumber;
}
