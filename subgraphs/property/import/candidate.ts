import { canonicalHash } from "../../../src/db/json-codec.ts";
import type { ScoreResult } from "../green-score/green-score.ts";
import { packProvenance } from "../properties/packed-provenance.ts";
import type { CanonicalProperty } from "../properties/property.types.ts";
import type { SearchEntry } from "../search/index-properties.rows.ts";
import { normalisedLine } from "../search/normalise.ts";

/** A building to store, with the hash that shows whether it has changed. */
export interface Candidate {
  readonly record: CanonicalProperty;
  readonly score: ScoreResult;
  readonly contentHash: string;
}

/**
 * The hash covers the record, its provenance, and its score with method and reference; not the moment of retrieval or
 * the order of keys. So the same files in the same year count as unchanged, and a new year or method as a change.
 */
export function toCandidate(record: CanonicalProperty, score: ScoreResult): Candidate {
  const { provenance, ...facts } = record;
  const { greenScore, dataCompleteness, completeness, methodVersion, referenceVersion, asOfYear } = score;
  const content = [
    facts,
    packProvenance(provenance),
    { greenScore, dataCompleteness, completeness, methodVersion, referenceVersion, asOfYear },
  ];
  return { record, score, contentHash: canonicalHash(content) };
}

/** The candidate by the columns of `properties`. */
export function toRow({ record, score, contentHash }: Candidate): Record<string, unknown> {
  const { provenance, ...facts } = record;
  const { overall, environmental, social, governance, confidence } = score.greenScore;
  const { name, street, neighborhood, city, stateOrProvince, postalCode, subtype, type } = record;
  const line = [name, street, neighborhood, city, stateOrProvince, postalCode, subtype, type];
  return {
    id: record.id,
    name,
    type,
    subtype,
    street,
    city,
    neighborhood,
    state_or_province: stateOrProvince,
    postal_code: postalCode,
    county_fips: record.countyFips,
    county_name: record.countyName,
    latitude: record.latitude,
    longitude: record.longitude,
    year_built: record.yearBuilt,
    gross_floor_area: record.grossFloorArea,
    sources: record.sources,
    search_norm: normalisedLine(line.filter((text) => text !== null).join(" ")),
    score_overall: overall,
    score_environmental: environmental,
    score_social: social,
    score_governance: governance,
    score_confidence: confidence,
    data_completeness: score.dataCompleteness,
    completeness: score.completeness,
    method_version: score.methodVersion,
    reference_version: score.referenceVersion,
    as_of_year: score.asOfYear,
    record: facts,
    provenance: packProvenance(provenance),
    retrieved_at: provenance[0]?.retrievedAt,
    content_hash: contentHash,
    synthetic: record.synthetic,
  };
}

/** The candidate as a search entry. */
export function toSearchEntry({ record, score }: Candidate): SearchEntry {
  const { overall, confidence } = score.greenScore;
  return { ...record, overall, confidence, completeness: score.dataCompleteness };
}
