/**
 * The main use of a building, for filters. `unknown` means the publisher gives no use, `other` that it gives "other".
 */
export const PROPERTY_TYPES = [
  "commercial",
  "residential",
  "industrial",
  "institutional",
  "mixed-use",
  "other",
  "unknown",
] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** Status of one programme year: the first four mean that the disclosure law covered the building. */
export const COMPLIANCE_STATUSES = [
  "compliant",
  "dataError",
  "dataMissing",
  "notSubmitted",
  "exempt",
  "notCovered",
] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

export type LocationAccuracy = "verified" | "unverified" | "none";
export type SourceEuiBasis = "weatherNormalized" | "asReported";

/** Named results of the plausibility checks; a check is present only if its inputs are. */
export type Checks = Readonly<Record<string, boolean>>;

/** Provenance of one value. `transform` applied to `raw` reproduces the value (see `transforms.ts`). */
export interface ProvenanceEntry {
  field: string;
  sourceId: string;
  recordId: string;
  dataYear: number;
  column: string;
  raw: string;
  transform: string;
  retrievedAt: string;
  licence: string;
}

/** One published year. Units as in `PropertyMetrics`. */
export interface HistoryEntry {
  year: number;
  siteEui: number | null;
  sourceEui: number | null;
  ghgIntensity: number | null;
  energyStarScore: number | null;
  waterIntensity: number | null;
  status: ComplianceStatus | null;
}

/** The grid factor behind the publisher's greenhouse gas totals. */
export interface EmissionFactor {
  source: string;
  subregion: string | null;
}

export interface PropertyRating {
  scheme: string;
  value: string;
}

/** County hazard context. Rates are annual loss over building value; percentiles are national, 0 to 100. */
export interface CountyRisk {
  countyFips: string;
  buildingLossRate: number;
  lossRatePercentile: number;
  resiliencePercentile: number;
  /** Context only: it has no weight in any score. */
  socialVulnerabilityPercentile: number | null;
}

/**
 * The facts a score is computed from. Units: EUI kBtu/ft2/yr, ghgIntensity kgCO2e/ft2/yr, waterIntensity gal/ft2/yr,
 * grossFloorArea ft2 of building without parking. An unknown value is null, never 0 or "".
 */
export interface ScoreInput {
  id: string;
  name: string | null;
  type: PropertyType;
  subtype: string | null;
  street: string | null;
  city: string;
  stateOrProvince: string | null;
  postalCode: string | null;
  neighborhood: string | null;
  latitude: number | null;
  longitude: number | null;
  countyFips: string | null;
  yearBuilt: number | null;
  grossFloorArea: number | null;
  metricsYear: number | null;
  energyStarScore: number | null;
  siteEui: number | null;
  sourceEui: number | null;
  ghgIntensity: number | null;
  waterIntensity: number | null;
  waterYear: number | null;
  complianceStatus: ComplianceStatus | null;
  complianceYear: number | null;
  yearsCovered: number;
  yearsSubmitted: number;
  checks: Checks;
  flags: readonly string[];
}

/** One building, merged from all its years and sources. */
export interface CanonicalProperty extends ScoreInput {
  recordId: string;
  country: string;
  countyName: string | null;
  locationAccuracy: LocationAccuracy;
  floors: number | null;
  buildings: number | null;
  sourceEuiBasis: SourceEuiBasis | null;
  emissionFactor: EmissionFactor | null;
  complianceProgram: string | null;
  rating: PropertyRating | null;
  risk: CountyRisk | null;
  /** Newest first. */
  history: readonly HistoryEntry[];
  provenance: readonly ProvenanceEntry[];
  /** Sorted distinct adapter ids that gave this record a value. */
  sources: readonly string[];
  synthetic: boolean;
}
