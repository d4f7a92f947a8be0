import { Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { IndicatorValueScalar } from "./indicator-value.scalar.ts";

@ObjectType({
  description: "Where the overall score would lie with complete, fresh data, in `level` of all cases.",
})
export class ScoreInterval {
  @Field(() => Float)
  low: number;
  @Field(() => Float)
  high: number;
  @Field(() => Float)
  level: number;
}

@ObjectType({ description: "The buildings that a value was read against." })
export class ScorePeerGroup {
  @Field(() => String, { description: "Subtype and city, subtype, or * for all." })
  key: string;
  @Field(() => Int)
  count: number;
  @Field(() => Float, { description: "0 to 100; higher means a higher value than the peers'." })
  percentile: number;
}

@ObjectType({ description: "One line of a score. The contributions sum to the unrounded overall score." })
export class IndicatorScore {
  @Field(() => String)
  indicator: string;
  @Field(() => String, { description: "environmental, social or governance." })
  pillar: string;
  @Field(() => String, { description: "present, imputed, missing or notApplicable." })
  state: string;
  @Field(() => Float, { nullable: true, description: "0 to 100; null where it does not apply." })
  score: number | null;
  @Field(() => Float, { description: "Share of the overall score." })
  weight: number;
  @Field(() => Float)
  contribution: number;
  @Field(() => IndicatorValueScalar, { nullable: true })
  value: unknown;
  @Field(() => String)
  unit: string;
  @Field(() => Int, { nullable: true })
  dataYear: number | null;
  @Field(() => ScorePeerGroup, { nullable: true })
  peerGroup: ScorePeerGroup | null;
  @Field(() => Float, { description: "How far the value can be relied on, 0 to 1." })
  reliability: number;
  @Field(() => Float, { description: "1 for last year's data; it halves with every half-life." })
  freshness: number;
  @Field(() => String, { nullable: true, description: "The data source that published the value." })
  sourceId: string | null;
  @Field(() => String, { nullable: true, description: "The indicator that it was estimated from." })
  anchor: string | null;
}

@ObjectType({ description: "The measured indicators that stand out, two each at most." })
export class ScoreDrivers {
  @Field(() => [String])
  best: readonly string[];
  @Field(() => [String])
  worst: readonly string[];
}

@ObjectType({ description: "The Green Score of one property, with what it was made from." })
export class PropertyScore {
  @Field(() => ID)
  propertyId: string;
  @Field(() => GreenScore)
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the telling fields that are known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ScoreInterval)
  interval: ScoreInterval;
  @Field(() => String)
  methodVersion: string;
  @Field(() => String, { description: "The frozen tables that values were read against." })
  referenceVersion: string;
  @Field(() => DateScalar, { description: "The day the score is of: it says how old data count." })
  asOf: string;
  @Field(() => String, { description: "The same hash means the same inputs." })
  inputsHash: string;
  @Field(() => Date, { description: "When the result that is shown was calculated." })
  calculatedAt: Date;
  @Field(() => [IndicatorScore], { nullable: true, description: "Null when include is none." })
  breakdown: IndicatorScore[] | null;
  @Field(() => ScoreDrivers)
  drivers: ScoreDrivers;
  @Field(() => [String], { description: "What to know before leaning on the score." })
  caveats: readonly string[];
  @Field(() => [String], { description: "Sorted ids of the data sources of the record." })
  sources: readonly string[];
  @Field(() => GreenScore, { description: "The same score before it is rounded." })
  unrounded: GreenScore;
}
