import { knownAreaCodes, knownZonesOf } from "../../../../src/telephony/number-zones.ts";
import { countryOfNumber } from "../../../../src/telephony/phone-number.ts";
import { personNumberOf } from "../calls/new-call.ts";
import { disclosure } from "../conversation/model-dialogue.ts";
import { endByPhrase, fill, foldSpeech, hasPhrase, type DialogueState } from "../scripts/dialogue.ts";
import type { CallRow } from "../voice-tables.ts";
import type { RecordingMode } from "./recording-mode.ts";

/**
 * Area codes of states in which everybody on the line must agree to a recording, those with mixed rules included: Connecticut,
 * Delaware, Florida, Illinois, Maryland, Massachusetts, Michigan, Montana, New Hampshire, Pennsylvania, and the parts of Nevada
 * and Oregon whose codes cover two time zones (freedomrankings.com/learn/two-party-consent-states; codes by state:
 * classicalfinance.com/us-area-codes, with later overlays; both read in November 2026). California, Washington and the rest of
 * Nevada and Oregon need no list: no other state has a code of the Pacific time zone alone.
 */
const allPartyCodes = new Set(
  (
    "203 475 860 959 302 " +
    "239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954 " +
    "217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872 " +
    "227 240 301 410 443 667 " +
    "339 351 413 508 617 774 781 857 978 " +
    "231 248 269 313 517 586 616 679 734 810 906 947 989 " +
    "406 603 775 458 541 " +
    "215 223 267 272 412 445 484 570 582 610 717 724 814 835 878"
  ).split(" "),
);

function needsEverybody(number: string, code: string): boolean {
  const zones = knownZonesOf(number) ?? [];
  const isPacific = zones.length === 1 && zones[0] === "America/Los_Angeles";
  return isPacific || allPartyCodes.has(code);
}

/**
 * How a call to or from this number is recorded. Where the agent would only announce it, people in all-party states and
 * outside of the United States' one-party states are asked, and so are those whose place is not known.
 */
export function recordingModeFor(mode: RecordingMode, number: string | null): RecordingMode {
  if (mode !== "announce") return mode;
  const code = /^\+1(\d{3})\d{7}$/.exec(number ?? "")?.[1];
  const isKnown = code !== undefined && knownAreaCodes.includes(code) && countryOfNumber(number!) === "US";
  return isKnown && !needsEverybody(number!, code) ? "announce" : "ask";
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
