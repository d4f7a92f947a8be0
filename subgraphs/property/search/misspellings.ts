import { editDistance } from "./edit-distance.ts";

/** Shorter words are not suggested for a word that is long enough for an edit. */
const SHORTEST = 3;
const LETTERS = Array.from({ length: 26 }, (_, index) => 97 + index);
const BASE = 0x01000193;
/** The odd base's inverse modulo 2^32, by Newton's method: each step doubles the number of correct bits. */
const INVERSE = [0, 1, 2, 3, 4].reduce((found) => Math.imul(found, 2 - Math.imul(BASE, found)), BASE);

/** Hashes of a word of letter codes, whole and without each of its letters: sums of codes times powers of the base. */
function filingHashes(codes: readonly number[]): number[] {
  const upTo = [0];
  let power = 1;
  for (const [at, code] of codes.entries()) {
    upTo.push((upTo[at]! + Math.imul(code, power)) | 0);
    power = Math.imul(power, BASE);
  }
  const whole = upTo[codes.length]!;
  const without = codes.map((_, at) => upTo[at]! + Math.imul(whole - upTo[at + 1]!, INVERSE));
  return [whole, ...without].map(mixed);
}

/** The low bits choose the bucket, so the high bits are mixed into them. */
function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (half ^ (half >>> 16)) >>> 0;
}

function codesOf(word: string): number[] {
  return Array.from({ length: word.length }, (_, index) => word.charCodeAt(index));
}

/** Every word that is one insertion, deletion, replacement or swap of neighbours away, including the word itself. */
function* withOneEdit(codes: readonly number[]): Generator<readonly number[]> {
  yield codes;
  for (let at = 0; at <= codes.length; at += 1) {
    const [before, after] = [codes.slice(0, at), codes.slice(at + 1)];
    for (const letter of LETTERS) {
      yield [...before, letter, ...codes.slice(at)];
      if (at < codes.length && letter !== codes[at]) yield [...before, letter, ...after];
    }
    if (at < codes.length) yield [...before, ...after];
    if (at + 1 < codes.length) yield [...before, codes[at + 1]!, codes[at]!, ...codes.slice(at + 2)];
  }
}

/**
 * Finds words by their typing errors, in time that does not grow with the number of words: each word is indexed under
 * itself and under each form with one letter deleted. Two words one edit apart then share an index entry, and of two
 * words two edits apart each is one edit from a third.
 */
export class Misspellings {
  readonly #words: readonly string[];
  /** Where the entries of each bucket start; a bucket is the low bits of a hash. */
  readonly #starts: Uint32Array;
  readonly #hashes: Uint32Array;
  readonly #filed: Uint32Array;
  readonly #mask: number;
  readonly #longest: number;

  /** Words must consist of lower-case letters only. */
  constructor(words: readonly string[]) {
    this.#words = words;
    const count = words.reduce((sum, { length }) => sum + (length < SHORTEST ? 0 : length + 1), 0);
    this.#longest = words.reduce((most, { length }) => Math.max(most, length), 0);
    this.#mask = 2 ** Math.ceil(Math.log2(count + 1)) - 1;
    this.#starts = new Uint32Array(this.#mask + 2);
    this.#hashes = new Uint32Array(count);
    this.#filed = new Uint32Array(count);
    this.#eachFiling((hash) => (this.#starts[(hash & this.#mask) + 1]! += 1));
    for (let bucket = 0; bucket <= this.#mask; bucket += 1)
      this.#starts[bucket + 1]! += this.#starts[bucket]!;
    const next = this.#starts.slice();
    this.#eachFiling((hash, word) => {
      const place = next[hash & this.#mask]!++;
      this.#hashes[place] = hash;
      this.#filed[place] = word;
    });
  }

  /** The words at most `limit` (1 or 2) edits away, with their distance, without the word itself. */
  near(word: string, limit: number): Map<string, number> {
    const found = new Map<string, number>();
    if (word.length > this.#longest + limit) return found;
    const checked = new Set<number>();
    const codes = codesOf(word);
    for (const edited of limit > 1 ? withOneEdit(codes) : [codes])
      for (const hash of filingHashes(edited)) this.#collect(hash, checked);
    for (const place of checked) {
      const other = this.#words[place]!;
      const distance = editDistance(word, other, limit);
      if (distance > 0 && distance <= limit) found.set(other, distance);
    }
    return found;
  }

  #collect(hash: number, into: Set<number>): void {
    const bucket = hash & this.#mask;
    for (let place = this.#starts[bucket]!; place < this.#starts[bucket + 1]!; place += 1)
      if (this.#hashes[place] === hash) into.add(this.#filed[place]!);
  }

  #eachFiling(note: (hash: number, word: number) => void): void {
    for (const [place, word] of this.#words.entries()) {
      if (word.length < SHORTEST) continue;
      for (const hash of filingHashes(codesOf(word))) note(hash, place);
    }
  }
}
