import { Field, Float, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Quantity with its unit." })
export class Measurement {
  @Field(() => Float, { description: "Numeric value in the given unit." })
  value: number;
  @Field(() => String, { description: "Unit of the value, such as ft2 or kBtu/ft2/yr." })
  unit: string;
}

@ObjectType({ description: "Coordinates of a property in degrees (WGS 84)." })
export class PropertyLocation {
  @Field(() => Float, { nullable: true, description: "Latitude in degrees. Null when unknown." })
  latitude: number | null;
  @Field(() => Float, { nullable: true, description: "Longitude in degrees. Null when unknown." })
  longitude: number | null;
  @Field(() => String, { description: "Accuracy of the coordinates: verified, unverified or none." })
  accuracy: string;
}

@ObjectType({ description: "Physical facts of a building." })
export class PropertyBuilding {
  @Field(() => Int, { nullable: true, description: "Year of construction. Null when unknown." })
  yearBuilt: number | null;
  @Field(() => Measurement, {
    nullable: true,
    description: "Gross floor area without parking. Null when unknown.",
  })
  grossFloorArea: Measurement | null;
  @Field(() => Int, { nullable: true, description: "Number of floors. Null when unknown." })
  floors: number | null;
  @Field(() => Int, { nullable: true, description: "Number of buildings in this record. Null when unknown." })
  buildings: number | null;
}

@ObjectType({
  description:
    "Source energy use intensity: energy per area and year, including production and transmission losses.",
})
export class SourceEuiMeasurement extends Measurement {
  @Field(() => String, {
    nullable: true,
    description: "Basis of the value: weatherNormalized or asReported. Null when unknown.",
  })
  basis: string | null;
}

@ObjectType({ description: "Grid emission factor behind the published greenhouse gas figures." })
export class EmissionFactor {
  @Field(() => String, { description: "Publisher of the emission factor." })
  source: string;
  @Field(() => String, {
    nullable: true,
    description: "Grid subregion of the factor. Null when it has none.",
  })
  subregion: string | null;
}

@ObjectType({ description: "Greenhouse gas emissions per area and year." })
export class GhgMeasurement extends Measurement {
  @Field(() => EmissionFactor, {
    nullable: true,
    description: "Grid emission factor used by the publisher. Null when unknown.",
  })
  emissionFactor: EmissionFactor | null;
}

@ObjectType({ description: "Water use per area and year." })
export class WaterMeasurement extends Measurement {
  @Field(() => Int, {
    nullable: true,
    description: "Data year of the water figure; may be older than the energy figures.",
  })
  year: number | null;
}

@ObjectType({
  description:
    "Energy, carbon and water figures of the latest usable year. Unknown values are null, never 0.",
})
export class PropertyMetrics {
  @Field(() => Int, { nullable: true, description: "Data year of the figures. Null when there are none." })
  year: number | null;
  @Field(() => Float, { nullable: true, description: "ENERGY STAR score, 1 to 100. Null when unknown." })
  energyStarScore: number | null;
  @Field(() => Measurement, {
    nullable: true,
    description: "Site energy use intensity: energy used in the building per area and year.",
  })
  siteEui: Measurement | null;
  @Field(() => SourceEuiMeasurement, {
    nullable: true,
    description: "Source energy use intensity, including production losses. Null when unknown.",
  })
  sourceEui: SourceEuiMeasurement | null;
  @Field(() => GhgMeasurement, {
    nullable: true,
    description: "Greenhouse gas emissions per area and year. Null when unknown.",
  })
  ghgIntensity: GhgMeasurement | null;
  @Field(() => WaterMeasurement, {
    nullable: true,
    description: "Water use per area and year. Null when unknown.",
  })
  waterIntensity: WaterMeasurement | null;
}

@ObjectType({ description: "Energy rating given by a disclosure program." })
export class PropertyRating {
  @Field(() => String, { description: "Name of the rating scheme." })
  scheme: string;
  @Field(() => String, { description: "Rating of the building in that scheme." })
  value: string;
}

@ObjectType({ description: "Compliance with the local energy disclosure law." })
export class PropertyCompliance {
  @Field(() => String, {
    nullable: true,
    description: "Name of the disclosure program. Null when no program is known.",
  })
  program: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Latest status: compliant, dataError, dataMissing, notSubmitted, exempt or notCovered. Null when unknown.",
  })
  status: string | null;
  @Field(() => Int, { nullable: true, description: "Program year of the status. Null when unknown." })
  year: number | null;
  @Field(() => PropertyRating, {
    nullable: true,
    description: "Energy rating under the program. Null when it has none.",
  })
  rating: PropertyRating | null;
  @Field(() => Int, { description: "Number of program years that covered the building, of the last three." })
  yearsCovered: number;
  @Field(() => Int, { description: "Number of covered years with a submission." })
  yearsSubmitted: number;
}

@ObjectType({ description: "Natural hazard risk of the county. Percentiles are national, 0 to 100." })
export class PropertyRisk {
  @Field(() => String, { description: "County code: five digits, FIPS." })
  countyFips: string;
  @Field(() => Float, { description: "Expected annual building loss as a share of building value." })
  buildingLossRate: number;
  @Field(() => Float, {
    description: "National percentile of the loss rate, 0 to 100. Higher means more loss.",
  })
  lossRatePercentile: number;
  @Field(() => Float, {
    description: "National percentile of community resilience, 0 to 100. Higher is better.",
  })
  resiliencePercentile: number;
  @Field(() => Float, {
    nullable: true,
    description:
      "National percentile of social vulnerability, 0 to 100. Not used in the score. Null when unknown.",
  })
  socialVulnerabilityPercentile: number | null;
}

@ObjectType({ description: "Completeness of the key fields of a property." })
export class PropertyCompleteness {
  @Field(() => Int, { description: "Number of key fields that are known." })
  present: number;
  @Field(() => Int, { description: "Number of key fields that apply to the property." })
  applicable: number;
  @Field(() => [String], { description: "Names of the key fields that are unknown." })
  missing: readonly string[];
}

@ObjectType({ description: "Published figures of one year, in the requested units." })
export class PropertyYear {
  @Field(() => Int, { description: "Data year of the figures." })
  year: number;
  @Field(() => Float, { nullable: true, description: "Site energy use intensity. Null when unknown." })
  siteEui: number | null;
  @Field(() => Float, { nullable: true, description: "Source energy use intensity. Null when unknown." })
  sourceEui: number | null;
  @Field(() => Float, {
    nullable: true,
    description: "Greenhouse gas emissions per area. Null when unknown.",
  })
  ghgIntensity: number | null;
  @Field(() => Float, { nullable: true, description: "ENERGY STAR score, 1 to 100. Null when unknown." })
  energyStarScore: number | null;
  @Field(() => Float, { nullable: true, description: "Water use per area. Null when unknown." })
  waterIntensity: number | null;
  @Field(() => String, {
    nullable: true,
    description: "Disclosure status of the year, such as compliant. Null when unknown.",
  })
  status: string | null;
}

@ObjectType({ description: "Results of the plausibility checks. Null when a check has no data." })
export class QualityChecks {
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the site EUI is between 1 and 2,000 kBtu/ft2/yr.",
  })
  euiPlausible: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the ratio of source to site energy is between 0.9 and 3.4.",
  })
  sourceSiteRatio: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the fuels add up to the total within 5 %." })
  fuelSum: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the publisher does not mark the building as an outlier.",
  })
  notOutlier: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Whether the publisher used no default values." })
  noDefaultData: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the ENERGY STAR score is between 1 and 100.",
  })
  scoreInRange: boolean | null;
}

@ObjectType({ description: "Data quality of a property." })
export class PropertyQuality {
  @Field(() => QualityChecks, { description: "Results of the plausibility checks." })
  checks: QualityChecks;
  @Field(() => [String], {
    description: "Data quality warnings, such as waterImplausible. Empty when there are none.",
  })
  flags: readonly string[];
}

@ObjectType({ description: "Origin of a value. Applying `transform` to `raw` yields the value." })
export class PropertyProvenance {
  @Field(() => String, { description: "Path of the value in the property record." })
  field: string;
  @Field(() => String, { description: "ID of the data source." })
  sourceId: string;
  @Field(() => String, { description: "ID of the record at the data source." })
  recordId: string;
  @Field(() => Int, { description: "Year the value describes." })
  dataYear: number;
  @Field(() => String, { description: "Column of the data source that holds the value." })
  column: string;
  @Field(() => String, { description: "Original text published by the source." })
  raw: string;
  @Field(() => String, { description: "Name of the transform applied to the raw text." })
  transform: string;
  @Field(() => Date, { description: "Time when the value was retrieved from the source (UTC)." })
  retrievedAt: Date;
  @Field(() => String, { description: "Licence of the source data." })
  licence: string;
}
