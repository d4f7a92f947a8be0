import type { ChosenLocation } from "./coordinates.ts";
import { chooseChicagoLocation, chooseNewestLocation } from "./coordinates.ts";
import type { CountyHazard, CountyHazards } from "./county-hazards.ts";
import { chooseMetricsYear, countDisclosureYears } from "./merge-compliance.ts";
import type { CanonicalProperty, CountyRisk, HistoryEntry, PropertyType } from "./property.types.ts";
import { ProvenanceLog } from "./provenance.ts";
import type { SourceDescription } from "./source-catalogue.ts";
import { CHICAGO, NEW_YORK, PORTFOLIO_MANAGER, SEATTLE, SYNTHETIC } from "./source-catalogue.ts";
import type { Cell, StagedFields, StagedYear } from "./staged-year.types.ts";
import { typeOfSubtype } from "./vocabulary.ts";

/** Name of the publisher's programme, and of its rating scheme. */
const PROGRAMS: Readonly<Record<string, { program: string; rating: string | null }>> = {
  [SEATTLE.id]: { program: "Seattle Building Energy Benchmarking", rating: null },
  [CHICAGO.id]: { program: "Chicago Energy Benchmarking", rating: "Chicago Energy Rating" },
  [NEW_YORK.id]: { program: "New York City Local Law 33", rating: "New York City Energy Grade" },
  [PORTFOLIO_MANAGER.id]: { program: "ENERGY STAR Portfolio Manager", rating: null },
  [SYNTHETIC.id]: { program: "Synthetic disclosure programme", rating: null },
};

export interface MergeContext {
  readonly source: SourceDescription;
  readonly counties: CountyHazards;
  /** When the files were fetched, RFC 3339. */
  readonly retrievedAt: string;
}

type CellsOf<T> = {
  [K in keyof StagedFields]: StagedFields[K] extends Cell<T> | null ? K : never;
}[keyof StagedFields];

class Merger {
  readonly log: ProvenanceLog;
  readonly years: readonly StagedYear[];

  constructor(years: readonly StagedYear[], context: MergeContext, recordId: string) {
    this.years = years;
    this.log = new ProvenanceLog(context.source, recordId, context.retrievedAt);
  }

  /** The newest year's value wins; older ones stay in the history. */
  newest<T extends string | number>(field: string, key: CellsOf<T>): T | null {
    const year = this.years.find((candidate) => candidate.fields[key] !== null);
    if (year === undefined) return null;
    return this.log.take(field, year.dataYear, year.fields[key] as Cell<T> | null);
  }
}

function chooseType(years: readonly StagedYear[], subtype: string | null): PropertyType {
  const hint = years.find((year) => year.typeHint !== null)?.typeHint ?? null;
  if (hint === "mixed-use" && years[0]?.typeHint === "mixed-use") return "mixed-use";
  if (subtype !== null) return typeOfSubtype(subtype);
  return hint === "mixed-use" ? "unknown" : (hint ?? "unknown");
}

/**
 * Chicago omits the type on rows that submitted nothing; Seattle omits it when a building no longer has a largest use.
 */
function mergeSubtype(merger: Merger, sourceId: string): string | null {
  if (sourceId !== SEATTLE.id) return merger.newest<string>("subtype", "subtype");
  const [latest] = merger.years;
  return merger.log.take("subtype", latest?.dataYear ?? 0, latest?.fields.subtype);
}

function toHistory(years: readonly StagedYear[]): HistoryEntry[] {
  return years.map(({ dataYear, fields }) => ({
    year: dataYear,
    siteEui: fields.siteEui?.value ?? null,
    sourceEui: fields.sourceEui?.value ?? null,
    ghgIntensity: fields.ghgIntensity?.value ?? null,
    energyStarScore: fields.energyStarScore?.value ?? null,
    waterIntensity: fields.waterIntensity?.value ?? null,
    status: fields.complianceStatus?.value ?? null,
  }));
}

function toRisk(county: CountyHazard): CountyRisk {
  return {
    countyFips: county.fips,
    buildingLossRate: county.lossRate.value,
    lossRatePercentile: county.lossRatePercentile.value,
    resiliencePercentile: county.resiliencePercentile.value,
    socialVulnerabilityPercentile: county.socialVulnerabilityPercentile?.value ?? null,
  };
}

function mergeMetrics(merger: Merger) {
  const chosen = chooseMetricsYear(merger.years);
  const water = merger.years.find((year) => year.fields.waterIntensity !== null);
  const waterIntensity = merger.log.take(
    "metrics.waterIntensity",
    water?.dataYear ?? 0,
    water?.fields.waterIntensity,
  );
  const take = (name: "energyStarScore" | "siteEui" | "sourceEui" | "ghgIntensity"): number | null =>
    merger.log.take(`metrics.${name}`, chosen?.dataYear ?? 0, chosen?.fields[name]);
  const ghgIntensity = take("ghgIntensity");
  return {
    metricsYear: chosen?.dataYear ?? null,
    energyStarScore: take("energyStarScore"),
    siteEui: take("siteEui"),
    sourceEui: take("sourceEui"),
    sourceEuiBasis: chosen?.sourceEuiBasis ?? null,
    ghgIntensity,
    emissionFactor: ghgIntensity === null ? null : (chosen?.emissionFactor ?? null),
    waterIntensity,
    waterYear: waterIntensity === null ? null : (water?.dataYear ?? null),
    checks: chosen?.checks ?? {},
  };
}

function mergeCompliance(merger: Merger, sourceId: string) {
  const [latest] = merger.years;
  const ratingYear = merger.years.find((year) => year.fields.rating !== null);
  const rating = merger.log.take("compliance.rating", ratingYear?.dataYear ?? 0, ratingYear?.fields.rating);
  const scheme = PROGRAMS[sourceId]?.rating ?? null;
  const complianceStatus = merger.log.take(
    "compliance.status",
    latest?.dataYear ?? 0,
    latest?.fields.complianceStatus,
  );
  return {
    complianceProgram: PROGRAMS[sourceId]?.program ?? null,
    complianceStatus,
    complianceYear: complianceStatus === null ? null : (latest?.dataYear ?? null),
    rating: rating === null || scheme === null ? null : { scheme, value: rating },
    ...countDisclosureYears(merger.years),
  };
}

function collectFlags(years: readonly StagedYear[], location: ChosenLocation): string[] {
  const flags: string[] = location.flag === null ? [] : [location.flag];
  for (const flag of years.flatMap((year) => year.flags)) if (!flags.includes(flag)) flags.push(flag);
  return flags;
}

function mergeIdentity(merger: Merger, location: ChosenLocation) {
  return {
    name: merger.newest<string>("name", "name"),
    street: merger.newest<string>("address.street", "street"),
    city: merger.newest<string>("address.city", "city") ?? "",
    stateOrProvince: merger.newest<string>("address.stateOrProvince", "stateOrProvince"),
    postalCode: merger.newest<string>("address.postalCode", "postalCode"),
    neighborhood: merger.newest<string>("address.neighborhood", "neighborhood"),
    latitude: merger.log.take("location.latitude", location.dataYear, location.latitude),
    longitude: merger.log.take("location.longitude", location.dataYear, location.longitude),
    countyFips: merger.newest<string>("address.county.fips", "countyFips"),
    yearBuilt: merger.newest<number>("building.yearBuilt", "yearBuilt"),
    grossFloorArea: merger.newest<number>("building.grossFloorArea", "grossFloorArea"),
    floors: merger.newest<number>("building.floors", "floors"),
    buildings: merger.newest<number>("building.buildings", "buildings"),
  };
}

/** Merges all staged years of one building. Precedence per field: newest data year. The order of `staged` does not matter. */
export function mergeProperty(
  staged: readonly [StagedYear, ...StagedYear[]],
  context: MergeContext,
): CanonicalProperty {
  const years = staged.toSorted((a, b) => b.dataYear - a.dataYear || a.line - b.line);
  const { propertyId, recordId, sourceId } = staged[0];
  const location = sourceId === CHICAGO.id ? chooseChicagoLocation(years) : chooseNewestLocation(years);
  const merger = new Merger(years, context, recordId);
  const subtype = mergeSubtype(merger, sourceId);
  const identity = mergeIdentity(merger, location);
  const county = identity.countyFips === null ? undefined : context.counties.get(identity.countyFips);
  const metrics = mergeMetrics(merger);
  const compliance = mergeCompliance(merger, sourceId);
  if (county !== undefined) merger.log.takeCounty(county);
  return {
    id: propertyId,
    recordId,
    type: chooseType(years, subtype),
    subtype,
    ...identity,
    country: "US",
    countyName: county?.name ?? null,
    locationAccuracy: location.accuracy,
    ...metrics,
    ...compliance,
    risk: county === undefined ? null : toRisk(county),
    flags: collectFlags(years, location),
    history: toHistory(years),
    provenance: merger.log.entries,
    sources: [...new Set(merger.log.entries.map((entry) => entry.sourceId))].sort(),
    synthetic: false,
  };
}
