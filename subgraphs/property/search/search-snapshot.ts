import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { isIndexCurrent, rebuildIndex } from "./index-properties.rows.ts";
import { ResultCache } from "./result-cache.ts";
import type { Selection } from "./selection.ts";
import { Vocabulary } from "./vocabulary.ts";

/** In-memory data of one data version: its alphabetic words, and the most recent results. */
export interface SearchSnapshot {
  readonly version: string;
  readonly documents: number;
  readonly vocabulary: Vocabulary;
  readonly results: ResultCache<Selection>;
}

/** A result is a list of at most some thousand ids. */
const KEPT_RESULTS = 64;

/** The snapshot of a process. It is replaced as a whole when an import has published another version. */
export class SearchSnapshots {
  #current: SearchSnapshot | null = null;
  #loading: { version: string; snapshot: Promise<SearchSnapshot> } | null = null;

  /** The last snapshot that this process has read, for callers that check its version themselves. */
  async last(em: EntityManager): Promise<SearchSnapshot> {
    return this.#current ?? this.current(em);
  }

  /**
   * The snapshot of the published version; reads one row to find that version. Concurrent callers wait while another
   * version is loaded, so that after an import no process returns older data.
   */
  async current(em: EntityManager): Promise<SearchSnapshot> {
    const version = await readDataVersion(em);
    if (this.#current?.version === version) return this.#current;
    if (this.#loading?.version !== version) this.#loading = { version, snapshot: this.#load(em) };
    return this.#loading.snapshot;
  }

  async #load(em: EntityManager): Promise<SearchSnapshot> {
    try {
      if (!(await isIndexCurrent(em))) await completeIndex(em);
      this.#current = await loadSnapshot(em);
      return this.#current;
    } finally {
      this.#loading = null;
    }
  }
}

async function readDataVersion(em: EntityManager): Promise<string> {
  const [row] = await executeSql<{ version: string }>(em, "SELECT version FROM data_version");
  return String(row?.version);
}

/**
 * Indexes properties that were published before search rows existed, or by an older revision. Processes do so one at a
 * time.
 */
async function completeIndex(em: EntityManager): Promise<void> {
  await asSystem(em, async (own) => {
    await executeSql(own, "SELECT version FROM data_version FOR UPDATE");
    if (!(await isIndexCurrent(own))) await rebuildIndex(own);
  });
}

/** Version and words from one state of the data. */
async function loadSnapshot(em: EntityManager): Promise<SearchSnapshot> {
  const load = async (own: EntityManager) => {
    const version = await readDataVersion(own);
    const [row] = await executeSql<{ total: number }>(
      own,
      "SELECT count(*)::int AS total FROM property_search",
    );
    const words = await executeSql<{ word: string; documents: number }>(
      own,
      "SELECT word, documents FROM search_words WHERE word ~ '^[a-z]+$'",
    );
    const vocabulary = new Vocabulary(new Map(words.map(({ word, documents }) => [word, documents])));
    const results = new ResultCache<Selection>(KEPT_RESULTS);
    return { version, documents: row?.total ?? 0, vocabulary, results };
  };
  return asSystem(em, load, { isolationLevel: "repeatable read", readOnly: true });
}
