import MiniSearch from "minisearch";
import { queryOf, searchOptions, type FoundDocument, type SearchedDocument } from "../../search-options.ts";
import { loadText } from "../data/load.ts";

/** One thing that was found. */
export type Found = Omit<FoundDocument, "id">;

export interface Finder {
  /** Matches, best first. */
  find(words: string): Found[];
}

let loading: Promise<Finder> | null = null;

/** The search over everything; its index is loaded once. */
export function loadFinder(): Promise<Finder> {
  loading ??= loadText("search.json")
    .then((text) => {
      const index = MiniSearch.loadJSON<SearchedDocument>(text, searchOptions);
      return {
        find: (words: string) =>
          words.trim() === "" ? [] : (index.search(queryOf(words)) as unknown as Found[]),
      };
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}
