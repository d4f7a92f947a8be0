import { toMulaw } from "../../src/telephony/mulaw.ts";

/** Length of the filter in samples of the faster rate; odd, so that it delays by whole samples. */
const taps = 31;
const factor = 3;
/** Phones carry up to 3.4 kHz. */
const cutHertz = 3_400;
const rate = 24_000;

/** Low-pass filter: a windowed sinc (Hamming), whose coefficients add up to 1. */
const filter = (() => {
  const middle = (taps - 1) / 2;
  const raw = Float64Array.from({ length: taps }, (_, at) => {
    const x = at - middle;
    const sinc =
      x === 0 ? (2 * cutHertz) / rate : Math.sin((2 * Math.PI * cutHertz * x) / rate) / (Math.PI * x);
    return sinc * (0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (taps - 1)));
  });
  const sum = raw.reduce((total, one) => total + one, 0);
  return raw.map((one) => one / sum);
})();

/** Turns 16-bit samples at 24,000 per second, in pieces of any length, into audio of phone calls. */
export class PhoneAudio {
  readonly #window = new Float64Array(taps);
  #at = 0;
  #seen = 0;
  #odd: number | null = null;

  push(pcm: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const byte of pcm) {
      if (this.#odd === null) {
        this.#odd = byte;
        continue;
      }
      this.#take((((byte << 8) | this.#odd) << 16) >> 16, out);
      this.#odd = null;
    }
    return Uint8Array.from(out);
  }

  /** What the filter still holds. */
  rest(): Uint8Array {
    const out: number[] = [];
    for (let at = 0; at < (taps - 1) / 2; at += 1) this.#take(0, out);
    return Uint8Array.from(out);
  }

  #take(sample: number, out: number[]): void {
    this.#window[this.#at] = sample;
    this.#at = (this.#at + 1) % taps;
    this.#seen += 1;
    // The filter's delay is left out, so that the first sample is that of the first one.
    const behind = this.#seen - 1 - (taps - 1) / 2;
    if (behind < 0 || behind % factor !== 0) return;
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) sum += filter[tap]! * this.#window[(this.#at + tap) % taps]!;
    out.push(toMulaw(Math.round(sum)));
  }
}
