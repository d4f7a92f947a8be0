/**
 * The method `gs-1.0.0` as data: the indicators, their weights, and how a missing value is replaced. Scores are 0 to
 * 100. Social vulnerability, income, race and rent are not inputs.
 */
export const METHOD_VERSION = "gs-1.0.0";

export const PILLARS = ["environmental", "social", "governance"] as const;
export type Pillar = (typeof PILLARS)[number];

export const PILLAR_WEIGHTS: Readonly<Record<Pillar, number>> = {
  environmental: 0.6,
  social: 0.15,
  governance: 0.25,
};

export const INDICATORS = [
  "energyIntensity",
  "carbonIntensity",
  "energyStarScore",
  "waterIntensity",
  "hazardLossRate",
  "communityResilience",
  "codeEra",
  "disclosureCompliance",
  "reportingContinuity",
  "dataQuality",
] as const;
export type IndicatorName = (typeof INDICATORS)[number];
export type EnvironmentalIndicator =
  | "energyIntensity"
  | "carbonIntensity"
  | "energyStarScore"
  | "waterIntensity";
export type AnchorIndicator = Exclude<EnvironmentalIndicator, "waterIntensity">;

interface IndicatorDescription {
  readonly pillar: Pillar;
  /** Weight inside the pillar, before inapplicable indicators are removed. */
  readonly weight: number;
  readonly unit: string;
}

export const INDICATOR_DESCRIPTIONS: Readonly<Record<IndicatorName, IndicatorDescription>> = {
  energyIntensity: { pillar: "environmental", weight: 0.4, unit: "kBtu/ft2/yr" },
  carbonIntensity: { pillar: "environmental", weight: 0.3, unit: "kgCO2e/ft2/yr" },
  energyStarScore: { pillar: "environmental", weight: 0.2, unit: "score" },
  waterIntensity: { pillar: "environmental", weight: 0.1, unit: "gal/ft2/yr" },
  hazardLossRate: { pillar: "social", weight: 0.4, unit: "1/yr" },
  communityResilience: { pillar: "social", weight: 0.2, unit: "percentile" },
  codeEra: { pillar: "social", weight: 0.4, unit: "year" },
  disclosureCompliance: { pillar: "governance", weight: 0.5, unit: "status" },
  reportingContinuity: { pillar: "governance", weight: 0.3, unit: "years" },
  dataQuality: { pillar: "governance", weight: 0.2, unit: "checks" },
};

interface Substitute {
  /** Slope of the regression of the missing indicator on the anchor, both as distance from 50. */
  readonly slope: number;
  /** Share of the variance it explains. */
  readonly rSquared: number;
}

/** Slopes and R2 estimated on 16,107 buildings of Chicago 2023, Seattle 2016 and New York 2016. */
export const SUBSTITUTES: Readonly<
  Record<AnchorIndicator, Partial<Record<EnvironmentalIndicator, Substitute>>>
> = {
  energyIntensity: {
    carbonIntensity: { slope: 0.8, rSquared: 0.65 },
    energyStarScore: { slope: 0.8, rSquared: 0.55 },
    waterIntensity: { slope: 0.25, rSquared: 0.05 },
  },
  energyStarScore: {
    energyIntensity: { slope: 0.7, rSquared: 0.55 },
    carbonIntensity: { slope: 0.6, rSquared: 0.4 },
    waterIntensity: { slope: 0.15, rSquared: 0.02 },
  },
  carbonIntensity: {
    energyIntensity: { slope: 0.8, rSquared: 0.65 },
    energyStarScore: { slope: 0.6, rSquared: 0.4 },
    waterIntensity: { slope: 0.2, rSquared: 0.03 },
  },
};

/** The first of these that is present replaces the missing ones. */
export const ANCHOR_ORDER: readonly AnchorIndicator[] = [
  "energyIntensity",
  "energyStarScore",
  "carbonIntensity",
];

export const NEUTRAL_SCORE = 50;
/** For a measure that had to be disclosed and was withheld: below every honest value but the worst tenth. */
export const WITHHELD_SCORE = 10;

/** Half-lives in years, after which a value counts half in the confidence. */
export const HALF_LIFE_YEARS = { disclosed: 4, county: 10 } as const;

/** Half the width of the 90 % interval at confidence 0. */
export const INTERVAL_POINTS = 28;
export const INTERVAL_LEVEL = 0.9;

/** The building types for which EPA's ENERGY STAR 1 to 100 score exists (Portfolio Manager). */
export const ENERGY_STAR_ELIGIBLE: readonly string[] = [
  "Bank Branch",
  "Courthouse",
  "Data Center",
  "Distribution Center",
  "Financial Office",
  "Hospital (General Medical & Surgical)",
  "Hotel",
  "K-12 School",
  "Medical Office",
  "Multifamily Housing",
  "Non-Refrigerated Warehouse",
  "Office",
  "Refrigerated Warehouse",
  "Residence Hall/Dormitory",
  "Retail Store",
  "Senior Living Community",
  "Supermarket/Grocery Store",
  "Vehicle Dealership",
  "Wholesale Club/Supercenter",
  "Worship Facility",
];
