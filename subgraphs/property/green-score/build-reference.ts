import type { CountyHazards } from "../properties/county-hazards.ts";
import { COUNTY_TABLE_YEAR } from "../properties/county-hazards.ts";
import type { PeerRecord } from "../properties/nyc-ll84.ts";
import { ENERGY_STAR_ELIGIBLE, INTERVAL_POINTS, METHOD_VERSION } from "./method.ts";
import type { PeerGroup } from "./percentile.ts";
import { breakpointsOf, toSixDigits } from "./percentile.ts";
import type { PeerGroups, ReferenceCounty, ScoreReference } from "./reference.types.ts";

/** A smaller group is not representative of its type. */
const MINIMUM_GROUP = 30;

type Measure = (record: PeerRecord) => number | null;
type GroupKeys = (record: PeerRecord) => string[];

function groupPeers(records: readonly PeerRecord[], measure: Measure, keysOf: GroupKeys): PeerGroups {
  const values = new Map<string, number[]>();
  for (const record of records) {
    const value = measure(record);
    if (value === null) continue;
    for (const key of keysOf(record)) {
      const group = values.get(key);
      if (group === undefined) values.set(key, [value]);
      else group.push(value);
    }
  }
  const groups: Record<string, PeerGroup> = {};
  for (const [key, group] of [...values].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (group.length >= MINIMUM_GROUP) groups[key] = { n: group.length, q: breakpointsOf(group) };
  }
  return groups;
}

const bySubtype = ({ subtype }: PeerRecord): string[] => (subtype === null ? [] : [subtype]);
const bySubtypeAndCity = ({ subtype, city }: PeerRecord): string[] =>
  subtype === null ? [] : [`${subtype}|${city}`];

function toCounties(hazards: CountyHazards): Record<string, ReferenceCounty> {
  const counties: Record<string, ReferenceCounty> = {};
  for (const county of [...hazards.values()].sort((a, b) => (a.fips < b.fips ? -1 : 1))) {
    counties[county.fips] = {
      county: county.name,
      state: county.state,
      lossRate: toSixDigits(county.lossRate.value),
      lossRatePct: Math.round(county.lossRatePercentile.value * 1000) / 1000,
      reslPct: Math.round(county.resiliencePercentile.value * 1000) / 1000,
    };
  }
  return counties;
}

/**
 * Builds the frozen tables from buildings that pass all their checks and from the county table. Carbon is never pooled
 * across cities: their factors differ (Seattle's utility 52 lb/MWh, Chicago's grid over 1,000).
 */
export function buildReference(
  version: string,
  records: readonly PeerRecord[],
  hazards: CountyHazards,
): ScoreReference {
  const sound = records.filter((record) => Object.values(record.checks).every(Boolean));
  return {
    version,
    method: METHOD_VERSION,
    intervalK: INTERVAL_POINTS,
    nriYear: COUNTY_TABLE_YEAR,
    energyStarEligible: ENERGY_STAR_ELIGIBLE,
    peers: {
      energyIntensity: groupPeers(
        sound,
        (record) => record.sourceEui,
        (record) => ["*", ...bySubtype(record), ...bySubtypeAndCity(record)],
      ),
      carbonIntensity: groupPeers(
        sound,
        (record) => record.ghgIntensity,
        (record) => [`*|${record.city}`, ...bySubtypeAndCity(record)],
      ),
      waterIntensity: groupPeers(
        sound,
        (record) => record.waterIntensity,
        (record) => ["*", ...bySubtype(record)],
      ),
    },
    counties: toCounties(hazards),
  };
}
