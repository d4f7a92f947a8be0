import type { Options } from "minisearch";
import { wordsOf } from "../tools/search/words.ts";

/** What the search finds. Their order is part of the file format. */
export const foundKinds = [
  "page",
  "guide",
  "section",
  "error",
  "event",
  "REST",
  "tool",
  "type",
  "field",
] as const;
export type FoundKind = (typeof foundKinds)[number];

/** One thing that the search finds, as it is shown. */
export interface FoundDocument {
  id: number;
  kind: FoundKind;
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

/** One entry of the file: kind, title, note, URL, further words. Fields of a type follow it as names and types. */
export type SearchEntry = readonly [
  kind: number,
  title: string,
  note: string,
  href: string,
  words: string,
  fields?: readonly (readonly [name: string, type: string])[],
];

/** Index options. The index is made in the browser: the file with its texts is a fifth of its size. */
export const searchOptions: Options<SearchedDocument> = {
  idField: "id",
  fields: ["exact", "name", "words"],
  storeFields: ["kind", "title", "note", "href"],
  tokenize: (text, field) => (field === "exact" ? [text] : wordsOf(text)),
  processTerm: (term) => term,
};

/** The documents of a file. */
export function documentsOf(entries: readonly SearchEntry[]): SearchedDocument[] {
  const documents: Omit<SearchedDocument, "id">[] = entries.flatMap(
    ([kindIndex, title, note, href, words, fields = []]) => {
      const kind = foundKinds[kindIndex]!;
      const exact = title.replace(/^[A-Z]+ (?=\/)/, "").toLowerCase();
      const own = { kind, title, note, href, exact, name: title, words };
      return [own, ...fields.map(([name, type]) => fieldDocument(title, href, { name, type }))];
    },
  );
  return documents.map((document, id) => ({ ...document, id }));
}

function fieldDocument(
  owner: string,
  href: string,
  { name, type }: { name: string; type: string },
): Omit<SearchedDocument, "id"> {
  const title = `${owner}.${name}`;
  return {
    kind: "field",
    title,
    note: type,
    href: `${href}/${name}`,
    exact: title.toLowerCase(),
    name,
    words: owner,
  };
}
