import { forgivenEdits } from "./edit-distance.ts";
import { Misspellings } from "./misspellings.ts";

/** An indexed word near a searched one. `quality` (below 1) orders, `strength` is the share that counts as a match. */
export interface NearWord {
  readonly word: string;
  readonly quality: number;
  readonly strength: number;
}

const EDIT_QUALITY = [1, 0.7, 0.5] as const;
const EDIT_STRENGTH = [1, 0.85, 0.7] as const;
export const SHORTEST_PREFIX = 3;

/** Of more near words than this, those with the fewest edits are used, and of these the rarest. */
const MOST_NEAR = 50;

/** All indexed alphabetic words, with the number of documents for each: for prefixes and typing errors. */
export class Vocabulary {
  readonly #sorted: readonly string[];
  /** Total documents of all words before a position. */
  readonly #before: Float64Array;
  readonly #misspellings: Misspellings;

  constructor(counts: ReadonlyMap<string, number>) {
    this.#sorted = [...counts.keys()].sort();
    this.#before = new Float64Array(this.#sorted.length + 1);
    for (const [place, word] of this.#sorted.entries())
      this.#before[place + 1] = this.#before[place]! + counts.get(word)!;
    this.#misspellings = new Misspellings(this.#sorted);
  }

  /** Whether the word is indexed. */
  has(word: string): boolean {
    return this.#sorted[this.#placeOf(word)] === word;
  }

  /** Number of documents with the word. */
  countOf(word: string): number {
    const place = this.#placeOf(word);
    return this.#sorted[place] === word ? this.#before[place + 1]! - this.#before[place]! : 0;
  }

  /** Other indexed words that this one may be a typing error of. */
  misspelt(word: string): NearWord[] {
    const limit = forgivenEdits(word);
    if (limit === 0) return [];
    const near = [...this.#misspellings.near(word, limit)];
    near.sort(
      ([a, edits], [b, others]) => edits - others || this.countOf(a) - this.countOf(b) || (a < b ? -1 : 1),
    );
    return near.slice(0, MOST_NEAR).map(([other, distance]) => ({
      word: other,
      quality: EDIT_QUALITY[distance] ?? 0,
      strength: EDIT_STRENGTH[distance] ?? 0,
    }));
  }

  /** Sum of the documents of all words with this prefix; a document with two of them counts twice. */
  countStartingWith(prefix: string): number {
    return this.#before[this.#placeOf(`${prefix}{`)]! - this.#before[this.#placeOf(prefix)]!;
  }

  /** The position of the first word that does not sort before this one. A brace comes right after the letters. */
  #placeOf(word: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
