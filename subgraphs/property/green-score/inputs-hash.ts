import { hash } from "node:crypto";
import type { Checks, ScoreInput } from "../properties/property.types.ts";

/** The inputs of a score and nothing else: of an address, only whether it is known. */
export type UsedInputs = ReturnType<typeof usedInputs>;

/**
 * The part of a record that affects its score. Names, flags and address texts do not. Keys are in alphabetical order,
 * so that equal inputs give equal JSON.
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

/**
 * Rebuilds a record that has the same score as the one these inputs were taken from. Its other texts and numbers are
 * placeholders that only mark a value as present.
 */
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

/** Hash of a score's inputs, as `sha256:<hex>`: the same hash means the same inputs. */
export function hashInputs(record: ScoreInput): string {
  return `sha256:${hash("sha256", JSON.stringify(usedInputs(record)))}`;
}
