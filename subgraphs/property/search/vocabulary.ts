import { editDistance, forgivenEdits } from "./edit-distance.ts";

/** An indexed word near a searched one. `quality` (below 1) orders, `strength` says how much of a match it counts as. */
export interface NearWord {
  readonly word: string;
  readonly quality: number;
  readonly strength: number;
}

const PREFIX_QUALITY = 0.8;
const EDIT_QUALITY = [1, 0.7, 0.5] as const;
const EDIT_STRENGTH = [1, 0.85, 0.7] as const;
const SHORTEST_PREFIX = 3;

/** One bit a letter: words whose letter sets differ much need no closer look. */
function letterMask(word: string): number {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) - 97);
  return mask;
}

function bitCount(mask: number): number {
  let rest = mask;
  let count = 0;
  while (rest !== 0) {
    rest &= rest - 1;
    count += 1;
  }
  return count;
}

interface Letters {
  readonly word: string;
  readonly mask: number;
}

/** All indexed words, ready for prefixes and typing errors. */
export class Vocabulary {
  private readonly sorted: readonly string[];
  private readonly byLength: ReadonlyMap<number, readonly Letters[]>;

  constructor(words: Iterable<string>) {
    this.sorted = [...words].filter((word) => /^[a-z]+$/.test(word)).sort();
    const byLength = new Map<number, Letters[]>();
    for (const word of this.sorted) {
      const entry = { word, mask: letterMask(word) };
      const group = byLength.get(word.length);
      if (group === undefined) byLength.set(word.length, [entry]);
      else group.push(entry);
    }
    this.byLength = byLength;
  }

  /** Other indexed words this one may mean: a typing error, and where `isPrefix` the start of a longer word. */
  near(word: string, isPrefix: boolean): NearWord[] {
    const found = new Map<string, NearWord>();
    for (const near of this.misspelt(word)) found.set(near.word, near);
    if (isPrefix && word.length >= SHORTEST_PREFIX && /^[a-z]+$/.test(word)) {
      for (const longer of this.startingWith(word))
        found.set(longer, { word: longer, quality: PREFIX_QUALITY, strength: 1 });
    }
    found.delete(word);
    return [...found.values()];
  }

  private misspelt(word: string): NearWord[] {
    const limit = forgivenEdits(word);
    if (limit === 0) return [];
    const mask = letterMask(word);
    const result: NearWord[] = [];
    for (let length = word.length - limit; length <= word.length + limit; length += 1) {
      for (const other of this.byLength.get(length) ?? []) {
        if (bitCount(mask ^ other.mask) > 2 * limit) continue;
        const distance = editDistance(word, other.word, limit);
        if (distance > limit) continue;
        result.push({
          word: other.word,
          quality: EDIT_QUALITY[distance] ?? 0,
          strength: EDIT_STRENGTH[distance] ?? 0,
        });
      }
    }
    return result;
  }

  private startingWith(prefix: string): string[] {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sorted[middle] ?? "") < prefix) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (this.sorted[end]?.startsWith(prefix) === true) end += 1;
    return this.sorted.slice(low, end);
  }
}
