import type { CanonicalProperty, ScoreInput } from "./property.types.ts";

/** The part of a record that a score may depend on, with keys in a fixed order. */
export function toScoreInput(record: ScoreInput | CanonicalProperty): ScoreInput {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    subtype: record.subtype,
    street: record.street,
    city: record.city,
    stateOrProvince: record.stateOrProvince,
    postalCode: record.postalCode,
    neighborhood: record.neighborhood,
    latitude: record.latitude,
    longitude: record.longitude,
    countyFips: record.countyFips,
    yearBuilt: record.yearBuilt,
    grossFloorArea: record.grossFloorArea,
    metricsYear: record.metricsYear,
    energyStarScore: record.energyStarScore,
    siteEui: record.siteEui,
    sourceEui: record.sourceEui,
    ghgIntensity: record.ghgIntensity,
    waterIntensity: record.waterIntensity,
    waterYear: record.waterYear,
    complianceStatus: record.complianceStatus,
    complianceYear: record.complianceYear,
    yearsCovered: record.yearsCovered,
    yearsSubmitted: record.yearsSubmitted,
    checks: record.checks,
    flags: record.flags,
  };
}
