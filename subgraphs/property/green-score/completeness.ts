import type { ScoreInput } from "../properties/property.types.ts";
import type { ScoreReference } from "./reference.types.ts";

/** Share of the relevant fields that are known. `share` is present over applicable, 0 to 1. */
export interface Completeness {
  readonly present: number;
  readonly applicable: number;
  readonly share: number;
  readonly missing: readonly string[];
}

/** The 14 fields, and how to check whether a record has each. */
const FIELDS: readonly (readonly [name: string, isKnown: (record: ScoreInput) => boolean])[] = [
  ["street", (record) => record.street !== null],
  ["city", (record) => record.city !== ""],
  ["stateOrProvince", (record) => record.stateOrProvince !== null],
  ["postalCode", (record) => record.postalCode !== null],
  ["coordinates", (record) => record.latitude !== null && record.longitude !== null],
  ["subtype", (record) => record.subtype !== null],
  ["grossFloorArea", (record) => record.grossFloorArea !== null],
  ["yearBuilt", (record) => record.yearBuilt !== null],
  ["sourceEui", (record) => record.sourceEui !== null],
  ["ghgIntensity", (record) => record.ghgIntensity !== null],
  ["energyStarScore", (record) => record.energyStarScore !== null],
  ["waterIntensity", (record) => record.waterIntensity !== null],
  ["complianceStatus", (record) => record.complianceStatus !== null],
  ["countyFips", (record) => record.countyFips !== null],
];

/** Counts the 14 fields. The ENERGY STAR score does not count for property types that EPA does not score. */
export function measureCompleteness(record: ScoreInput, reference: ScoreReference): Completeness {
  const cannotScore =
    record.energyStarScore === null &&
    record.subtype !== null &&
    !reference.energyStarEligible.includes(record.subtype);
  const missing: string[] = [];
  for (const [name, isKnown] of FIELDS) {
    if (!isKnown(record) && !(cannotScore && name === "energyStarScore")) missing.push(name);
  }
  const applicable = FIELDS.length - (cannotScore ? 1 : 0);
  const present = applicable - missing.length;
  return { present, applicable, share: present / applicable, missing };
}
