import MiniSearch from "minisearch";
import { documentsOf, searchOptions, type SearchedDocument, type SearchEntry } from "../../search-options.ts";
import { findDocuments, type Found } from "../../search-query.ts";
import { loadData } from "../data/load.ts";

export interface Finder {
  /** Matches, best first. */
  find(words: string): Found[];
}

/** The dialog stays responsive while the index is made: this many documents at a time. */
const chunkSize = 400;

let loading: Promise<Finder> | null = null;

/** The search over everything; its texts are loaded and indexed once. */
export function loadFinder(): Promise<Finder> {
  loading ??= createFinder().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function createFinder(): Promise<Finder> {
  const entries = await loadData<readonly SearchEntry[]>("search.json");
  const index = new MiniSearch<SearchedDocument>(searchOptions);
  await index.addAllAsync(documentsOf(entries), { chunkSize });
  return { find: (words) => findDocuments(index, words) };
}
