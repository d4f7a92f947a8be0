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
  const attributes = Object.entries(listening).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return document(`<Gather${attributes.join("")}>${say(spoken)}</Gather>`);
}

/** Says something, if there is anything to say, and hangs up. */
export function sayAndHangUp(spoken: SpokenText | null): string {
  return document(`${spoken && spoken.text !== "" ? say(spoken) : ""}<Hangup/>`);
}

function say({ text, voiceId, language }: SpokenText): string {
  return `<Say voice="${escapeXml(voiceId)}" language="${escapeXml(language)}">${escapeXml(text)}</Say>`;
}

function document(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}
