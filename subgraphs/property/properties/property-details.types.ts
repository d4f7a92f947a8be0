import { Field, Float, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "A quantity with its unit." })
export class Measurement {
  @Field(() => Float)
  value: number;
  @Field(() => String)
  unit: string;
}

@ObjectType({
  description: "Degrees, WGS 84. Doubtful positions of the publisher are never shown as verified.",
})
export class PropertyLocation {
  @Field(() => Float, { nullable: true })
  latitude: number | null;
  @Field(() => Float, { nullable: true })
  longitude: number | null;
  @Field(() => String, { description: "verified, unverified or none." })
  accuracy: string;
}

@ObjectType()
export class PropertyBuilding {
  @Field(() => Int, { nullable: true })
  yearBuilt: number | null;
  @Field(() => Measurement, { nullable: true, description: "Floor area of the building, parking left out." })
  grossFloorArea: Measurement | null;
  @Field(() => Int, { nullable: true })
  floors: number | null;
  @Field(() => Int, { nullable: true, description: "Buildings that the record stands for." })
  buildings: number | null;
}

@ObjectType({ description: "Energy used where and how it is produced, per area and year." })
export class SourceEuiMeasurement extends Measurement {
  @Field(() => String, { nullable: true, description: "weatherNormalized or asReported." })
  basis: string | null;
}

@ObjectType({ description: "The grid factor that the publisher's totals rest on." })
export class EmissionFactor {
  @Field(() => String)
  source: string;
  @Field(() => String, { nullable: true })
  subregion: string | null;
}

@ObjectType({ description: "Greenhouse gases per area and year." })
export class GhgMeasurement extends Measurement {
  @Field(() => EmissionFactor, { nullable: true })
  emissionFactor: EmissionFactor | null;
}

@ObjectType({ description: "Water used per area and year." })
export class WaterMeasurement extends Measurement {
  @Field(() => Int, {
    nullable: true,
    description: "The year of the water figure; it may be older than the others.",
  })
  year: number | null;
}

@ObjectType({ description: "The newest usable year of energy figures. What is unknown is null, never 0." })
export class PropertyMetrics {
  @Field(() => Int, { nullable: true })
  year: number | null;
  @Field(() => Float, { nullable: true, description: "ENERGY STAR score, 1 to 100." })
  energyStarScore: number | null;
  @Field(() => Measurement, {
    nullable: true,
    description: "Energy used in the building, per area and year.",
  })
  siteEui: Measurement | null;
  @Field(() => SourceEuiMeasurement, { nullable: true })
  sourceEui: SourceEuiMeasurement | null;
  @Field(() => GhgMeasurement, { nullable: true })
  ghgIntensity: GhgMeasurement | null;
  @Field(() => WaterMeasurement, { nullable: true })
  waterIntensity: WaterMeasurement | null;
}

@ObjectType()
export class PropertyRating {
  @Field(() => String)
  scheme: string;
  @Field(() => String)
  value: string;
}

@ObjectType({ description: "What became of the duty to disclose." })
export class PropertyCompliance {
  @Field(() => String, { nullable: true })
  program: string | null;
  @Field(() => String, {
    nullable: true,
    description: "compliant, dataError, dataMissing, notSubmitted, exempt or notCovered.",
  })
  status: string | null;
  @Field(() => Int, { nullable: true })
  year: number | null;
  @Field(() => PropertyRating, { nullable: true })
  rating: PropertyRating | null;
  @Field(() => Int, {
    description: "Programme years in which the building was covered, of the last three at most.",
  })
  yearsCovered: number;
  @Field(() => Int, { description: "Of these, years with a submission." })
  yearsSubmitted: number;
}

@ObjectType({ description: "Hazards of the county. Percentiles are national, 0 to 100." })
export class PropertyRisk {
  @Field(() => String)
  countyFips: string;
  @Field(() => Float, { description: "Expected annual loss over building value, 1/yr." })
  buildingLossRate: number;
  @Field(() => Float)
  lossRatePercentile: number;
  @Field(() => Float)
  resiliencePercentile: number;
  @Field(() => Float, { nullable: true, description: "Context only: it has no weight in the score." })
  socialVulnerabilityPercentile: number | null;
}

@ObjectType({ description: "Which of the telling fields are known." })
export class PropertyCompleteness {
  @Field(() => Int)
  present: number;
  @Field(() => Int)
  applicable: number;
  @Field(() => [String])
  missing: readonly string[];
}

@ObjectType({ description: "One published year, in the units that the property is shown in." })
export class PropertyYear {
  @Field(() => Int)
  year: number;
  @Field(() => Float, { nullable: true })
  siteEui: number | null;
  @Field(() => Float, { nullable: true })
  sourceEui: number | null;
  @Field(() => Float, { nullable: true })
  ghgIntensity: number | null;
  @Field(() => Float, { nullable: true })
  energyStarScore: number | null;
  @Field(() => Float, { nullable: true })
  waterIntensity: number | null;
  @Field(() => String, { nullable: true })
  status: string | null;
}

@ObjectType({ description: "Results of the plausibility checks; null where a check had nothing to go by." })
export class QualityChecks {
  @Field(() => Boolean, { nullable: true, description: "Site EUI between 1 and 2000 kBtu/ft2/yr." })
  euiPlausible: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Source over site energy between 0.9 and 3.4." })
  sourceSiteRatio: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "Fuels add up to the total within 5 %." })
  fuelSum: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "The publisher does not call it an outlier." })
  notOutlier: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "The publisher filled nothing in." })
  noDefaultData: boolean | null;
  @Field(() => Boolean, { nullable: true, description: "ENERGY STAR score between 1 and 100." })
  scoreInRange: boolean | null;
}

@ObjectType()
export class PropertyQuality {
  @Field(() => QualityChecks)
  checks: QualityChecks;
  @Field(() => [String])
  flags: readonly string[];
}

@ObjectType({ description: "Where one value comes from: `transform` applied to `raw` gives it again." })
export class PropertyProvenance {
  @Field(() => String, { description: "Path of the value in this record." })
  field: string;
  @Field(() => String)
  sourceId: string;
  @Field(() => String)
  recordId: string;
  @Field(() => Int)
  dataYear: number;
  @Field(() => String)
  column: string;
  @Field(() => String, { description: "The publisher's own text." })
  raw: string;
  @Field(() => String)
  transform: string;
  @Field(() => Date)
  retrievedAt: Date;
  @Field(() => String)
  licence: string;
}
