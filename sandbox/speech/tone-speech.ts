import { toneOf } from "../../src/telephony/mulaw.ts";

/**
 * "Speech" of the stand-ins, which nobody would take for speech: each character of a text is a frame of 20 ms with two tones,
 * as on the keys of a phone. What speaks and what listens agree on it, so that a text survives a call's audio.
 */
const frameMs = 20;
const lowHertz = Array.from({ length: 16 }, (_, at) => 400 + 50 * at);
const highHertz = Array.from({ length: 16 }, (_, at) => 1_300 + 100 * at);
const amplitude = 7_000;
/** Codes that begin and end words. */
const beginCode = 2;
const endCode = 3;
/** Characters that are not Latin-1. */
const otherCharacter = "?".charCodeAt(0);

/** A text as 16-bit samples. */
export function speakTones(text: string, rate: number): Int16Array {
  const codes = Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    return code > 255 ? otherCharacter : code;
  });
  const all = [beginCode, beginCode, ...codes, endCode, endCode];
  const length = (rate * frameMs) / 1_000;
  const samples = new Int16Array(all.length * length);
  for (const [at, code] of all.entries()) {
    const [low, high] = [lowHertz[code & 15]!, highHertz[code >> 4]!];
    for (let tick = 0; tick < length; tick += 1) {
      const turn = (2 * Math.PI * tick) / rate;
      samples[at * length + tick] = Math.round(amplitude * (Math.sin(turn * low) + Math.sin(turn * high)));
    }
  }
  return samples;
}

/** The text in 16-bit samples of a call's audio; empty where most of what sounds are no such tones. */
export function hearTones(samples: Int16Array): { text: string; confidence: number } {
  const length = 160;
  const codes: (number | null)[] = [];
  let loud = 0;
  for (let at = 0; at + length <= samples.length; at += length) {
    const frame = samples.subarray(at, at + length);
    const { total } = toneOf(frame, lowHertz[0]!);
    const isLoud = total / length >= 500 ** 2;
    if (isLoud) loud += 1;
    codes.push(isLoud ? codeOf(frame, total) : null);
  }
  const words = codes.filter((code) => code !== null && code !== beginCode && code !== endCode) as number[];
  const sounding = codes.filter((code) => code !== null).length;
  const isClear = sounding > loud / 2;
  return isClear
    ? { text: String.fromCodePoint(...words).trim(), confidence: 0.95 }
    : { text: "", confidence: 0 };
}

/** The code of a frame that sounds; null for other sounds. */
function codeOf(frame: Int16Array, total: number): number | null {
  const [low, high] = [strongest(frame, lowHertz), strongest(frame, highHertz)];
  const share = (2 * (low.power + high.power)) / (total * frame.length);
  return share < 0.6 ? null : low.at | (high.at << 4);
}

function strongest(frame: Int16Array, hertz: readonly number[]): { at: number; power: number } {
  let best = { at: 0, power: 0 };
  for (const [at, one] of hertz.entries()) {
    const { power } = toneOf(frame, one);
    if (power > best.power) best = { at, power };
  }
  return best;
}
