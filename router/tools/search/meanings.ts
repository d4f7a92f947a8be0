import { everydayWords } from "./everyday-words.ts";
import type { Wanted } from "./rank.ts";
import { synonyms } from "./synonyms.ts";
import { phraseWordsOf, stem, tokensOf, wordsOf } from "./words.ts";

/** Weight of a synonym relative to the word itself. */
const synonymWeight = 0.75;
/** Phrases mean what they mean; single words may mean something else as well. */
const phraseWeight = 0.95;
const coveredWeight = 0.5;
const longestPhrase = 5;

/** Meanings of single words and phrases; keys are stems, separated by spaces. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

/** The meanings in the reviewed lists of synonyms, and in further lists of the same form. */
export function meaningsOf(further: readonly Readonly<Record<string, string>>[] = []): Meanings {
  const meanings = new Map<string, string[]>();
  for (const [keys, words] of [synonyms, everydayWords, ...further].flatMap((list) => Object.entries(list))) {
    for (const key of keys.split(", ")) {
      const forms = new Set([tokensOf(key).map(stem).join(" "), phraseWordsOf(key).join(" ")]);
      for (const form of forms) meanings.set(form, [...(meanings.get(form) ?? []), ...wordsOf(words)]);
    }
  }
  return meanings;
}

/** The words of a query with the alternatives of each, and the meanings of its phrases. */
export function readSentence(sentence: string, meanings: Meanings): Wanted[] {
  const { meant, covered } = readPhrases(sentence, meanings);
  const wanted: Wanted[] = [];
  for (const word of new Set(wordsOf(sentence))) {
    // Inside a phrase a word hardly means what it means alone.
    const weight = covered.has(word) && !meant.has(word) ? coveredWeight : 1;
    const alternatives = new Map<string, number>([[word, weight]]);
    for (const other of meanings.get(word) ?? [])
      if (!alternatives.has(other)) alternatives.set(other, synonymWeight * weight);
    wanted.push(alternatives);
    meant.delete(word);
  }
  for (const word of meant) wanted.push(new Map([[word, phraseWeight]]));
  return wanted;
}

/** The meanings of the longest phrases of a sentence, and the words they consist of. */
function readPhrases(sentence: string, meanings: Meanings): { meant: Set<string>; covered: Set<string> } {
  const meant = new Set<string>();
  const covered = new Set<string>();
  for (const tokens of [tokensOf(sentence).map(stem), phraseWordsOf(sentence)]) {
    for (let size = longestPhrase; size > 1; size--) {
      for (let from = 0; from + size <= tokens.length; from++) {
        const phrase = tokens.slice(from, from + size);
        const meaning = meanings.get(phrase.join(" "));
        if (!meaning) continue;
        for (const word of meaning) meant.add(word);
        for (const word of phrase) covered.add(word);
      }
    }
  }
  return { meant, covered };
}
