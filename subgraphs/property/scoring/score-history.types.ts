import { IsInt, Max, Min } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { ScoreInterval } from "./property-score.types.ts";

@ArgsType()
export class ScoreHistoryArgs {
  @Field(() => ID)
  propertyId: string;

  @Field(() => Int, { defaultValue: 1 })
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number;

  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  pageSize: number;
}

@ObjectType({ description: "What each cause added to a change; the four sum to it." })
export class ScoreAttribution {
  @Field(() => Float, { description: "Other figures, years, statuses or checks of the building." })
  data: number;
  @Field(() => Float, { description: "Another day: data count as older, or as newer." })
  freshness: number;
  @Field(() => Float, { description: "Another method." })
  method: number;
  @Field(() => Float, { description: "Other tables." })
  reference: number;
}

@ObjectType({ description: "One stored result." })
export class HistoricScore {
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => GreenScore)
  greenScore: GreenScore;
  @Field(() => Float)
  dataCompleteness: number;
  @Field(() => ScoreInterval)
  interval: ScoreInterval;
  @Field(() => String)
  methodVersion: string;
  @Field(() => String)
  referenceVersion: string;
  @Field(() => String)
  inputsHash: string;
  @Field(() => Date)
  calculatedAt: Date;
  @Field(() => GreenScore, { nullable: true, description: "Against the result before; null for the first." })
  change: GreenScore | null;
  @Field(() => ScoreAttribution, { nullable: true, description: "Of the change of the overall score." })
  attribution: ScoreAttribution | null;
  @Field(() => ScoreAttribution, { nullable: true, description: "Of the change of the confidence." })
  confidenceAttribution: ScoreAttribution | null;
}

@ObjectType({ description: "Every result that was the property's score, newest first." })
export class ScoreHistory {
  @Field(() => ID)
  propertyId: string;
  @Field(() => [HistoricScore])
  scores: HistoricScore[];
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  page: number;
  @Field(() => Int)
  pageSize: number;
  @Field(() => Boolean)
  hasMore: boolean;
}
