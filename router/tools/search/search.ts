import { memoizeLast } from "../../../src/concurrency/memoize-last.ts";
import type { ToolEntry } from "../tool.types.ts";
import { everydayWords } from "./everyday-words.ts";
import { RankedIndex, type Findable, type Wanted } from "./rank.ts";
import { synonyms } from "./synonyms.ts";
import { phraseWordsOf, stem, tokensOf, wordsOf } from "./words.ts";

/** Finds tools by everyday language. */
export interface ToolSearch {
  /** Names of tools that fit, the best first. */
  find(sentence: string, isAllowed: (name: string) => boolean): string[];
}

/** The searchable parts of a tool. */
export interface SearchedTool {
  name: string;
  description: string;
  group: string;
  keywords?: readonly string[];
}

/** Weight of a synonym relative to the word itself. */
const synonymWeight = 0.75;
/** Phrases mean what they mean; single words may mean something else as well. */
const phraseWeight = 0.95;
const coveredWeight = 0.5;
const longestPhrase = 5;

/** A search over these tools. */
export function createSearch(tools: readonly SearchedTool[]): ToolSearch {
  const index = new RankedIndex(tools.map(toFindable));
  return {
    find: (sentence, isAllowed) =>
      index.find(readSentence(sentence), tokensOf(sentence).map(stem), isAllowed).map(({ name }) => name),
  };
}

/** A search over the tools of the catalogue. It is not changed, so one serves all routers of a process. */
export const createToolSearch = memoizeLast((entries: readonly ToolEntry[]): ToolSearch =>
  createSearch(
    entries.map(({ tool, operation, group }) => ({
      name: tool.name,
      description: operation.description,
      group,
      keywords: operation.row.tool!.keywords ?? [],
    })),
  ),
);

function toFindable({ name, description, group, keywords = [] }: SearchedTool): Findable {
  return {
    name,
    fields: [
      { text: name, weight: 3 },
      { text: keywords.join(" "), weight: 3 },
      { text: description, weight: 1 },
      { text: group, weight: 0.7 },
    ],
  };
}

/** Meanings of single words and phrases; keys are stems, separated by spaces. */
const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  [...Object.entries(synonyms), ...Object.entries(everydayWords)]
    .flatMap(([keys, words]) => keys.split(", ").map((key): [string, string[]] => [key, wordsOf(words)]))
    .reduce((all, [key, words]) => {
      const forms = new Set([tokensOf(key).map(stem).join(" "), phraseWordsOf(key).join(" ")]);
      for (const form of forms) all.set(form, [...(all.get(form) ?? []), ...words]);
      return all;
    }, new Map<string, string[]>()),
);

/** The words of a query with the alternatives of each, and the meanings of its phrases. */
function readSentence(sentence: string): Wanted[] {
  const { meant, covered } = readPhrases(sentence);
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
function readPhrases(sentence: string): { meant: Set<string>; covered: Set<string> } {
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
