import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, Int } from "type-graphql";

/** Page arguments of a list that is sorted newest first. */
@ArgsType()
export abstract class PageArgs {
  @Field(() => Int, {
    defaultValue: 20,
    description: "Maximum number of items per page, 1 to 100. Default 20.",
  })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Cursor of the page to read: `nextCursor` of the previous page, with the same filters. Omit for the first page.",
  })
  @IsOptional()
  @MaxLength(500)
  after?: string | null;
}
