import { fromMulaw, powerOf, shareOfTone } from "../../src/telephony/mulaw.ts";

/** A frame with this power is speech even on a silent line: about 30 dB below full scale. */
const minPower = 300 ** 2;
/** Speech has this many times the power of the line's noise. */
const aboveNoise = 6;
/** Frames before the first loud one that belong to the words. */
const leadFrames = 10;
/** So many loud frames begin words: 60 ms. */
const beginFrames = 3;
/** So many quiet frames end them: 400 ms. */
const endFrames = 20;
/** Words that last longer are cut: 30 s, which bounds the memory of a call. */
const maxFrames = 1_500;
/** Loud frames of the latest 12 that show that somebody speaks, not coughs. */
const bargeFrames = 8;
const bargeWindow = 12;
/** Frames of one tone that are the signal of an answering machine: 300 ms. */
const beepFrames = 15;
const beepHertz = Array.from({ length: 25 }, (_, at) => 400 + 50 * at);
const beepShare = 0.8;

export interface ActivityChange {
  /** Words that have just ended; null otherwise. */
  ended: Uint8Array | null;
  isLoud: boolean;
}

/** Separates speech from silence in the frames of one side of a call. */
export class VoiceActivity {
  readonly #lead: Uint8Array[] = [];
  #words: Uint8Array[] = [];
  #noise = 0;
  #loudInRow = 0;
  #quietInRow = 0;
  #recent = 0;
  #tonesInRow = 0;
  #isSpeaking = false;
  #hasBeeped = false;

  /** Frames of the words that are being spoken; 0 in silence. */
  get spokenFrames(): number {
    return this.#isSpeaking ? this.#words.length : 0;
  }

  /** True once somebody has spoken long enough to interrupt. */
  get isInterrupting(): boolean {
    return this.#isSpeaking && bitsOf(this.#recent) >= bargeFrames;
  }

  /** True after the signal tone of an answering machine. */
  get hasBeeped(): boolean {
    return this.#hasBeeped;
  }

  push(frame: Uint8Array): ActivityChange {
    const power = powerOf(frame);
    const isLoud = power > Math.max(minPower, this.#noise * aboveNoise);
    this.#recent = ((this.#recent << 1) | (isLoud ? 1 : 0)) & ((1 << bargeWindow) - 1);
    this.#loudInRow = isLoud ? this.#loudInRow + 1 : 0;
    this.#quietInRow = isLoud ? 0 : this.#quietInRow + 1;
    this.#tonesInRow = isLoud && isTone(frame) ? this.#tonesInRow + 1 : 0;
    this.#hasBeeped ||= this.#tonesInRow >= beepFrames;
    if (!isLoud) this.#noise = this.#noise * 0.95 + power * 0.05;
    if (!this.#isSpeaking) {
      this.#lead.push(frame);
      if (this.#lead.length > leadFrames) this.#lead.shift();
      if (this.#loudInRow >= beginFrames) {
        this.#isSpeaking = true;
        this.#words = this.#lead.splice(0);
      }
      return { ended: null, isLoud };
    }
    this.#words.push(frame);
    if (this.#quietInRow < endFrames && this.#words.length < maxFrames) return { ended: null, isLoud };
    const ended = Buffer.concat(this.#words);
    this.#words = [];
    this.#isSpeaking = false;
    this.#recent = 0;
    return { ended, isLoud };
  }
}

function isTone(frame: Uint8Array): boolean {
  const samples = fromMulaw(frame);
  return beepHertz.some((hertz) => shareOfTone(samples, hertz) > beepShare);
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}
