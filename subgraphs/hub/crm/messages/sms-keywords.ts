import { trimEndWhere } from "../../../../src/text/trim.ts";

/** Keywords of incoming texts (CTIA Short Code Monitoring Handbook, opt-out and help keywords). */
export type SmsRequest = "stop" | "start" | "help";

const words: Readonly<Record<SmsRequest, readonly string[]>> = {
  stop: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"],
  start: ["START", "UNSTOP"],
  help: ["HELP", "INFO"],
};

/** The request that a text is, or null: the word alone, in any case, with white space and final marks around it. */
export function readSmsRequest(text: string): SmsRequest | null {
  const word = trimEndWhere(text.trim(), /[.!?]/).toUpperCase();
  for (const [request, known] of Object.entries(words))
    if (known.includes(word)) return request as SmsRequest;
  return null;
}

/** Replies to keywords, one text each. */
export const smsAnswers: Readonly<Record<SmsRequest, string>> = {
  stop: "You are unsubscribed and will receive no more messages. Reply START to resubscribe.",
  start: "You are subscribed again. Reply STOP to unsubscribe, HELP for help.",
  help: "Reply STOP to unsubscribe, START to resubscribe. Message and data rates may apply.",
};
