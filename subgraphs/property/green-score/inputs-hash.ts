import { hash } from "node:crypto";
import type { Checks, ScoreInput } from "../properties/property.types.ts";

/** What a score is made from, and nothing else: of an address, only whether it is known. */
export type UsedInputs = ReturnType<typeof usedInputs>;

/**
 * The part of a record that moves its score. Names, flags and the texts of an address take no part. Keys are in the order of
 * the alphabet, so that the JSON of equal inputs is equal text.
 */
export function usedInputs(record: ScoreInput) {
  return {
    checks: sortKeys(record.checks),
    city: record.city,
    complianceStatus: record.complianceStatus,
    complianceYear: record.complianceYear,
    countyFips: record.countyFips,
    energyStarScore: record.energyStarScore,
    ghgIntensity: record.ghgIntensity,
    hasCoordinates: record.latitude !== null && record.longitude !== null,
    hasFloorArea: record.grossFloorArea !== null,
    hasPostalCode: record.postalCode !== null,
    hasState: record.stateOrProvince !== null,
    hasStreet: record.street !== null,
    id: record.id,
    metricsYear: record.metricsYear,
    sourceEui: record.sourceEui,
    subtype: record.subtype,
    waterIntensity: record.waterIntensity,
    waterYear: record.waterYear,
    yearBuilt: record.yearBuilt,
    yearsCovered: record.yearsCovered,
    yearsSubmitted: record.yearsSubmitted,
  };
}

function sortKeys(checks: Checks): Checks {
  const sorted: Record<string, boolean> = {};
  for (const name of Object.keys(checks).sort()) sorted[name] = checks[name]!;
  return sorted;
}

/** A record that scores as the one did that these inputs are of. Its other texts and numbers only say that there are some. */
export function recordOfInputs(used: UsedInputs): ScoreInput {
  const { hasStreet, hasState, hasPostalCode, hasCoordinates, hasFloorArea, ...facts } = used;
  const known = (isKnown: boolean): string | null => (isKnown ? "known" : null);
  return {
    ...facts,
    name: null,
    type: "unknown",
    street: known(hasStreet),
    stateOrProvince: known(hasState),
    postalCode: known(hasPostalCode),
    neighborhood: null,
    latitude: hasCoordinates ? 0 : null,
    longitude: hasCoordinates ? 0 : null,
    grossFloorArea: hasFloorArea ? 1 : null,
    siteEui: null,
    flags: [],
  };
}

/** What a score was made from, as `sha256:<hex>`: the same hash means the same inputs. */
export function hashInputs(record: ScoreInput): string {
  return `sha256:${hash("sha256", JSON.stringify(usedInputs(record)))}`;
}
