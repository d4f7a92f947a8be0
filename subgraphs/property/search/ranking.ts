import { MATCH_SHARE, PREFIX_MATCH, type ExpandedQuery, type Match } from "./expanded-query.ts";
import { FIELDS, joinedLexeme, type DocumentWords, type SearchField } from "./search-document.ts";

const HOUSE_NUMBER_BONUS = 0.25;
/** The number lies in a range of the query or of the document. */
const HOUSE_RANGE_BONUS = 0.2;
const COVERAGE_BONUS = 0.3;
const PHRASE_BONUS = 0.15;
const FIELD_WEIGHTS: Readonly<Record<SearchField, number>> = { name: 1, street: 0.9, place: 0.6, kind: 0.4 };

/** Best match of one term in a document. */
interface Found {
  quality: number;
  strength: number;
  inName: boolean;
  inStreet: boolean;
}

/** A query prepared for ranking many documents. */
export class Ranking {
  readonly #query: ExpandedQuery;
  /** The terms that each lexeme matches. */
  readonly #matches = new Map<string, { term: number; match: Match }[]>();
  readonly #prefixes: readonly { term: number; prefix: string }[];

  constructor(query: ExpandedQuery) {
    this.#query = query;
    for (const [term, { lexemes }] of query.terms.entries()) {
      for (const [lexeme, match] of lexemes) {
        const known = this.#matches.get(lexeme);
        if (known === undefined) this.#matches.set(lexeme, [{ term, match }]);
        else known.push({ term, match });
      }
    }
    this.#prefixes = query.terms.flatMap(({ prefix }, term) => (prefix === null ? [] : { term, prefix }));
  }

  /**
   * Relevance of a document, or null when it does not match: its terms must carry at least 62 % of the query's weight.
   * Relevance is the weighted quality of the matches (name before street before place before kind), plus the exact
   * house number, the words in the same order, and the share of the name or street that the query covers.
   */
  relevanceOf(document: DocumentWords): number | null {
    const { terms, totalWeight, asked, phrases, houseNumbers } = this.#query;
    const found = this.#find(document);
    let matched = 0;
    let points = 0;
    let inName = 0;
    let inStreet = 0;
    for (const [at, { weight }] of terms.entries()) {
      const one = found[at]!;
      matched += weight * one.strength;
      points += weight * one.quality;
      if (one.inName) inName += 1;
      if (one.inStreet) inStreet += 1;
    }
    if (matched === 0 || matched < MATCH_SHARE * totalWeight - 1e-9) return null;
    const { lengths, joined } = document;
    const inOrder = new Set([...joined.name, ...joined.street].filter((word) => phrases.has(word))).size;
    return (
      points / totalWeight +
      (inStreet > 1 ? houseBonus(houseNumbers, document.houseNumbers) : 0) +
      COVERAGE_BONUS * Math.max(share(inName, lengths.name), share(inStreet, lengths.street)) +
      (PHRASE_BONUS * inOrder) / Math.max(1, asked - 1)
    );
  }

  #find({ words, joined }: DocumentWords): Found[] {
    const found = this.#query.terms.map(() => ({ quality: 0, strength: 0, inName: false, inStreet: false }));
    const note = (term: number, { quality, strength }: Match, field: SearchField) => {
      const one = found[term]!;
      one.quality = Math.max(one.quality, quality * FIELD_WEIGHTS[field]);
      one.strength = Math.max(one.strength, strength);
      if (field === "name") one.inName = true;
      if (field === "street") one.inStreet = true;
    };
    const addLexeme = (lexeme: string, field: SearchField) => {
      for (const { term, match } of this.#matches.get(lexeme) ?? []) note(term, match, field);
    };
    for (const field of FIELDS) {
      for (const word of words[field]) {
        addLexeme(word, field);
        for (const { term, prefix } of this.#prefixes)
          if (word.startsWith(prefix)) note(term, PREFIX_MATCH, field);
      }
    }
    for (const field of ["name", "street"] as const)
      for (const word of joined[field]) addLexeme(joinedLexeme(word), field);
    return found;
  }
}

function share(terms: number, length: number): number {
  return length === 0 ? 0 : Math.min(1, terms / length);
}

function houseBonus(searched: readonly string[], own: readonly string[]): number {
  if (searched.length === 0 || own.length === 0) return 0;
  // The first entries are the numbers as written.
  if (searched[0] === own[0]) return HOUSE_NUMBER_BONUS;
  const at = searched.findIndex((number) => own.includes(number));
  if (at < 0) return 0;
  const isWritten = searched.length <= 2 && own.length <= 2;
  return isWritten ? HOUSE_NUMBER_BONUS : HOUSE_RANGE_BONUS;
}
