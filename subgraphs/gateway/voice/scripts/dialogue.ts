import { anyAnswer, type ScriptStep } from "./script-graph.ts";

/** The plan of a dialogue. */
export interface DialoguePlan {
  firstMessage: string | null;
  endPhrases: readonly string[];
  steps: readonly ScriptStep[];
}

/** Where a dialogue is. */
export interface DialogueState {
  /** Number of replies so far, silences included. */
  heard: number;
  stepId: string | null;
  /** How often the step was said again. */
  repeats: number;
  /** Why it is over, or null. */
  ended: "script_finished" | "agent_hung_up" | "silence_timeout" | "transferred" | null;
  outcome: DialogueOutcome | null;
  goalReached: boolean;
  /** The text to speak now. */
  say: string;
  /** Of a conversation that a language model leads; absent where the script's phrases lead. */
  model?: ModelState | null;
  /** What was said to the question whether the call may be recorded; absent where it was not asked. */
  recording?: "asked" | "granted" | "refused";
  /** Number of the reply with whose answer the recording begins. */
  recordingFrom?: number;
  /** Said after the answer to that question. */
  opening?: string;
  /** Of a call that waits in a queue for a person, or has asked there to be called back. */
  queue?: { state: "waiting" | "callback" };
}

export type DialogueOutcome =
  | "finished"
  | "opted_out"
  | "ended_by_phrase"
  | "not_understood"
  | "no_response"
  | "transferred"
  | "transfer_failed"
  | "callback"
  | "reply_limit"
  | "cost_limit"
  | "time_limit"
  | "model_unavailable";

/** Where a conversation with a language model is. */
export interface ModelState {
  /** Words that the model is asked about now; a copy of the carrier's request finds them here. */
  pending: { text: string; confidence: number } | null;
  silences: number;
  /** Turns in a row without a usable reply. */
  failures: number;
}

/** A step is said so often more when the answer is none that it expects. */
const maxRepeats = 2;

export const farewell = "Thank you. Goodbye.";
const optOutFarewell = "You will not be called again. Goodbye.";

/** Ways to say that one does not want to be called, which hold in every script. */
const optOutPhrases = [
  "stop calling",
  "do not call",
  "don't call",
  "never call",
  "remove me",
  "take me off",
  "unsubscribe",
];

/** How a dialogue begins. */
export function beginDialogue(
  plan: DialoguePlan,
  variables: Readonly<Record<string, string>>,
): DialogueState {
  const state = {
    heard: 0,
    repeats: 0,
    stepId: null,
    ended: null,
    outcome: null,
    goalReached: false,
    say: "",
  };
  const [first] = plan.steps;
  const greeting = fill(plan.firstMessage ?? "", variables);
  if (!first) return { ...state, ended: "script_finished", outcome: "finished", say: greeting };
  const entered = enter(state, first, variables);
  return { ...entered, say: [greeting, entered.say].filter((part) => part !== "").join(" ") };
}

/**
 * The next step after a reply; an empty one is silence. A callee who requests no further calls gets no further question.
 * The longest expected reply that occurs in the words wins; `*` matches the others.
 */
export function matchAnswer(
  plan: DialoguePlan,
  state: DialogueState,
  answer: string,
  variables: Readonly<Record<string, string>>,
): DialogueState {
  if (state.ended !== null) return state;
  const heard = { ...state, heard: state.heard + 1 };
  const words = foldSpeech(answer);
  const over = endByPhrase(plan, heard, words);
  if (over) return over;
  const step = plan.steps.find(({ id }) => id === state.stepId);
  const target = step && words !== "" ? nextOf(step, words) : undefined;
  const next = plan.steps.find(({ id }) => id === target);
  if (next) return enter({ ...heard, repeats: 0 }, next, variables);
  if (step && heard.repeats < maxRepeats)
    return { ...heard, repeats: heard.repeats + 1, say: fill(step.say, variables) };
  return words === ""
    ? { ...heard, ended: "silence_timeout", outcome: "no_response", say: farewell }
    : { ...heard, ended: "agent_hung_up", outcome: "not_understood", say: farewell };
}

/** The end of a dialogue whose callee wants no further calls, or says one of the agent's end phrases; else null. */
export function endByPhrase(
  { endPhrases }: Pick<DialoguePlan, "endPhrases">,
  state: DialogueState,
  words: string,
): DialogueState | null {
  if (optOutPhrases.some((phrase) => hasPhrase(words, phrase)))
    return { ...state, ended: "agent_hung_up", outcome: "opted_out", say: optOutFarewell };
  if (endPhrases.some((phrase) => hasPhrase(words, phrase)))
    return { ...state, ended: "agent_hung_up", outcome: "ended_by_phrase", say: farewell };
  return null;
}

function enter(
  state: DialogueState,
  step: ScriptStep,
  variables: Readonly<Record<string, string>>,
): DialogueState {
  const isEnd = Object.keys(step.next).length === 0;
  return {
    ...state,
    stepId: step.id,
    goalReached: state.goalReached || step.goal,
    ended: isEnd ? "script_finished" : null,
    outcome: isEnd ? "finished" : null,
    say: fill(step.say, variables),
  };
}

function nextOf({ expect, next }: ScriptStep, words: string): string | undefined {
  const [best] = expect
    .filter((phrase) => Object.hasOwn(next, phrase) && hasPhrase(words, phrase))
    .toSorted((a, b) => b.length - a.length);
  const answer = best ?? anyAnswer;
  return Object.hasOwn(next, answer) ? next[answer] : undefined;
}

/** Text with its variables filled in; unknown ones are removed. */
export function fill(text: string, variables: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\{\{\s*([A-Za-z]\w{0,39})\s*\}\}/g, (_match, name: string) =>
      Object.hasOwn(variables, name) ? variables[name]! : "",
    )
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** Speech without case, accents and punctuation, words apart by one blank. */
export function foldSpeech(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

export function hasPhrase(words: string, phrase: string): boolean {
  const folded = foldSpeech(phrase);
  return folded !== "" && ` ${words} `.includes(` ${folded} `);
}
