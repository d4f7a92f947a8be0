import { stateOfNumber } from "../../../../src/telephony/number-states.ts";
import { personNumberOf } from "../calls/new-call.ts";
import { disclosure } from "../conversation/model-dialogue.ts";
import { endByPhrase, fill, foldSpeech, hasPhrase, type DialogueState } from "../scripts/dialogue.ts";
import type { CallRow } from "../voice-tables.ts";
import type { RecordingMode } from "./recording-mode.ts";

/**
 * States in which everybody on the line must agree to a recording, those with mixed rules included
 * (freedomrankings.com/learn/two-party-consent-states, read in November 2026).
 */
const allPartyStates = new Set("CA CT DE FL IL MA MD MI MT NH NV OR PA WA".split(" "));

/**
 * How a call to or from this number is recorded. Where the agent would only announce it, people in all-party states and
 * outside of the United States' one-party states are asked, and so are those whose place is not known.
 */
export function recordingModeFor(mode: RecordingMode, number: string | null): RecordingMode {
  if (mode !== "announce") return mode;
  const state = stateOfNumber(number ?? "");
  return state !== null && !allPartyStates.has(state) ? "announce" : "ask";
}

const question = "May I record this call? Please say yes or no.";
const announcement = "This call is recorded.";
const thanks = "Thank you.";
const notRecorded = "All right, I do not record it.";

/**
 * How a dialogue begins that is to be recorded: with the question, after which comes what it would have begun with, or by saying
 * so. A call that ends with its first words is not recorded.
 */
export function openRecording(call: RecordedCall, state: DialogueState): DialogueState {
  if (state.ended !== null) return state;
  const mode = recordingModeFor(call.plan.recording ?? "off", personNumberOf(call));
  if (mode === "announce")
    return {
      ...state,
      say: `${announcement} ${state.say}`,
      recording: "granted",
      recordingFrom: state.heard,
    };
  if (mode !== "ask") return state;
  const { head, rest } = splitGreeting(call, state.say);
  return { ...state, say: `${head} ${question}`.trim(), recording: "asked", opening: rest };
}

type RecordedCall = Pick<CallRow, "direction" | "toNumber" | "fromNumber" | "variables"> & {
  plan: Pick<CallRow["plan"], "recording" | "firstMessage">;
};

/** Who is calling comes before the question, the rest of the first words after it. */
function splitGreeting({ plan, variables }: RecordedCall, say: string): { head: string; rest: string } {
  let rest = say;
  for (const part of [fill(plan.firstMessage ?? "", variables), disclosure])
    if (rest.startsWith(part)) rest = rest.slice(part.length).trim();
  return { head: say.slice(0, say.length - rest.length).trim(), rest };
}

/** True for the words with which the recording begins. */
export function startsRecording({ recording, recordingFrom, heard }: DialogueState): boolean {
  return recording === "granted" && recordingFrom === heard;
}

/** The dialogue after the answer to the question. Anything but a yes is a no; opting out ends it. */
export function answerRecording(
  plan: { endPhrases: readonly string[] },
  state: DialogueState,
  text: string,
): DialogueState {
  const { opening = "", ...rest } = state;
  const heard = { ...rest, heard: state.heard + 1 };
  const words = foldSpeech(text);
  const over = endByPhrase(plan, heard, words);
  if (over) return { ...over, recording: "refused" };
  const isGranted =
    yesPhrases.some((one) => hasPhrase(words, one)) && !noPhrases.some((one) => hasPhrase(words, one));
  const say = `${isGranted ? thanks : notRecorded} ${opening}`.trim();
  if (!isGranted) return { ...heard, say, recording: "refused" };
  return { ...heard, say, recording: "granted", recordingFrom: heard.heard };
}

const yesPhrases = [
  "yes",
  "yeah",
  "yep",
  "sure",
  "ok",
  "okay",
  "of course",
  "go ahead",
  "fine",
  "i agree",
  "ja",
  "oui",
  "si",
  "sim",
];
const noPhrases = ["no", "nope", "not", "dont", "never", "rather not", "nein", "nicht", "non", "nao", "nee"];
