/** Audio of phone calls: 8,000 samples per second, 8-bit mu-law (ITU-T G.711), in frames of 20 milliseconds. */
const phoneRate = 8_000;
export const frameBytes = 160;
export const frameMs = 20;

/** The byte of a sample that is 0. */
export const silentByte = 0xff;

const bias = 0x84;
const clip = 32_635;

/** A 16-bit sample as its mu-law byte. */
export function toMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(clip, Math.abs(sample)) + bias;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

const decoded = Int16Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = ((((bits & 0x0f) << 3) + bias) << exponent) - bias;
  return bits & 0x80 ? -magnitude : magnitude;
});

/** The samples of mu-law bytes. */
export function fromMulaw(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) samples[at] = decoded[bytes[at]!]!;
  return samples;
}

/** The mean of squared samples of mu-law bytes. */
export function powerOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += decoded[byte]! ** 2;
  return bytes.length === 0 ? 0 : sum / bytes.length;
}

/**
 * The share of a frame's power that one frequency has (Goertzel's algorithm): near 1 for a pure tone. `hertz` is a multiple of
 * 50, the width of a frame of 20 ms.
 */
export function shareOfTone(samples: Int16Array, hertz: number): number {
  const { power, total } = toneOf(samples, hertz);
  return total === 0 ? 0 : (2 * power) / (total * samples.length);
}

/** Power at one frequency, and the sum of squared samples. */
export function toneOf(samples: Int16Array, hertz: number): { power: number; total: number } {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / phoneRate);
  let [last, before, total] = [0, 0, 0];
  for (const sample of samples) {
    [last, before] = [sample + turn * last - before, last];
    total += sample * sample;
  }
  return { power: last * last + before * before - turn * last * before, total };
}

/** A WAV file of mu-law audio, as 16-bit samples. */
export function wavOf(mulaw: Uint8Array): Buffer {
  const samples = fromMulaw(mulaw);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(phoneRate, 24);
  header.writeUInt32LE(phoneRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
