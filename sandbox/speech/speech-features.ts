/** What distinguishes words: the shape of the spectrum, every 20 ms, by which recognizers worked before neural networks. */
export type SpeechFeatures = Float64Array[];

const rate = 8_000;
const hop = 160;
const size = 256;
const bands = 20;
const coefficients = 12;
/** Frames below this share of the loudest are silence. */
const silentShare = 0.0008;

const bandEdges = (() => {
  const mel = (hertz: number) => 2_595 * Math.log10(1 + hertz / 700);
  const hertz = (value: number) => 700 * (10 ** (value / 2_595) - 1);
  const [low, high] = [mel(150), mel(3_600)];
  return Array.from({ length: bands + 2 }, (_, at) =>
    Math.round((hertz(low + ((high - low) * at) / (bands + 1)) * size) / rate),
  );
})();
const hamming = Float64Array.from(
  { length: size },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (size - 1)),
);
const turnCosines = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
const turnSines = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size));
const cosines = Array.from({ length: coefficients }, (_, one) =>
  Float64Array.from({ length: bands }, (_b, at) => Math.cos((Math.PI * (one + 1) * (at + 0.5)) / bands)),
);

/** Mel-frequency cepstral coefficients 1 to 12, less their mean, from the first sound to the last. */
export function featuresOf(samples: Int16Array): SpeechFeatures {
  const powers: Float64Array[] = [];
  for (let at = 0; at + size <= samples.length; at += hop) powers.push(spectrumOf(samples, at));
  const energies = powers.map((power) => power.reduce((sum, one) => sum + one, 0));
  const least = Math.max(...energies, 0) * silentShare;
  const first = energies.findIndex((energy) => energy > least);
  const last = energies.findLastIndex((energy) => energy > least);
  const cepstra = (first < 0 ? [] : powers.slice(first, last + 1)).map(cepstrumOf);
  for (let one = 0; one < coefficients; one += 1) {
    const mean = cepstra.reduce((sum, frame) => sum + frame[one]!, 0) / Math.max(1, cepstra.length);
    for (const frame of cepstra) frame[one]! -= mean;
  }
  return cepstra;
}

function spectrumOf(samples: Int16Array, at: number): Float64Array {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  // High frequencies are weak in speech, and distinguish consonants.
  for (let one = 0; one < size; one += 1)
    real[one] = hamming[one]! * (samples[at + one]! - 0.95 * (samples[at + one - 1] ?? 0));
  transform(real, imaginary);
  const power = new Float64Array(size / 2);
  for (let one = 0; one < power.length; one += 1) power[one] = real[one]! ** 2 + imaginary[one]! ** 2;
  return power;
}

function cepstrumOf(power: Float64Array): Float64Array {
  const logs = Float64Array.from({ length: bands }, (_, band) => {
    const [low, middle, high] = [bandEdges[band]!, bandEdges[band + 1]!, bandEdges[band + 2]!];
    let sum = 0;
    for (let at = low; at <= high; at += 1) {
      const slope = at <= middle ? (at - low) / Math.max(1, middle - low) : (high - at) / (high - middle);
      sum += slope * power[at]!;
    }
    // Below this there is the noise of mu-law.
    return Math.log(sum + 1e6);
  });
  const cepstrum = new Float64Array(coefficients);
  for (let one = 0; one < coefficients; one += 1)
    for (let band = 0; band < bands; band += 1) cepstrum[one]! += cosines[one]![band]! * logs[band]!;
  return cepstrum;
}

/** The fast Fourier transform in place (Cooley and Tukey, 1965). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 1, to = 0; at < size; at += 1) {
    let bit = size >> 1;
    for (; to & bit; bit >>= 1) to ^= bit;
    to ^= bit;
    if (at >= to) continue;
    [real[at], real[to]] = [real[to]!, real[at]!];
    [imaginary[at], imaginary[to]] = [imaginary[to]!, imaginary[at]!];
  }
  for (let length = 2; length <= size; length <<= 1) {
    for (let start = 0; start < size; start += length) {
      for (let one = 0; one < length / 2; one += 1) {
        const turn = (one * size) / length;
        const [cos, sin] = [turnCosines[turn]!, turnSines[turn]!];
        const [even, odd] = [start + one, start + one + length / 2];
        const turned = real[odd]! * cos - imaginary[odd]! * sin;
        const other = real[odd]! * sin + imaginary[odd]! * cos;
        [real[odd], real[even]] = [real[even]! - turned, real[even]! + turned];
        [imaginary[odd], imaginary[even]] = [imaginary[even]! - other, imaginary[even]! + other];
      }
    }
  }
}

/**
 * How unlike two pieces of speech are, whatever their speed: the mean distance along the best alignment (dynamic time warping,
 * Sakoe and Chiba, 1978). Infinite where one is much longer than the other.
 */
export function distanceOf(one: SpeechFeatures, other: SpeechFeatures): number {
  const [length, width] = [one.length, other.length];
  if (length === 0 || width === 0 || Math.max(length, width) > 1.4 * Math.min(length, width) + 6)
    return Infinity;
  const band = Math.max(8, Math.ceil(0.15 * Math.max(length, width)));
  let before = new Float64Array(width + 1).fill(Infinity);
  before[0] = 0;
  for (let row = 1; row <= length; row += 1) {
    const now = new Float64Array(width + 1).fill(Infinity);
    const middle = Math.round((row * width) / length);
    const last = Math.min(width, middle + band);
    for (let column = Math.max(1, middle - band); column <= last; column += 1) {
      const best = Math.min(before[column - 1]!, before[column]!, now[column - 1]!);
      if (best < Infinity) now[column] = best + apart(one[row - 1]!, other[column - 1]!);
    }
    before = now;
  }
  return before[width]! / (length + width);
}

function apart(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < coefficients; at += 1) sum += (one[at]! - other[at]!) ** 2;
  return Math.sqrt(sum);
}
