import { MATCH_SHARE, PREFIX_MATCH, type ExpandedQuery, type QueryTerm } from "./expanded-query.ts";
import { upFrontLexeme } from "./search-document.ts";

/** Only this many terms are weighed individually in the condition: lighter ones count as found. */
const MOST_WEIGHED = 6;

/** A condition with more parts than this does not distinguish typing errors from exact words. */
const MOST_PARTS = 150;

/** Necessary condition for a matching document, as the text of a tsquery. */
export interface MatchCondition {
  readonly tsquery: string;
  /** False when the condition is not sufficient: each document must then be weighed. */
  readonly isExact: boolean;
}

/**
 * The condition that all matching documents fulfil: the sets of terms that together carry 62 % of the weight, each term
 * as any of its lexemes. Null when nothing can match. The index is queried with it, so that only documents with enough
 * of the words are read.
 */
export function toCondition({ terms, totalWeight }: ExpandedQuery): MatchCondition | null {
  const sorted = terms.toSorted((a, b) => b.weight - a.weight);
  const weighed = sorted.slice(0, MOST_WEIGHED);
  const assumed = sorted.slice(MOST_WEIGHED).reduce((sum, { weight }) => sum + weight, 0);
  const needed = MATCH_SHARE * totalWeight - assumed - 1e-9;
  if (needed <= 0) return { tsquery: weighed.map((term) => groupOf(term)).join(" | "), isExact: false };
  const exact = new EnoughTerms(weighed, strengthsOf);
  const tsquery = exact.from(0, needed);
  if (exact.parts <= MOST_PARTS) return tsquery === null ? null : { tsquery, isExact: assumed === 0 };
  const rough = new EnoughTerms(weighed, () => [1]).from(0, needed);
  return rough === null ? null : { tsquery: rough, isExact: false };
}

/** Distinct strengths of the term's lexemes, descending. */
function strengthsOf({ lexemes, prefix }: QueryTerm): number[] {
  const all = [...lexemes.values()].map(({ strength }) => strength);
  if (prefix !== null) all.push(PREFIX_MATCH.strength);
  return [...new Set(all)].sort((a, b) => b - a);
}

/** Writes the sets of terms that carry enough weight. */
class EnoughTerms {
  parts = 0;
  readonly #terms: readonly QueryTerm[];
  readonly #strengthsOf: (term: QueryTerm) => readonly number[];
  /** Weight of the terms from each position on. */
  readonly #rest: readonly number[];

  constructor(terms: readonly QueryTerm[], strengths: (term: QueryTerm) => readonly number[]) {
    this.#terms = terms;
    this.#strengthsOf = strengths;
    this.#rest = terms.map((_, at) => terms.slice(at).reduce((sum, { weight }) => sum + weight, 0));
  }

  /** The condition for the terms from `at` on, when `needed` is positive; null when their weight cannot be enough. */
  from(at: number, needed: number): string | null {
    const term = this.#terms[at];
    if (term === undefined || this.#rest[at]! < needed || this.parts > MOST_PARTS) return null;
    const choices = new Map<string | true, string>();
    for (const strength of this.#strengthsOf(term)) {
      const left = needed - strength * term.weight;
      const others = left <= 0 ? true : this.from(at + 1, left);
      if (others === null) break;
      // A weaker form that needs the same other terms includes the stronger ones.
      choices.set(others, `(${groupOf(term, strength)})`);
      this.parts += 1;
    }
    const written = [...choices].map(([others, own]) => (others === true ? own : `(${own} & ${others})`));
    const lacking = this.from(at + 1, needed);
    if (lacking !== null) written.push(lacking);
    return written.length === 0 ? null : written.length === 1 ? written[0]! : `(${written.join(" | ")})`;
  }
}

/**
 * Any lexeme of a term with at least this strength. Lexemes are letters, digits, hyphens and a sign, so quoting them is
 * enough.
 */
function groupOf({ lexemes, prefix }: QueryTerm, strength = 0): string {
  const strong = [...lexemes].filter(([, match]) => match.strength >= strength);
  return [...strong.map(([lexeme]) => `'${lexeme}'`), ...(prefix === null ? [] : [`'${prefix}':*`])].join(
    " | ",
  );
}

/** Documents that have every term. */
export function everyTerm({ terms }: ExpandedQuery): string {
  return terms.map((term) => `(${groupOf(term)})`).join(" & ");
}

/** Documents that have every (&) or any (|) term in name or street. */
export function upFront({ terms }: ExpandedQuery, join: "&" | "|"): string {
  return terms
    .map(({ lexemes, prefix }) => {
      const own = [...lexemes.keys()].map((lexeme) => `'${upFrontLexeme(lexeme)}'`);
      return `(${[...own, ...(prefix === null ? [] : [`'${upFrontLexeme(prefix)}':*`])].join(" | ")})`;
    })
    .join(` ${join} `);
}
