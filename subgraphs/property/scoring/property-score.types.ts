import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { IndicatorValueScalar } from "./indicator-value.scalar.ts";

@ObjectType({ description: "Interval that would contain the overall score with complete, fresh data." })
export class ScoreInterval {
  @Field(() => Float, { description: "Lower bound of the overall score, 0 to 100." })
  low: number;
  @Field(() => Float, { description: "Upper bound of the overall score, 0 to 100." })
  high: number;
  @Field(() => Float, { description: "Probability that the interval contains that score, 0 to 1." })
  level: number;
}

@ObjectType({ description: "Peer group that a value is compared with." })
export class ScorePeerGroup {
  @Field(() => String, {
    description: "Key of the peer group: subtype and city, subtype only, or * for all.",
  })
  key: string;
  @Field(() => Int, { description: "Number of buildings in the peer group." })
  count: number;
  @Field(() => Float, {
    description: "Percentile of the value among the peers, 0 to 100. Higher means a higher value.",
  })
  percentile: number;
}

@ObjectType({ description: "Score of one indicator. The contributions sum to the unrounded overall score." })
export class IndicatorScore {
  @Field(() => String, { description: "Name of the indicator, such as energyIntensity." })
  indicator: string;
  @Field(() => String, { description: "Pillar of the indicator: environmental, social or governance." })
  pillar: string;
  @Field(() => String, {
    description: "State of the value: present, imputed (estimated), missing or notApplicable.",
  })
  state: string;
  @Field(() => Float, {
    nullable: true,
    description: "Score of the indicator, 0 to 100. Null when it does not apply.",
  })
  score: number | null;
  @Field(() => Float, { description: "Weight in the overall score, 0 to 1." })
  weight: number;
  @Field(() => Float, { description: "Points the indicator adds to the overall score." })
  contribution: number;
  @Field(() => IndicatorValueScalar, {
    nullable: true,
    description: "Published value behind the score. Null when there is none.",
  })
  value: unknown;
  @Field(() => String, { description: "Unit of the value." })
  unit: string;
  @Field(() => Int, { nullable: true, description: "Year of the data. Null when there is none." })
  dataYear: number | null;
  @Field(() => ScorePeerGroup, {
    nullable: true,
    description: "Peer group of the comparison. Null when the indicator uses none.",
  })
  peerGroup: ScorePeerGroup | null;
  @Field(() => Float, { description: "Reliability of the value, 0 to 1." })
  reliability: number;
  @Field(() => Float, {
    description: "Freshness of the data: 1 for last year's data, halved with every half-life.",
  })
  freshness: number;
  @Field(() => String, {
    nullable: true,
    description: "ID of the data source of the value. Null when there is none.",
  })
  sourceId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Indicator that the estimate is based on. Null when it is not estimated.",
  })
  anchor: string | null;
}

@ObjectType({ description: "Indicators with the strongest effect on the score." })
export class ScoreDrivers {
  @Field(() => [String], { description: "Best indicators, scores of 75 and above, at most two." })
  best: readonly string[];
  @Field(() => [String], { description: "Worst indicators, scores of 25 and below, at most two." })
  worst: readonly string[];
}

@ObjectType({ description: "Green Score of a property with its breakdown." })
export class PropertyScore {
  @Field(() => ID, { description: "ID of the scored property." })
  propertyId: string;
  @Field(() => GreenScore, { description: "Overall score, pillar scores and confidence, rounded." })
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the 14 key fields that are known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ScoreInterval, { description: "Interval of the overall score with complete, fresh data." })
  interval: ScoreInterval;
  @Field(() => String, { description: "Version of the scoring method used." })
  methodVersion: string;
  @Field(() => String, { description: "Version of the reference tables used." })
  referenceVersion: string;
  @Field(() => DateScalar, { description: "Date of the score; determines how old the data counts." })
  asOf: string;
  @Field(() => String, { description: "Hash of the score inputs. Equal inputs have equal hashes." })
  inputsHash: string;
  @Field(() => Date, { description: "Time when this result was calculated (UTC)." })
  calculatedAt: Date;
  @Field(() => [IndicatorScore], {
    nullable: true,
    description: "Score by indicator. Null when `include` is none.",
  })
  breakdown: IndicatorScore[] | null;
  @Field(() => ScoreDrivers, { description: "Indicators with the strongest effect on the score." })
  drivers: ScoreDrivers;
  @Field(() => [String], { description: "Limitations of this score, as sentences." })
  caveats: readonly string[];
  @Field(() => [String], { description: "IDs of the data sources of the record, sorted." })
  sources: readonly string[];
  @Field(() => GreenScore, { description: "Same score before rounding." })
  unrounded: GreenScore;
}
