import type { Options, Query } from "minisearch";

/** One thing that the search finds, as it is shown. */
export interface FoundDocument {
  id: number;
  kind: "page" | "REST" | "tool" | "type" | "field" | "error";
  title: string;
  note: string;
  href: string;
}

/** Searched text. */
export interface SearchedDocument extends FoundDocument {
  /** Name or path in lower case. */
  exact: string;
  name: string;
  words: string;
}

/** Index options, shared by the build and the browser. */
export const searchOptions: Options<SearchedDocument> = {
  idField: "id",
  fields: ["exact", "name", "words"],
  storeFields: ["kind", "title", "note", "href"],
  tokenize: (text, field) => (field === "exact" ? [text] : wordsOf(text)),
  processTerm: (term) => term.toLowerCase(),
};

/** Query for the index: entries with all words, exact names and prefixes first. */
export function queryOf(words: string): Query {
  const exact = words.trim().replace(/^(?:GET|POST|PUT|PATCH|DELETE) +(?=\/)/i, "");
  return {
    combineWith: "OR",
    queries: [
      {
        queries: [words],
        fields: ["name", "words"],
        combineWith: "AND",
        tokenize: wordsOf,
        boost: { name: 3 },
        prefix: (term) => term.length > 1,
        fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      },
      // Tool names may be typed with spaces.
      ...[...new Set([exact, exact.replaceAll(/\s+/g, "_")])].map((name) => ({
        queries: [name],
        fields: ["exact"],
        tokenize: (text: string) => [text],
        boost: { exact: 8 },
        prefix: true,
      })),
    ],
  };
}

/** The words of a name, path or sentence: `createInvoice`, `create_invoice` and `POST /create/{invoice}` alike. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
