import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Int } from "type-graphql";

/** Which page of a list, newest first. */
@ArgsType()
export abstract class PageArgs {
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "`nextCursor` of the page before, with the same filter.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}
