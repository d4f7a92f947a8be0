import { forgivenEdits } from "./edit-distance.ts";
import { Misspellings } from "./misspellings.ts";

/** An indexed word near a searched one. `quality` (below 1) orders, `strength` says how much of a match it counts as. */
export interface NearWord {
  readonly word: string;
  readonly quality: number;
  readonly strength: number;
}

const EDIT_QUALITY = [1, 0.7, 0.5] as const;
const EDIT_STRENGTH = [1, 0.85, 0.7] as const;
export const SHORTEST_PREFIX = 3;

/** Of more words that one may mean than these, those with the fewest edits count, and of these the rarest. */
const MOST_NEAR = 50;

/** All indexed words of letters alone, with the number of documents that have each: for prefixes and typing errors. */
export class Vocabulary {
  readonly #sorted: readonly string[];
  /** Documents of all words before the one at a place. */
  readonly #before: Float64Array;
  readonly #misspellings: Misspellings;

  constructor(counts: ReadonlyMap<string, number>) {
    this.#sorted = [...counts.keys()].sort();
    this.#before = new Float64Array(this.#sorted.length + 1);
    for (const [place, word] of this.#sorted.entries())
      this.#before[place + 1] = this.#before[place]! + counts.get(word)!;
    this.#misspellings = new Misspellings(this.#sorted);
  }

  /** Whether this is one of its words. */
  has(word: string): boolean {
    return this.#sorted[this.#placeOf(word)] === word;
  }

  /** How many documents have the word. */
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

  /** How many documents the words have together that begin with these letters; one with two of them counts twice. */
  countStartingWith(prefix: string): number {
    return this.#before[this.#placeOf(`${prefix}{`)]! - this.#before[this.#placeOf(prefix)]!;
  }

  /** The place of the first word that is not before this one. A brace comes right after the letters. */
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
