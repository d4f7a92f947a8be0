import { readTerms } from "./query-terms.ts";
import { rankDocuments } from "./ranking.ts";
import type { SearchDocument, SearchIndex } from "./search-index.ts";

export interface SearchQuery<T extends SearchDocument> {
  /** Free text; null or absent means everything. A text without letters and digits matches nothing. */
  readonly q?: string | null;
  /** Keeps a document; absent keeps all. */
  readonly accept?: (document: T) => boolean;
  /** Another order than relevance. Ties are settled by id. */
  readonly compare?: (a: T, b: T) => number;
}

export interface SearchHits<T extends SearchDocument> {
  /** All that match, in order: a page is a slice of it, and its length is the exact total. */
  readonly documents: readonly T[];
  readonly total: number;
}

function byId(a: SearchDocument, b: SearchDocument): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

interface Hit<T> {
  readonly document: T;
  readonly relevance: number;
}

function findHits<T extends SearchDocument>(index: SearchIndex<T>, q: string | null): Hit<T>[] {
  if (q === null) return index.documents.map((document) => ({ document, relevance: 0 }));
  return rankDocuments(index, readTerms(q)).flatMap(({ document: position, relevance }) => {
    const document = index.documents[position];
    return document === undefined ? [] : [{ document, relevance }];
  });
}

/** Finds and orders all matching documents: by relevance (or by `compare`), then by id. Same index and query, same answer. */
export function searchProperties<T extends SearchDocument>(
  index: SearchIndex<T>,
  query: SearchQuery<T>,
): SearchHits<T> {
  const { accept, compare } = query;
  const hits = findHits(index, query.q ?? null).filter(
    ({ document }) => accept === undefined || accept(document),
  );
  hits.sort(
    (a, b) =>
      (compare === undefined ? b.relevance - a.relevance : compare(a.document, b.document)) ||
      byId(a.document, b.document),
  );
  const documents = hits.map(({ document }) => document);
  return { documents, total: documents.length };
}

/** A light hit for completing what is being typed. */
export interface Suggestion {
  readonly id: string;
  readonly name: string | null;
  readonly street: string | null;
  readonly city: string;
  readonly type: string;
}

/** The best few documents for a text whose last word may be unfinished. */
export function suggestProperties<T extends SearchDocument>(
  index: SearchIndex<T>,
  q: string,
  limit: number = 10,
): Suggestion[] {
  return searchProperties(index, { q })
    .documents.slice(0, limit)
    .map(({ id, name, street, city, type }) => ({ id, name, street, city, type }));
}
