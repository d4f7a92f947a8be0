import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { AS_OF_PATTERN } from "./as-of.ts";
import { ScoreInterval } from "./property-score.types.ts";

/** What a score is asked by, besides its property. */
@ArgsType()
export class ScoreArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Year or date that the score is of, up to ten years ahead; today's stored result when left out.",
  })
  @IsOptional()
  @Matches(AS_OF_PATTERN)
  asOf?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Method to score by, such as gs-1.0.0; the newest when left out.",
  })
  @IsOptional()
  @MaxLength(40)
  methodVersion?: string | null;
}

const SCORE_PART = /^(breakdown|none)$/;

@ArgsType()
export class PropertyScoreArgs extends ScoreArgs {
  @Field(() => ID)
  propertyId: string;

  @Field(() => String, { defaultValue: "breakdown", description: "breakdown or none." })
  @Matches(SCORE_PART)
  include: string;
}

/** The score as a field of its property. */
@ArgsType()
export class ScoreFieldArgs extends ScoreArgs {
  @Field(() => String, { defaultValue: "breakdown", description: "breakdown or none." })
  @Matches(SCORE_PART)
  include: string;
}

export const MOST_BULK_IDS = 50;

@ArgsType()
export class BulkScoresArgs extends ScoreArgs {
  @Field(() => [ID], {
    description: `Properties to score, ${MOST_BULK_IDS} at most, counted before duplicates are dropped.`,
  })
  @ArrayMinSize(1)
  // More than 50 are refused by name, with their number; this bounds the work of counting them.
  @ArrayMaxSize(10_000)
  @HasFormat("entry-id", { each: true })
  propertyIds: string[];
}

@ObjectType({ description: "Why one property of a call has no score." })
export class BulkScoreError {
  @Field(() => String)
  code: string;
  @Field(() => String)
  error: string;
}

@ObjectType({ description: "What became of one property of a call." })
export class BulkScore {
  @Field(() => ID)
  propertyId: string;
  @Field(() => String, { description: "scored or error." })
  status: string;
  @Field(() => GreenScore, { nullable: true })
  greenScore: GreenScore | null;
  @Field(() => Float, { nullable: true })
  dataCompleteness: number | null;
  @Field(() => ScoreInterval, { nullable: true })
  interval: ScoreInterval | null;
  @Field(() => BulkScoreError, { nullable: true })
  error: BulkScoreError | null;
}

@ObjectType({
  description: "Scores in the order they were asked for, each property once, of one state of the data.",
})
export class BulkScores {
  @Field(() => [BulkScore])
  results: BulkScore[];
  @Field(() => Int, { description: "Ids in the call, duplicates included." })
  requested: number;
  @Field(() => Int)
  scored: number;
  @Field(() => Int)
  failed: number;
  @Field(() => String)
  methodVersion: string;
  @Field(() => String)
  referenceVersion: string;
  @Field(() => DateScalar)
  asOf: string;
  @Field(() => Date)
  calculatedAt: Date;
}
