import type { EntityManager } from "@mikro-orm/postgresql";
import { findCandidates, lexemesToCount, weighQuery, type ExpandedQuery } from "./expanded-query.ts";
import { everyTerm, toCondition, upFront, type MatchCondition } from "./match-condition.ts";
import { readTerms } from "./query-terms.ts";
import { Ranking } from "./ranking.ts";
import { unpackDocument } from "./search-document.ts";
import { SqlCondition, toFilter, toOrder } from "./search-filters.ts";
import type { SearchSnapshot } from "./search-snapshot.ts";
import * as rows from "./search.rows.ts";
import type { PropertyFilterArgs, Sort } from "./search.types.ts";
import type { Selection } from "./selection.ts";

/** Up to this many candidates are weighed and ranked in the process; beyond it, the database selects the matches. */
const MOST_WEIGHED = 600;
/** Of those matches, this many of the most likely are ranked. */
const MOST_RANKED = 200;

const nothing: Selection = { total: 0, head: [], rest: null };

/** A search prepared for the database. */
interface Asked {
  readonly query: ExpandedQuery;
  readonly condition: MatchCondition;
  readonly filter: SqlCondition;
}

/** The matching properties and their order. The same snapshot, words and filters always give the same selection. */
export async function selectProperties(
  em: EntityManager,
  snapshot: SearchSnapshot,
  filters: PropertyFilterArgs,
): Promise<Selection> {
  const filter = toFilter(filters);
  const q = filters.q ?? null;
  const sort = filters.sort ?? (q === null ? "-overall" : "relevance");
  if (q === null) return selectBySql(em, filter, { sort, total: filter.isEmpty ? snapshot.documents : null });
  const query = await expandQuery(em, snapshot, q);
  const condition = toCondition(query);
  if (condition === null) return nothing;
  const asked = { query, condition, filter };
  const where = filter.copy().and((bind) => `words @@ ${bind(condition.tsquery)}::tsquery`);
  if (!areSurelyMany(asked)) {
    const candidates = await rows.readAnyCandidates(em, where, MOST_WEIGHED + 1);
    if (candidates.length <= MOST_WEIGHED) return selectByRank(rank(query, candidates), sort);
  }
  const exact = condition.isExact ? where : rows.weighsEnough(where, query);
  const total = knownTotal(asked) ?? (await rows.countMatches(em, exact));
  return sort === "relevance"
    ? selectBestFirst(em, exact, { query, total })
    : selectBySql(em, exact, { sort, total });
}

/** Whether the count of a single word shows, without a query, that there are too many to rank them all. */
function areSurelyMany({ query: { terms }, condition, filter }: Asked): boolean {
  return filter.isEmpty && condition.isExact && terms.length === 1 && terms[0]!.leastDocuments > MOST_WEIGHED;
}

/** The total, when the query has a single lexeme whose count is known. */
function knownTotal({ query: { terms }, condition, filter }: Asked): number | null {
  return filter.isEmpty && condition.isExact && terms.length === 1 ? terms[0]!.documents : null;
}

async function expandQuery(
  em: EntityManager,
  { vocabulary, documents }: SearchSnapshot,
  q: string,
): Promise<ExpandedQuery> {
  const terms = readTerms(q);
  const candidates = findCandidates(terms, vocabulary);
  const counts = await rows.countLexemes(em, lexemesToCount(candidates, vocabulary));
  const count = (lexeme: string) => vocabulary.countOf(lexeme) || (counts.get(lexeme) ?? 0);
  return weighQuery(terms, candidates, { count, documents, vocabulary });
}

async function selectBySql(
  em: EntityManager,
  where: SqlCondition,
  { sort, total }: { sort: Sort; total: number | null },
): Promise<Selection> {
  const rest = { where, orderBy: toOrder(sort) };
  return { total: total ?? (await rows.countMatches(em, where)), head: [], rest };
}

/** The ids of all matches are known; the database applies any order other than relevance. */
function selectByRank(head: readonly string[], sort: Sort): Selection {
  if (sort === "relevance") return { total: head.length, head, rest: null };
  const where = new SqlCondition().and((bind) => `id = ANY(${bind(head)})`);
  return { total: head.length, head: [], rest: { where, orderBy: toOrder(sort) } };
}

/**
 * Ranks only the likeliest of a large result: those with every word in name or street, then those with every word and
 * one of them there, the shortest first; then those with every word, then any. The others follow by id, and so do those
 * that no name or street distinguishes.
 */
async function selectBestFirst(
  em: EntityManager,
  where: SqlCondition,
  { query, total }: { query: ExpandedQuery; total: number },
): Promise<Selection> {
  const found = new Map<string, rows.SearchCandidate>();
  for (const { tsquery, orderBy } of tiersOf(query)) {
    const limit = MOST_RANKED - found.size;
    if (limit <= 0 || found.size >= total) break;
    const tier = where.copy().and((bind) => `id <> ALL(${bind([...found.keys()])})`);
    if (tsquery !== null) tier.and((bind) => `words @@ ${bind(tsquery)}::tsquery`);
    for (const one of await rows.readCandidates(em, tier, { orderBy, limit })) found.set(one.id, one);
  }
  const head = rank(query, [...found.values()]);
  const others = where.copy().and((bind) => `id <> ALL(${bind(head)})`);
  return { total, head, rest: { where: others, orderBy: toOrder("relevance") } };
}

function tiersOf(query: ExpandedQuery): { tsquery: string | null; orderBy: string }[] {
  const [all, shortest] = [everyTerm(query), "shortest_field, id"];
  return [
    { tsquery: upFront(query, "&"), orderBy: shortest },
    { tsquery: `(${all}) & (${upFront(query, "|")})`, orderBy: shortest },
    { tsquery: all, orderBy: "id" },
    { tsquery: null, orderBy: "id" },
  ];
}

/** The ids of the matches, the most relevant first, then by id. */
function rank(query: ExpandedQuery, candidates: readonly rows.SearchCandidate[]): string[] {
  const ranking = new Ranking(query);
  const ranked = candidates.flatMap(({ id, content }) => {
    const relevance = ranking.relevanceOf(unpackDocument(content));
    return relevance === null ? [] : { id, relevance };
  });
  ranked.sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  return ranked.map(({ id }) => id);
}
