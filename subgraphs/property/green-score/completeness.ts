import type { ScoreInput } from "../properties/property.types.ts";
import type { ScoreReference } from "./reference.types.ts";

/** How much of what is worth knowing is known. `share` is present over applicable, 0 to 1. */
export interface Completeness {
  readonly present: number;
  readonly applicable: number;
  readonly share: number;
  readonly missing: readonly string[];
}

/** Counts the 14 fields. The ENERGY STAR score does not count where its kind of building cannot have one. */
export function measureCompleteness(record: ScoreInput, reference: ScoreReference): Completeness {
  const cannotScore =
    record.energyStarScore === null &&
    record.subtype !== null &&
    !reference.energyStarEligible.includes(record.subtype);
  const known: Record<string, boolean> = {
    street: record.street !== null,
    city: record.city !== "",
    stateOrProvince: record.stateOrProvince !== null,
    postalCode: record.postalCode !== null,
    coordinates: record.latitude !== null && record.longitude !== null,
    subtype: record.subtype !== null,
    grossFloorArea: record.grossFloorArea !== null,
    yearBuilt: record.yearBuilt !== null,
    sourceEui: record.sourceEui !== null,
    ghgIntensity: record.ghgIntensity !== null,
    ...(cannotScore ? {} : { energyStarScore: record.energyStarScore !== null }),
    waterIntensity: record.waterIntensity !== null,
    complianceStatus: record.complianceStatus !== null,
    countyFips: record.countyFips !== null,
  };
  const fields = Object.entries(known);
  const missing = fields.flatMap(([field, isKnown]) => (isKnown ? [] : [field]));
  const present = fields.length - missing.length;
  return { present, applicable: fields.length, share: present / fields.length, missing };
}
