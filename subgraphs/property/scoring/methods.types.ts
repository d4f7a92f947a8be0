import { Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

const METHOD_PART = /^(tables|none)$/;

@ArgsType()
export class ScoringMethodArgs {
  @Field(() => String, { description: "Version of the scoring method, such as gs-1.0.0." })
  @MaxLength(40)
  version: string;

  @Field(() => String, {
    defaultValue: "tables",
    description: "Parts to return: `tables` for the reference tables, or `none`.",
  })
  @Matches(METHOD_PART)
  include: string;
}

@ObjectType({ description: "Published scoring method. All versions stay available." })
export class ScoringMethodSummary {
  @Field(() => String, { description: "Version of the scoring method, such as gs-1.0.0." })
  version: string;
  @Field(() => String, { description: "Version of the reference tables of the method." })
  referenceVersion: string;
  @Field(() => Boolean, { description: "Whether this is the default method." })
  isCurrent: boolean;
}

@ObjectType({ description: "List of published scoring methods." })
export class ScoringMethods {
  @Field(() => [ScoringMethodSummary], { description: "Scoring methods, newest first." })
  methods: ScoringMethodSummary[];
}

@ObjectType({ description: "Indicator of a scoring method." })
export class MethodIndicator {
  @Field(() => String, { description: "Name of the indicator, such as energyIntensity." })
  indicator: string;
  @Field(() => Float, { description: "Weight within the pillar, 0 to 1, when all indicators apply." })
  weightInPillar: number;
  @Field(() => Float, { description: "Weight in the overall score, 0 to 1." })
  weight: number;
  @Field(() => String, { description: "Unit of the indicator value." })
  unit: string;
  @Field(() => String, { description: "Formula that turns the value into a score." })
  formula: string;
}

@ObjectType({ description: "Pillar of a scoring method with its indicators." })
export class MethodPillar {
  @Field(() => String, { description: "Name of the pillar: environmental, social or governance." })
  pillar: string;
  @Field(() => Float, { description: "Weight of the pillar in the overall score, 0 to 1." })
  weight: number;
  @Field(() => [MethodIndicator], { description: "Indicators of the pillar." })
  indicators: MethodIndicator[];
}

@ObjectType({ description: "Estimate of a missing indicator from an anchor: 50 + slope × (anchor − 50)." })
export class MethodSubstitute {
  @Field(() => String, { description: "Name of the indicator the estimate is based on." })
  anchor: string;
  @Field(() => String, { description: "Name of the indicator that is estimated." })
  indicator: string;
  @Field(() => Float, { description: "Slope of the estimate." })
  slope: number;
  @Field(() => Float, {
    description: "Reliability of the estimate as a share of the anchor's reliability, 0 to 1.",
  })
  rSquared: number;
}

@ObjectType({ description: "Reliability of one kind of value." })
export class MethodReliability {
  @Field(() => String, { description: "Kind of value, such as disclosed figures." })
  kind: string;
  @Field(() => Float, { description: "Reliability of such values, 0 to 1." })
  reliability: number;
}

@ObjectType({ description: "Half-lives of data freshness, in years." })
export class MethodHalfLives {
  @Field(() => Float, { description: "Half-life of disclosed building figures, in years." })
  disclosed: number;
  @Field(() => Float, { description: "Half-life of county figures, in years." })
  county: number;
}

@ObjectType({ description: "Parameters of the score interval. Half its width is points × (1 − confidence)." })
export class MethodInterval {
  @Field(() => Float, { description: "Half width of the interval in score points at confidence 0." })
  points: number;
  @Field(() => Float, { description: "Probability that the interval covers the true score, 0 to 1." })
  level: number;
}

@ObjectType({ description: "Reference tables of a scoring method." })
export class MethodTables {
  @Field(() => Int, { description: "Data year of the county table." })
  countyYear: number;
  @Field(() => [String], { description: "Building types that can have an ENERGY STAR score." })
  energyStarEligible: readonly string[];
  @Field(() => JSONObjectScalar, {
    description: "Peer distributions by indicator and group key: building count `n` and 101 breakpoints `q`.",
  })
  peers: object;
  @Field(() => JSONObjectScalar, { description: "Loss rate and percentiles by five-digit county FIPS code." })
  counties: object;
}

@ObjectType({ description: "Complete description of a scoring method." })
export class ScoringMethod {
  @Field(() => String, { description: "Version of the scoring method, such as gs-1.0.0." })
  version: string;
  @Field(() => String, { description: "Version of the reference tables of the method." })
  referenceVersion: string;
  @Field(() => Boolean, { description: "Whether this is the default method." })
  isCurrent: boolean;
  @Field(() => [String], { description: "Formulas that combine the indicators into the scores." })
  formulas: readonly string[];
  @Field(() => [MethodPillar], { description: "Pillars with their weights and indicators." })
  pillars: MethodPillar[];
  @Field(() => [String], { description: "Indicators used to estimate missing ones, in order of preference." })
  anchors: readonly string[];
  @Field(() => [MethodSubstitute], { description: "Estimates used for missing indicators." })
  substitutes: MethodSubstitute[];
  @Field(() => Float, { description: "Score used when no data was published, 0 to 100." })
  neutralScore: number;
  @Field(() => Float, { description: "Score used when the owner withheld required data, 0 to 100." })
  withheldScore: number;
  @Field(() => [MethodReliability], { description: "Reliability by kind of value." })
  reliabilities: MethodReliability[];
  @Field(() => MethodHalfLives, { description: "Half-lives of data freshness, in years." })
  halfLivesYears: MethodHalfLives;
  @Field(() => MethodInterval, { description: "Parameters of the score interval." })
  interval: MethodInterval;
  @Field(() => [String], { description: "Data deliberately excluded from the score." })
  notUsed: readonly string[];
  @Field(() => [String], { description: "Known limitations of the method." })
  limits: readonly string[];
  @Field(() => MethodTables, {
    nullable: true,
    description: "Reference tables of the method. Null when `include` is none.",
  })
  tables: MethodTables | null;
}
