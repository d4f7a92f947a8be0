import type { ProvenanceEntry } from "./property.types.ts";
import * as catalogue from "./source-catalogue.ts";

/** Provenance without the values shared by a whole source or run: a third of the size. */
export type PackedProvenance = readonly (readonly [
  field: string,
  sourceId: string,
  recordId: string,
  dataYear: number,
  column: string,
  raw: string,
  transform: string,
])[];

const licences = new Map(Object.values(catalogue).map(({ id, licence }) => [id, licence]));

export function packProvenance(entries: readonly ProvenanceEntry[]): PackedProvenance {
  return entries.map(({ field, sourceId, recordId, dataYear, column, raw, transform }) => [
    field,
    sourceId,
    recordId,
    dataYear,
    column,
    raw,
    transform,
  ]);
}

/** Expands the full entries again; the licence comes from the catalogue. */
export function expandProvenance(packed: PackedProvenance, retrievedAt: string): ProvenanceEntry[] {
  return packed.map(([field, sourceId, recordId, dataYear, column, raw, transform]) => {
    const licence = licences.get(sourceId);
    if (licence === undefined) throw new Error(`the source ${sourceId} is not in the catalogue`);
    return { field, sourceId, recordId, dataYear, column, raw, transform, retrievedAt, licence };
  });
}
