import { stem, tokensOf, wordsOf } from "./words.ts";

/** Something that can be found, in texts of different weight. */
export interface Findable {
  name: string;
  fields: readonly { text: string; weight: number }[];
}

/** A word of the query, with all its alternatives: itself with weight 1, others with less. */
export type Wanted = ReadonlyMap<string, number>;

interface Posting {
  document: number;
  frequency: number;
}

/** Verbs: hundreds of tools share each, so they only break ties. */
export const deeds: ReadonlySet<string> = new Set(
  "create add get list update delete set remove record make show find search cancel start end send export import"
    .split(" ")
    .map(stem),
);
export const deedWeight = 0.35;
/** The bonus of a name whose object (all except its verb) occurs literally. */
const phraseBonus = 1.35;

/** The base weight of a name without matching words, against one with all words matching (one more). */
const coverageBase = 1.5;

/**
 * Parameters of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009), the low ones
 * for short texts.
 */
const k1 = 0.9;
const b = 0.3;

/** An index over few, short documents, kept in memory. */
export class RankedIndex {
  readonly #names: string[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[] = [];
  readonly #nameWords: (readonly string[])[];
  /** The objects of the names: their tokens without the first, which is the verb. */
  readonly #things: (readonly string[])[];
  readonly #meanLength: number;

  constructor(documents: readonly Findable[]) {
    this.#names = documents.map(({ name }) => name);
    this.#nameWords = documents.map(({ name }) => [...new Set(wordsOf(name))]);
    this.#things = documents.map(({ name }) => tokensOf(name).slice(1).map(stem));
    documents.forEach((document, index) => this.#add(document, index));
    this.#meanLength =
      this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
  }

  /**
   * Names that match the query, the best first. Of the alternatives of one word, only the best counts; a name
   * whose own words all match ranks before one with further words.
   */
  find(
    wanted: readonly Wanted[],
    said: readonly string[],
    isAllowed: (name: string) => boolean,
  ): { name: string; score: number }[] {
    const text = ` ${said.join(" ")} `;
    const scores = new Map<number, number>();
    for (const alternatives of wanted) {
      for (const [document, score] of this.#bestOf(alternatives)) {
        scores.set(document, (scores.get(document) ?? 0) + score);
      }
    }
    return [...scores]
      .filter(([document]) => isAllowed(this.#names[document]!))
      .map(([document, score]) => ({
        name: this.#names[document]!,
        score:
          score * (coverageBase + this.#nameCoverage(document, wanted)) * this.#saidBonus(document, text),
      }))
      .sort((x, y) => y.score - x.score || (x.name < y.name ? -1 : 1));
  }

  #add({ fields }: Findable, document: number): void {
    const frequencies = new Map<string, number>();
    let length = 0;
    for (const { text, weight } of fields) {
      for (const word of wordsOf(text)) {
        frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
        length += weight;
      }
    }
    this.#lengths.push(length);
    for (const [word, frequency] of frequencies) {
      const list = this.#postings.get(word) ?? [];
      list.push({ document, frequency });
      this.#postings.set(word, list);
    }
  }

  #bestOf(alternatives: Wanted): Map<number, number> {
    const best = new Map<number, number>();
    for (const [word, weight] of alternatives) {
      const postings = this.#postings.get(word) ?? [];
      const inverse = Math.log(1 + (this.#names.length - postings.length + 0.5) / (postings.length + 0.5));
      const rarity = deeds.has(word) ? inverse * deedWeight : inverse;
      for (const { document, frequency } of postings) {
        const norm = 1 - b + (b * this.#lengths[document]!) / this.#meanLength;
        const score = (weight * rarity * frequency * (k1 + 1)) / (frequency + k1 * norm);
        if (score > (best.get(document) ?? 0)) best.set(document, score);
      }
    }
    return best;
  }

  #saidBonus(document: number, text: string): number {
    const thing = this.#things[document]!;
    return thing.length > 1 && text.includes(` ${thing.join(" ")} `) ? phraseBonus : 1;
  }

  /** The share of a name that the query covers, from 0 to 1. */
  #nameCoverage(document: number, wanted: readonly Wanted[]): number {
    const words = this.#nameWords[document]!;
    if (words.length === 0) return 0;
    const found = words.reduce(
      (sum, word) => sum + Math.max(0, ...wanted.map((alternatives) => alternatives.get(word) ?? 0)),
      0,
    );
    return found / words.length;
  }
}
