import {
  beginDialogue,
  endByPhrase,
  farewell,
  fill,
  foldSpeech,
  matchAnswer,
  type DialogueOutcome,
  type DialoguePlan,
  type DialogueState,
  type ModelState,
} from "../scripts/dialogue.ts";
import { guardSpeech } from "./guard-speech.ts";
import type { ModelReply } from "./model-reply.ts";

/** A plan whose conversation a language model leads. */
export interface ConversationLead extends DialoguePlan {
  transferTo: string | null;
  announcesAi: boolean;
}

type Variables = Readonly<Record<string, string>>;

const maxSilences = 2;
const maxFailures = 1;

/** Says what speaks. */
export const disclosure = "I am an AI assistant.";
const stillThere = "Are you still there?";
const sayAgain = "Sorry, I did not get that. Could you say it again?";
const puttingThrough = "One moment, I will put you through.";
const noTransfer = "I cannot put you through now. Somebody will call you back.";
const messageNoted = "I have noted your message.";
const notAllowed = "I cannot do that on the phone. Somebody will call you back about it.";
const maxMessage = 900;
const limitFarewell = "I have to end the call here. Thank you. Goodbye.";

const fresh: ModelState = { pending: null, silences: 0, failures: 0 };

/** How a conversation begins: the greeting, that an AI speaks, and the first step of the script. No model is asked for it. */
export function beginConversation(plan: ConversationLead, variables: Variables): DialogueState {
  const [first] = plan.steps;
  const parts = [
    fill(plan.firstMessage ?? "", variables),
    plan.announcesAi ? disclosure : "",
    first ? fill(first.say, variables) : "",
  ];
  return {
    heard: 0,
    stepId: first?.id ?? null,
    repeats: 0,
    ended: null,
    outcome: null,
    goalReached: false,
    say: parts.filter((part) => part !== "").join(" "),
    model: fresh,
  };
}

/**
 * What follows from the callee's words without a model: opting out, an end phrase, silence. Null where the model is to be
 * asked.
 */
export function hearWithoutModel(
  plan: ConversationLead,
  state: DialogueState,
  text: string,
): DialogueState | null {
  const heard = { ...state, heard: state.heard + 1 };
  const words = foldSpeech(text);
  const over = endByPhrase(plan, heard, words);
  if (over) return over;
  if (words !== "") return null;
  const model = modelOf(state);
  if (model.silences >= maxSilences)
    return { ...heard, ended: "silence_timeout", outcome: "no_response", say: farewell };
  return { ...heard, say: stillThere, model: { ...model, silences: model.silences + 1 } };
}

/** What comes of a tool that a model asks for: a message for the account, or a refusal. Null where it asks for none. */
export function readTool({ tool }: ModelReply): { message: string } | { refused: string } | null {
  if (tool === null) return null;
  const { text } = tool.arguments;
  if (tool.name === "take_message" && typeof text === "string" && text.trim() !== "")
    return { message: text.trim().slice(0, maxMessage) };
  return { refused: tool.name };
}

/** True for a tool of the conversation itself, whose result the model need not know. */
export function isOwnTool({ tool }: ModelReply): boolean {
  return tool?.name === "take_message";
}

/** The conversation after a model's reply. Only guarded words are spoken, and a callee is put through to the agent's number only. */
export function takeReply(
  { transferTo }: ConversationLead,
  state: DialogueState,
  reply: ModelReply,
): DialogueState {
  const tool = readTool(reply);
  // What the model says of a tool is not said: it knows nothing of the outcome yet.
  if (tool !== null)
    return {
      ...state,
      heard: state.heard + 1,
      model: fresh,
      say: "message" in tool ? messageNoted : notAllowed,
    };
  const next = {
    ...state,
    heard: state.heard + 1,
    goalReached: state.goalReached || reply.goalReached,
    model: fresh,
    say: guardSpeech(reply.say),
  };
  if (reply.action === "end")
    return { ...next, ended: "agent_hung_up", outcome: "finished", say: next.say || farewell };
  if (reply.action !== "transfer") return { ...next, say: next.say || sayAgain };
  if (transferTo === null) return { ...next, say: noTransfer };
  return { ...next, ended: "transferred", outcome: "transferred", say: next.say || puttingThrough };
}

/** The end of a conversation that has used up its replies, credits or time. */
export function endAtLimit(state: DialogueState, outcome: DialogueOutcome): DialogueState {
  return { ...state, heard: state.heard + 1, ended: "agent_hung_up", outcome, say: limitFarewell };
}

/** Asks the callee to say it again after a first failure; null after more of them. */
export function askAgain(state: DialogueState): DialogueState | null {
  const model = modelOf(state);
  if (model.failures >= maxFailures) return null;
  const failed = { ...fresh, failures: model.failures + 1 };
  return { ...state, heard: state.heard + 1, say: sayAgain, model: failed };
}

/** Goes on by the phrases of the script with the callee's latest words; a plan without a script ends here. */
export function leadByScript(
  plan: ConversationLead,
  state: DialogueState,
  text: string,
  variables: Variables,
): DialogueState {
  const { model: _, ...rest } = state;
  if (state.stepId !== null) return matchAnswer(plan, rest, text, variables);
  const begun = beginDialogue({ ...plan, firstMessage: null }, variables);
  const heard = { ...begun, heard: state.heard + 1, goalReached: state.goalReached };
  if (plan.steps.length > 0) return heard;
  return { ...heard, ended: "agent_hung_up", outcome: "model_unavailable", say: limitFarewell };
}

function modelOf({ model }: DialogueState): ModelState {
  return model ?? fresh;
}
