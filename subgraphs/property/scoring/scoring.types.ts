import { ArrayMaxSize, ArrayMinSize, IsOptional, Matches, MaxLength } from "class-validator";
import { ArgsType, Field, Float, ID, Int, ObjectType } from "type-graphql";
import { HasFormat } from "../../../src/graphql/validators.ts";
import { DateScalar } from "../../../src/graphql/scalars.ts";
import { GreenScore } from "../properties/property.entity.ts";
import { AS_OF_PATTERN } from "./as-of.ts";
import { ScoreInterval } from "./property-score.types.ts";

/** Arguments of a score besides its property. */
@ArgsType()
export class ScoreArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Year or date of the score (YYYY or YYYY-MM-DD), up to 10 years ahead. Default: the stored result of today.",
  })
  @IsOptional()
  @Matches(AS_OF_PATTERN, { message: "must be a year (YYYY) or a date (YYYY-MM-DD)" })
  asOf?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Version of the scoring method, such as gs-1.0.0. Default: the current method.",
  })
  @IsOptional()
  @MaxLength(40)
  methodVersion?: string | null;
}

const SCORE_PART = /^(breakdown|none)$/;

@ArgsType()
export class PropertyScoreArgs extends ScoreArgs {
  @Field(() => ID, { description: "ID of the property to score." })
  propertyId: string;

  @Field(() => String, {
    defaultValue: "breakdown",
    description: "Parts to return: `breakdown` for scores by indicator, or `none`.",
  })
  @Matches(SCORE_PART)
  include: string;
}

/** The score as a field of its property. */
@ArgsType()
export class ScoreFieldArgs extends ScoreArgs {
  @Field(() => String, {
    defaultValue: "breakdown",
    description: "Parts to return: `breakdown` for scores by indicator, or `none`.",
  })
  @Matches(SCORE_PART)
  include: string;
}

export const MOST_BULK_IDS = 50;

@ArgsType()
export class BulkScoresArgs extends ScoreArgs {
  @Field(() => [ID], { description: "IDs of the properties to score, 1 to 50, duplicates included." })
  @ArrayMinSize(1)
  // More than 50 are rejected with their number in the message; this bounds the work of counting them.
  @ArrayMaxSize(10_000)
  @HasFormat("entry-id", { each: true })
  propertyIds: string[];
}

@ObjectType({ description: "Reason why a property has no score." })
export class BulkScoreError {
  @Field(() => String, { description: "Error code, such as PROPERTY_NOT_FOUND." })
  code: string;
  @Field(() => String, { description: "Error message in plain text." })
  error: string;
}

@ObjectType({ description: "Score result of one requested property." })
export class BulkScore {
  @Field(() => ID, { description: "ID of the requested property." })
  propertyId: string;
  @Field(() => String, { description: "Outcome for this property: scored or error." })
  status: string;
  @Field(() => GreenScore, {
    nullable: true,
    description: "Overall score, pillar scores and confidence. Null on error.",
  })
  greenScore: GreenScore | null;
  @Field(() => Float, {
    nullable: true,
    description: "Share of the 14 key fields that are known, 0 to 1. Null on error.",
  })
  dataCompleteness: number | null;
  @Field(() => ScoreInterval, {
    nullable: true,
    description: "Interval of the overall score. Null on error.",
  })
  interval: ScoreInterval | null;
  @Field(() => BulkScoreError, { nullable: true, description: "Reason of the failure. Null when scored." })
  error: BulkScoreError | null;
}

@ObjectType({
  description: "Scores in the requested order, each property once, all from the same version of the data.",
})
export class BulkScores {
  @Field(() => [BulkScore], { description: "Results in the requested order." })
  results: BulkScore[];
  @Field(() => Int, { description: "Number of requested IDs, duplicates included." })
  requested: number;
  @Field(() => Int, { description: "Number of properties scored." })
  scored: number;
  @Field(() => Int, { description: "Number of properties without a score." })
  failed: number;
  @Field(() => String, { description: "Version of the scoring method used." })
  methodVersion: string;
  @Field(() => String, { description: "Version of the reference tables used." })
  referenceVersion: string;
  @Field(() => DateScalar, { description: "Date of the scores." })
  asOf: string;
  @Field(() => Date, { description: "Time of the calculation (UTC)." })
  calculatedAt: Date;
}
