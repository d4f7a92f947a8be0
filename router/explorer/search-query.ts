import type MiniSearch from "minisearch";
import { meaningsOf, readSentence } from "../tools/search/meanings.ts";
import { deeds, deedWeight, type Wanted } from "../tools/search/rank.ts";
import { tokensOf, wordsOf } from "../tools/search/words.ts";
import { developerWords } from "./developer-words.ts";
import type { FoundDocument, FoundKind, SearchedDocument } from "./search-options.ts";

/** One thing that was found. */
export type Found = Omit<FoundDocument, "id">;

/** Weight of kinds: a question is rather answered by a guide, a name is found by itself. */
const kindWeights: Readonly<Record<FoundKind, number>> = {
  guide: 2,
  page: 1.5,
  section: 1.15,
  error: 1,
  event: 0.9,
  REST: 1.1,
  tool: 0.9,
  type: 0.6,
  field: 0.35,
};

/** Weight of the pages of administrators, whom most visitors are not. */
const administrationWeight = 0.6;

function weightOf({ kind, note }: Found): number {
  return kind === "page" && note === "Administration" ? administrationWeight : kindWeights[kind];
}

/** Score of an exact name, above that of any words. */
const exactScore = 1_000;
const startScore = 40;
const wholeTitleWeight = 1.6;
const namedKindWeight = 1.8;
const maxSectionsPerGuide = 2;
const fieldBoost = { name: 2.5, words: 1 };

const meanings = meaningsOf([developerWords]);

/**
 * Finds documents for words or a question, best first. Exact names come first. Otherwise all words count, and those
 * that match more of them rank higher. Words may be incomplete or have a typo.
 */
export function findDocuments(index: MiniSearch<SearchedDocument>, question: string): Found[] {
  if (question.trim() === "") return [];
  const scores = new Map<number, { found: Found; score: number }>();
  const add = (found: Found & { id: number }, score: number) => {
    const known = scores.get(found.id);
    if (known) known.score += score;
    else scores.set(found.id, { found, score });
  };
  const intent = readIntent(question);
  for (const { document, score } of wordMatches(index, intent.words))
    add(document, score * (intent.kinds.has(document.kind) ? namedKindWeight : 1));
  for (const name of namesIn(question)) {
    for (const document of search(index, [name], { fields: ["exact"], prefix: true })) {
      add(document, document.title.replace(/^[A-Z]+ /, "").toLowerCase() === name ? exactScore : startScore);
    }
  }
  const sorted = [...scores.values()].sort(
    (x, y) => y.score - x.score || (x.found.href < y.found.href ? -1 : 1),
  );
  return withoutRepeats(
    sorted.map(({ found: { kind, title, note, href } }) => ({ kind, title, note, href })),
  );
}

/** Words that name a kind of thing rather than the thing: an answer of that kind is meant. */
const kindWords: Readonly<Record<string, readonly FoundKind[]>> = {
  error: ["error"],
  event: ["event"],
  webhook: ["event"],
  tool: ["tool"],
  endpoint: ["REST"],
  route: ["REST"],
  path: ["REST"],
  guide: ["guide"],
  type: ["type"],
  field: ["field"],
  page: ["page"],
};

/** Beginnings of questions for a page of the explorer. */
const navigation = /^\s*(?:where (?:is|are|do i find|can i find)|go to|take me to|open) +/i;

/** What kind of thing a question is for, and its words without the wish to go there. */
function readIntent(question: string): { words: string; kinds: ReadonlySet<FoundKind> } {
  const words = question.replace(navigation, "");
  const isNavigation = words !== question && words.trim() !== "";
  const named = wordsOf(question).flatMap((word) => kindsByWord.get(word) ?? []);
  return {
    words: isNavigation ? words : question,
    kinds: new Set(isNavigation ? [...named, "page"] : named),
  };
}

const kindsByWord = new Map(
  Object.entries(kindWords).map(([word, kinds]) => [wordsOf(word)[0]!, kinds] as const),
);

/** The question as a name: a path without its method, a tool's name with spaces. */
function namesIn(question: string): string[] {
  const name = question
    .trim()
    .replace(/^(?:GET|POST|PUT|PATCH|DELETE) +(?=\/)/i, "")
    .toLowerCase();
  return [...new Set([name, name.replaceAll(/\s+/g, "_")])];
}

/** Documents that match words of the question. The score grows with the share of the words that match. */
function wordMatches(
  index: MiniSearch<SearchedDocument>,
  question: string,
): { document: Scored; score: number }[] {
  const read = readSentence(question, meanings);
  const wanted = read.length > 0 ? read : tokensOf(question).map((token): Wanted => new Map([[token, 1]]));
  const weights = wanted.map((alternatives) => weightOfWord(alternatives));
  const asked = new Set(wanted.map((alternatives) => alternatives.keys().next().value!));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const matches = new Map<number, { document: Scored; score: number; matched: number }>();
  wanted.forEach((alternatives, position) => {
    for (const document of bestOf(index, alternatives)) {
      const match = matches.get(document.id) ?? { document, score: 0, matched: 0 };
      match.score += document.score * (weights[position]! / Math.max(...alternatives.values()));
      match.matched += weights[position]!;
      matches.set(document.id, match);
    }
  });
  return [...matches.values()].map(({ document, score, matched }) => ({
    document,
    score: score * (0.2 + matched / total) ** 2 * weightOf(document) * titleWeight(document, asked),
  }));
}

/** Verbs such as list, send and update are in hundreds of names, so they say little about what is meant. */
function weightOfWord(alternatives: Wanted): number {
  const [own] = alternatives.keys();
  return Math.max(...alternatives.values()) * (deeds.has(own!) ? deedWeight : 1);
}

/** A guide or page whose whole title is in the question is what the question is about. */
function titleWeight({ kind, title }: Found, asked: ReadonlySet<string>): number {
  if (kind !== "guide" && kind !== "page") return 1;
  const words = wordsOf(title);
  return words.length > 0 && words.every((word) => asked.has(word)) ? wholeTitleWeight : 1;
}

/** Matches of a word or of its synonyms. A synonym is neither completed nor corrected. */
function bestOf(index: MiniSearch<SearchedDocument>, alternatives: Wanted): Scored[] {
  const best = new Map<number, Scored>();
  const [own] = alternatives.keys();
  for (const [term, weight] of alternatives) {
    const isOwn = term === own;
    for (const document of isOwn ? correctedMatches(index, term) : termMatches(index, term)) {
      const score = document.score * weight;
      if (score > (best.get(document.id)?.score ?? 0)) best.set(document.id, { ...document, score });
    }
  }
  return [...best.values()];
}

/** Matches of a word or its beginning. A word without any may have a typo. */
function correctedMatches(index: MiniSearch<SearchedDocument>, term: string): Scored[] {
  const found = termMatches(index, term, { prefix: term.length > 2 });
  if (found.length > 0 || term.length < 4 || /\d/.test(term)) return found;
  return termMatches(index, term, { prefix: true, fuzzy: term.length > 5 ? 2 : 1 });
}

function termMatches(
  index: MiniSearch<SearchedDocument>,
  term: string,
  options: Pick<TermOptions, "prefix" | "fuzzy"> = { prefix: false },
): Scored[] {
  return search(index, [term], { fields: ["name", "words"], boost: fieldBoost, ...options });
}

type Scored = FoundDocument & { score: number };

interface TermOptions {
  fields: string[];
  boost?: Record<string, number>;
  prefix: boolean;
  fuzzy?: number | false;
}

function search(index: MiniSearch<SearchedDocument>, terms: string[], options: TermOptions): Scored[] {
  return index.search({
    queries: terms,
    tokenize: (text: string) => [text],
    weights: { fuzzy: 0.3, prefix: 0.35 },
    ...options,
  }) as unknown as Scored[];
}

/** Each page once, and at most two sections of a guide. */
function withoutRepeats(found: readonly Found[]): Found[] {
  const counts = new Map<string, number>();
  return found.filter(({ kind, href }) => {
    const page = kind === "section" ? `sections of ${href.split("#")[0]!}` : href;
    const count = counts.get(page) ?? 0;
    counts.set(page, count + 1);
    return count < (kind === "section" ? maxSectionsPerGuide : 1);
  });
}
