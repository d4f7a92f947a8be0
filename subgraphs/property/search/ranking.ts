import { searchedNumbers } from "./house-numbers.ts";
import { cardinalOf, isStreetKind, shortForm } from "./street-words.ts";
import type { SearchDocument, SearchIndex } from "./search-index.ts";
import { FIELD } from "./search-index.ts";

/** A document must hold this share of the query's weight to match. */
const MATCH_SHARE = 0.62;
const JOINED_QUALITY = 0.95;
const NUMBER_WORD_QUALITY = 0.9;
const HOUSE_NUMBER_BONUS = 0.25;
/** The number lies in a range, of the query or of the document. */
const HOUSE_RANGE_BONUS = 0.2;
const COVERAGE_BONUS = 0.3;
const PHRASE_BONUS = 0.15;

/** A longer query says no more; the bound keeps the work small. */
const MOST_TERMS = 32;

function fieldWeight(fields: number): number {
  if ((fields & FIELD.name) !== 0) return 1;
  if ((fields & FIELD.street) !== 0) return 0.9;
  return (fields & FIELD.place) !== 0 ? 0.6 : 0.4;
}

/** Best match of one term in each document. Reused term after term. */
class TermMatches {
  readonly quality: Float64Array;
  readonly strength: Float64Array;
  readonly fields: Uint8Array;
  readonly touched: number[] = [];

  constructor(size: number) {
    this.quality = new Float64Array(size);
    this.strength = new Float64Array(size);
    this.fields = new Uint8Array(size);
  }

  /** `quality` orders the documents, `strength` says how much of the term counts as found. */
  add(postings: readonly number[] | undefined, quality: number, strength: number = 1): void {
    if (postings === undefined) return;
    for (const posting of postings) {
      const document = posting >> 4;
      const fields = posting & 15;
      const before = this.quality[document] ?? 0;
      if (before === 0) this.touched.push(document);
      this.fields[document] = (this.fields[document] ?? 0) | fields;
      this.quality[document] = Math.max(before, quality * fieldWeight(fields));
      this.strength[document] = Math.max(this.strength[document] ?? 0, strength);
    }
  }

  clear(): void {
    for (const document of this.touched) {
      this.quality[document] = 0;
      this.strength[document] = 0;
      this.fields[document] = 0;
    }
    this.touched.length = 0;
  }
}

/** Running sums over the terms, by document. */
interface Sums {
  readonly matchedWeight: Float64Array;
  readonly points: Float64Array;
  readonly nameTerms: Uint8Array;
  readonly streetTerms: Uint8Array;
  /** Neighbouring terms that are neighbours in the document too. */
  readonly phrases: Uint8Array;
}

/** How much a term tells: the rarer the documents that have it, the more (inverse document frequency). */
function termWeight(documents: number, total: number): number {
  return Math.log(1 + total / Math.max(1, documents));
}

/** A number before "st" or "ave" names a street; the same number elsewhere, as a house number, is half a match. */
function collectNumber<T extends SearchDocument>(
  index: SearchIndex<T>,
  term: string,
  next: string | undefined,
  into: TermMatches,
): number {
  const isStreetName = next !== undefined && isStreetKind(next);
  if (isStreetName) into.add(index.joinedPostings.get(term + next), 1);
  const strength = isStreetName ? 0.5 : 1;
  let exact = 0;
  for (const variant of searchedNumbers(term)) {
    const postings = index.postings.get(variant);
    exact += postings?.length ?? 0;
    into.add(postings, strength, strength);
  }
  return exact;
}

/** Finds one term everywhere and answers how many documents have it, for its weight. */
function collectTerm<T extends SearchDocument>(
  index: SearchIndex<T>,
  terms: readonly string[],
  position: number,
  into: TermMatches,
): number {
  const term = terms[position] ?? "";
  if (/^\d/.test(term)) return collectNumber(index, term, terms[position + 1], into);
  const exact = index.postings.get(term);
  into.add(exact, 1);
  const number = cardinalOf(term);
  if (number !== null) into.add(index.postings.get(number), NUMBER_WORD_QUALITY);
  into.add(index.joinedPostings.get(term), JOINED_QUALITY);
  for (const neighbour of joinedWith(terms, position))
    into.add(index.postings.get(neighbour), JOINED_QUALITY);
  for (const { word, quality, strength } of index.vocabulary.near(term, position === terms.length - 1)) {
    into.add(index.postings.get(word), quality, strength);
  }
  return exact?.length ?? into.touched.length;
}

/** The term written as one word with its neighbour, as in "la salle" for "lasalle". */
function joinedWith(terms: readonly string[], position: number): string[] {
  const term = terms[position] ?? "";
  const before = terms[position - 1];
  const after = terms[position + 1];
  const joined = [before === undefined ? "" : before + term, after === undefined ? "" : term + after];
  return joined.filter((word) => word.length >= 5 && /^[a-z]+$/.test(word)).map(shortForm);
}

function addTerm(sums: Sums, matches: TermMatches, weight: number): void {
  for (const document of matches.touched) {
    const fields = matches.fields[document] ?? 0;
    sums.matchedWeight[document] =
      (sums.matchedWeight[document] ?? 0) + weight * (matches.strength[document] ?? 0);
    sums.points[document] = (sums.points[document] ?? 0) + weight * (matches.quality[document] ?? 0);
    if ((fields & FIELD.name) !== 0) sums.nameTerms[document] = (sums.nameTerms[document] ?? 0) + 1;
    if ((fields & FIELD.street) !== 0) sums.streetTerms[document] = (sums.streetTerms[document] ?? 0) + 1;
  }
}

function addPhrase(sums: Sums, postings: readonly number[] | undefined): void {
  for (const posting of postings ?? []) sums.phrases[posting >> 4] = (sums.phrases[posting >> 4] ?? 0) + 1;
}

function coverageOf<T extends SearchDocument>(index: SearchIndex<T>, sums: Sums, document: number): number {
  const share = (terms: Uint8Array, lengths: Uint8Array): number => {
    const length = lengths[document] ?? 0;
    return length === 0 ? 0 : Math.min(1, (terms[document] ?? 0) / length);
  };
  return Math.max(share(sums.nameTerms, index.nameLengths), share(sums.streetTerms, index.streetLengths));
}

/** The house number in the query: its first number, unless a word like "ave" says that it is the name of the street. */
function searchedHouse(terms: readonly string[]): string[] {
  const position = terms.findIndex((term) => /^\d/.test(term));
  const house = terms[position];
  return house === undefined || isStreetKind(terms[position + 1] ?? "") ? [] : searchedNumbers(house);
}

function houseBonus(searched: readonly string[], own: readonly string[]): number {
  if (searched.length === 0 || own.length === 0) return 0;
  // The first are the numbers as they were written.
  if (searched[0] === own[0]) return HOUSE_NUMBER_BONUS;
  const at = searched.findIndex((number) => own.includes(number));
  if (at < 0) return 0;
  const isWritten = at < 2 && own.indexOf(searched[at]!) < 2 && searched.length <= 2 && own.length <= 2;
  return isWritten ? HOUSE_NUMBER_BONUS : HOUSE_RANGE_BONUS;
}

/** A document that matches, by its place in the index, and how well. */
export interface RankedDocument {
  readonly document: number;
  readonly relevance: number;
}

/**
 * Every document that matches the terms, in no order. A document matches when the terms it has carry at least 62 % of
 * the query's weight. Relevance is the weighted quality of the matches (name before street before place before kind),
 * plus the exact house number, the words in the same order, and how much of the name or street the query covers.
 */
export function rankDocuments<T extends SearchDocument>(
  index: SearchIndex<T>,
  allTerms: readonly string[],
): RankedDocument[] {
  const terms = allTerms.slice(0, MOST_TERMS);
  if (terms.length === 0) return [];
  const size = index.documents.length;
  const matches = new TermMatches(size);
  const sums: Sums = {
    matchedWeight: new Float64Array(size),
    points: new Float64Array(size),
    nameTerms: new Uint8Array(size),
    streetTerms: new Uint8Array(size),
    phrases: new Uint8Array(size),
  };
  let totalWeight = 0;
  let unknownTerms = 0;
  for (const position of terms.keys()) {
    const found = collectTerm(index, terms, position, matches);
    if (found === 0) {
      unknownTerms += 1;
      continue;
    }
    const weight = termWeight(found, size);
    totalWeight += weight;
    addTerm(sums, matches, weight);
    addPhrase(sums, index.joinedPostings.get((terms[position] ?? "") + (terms[position + 1] ?? "")));
    matches.clear();
  }
  // A word that nothing has says as much as the others do on average.
  if (unknownTerms < terms.length) totalWeight *= terms.length / (terms.length - unknownTerms);
  const houseNumbers = searchedHouse(terms);
  const ranked: RankedDocument[] = [];
  for (let document = 0; document < size; document += 1) {
    const matched = sums.matchedWeight[document] ?? 0;
    if (matched === 0 || matched < MATCH_SHARE * totalWeight) continue;
    const hasHouse = (sums.streetTerms[document] ?? 0) > 1;
    const relevance =
      (sums.points[document] ?? 0) / totalWeight +
      (hasHouse ? houseBonus(houseNumbers, index.houseNumbers[document] ?? []) : 0) +
      COVERAGE_BONUS * coverageOf(index, sums, document) +
      (PHRASE_BONUS * (sums.phrases[document] ?? 0)) / Math.max(1, terms.length - 1);
    ranked.push({ document, relevance });
  }
  return ranked;
}
