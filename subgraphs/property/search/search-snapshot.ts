import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { isIndexCurrent, rebuildIndex } from "./index-properties.rows.ts";
import { ResultCache } from "./result-cache.ts";
import type { Selection } from "./selection.ts";
import { Vocabulary } from "./vocabulary.ts";

/** What a process keeps of one data version: its words of letters, and the last results. */
export interface SearchSnapshot {
  readonly version: string;
  readonly documents: number;
  readonly vocabulary: Vocabulary;
  readonly results: ResultCache<Selection>;
}

/** A result is a list of at most some thousand ids. */
const KEPT_RESULTS = 64;

/** The one snapshot of a process. It is replaced as a whole when an import has published another version. */
export class SearchSnapshots {
  #current: SearchSnapshot | null = null;
  #loading: { version: string; snapshot: Promise<SearchSnapshot> } | null = null;

  /** The last snapshot that this process has read, for those who find out themselves whether it is still true. */
  async last(em: EntityManager): Promise<SearchSnapshot> {
    return this.#current ?? this.current(em);
  }

  /**
   * The snapshot of the version that is published now: one row is read to know. Who asks while another version is
   * being loaded waits for it, so that after an import no process answers from before it.
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

/** Properties that were published before there were search rows, or under other rules. Processes take turns. */
async function completeIndex(em: EntityManager): Promise<void> {
  await asSystem(em, async (own) => {
    await executeSql(own, "SELECT version FROM data_version FOR UPDATE");
    if (!(await isIndexCurrent(own))) await rebuildIndex(own);
  });
}

/** Version and words of one moment. */
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
