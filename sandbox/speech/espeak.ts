import { spawn } from "node:child_process";

/** Samples per second of `espeak-ng`, and of phone calls. */
const spokenRate = 22_050;
const phoneRate = 8_000;
/** Words per minute: those of a person who is in a hurry. */
const wordsPerMinute = 220;
/** A pause of 400 ms ends somebody's words, and a synthesizer pauses longer at a comma. */
const longestPauseMs = 240;
const quiet = 200;
/** Half the length of the low-pass filter, in samples of the faster rate. */
const reach = 24;
const cutHertz = 3_600;

/** 22,050 to 8,000 is 441 to 160: where a sample falls between those of the faster rate repeats after 160 of them. */
const [phases, phaseStep] = [160, 441];
const filters = Array.from({ length: phases }, (_, phase) => {
  const middle = ((phase * phaseStep) % phases) / phases;
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_w, tap) => {
    const x = tap - reach - middle;
    const angle = (2 * Math.PI * cutHertz * x) / spokenRate;
    return (x === 0 ? 1 : Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos((Math.PI * x) / (reach + 1)));
  });
  const sum = weights.reduce((total, one) => total + one, 0);
  return weights.map((one) => one / sum);
});

const spoken = new Map<string, Promise<Int16Array>>();

/**
 * A text as people say it: 16-bit samples at 8,000 per second, by `espeak-ng` with one of its voices, such as en-us+f2. Throws
 * where the program is not installed. The same text sounds the same.
 */
export function speakAloud(text: string, voice: string): Promise<Int16Array> {
  const key = `${voice} ${text}`;
  const known = spoken.get(key);
  if (known) return known;
  const speaking = synthesize(text, voice).then((samples) => shortenPauses(resample(samples)));
  spoken.set(key, speaking);
  return speaking;
}

function synthesize(text: string, voice: string): Promise<Int16Array> {
  const args = ["-v", voice, "-s", String(wordsPerMinute), "--stdin", "--stdout"];
  const child = spawn("espeak-ng", args, { stdio: ["pipe", "pipe", "ignore"] });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => void pieces.push(piece));
  // Words without letters are read before the program reads them; what it says then decides.
  child.stdin.on("error", () => undefined);
  child.stdin.end(text);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const wav = Buffer.concat(pieces);
      const data = wav.indexOf("data");
      if (code !== 0 || data < 0) return reject(new Error(`espeak-ng ended with ${code}.`));
      const samples = new Int16Array((wav.length - data - 8) >> 1);
      for (let at = 0; at < samples.length; at += 1) samples[at] = wav.readInt16LE(data + 8 + 2 * at);
      resolve(samples);
    });
  });
}

/** Samples at the rate of phone calls: a windowed sinc (Hann) around each of them. */
function resample(samples: Int16Array): Int16Array {
  const out = new Int16Array(Math.floor((samples.length * phases) / phaseStep));
  for (let at = 0; at < out.length; at += 1) {
    const weights = filters[at % phases]!;
    const first = Math.floor((at * phaseStep) / phases) - reach;
    let sum = 0;
    for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap]! * (samples[first + tap] ?? 0);
    out[at] = Math.round(sum);
  }
  return out;
}

/** Speech whose pauses are no end of it, without the silence around it. */
function shortenPauses(samples: Int16Array): Int16Array {
  const most = (longestPauseMs * phoneRate) / 1_000;
  const out: number[] = [];
  let pause = most;
  for (const sample of samples) {
    pause = Math.abs(sample) < quiet ? pause + 1 : 0;
    if (pause <= most) out.push(sample);
  }
  return Int16Array.from(out);
}
