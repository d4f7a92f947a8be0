import { createHash } from "node:crypto";
import type { ScoreInput } from "../properties/property.types.ts";

/** JSON with the keys of every object in order, so that equal inputs give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** What a score was made from, as `sha256:<hex>`: the same hash means the same inputs. Names and flags take no part. */
export function hashInputs(record: ScoreInput): string {
  const used = {
    id: record.id,
    subtype: record.subtype,
    city: record.city,
    hasStreet: record.street !== null,
    hasState: record.stateOrProvince !== null,
    hasPostalCode: record.postalCode !== null,
    hasCoordinates: record.latitude !== null && record.longitude !== null,
    hasFloorArea: record.grossFloorArea !== null,
    countyFips: record.countyFips,
    yearBuilt: record.yearBuilt,
    metricsYear: record.metricsYear,
    energyStarScore: record.energyStarScore,
    sourceEui: record.sourceEui,
    ghgIntensity: record.ghgIntensity,
    waterIntensity: record.waterIntensity,
    waterYear: record.waterYear,
    complianceStatus: record.complianceStatus,
    complianceYear: record.complianceYear,
    yearsCovered: record.yearsCovered,
    yearsSubmitted: record.yearsSubmitted,
    checks: record.checks,
  };
  return `sha256:${createHash("sha256").update(canonicalJson(used)).digest("hex")}`;
}
