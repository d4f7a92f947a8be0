import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { GreenScore } from "../green-score/green-score.ts";
import type { StoredAddress } from "../properties/present-property.ts";
import type { PropertyType } from "../properties/property.types.ts";
import { ResultCache } from "./result-cache.ts";
import { buildSearchIndex, type SearchDocument, type SearchIndex } from "./search-index.ts";

/** What a search filters and orders by, and shows: a building without its details. */
export interface PropertyHit extends SearchDocument, StoredAddress {
  readonly type: PropertyType;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly yearBuilt: number | null;
  /** Square feet. */
  readonly grossFloorArea: number | null;
  readonly sources: readonly string[];
  readonly greenScore: GreenScore;
  readonly dataCompleteness: number;
  /** The name as it is sorted by. */
  readonly sortName: string | null;
}

/** All buildings as of one data version, indexed; never changed. */
export interface SearchSnapshot {
  readonly version: string;
  readonly index: SearchIndex<PropertyHit>;
  readonly results: ResultCache<readonly PropertyHit[]>;
}

/** A result of the whole portfolio is a list of 26,106 references, 0.2 MB. */
const KEPT_RESULTS = 32;

/** The one snapshot a process searches. It is replaced as a whole when an import has published another version. */
export class SearchSnapshots {
  #current: SearchSnapshot | null = null;
  #loading: { version: string; snapshot: Promise<SearchSnapshot> } | null = null;

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

interface HitRow extends Omit<PropertyHit, "sources" | "greenScore" | "sortName"> {
  sources: string;
  overall: number;
  environmental: number;
  social: number;
  governance: number;
  confidence: number;
}

/** Version and buildings of one moment. Best score first, the order of a search without words: sorting it again is cheap. */
async function loadSnapshot(em: EntityManager): Promise<SearchSnapshot> {
  const load = async (own: EntityManager) => {
    const version = await readDataVersion(own);
    const rows = await executeSql<HitRow>(
      own,
      `SELECT id, name, type, subtype, street, city, neighborhood, state_or_province AS "stateOrProvince",
         postal_code AS "postalCode", county_fips AS "countyFips", county_name AS "countyName",
         record->>'country' AS country, latitude, longitude, year_built AS "yearBuilt",
         gross_floor_area AS "grossFloorArea", array_to_string(sources, ',') AS sources,
         data_completeness AS "dataCompleteness", score_overall AS overall, score_environmental AS environmental,
         score_social AS social, score_governance AS governance, score_confidence AS confidence
       FROM properties p WHERE deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM merged_properties m WHERE m.merged_id = p.id) ORDER BY score_overall DESC, id COLLATE "C"`,
    );
    const index = buildSearchIndex(rows.map(toHit));
    return { version, index, results: new ResultCache<readonly PropertyHit[]>(KEPT_RESULTS) };
  };
  return asSystem(em, load, { isolationLevel: "repeatable read", readOnly: true });
}

function toHit(row: HitRow): PropertyHit {
  const { overall, environmental, social, governance, confidence, sources, ...rest } = row;
  return {
    ...rest,
    sortName: rest.name?.toLowerCase() ?? null,
    sources: sources.split(","),
    greenScore: { overall, environmental, social, governance, confidence },
  };
}
