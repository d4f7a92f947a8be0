import { IsInt, Max, Min } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { ScoreInterval } from "./property-score.types.ts";

@ArgsType()
export class ScoreHistoryArgs {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;

  @Field(() => Int, { defaultValue: 1, description: "Page number, starting at 1." })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20, description: "Number of results per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ObjectType({ description: "Change of a score by cause. The four parts sum to the change." })
export class ScoreAttribution {
  @Field(() => Float, { description: "Points from changed building data." })
  data: number;
  @Field(() => Float, { description: "Points from the aging of the data." })
  freshness: number;
  @Field(() => Float, { description: "Points from a new scoring method." })
  method: number;
  @Field(() => Float, { description: "Points from new reference tables." })
  reference: number;
}

@ObjectType({ description: "Earlier score result of a property." })
export class HistoricScore {
  @Field(() => DateScalar, { description: "Date of the score." })
  asOf: string;
  @Field(() => GreenScore, { description: "Overall score, pillar scores and confidence." })
  greenScore: GreenScore;
  @Field(() => Float, { description: "Share of the 14 key fields that were known, 0 to 1." })
  dataCompleteness: number;
  @Field(() => ScoreInterval, { description: "Interval of the overall score with complete, fresh data." })
  interval: ScoreInterval;
  @Field(() => String, { description: "Version of the scoring method used." })
  methodVersion: string;
  @Field(() => String, { description: "Version of the reference tables used." })
  referenceVersion: string;
  @Field(() => String, { description: "Hash of the score inputs. Equal inputs have equal hashes." })
  inputsHash: string;
  @Field(() => Date, { description: "Time when this result was calculated (UTC)." })
  calculatedAt: Date;
  @Field(() => GreenScore, {
    nullable: true,
    description: "Change from the previous result. Null for the first one.",
  })
  change: GreenScore | null;
  @Field(() => ScoreAttribution, {
    nullable: true,
    description: "Change of the overall score by cause. Null for the first result.",
  })
  attribution: ScoreAttribution | null;
  @Field(() => ScoreAttribution, {
    nullable: true,
    description: "Change of the confidence by cause. Null for the first result.",
  })
  confidenceAttribution: ScoreAttribution | null;
}

@ObjectType({ description: "Score history of a property, newest first." })
export class ScoreHistory {
  @Field(() => ID, { description: "ID of the property." })
  propertyId: string;
  @Field(() => [HistoricScore], { description: "Score results on this page, newest first." })
  scores: HistoricScore[];
  @Field(() => Int, { description: "Number of score results on all pages." })
  total: number;
  @Field(() => Int, { description: "Number of this page, starting at 1." })
  page: number;
  @Field(() => Int, { description: "Maximum number of results per page." })
  pageSize: number;
  @Field(() => Boolean, { description: "Whether there are more pages." })
  hasMore: boolean;
}
