import { escapeXml } from "../../../../src/telephony/carrier-requests.ts";

/** A text to speak, and its voice. */
export interface SpokenText {
  text: string;
  voiceId: string;
  language: string;
}

const silenceSeconds = 5;

/**
 * Speaks and listens; the reply, or its absence, is posted to `answerUrl`. With `recordingUrl` the call is recorded from here
 * on, and the end of that is posted there.
 */
export function sayAndListen(
  spoken: SpokenText,
  {
    answerUrl,
    hints,
    recordingUrl = null,
  }: { answerUrl: string; hints: readonly string[]; recordingUrl?: string | null },
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
  const gather = `<Gather${attributesOf(listening)}>${say(spoken)}</Gather>`;
  return document(`${recordingUrl === null ? "" : startRecording(recordingUrl)}${gather}`);
}

/** A person to whom a call is handed. Numbers are E.164. */
export interface TransferTarget {
  to: string;
  /** Number shown to the person; null: the carrier chooses. */
  callerId: string | null;
  /** URL to which the end of the attempt is posted. */
  resultUrl: string;
  /** URL of the introduction that is spoken to the person first; null: none. */
  whisperUrl?: string | null;
  maxDurationSec: number;
}

/** Opens a stream of the call's audio; once it is over, the carrier asks `nextUrl` how the call goes on. */
export function connectStream({
  url,
  token,
  nextUrl,
  recordingUrl,
}: {
  url: string;
  token: string;
  nextUrl: string;
  recordingUrl: string | null;
}): string {
  const parameter = `<Parameter${attributesOf({ name: "token", value: token })}/>`;
  const stream = `<Connect><Stream${attributesOf({ url })}>${parameter}</Stream></Connect>`;
  const next = `<Redirect method="POST">${escapeXml(nextUrl)}</Redirect>`;
  return document(`${recordingUrl === null ? "" : startRecording(recordingUrl)}${stream}${next}`);
}

const ringSeconds = 25;

/** Says something and connects the call to a person. */
export function sayAndTransfer(spoken: SpokenText | null, target: TransferTarget): string {
  const { to, callerId, resultUrl, whisperUrl = null, maxDurationSec } = target;
  const dialing = {
    action: resultUrl,
    method: "POST",
    timeout: String(ringSeconds),
    timeLimit: String(maxDurationSec),
    ...(callerId === null ? {} : { callerId }),
  };
  const words = spoken && spoken.text !== "" ? say(spoken) : "";
  const whisper = whisperUrl === null ? "" : attributesOf({ url: whisperUrl, method: "POST" });
  return document(`${words}<Dial${attributesOf(dialing)}><Number${whisper}>${escapeXml(to)}</Number></Dial>`);
}

/** Says something to somebody who is then connected. */
export function sayOnly(spoken: SpokenText): string {
  return document(say(spoken));
}

/** Declines a call that came in. */
export function decline(): string {
  return document("<Reject/>");
}

/** Says something, if there is anything to say, and hangs up. */
export function sayAndHangUp(spoken: SpokenText | null): string {
  return document(`${spoken && spoken.text !== "" ? say(spoken) : ""}<Hangup/>`);
}

function startRecording(url: string): string {
  const recording = {
    channels: "dual",
    recordingStatusCallback: url,
    recordingStatusCallbackMethod: "POST",
    recordingStatusCallbackEvent: "completed absent",
  };
  return `<Start><Recording${attributesOf(recording)}/></Start>`;
}

export function attributesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

export function say({ text, voiceId, language }: SpokenText): string {
  return `<Say voice="${escapeXml(voiceId)}" language="${escapeXml(language)}">${escapeXml(text)}</Say>`;
}

export function document(verbs: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;
}
