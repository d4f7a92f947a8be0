import { escapeXml } from "../../../../src/telephony/carrier-requests.ts";

/** A text to speak, and its voice. */
export interface SpokenText {
  text: string;
  voiceId: string;
  language: string;
}

const silenceSeconds = 5;

/** Speaks and listens; the reply, or its absence, is posted to `answerUrl`. */
export function sayAndListen(
  spoken: SpokenText,
  { answerUrl, hints }: { answerUrl: string; hints: readonly string[] },
): string {
  const listening = {
    input: "speech",
    action: answerUrl,
    method: "POST",
    language: spoken.language,
    speechTimeout: "auto",
    timeout: String(silenceSeconds),
    actionOnEmptyResult: "true",
    ...(hints.length > 0 ? { hints: hints.join(", ") } : {}),
  };
  return document(`<Gather${attributesOf(listening)}>${say(spoken)}</Gather>`);
}

/** A person to whom a call is handed. Numbers are E.164. */
export interface TransferTarget {
  to: string;
  /** Number shown to the person; null: the carrier chooses. */
  callerId: string | null;
  /** URL to which the end of the attempt is posted. */
  resultUrl: string;
  maxDurationSec: number;
}

const ringSeconds = 25;

/** Says something and connects the call to a person. */
export function sayAndTransfer(spoken: SpokenText | null, target: TransferTarget): string {
  const { to, callerId, resultUrl, maxDurationSec } = target;
  const dialing = {
    action: resultUrl,
    method: "POST",
    timeout: String(ringSeconds),
    timeLimit: String(maxDurationSec),
    ...(callerId === null ? {} : { callerId }),
  };
  const words = spoken && spoken.text !== "" ? say(spoken) : "";
  return document(`${words}<Dial${attributesOf(dialing)}><Number>${escapeXml(to)}</Number></Dial>`);
}

/** Says something, if there is anything to say, and hangs up. */
export function sayAndHangUp(spoken: SpokenText | null): string {
  return document(`${spoken && spoken.text !== "" ? say(spoken) : ""}<Hangup/>`);
}

function attributesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

function say({ text, voiceId, language }: SpokenText): string {
  return `<Say voice="${escapeXml(voiceId)}" language="${escapeXml(language)}">${escapeXml(text)}</Say>`;
}

function document(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}
