import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, Int } from "type-graphql";

/** Which page of a list, newest first. */
@ArgsType()
export abstract class CrmPageArgs {
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of items per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
}
