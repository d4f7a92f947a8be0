import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { Completeness } from "../green-score/completeness.ts";
import type { GreenScore } from "../green-score/green-score.ts";
import type { CanonicalProperty, ProvenanceEntry } from "./property.types.ts";
import { expandProvenance, type PackedProvenance } from "./packed-provenance.ts";

/** A stored building: the canonical record, its score and its version. */
export interface StoredProperty {
  /** The requested id. */
  id: string;
  /** The id of the record it was merged into, which is this one; null when it was not merged. */
  canonicalId: string | null;
  record: Omit<CanonicalProperty, "provenance">;
  provenance: readonly ProvenanceEntry[];
  greenScore: GreenScore;
  dataCompleteness: number;
  completeness: Completeness;
  version: number;
  updatedAt: Date;
}

interface StoredRow {
  asked_id: string;
  canonical_id: string | null;
  record: string;
  provenance: string;
  retrieved_at: string;
  overall: number;
  environmental: number;
  social: number;
  governance: number;
  confidence: number;
  data_completeness: number;
  completeness: string;
  version: number;
  updated_at: string;
}

/**
 * The buildings of these ids in their order; null for unknown and deleted ones. A merged id returns the record it was
 * merged into.
 */
export async function loadStoredProperties(
  ctx: { readonly em: EntityManager },
  ids: readonly string[],
): Promise<(StoredProperty | null)[]> {
  const rows = await executeSql<StoredRow>(
    ctx.em,
    `SELECT asked.id AS asked_id, m.canonical_id, record::text AS record, provenance::text AS provenance, retrieved_at, score_overall AS overall,
       score_environmental AS environmental, score_social AS social, score_governance AS governance,
       score_confidence AS confidence, data_completeness, completeness::text AS completeness, version, updated_at
     FROM unnest($1::text[]) AS asked(id)
     LEFT JOIN merged_properties m ON m.merged_id = asked.id
     JOIN properties p ON p.id = COALESCE(m.canonical_id, asked.id) AND p.deleted_at IS NULL`,
    [[...ids].filter(isPropertyId)],
  );
  const byId = new Map(rows.map((row) => [row.asked_id, toStored(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Whether a text has the form of a property id. Other texts are not sent to the database. */
export function isPropertyId(text: string): boolean {
  return /^[a-z]{2,8}-[A-Za-z0-9]{1,24}$/.test(text);
}

function toStored(row: StoredRow): StoredProperty {
  const { overall, environmental, social, governance, confidence } = row;
  return {
    id: row.asked_id,
    canonicalId: row.canonical_id,
    record: JSON.parse(row.record) as StoredProperty["record"],
    provenance: expandProvenance(
      JSON.parse(row.provenance) as PackedProvenance,
      new Date(row.retrieved_at).toISOString(),
    ),
    greenScore: { overall, environmental, social, governance, confidence },
    dataCompleteness: row.data_completeness,
    completeness: JSON.parse(row.completeness) as Completeness,
    version: row.version,
    updatedAt: new Date(row.updated_at),
  };
}
