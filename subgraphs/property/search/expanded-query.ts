import { searchedNumbers } from "./house-numbers.ts";
import { joinedLexeme } from "./search-document.ts";
import { cardinalOf, isStreetKind, shortForm } from "./street-words.ts";
import { SHORTEST_PREFIX, type Vocabulary } from "./vocabulary.ts";

const JOINED_QUALITY = 0.95;
const NUMBER_WORD_QUALITY = 0.9;
const PREFIX_QUALITY = 0.8;

/** Further words add no information; the bound keeps the work small. */
const MOST_TERMS = 32;

/** A document must hold this share of the query's weight to match. */
export const MATCH_SHARE = 0.62;

/**
 * Match of a lexeme with a term: `quality` orders documents, `strength` is the share of the term that counts as found.
 */
export interface Match {
  readonly quality: number;
  readonly strength: number;
}

/** One word of a query with every lexeme that matches it in a document. */
export interface QueryTerm {
  readonly lexemes: ReadonlyMap<string, Match>;
  /** The start of an unfinished word, when the index has longer ones. */
  readonly prefix: string | null;
  /** Number of documents with the lexeme, when the term has only one. */
  readonly documents: number | null;
  /** Lower bound for the number of documents with any form of it. */
  readonly leastDocuments: number;
  /** Inverse document frequency: the rarer the documents with the term, the higher. */
  readonly weight: number;
}

export interface ExpandedQuery {
  /** Terms that occur in at least one document. */
  readonly terms: readonly QueryTerm[];
  /** Weight of all terms; a term without documents gets the average weight of the others. */
  readonly totalWeight: number;
  /** Neighbouring terms as one lexeme. */
  readonly phrases: ReadonlySet<string>;
  /** Number of terms in the query. */
  readonly asked: number;
  readonly houseNumbers: readonly string[];
}

/** The word's own lexemes, before their document counts are known. */
interface Candidate {
  readonly lexemes: Map<string, Match>;
  /** Lexemes whose documents determine the weight, when there are any. */
  readonly own: readonly string[];
  readonly prefix: string | null;
}

/**
 * Looks up the number of documents with a lexeme. The counts must be loaded for every lexeme that the expansion passes.
 */
export type CountDocuments = (lexeme: string) => number;

/** Every lexeme that may match each of the terms. Pure; `weighQuery` drops those without documents. */
export function findCandidates(allTerms: readonly string[], vocabulary: Vocabulary): Candidate[] {
  const terms = allTerms.slice(0, MOST_TERMS);
  return terms.map((term, at) =>
    /^\d/.test(term) ? numberCandidate(term, terms[at + 1]) : wordCandidate(terms, at, vocabulary),
  );
}

/** A number before "st" or "ave" names a street; the same number elsewhere, as a house number, is half a match. */
function numberCandidate(term: string, next: string | undefined): Candidate {
  const isStreetName = next !== undefined && isStreetKind(next);
  const strength = isStreetName ? 0.5 : 1;
  const own = searchedNumbers(term);
  const lexemes = new Map(own.map((number) => [number, { quality: strength, strength }]));
  if (isStreetName) lexemes.set(joinedLexeme(term + next), { quality: 1, strength: 1 });
  return { lexemes, own, prefix: null };
}

function wordCandidate(terms: readonly string[], at: number, vocabulary: Vocabulary): Candidate {
  const term = terms[at]!;
  const lexemes = new Map<string, Match>();
  const add = (lexeme: string, quality: number, strength = 1) => {
    if ((lexemes.get(lexeme)?.quality ?? 0) < quality) lexemes.set(lexeme, { quality, strength });
  };
  for (const { word, quality, strength } of vocabulary.misspelt(term)) add(word, quality, strength);
  add(joinedLexeme(term), JOINED_QUALITY);
  for (const neighbour of joinedWith(terms, at)) add(neighbour, JOINED_QUALITY);
  const number = cardinalOf(term);
  if (number !== null) add(number, NUMBER_WORD_QUALITY);
  add(term, 1);
  const isUnfinished = at === terms.length - 1 && term.length >= SHORTEST_PREFIX && /^[a-z]+$/.test(term);
  return { lexemes, own: [term], prefix: isUnfinished ? term : null };
}

/** The term written as one word with its neighbour, as in "la salle" for "lasalle". */
function joinedWith(terms: readonly string[], at: number): string[] {
  const term = terms[at]!;
  const before = terms[at - 1];
  const after = terms[at + 1];
  const joined = [before === undefined ? "" : before + term, after === undefined ? "" : term + after];
  return joined.filter((word) => word.length >= 5 && /^[a-z]+$/.test(word)).map(shortForm);
}

/** The lexemes whose counts must be known before the query can be weighed, besides the vocabulary's own words. */
export function lexemesToCount(candidates: readonly Candidate[], vocabulary: Vocabulary): string[] {
  const all = candidates.flatMap(({ lexemes }) => [...lexemes.keys()]);
  return [...new Set(all.filter((lexeme) => !vocabulary.has(lexeme)))];
}

/** The query for matching and ranking, given the number of documents in total and per lexeme. */
export function weighQuery(
  allTerms: readonly string[],
  candidates: readonly Candidate[],
  { count, documents, vocabulary }: { count: CountDocuments; documents: number; vocabulary: Vocabulary },
): ExpandedQuery {
  const terms: QueryTerm[] = [];
  for (const { lexemes, own, prefix } of candidates) {
    const known = new Map([...lexemes].filter(([lexeme]) => count(lexeme) > 0));
    const longer = prefix === null ? 0 : vocabulary.countStartingWith(prefix) - vocabulary.countOf(prefix);
    const counts = [...known.keys()].map(count);
    const found = sum(own.map(count)) || sum(counts) + longer;
    if (found === 0) continue;
    terms.push({
      lexemes: known,
      prefix: longer > 0 ? prefix : null,
      documents: longer === 0 && counts.length === 1 ? counts[0]! : null,
      leastDocuments: Math.max(...counts, 0),
      weight: Math.log(1 + documents / found),
    });
  }
  const asked = candidates.length;
  const known = sum(terms.map(({ weight }) => weight));
  const texts = allTerms.slice(0, asked);
  return {
    terms,
    totalWeight: terms.length === 0 ? 0 : (known * asked) / terms.length,
    phrases: new Set(texts.slice(1).map((text, at) => texts[at] + text)),
    asked,
    houseNumbers: searchedHouse(texts),
  };
}

/** The match of an unfinished word with a longer one. */
export const PREFIX_MATCH: Match = { quality: PREFIX_QUALITY, strength: 1 };

/** The house number in the query: its first number, unless a word like "ave" says that it is the name of the street. */
function searchedHouse(terms: readonly string[]): string[] {
  const position = terms.findIndex((term) => /^\d/.test(term));
  const house = terms[position];
  return house === undefined || isStreetKind(terms[position + 1] ?? "") ? [] : searchedNumbers(house);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
