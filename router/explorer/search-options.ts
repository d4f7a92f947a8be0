import type { Options } from "minisearch";

/** One thing that the search finds, as it is shown. */
export interface FoundDocument {
  id: number;
  kind: "page" | "REST" | "tool" | "type" | "field" | "error";
  title: string;
  note: string;
  href: string;
}

/** What of it is searched. */
export interface SearchedDocument extends FoundDocument {
  /** The name or path as it stands, small. */
  exact: string;
  name: string;
  words: string;
}

/** How the index is made and asked: the same where it is built and in the browser. */
export const searchOptions: Options<SearchedDocument> = {
  idField: "id",
  fields: ["exact", "name", "words"],
  storeFields: ["kind", "title", "note", "href"],
  tokenize: (text, field) => (field === "exact" ? [text.trim()] : wordsOf(text)),
  processTerm: (term) => term.toLowerCase(),
  searchOptions: {
    boost: { exact: 8, name: 3 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: "AND",
    // What people name stands as it is among what is searched for, beside its words.
    tokenize: wordsOf,
  },
};

/** The words of a name, path or sentence: `createInvoice`, `create_invoice` and `POST /create/{invoice}` alike. */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
