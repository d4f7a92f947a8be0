import { escapeXml } from "../../../../src/telephony/carrier-requests.ts";
import { attributesOf, document, say, type SpokenText } from "./twiml.ts";

/** Music of the carrier for callers who wait (Twilio, "TwiML Voice: Conference", examples of `waitUrl`). */
const carrierMusic = "https://com.twilio.sounds.music.s3.amazonaws.com/MARKOVICHAMP-Borghestral.mp3";

/**
 * Has a call wait in a queue (Twilio, "TwiML Voice: Enqueue"): the carrier asks `waitUrl` what to play, again and again, and
 * `leftUrl` how the call goes on once it has left the queue.
 */
export function enqueueCall(
  name: string,
  { waitUrl, leftUrl }: { waitUrl: string; leftUrl: string },
): string {
  const waiting = { action: leftUrl, method: "POST", waitUrl, waitUrlMethod: "POST" };
  return document(`<Enqueue${attributesOf(waiting)}>${escapeXml(name)}</Enqueue>`);
}

/** What is played to a waiting caller; a key or a word is posted to `answerUrl`. */
export function holdCall(
  spoken: SpokenText,
  { musicUrl, answerUrl }: { musicUrl: string | null; answerUrl: string | null },
): string {
  const sounds = `${say(spoken)}<Play>${escapeXml(musicUrl ?? carrierMusic)}</Play>`;
  if (answerUrl === null) return document(sounds);
  const listening = {
    input: "dtmf speech",
    numDigits: "1",
    action: answerUrl,
    method: "POST",
    language: spoken.language,
    hints: "call me back",
    timeout: "1",
  };
  return document(`<Gather${attributesOf(listening)}>${sounds}</Gather>`);
}

/** Takes a caller out of the queue; the carrier asks then how the call goes on. */
export function leaveQueue(): string {
  return document("<Leave/>");
}

/** Connects a person with the first caller of a queue; where nobody waits any more, the call ends after some seconds. */
export function takeFromQueue(
  spoken: SpokenText,
  { queue, maxDurationSec }: { queue: string; maxDurationSec: number },
): string {
  const dialing = { timeout: "5", timeLimit: String(maxDurationSec) };
  return document(`${say(spoken)}<Dial${attributesOf(dialing)}><Queue>${escapeXml(queue)}</Queue></Dial>`);
}
