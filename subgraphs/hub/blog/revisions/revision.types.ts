import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../../src/graphql/page-type.ts";

@ObjectType({ description: "Content of a blog post at one time, and what it changed." })
export class BlogPostRevision {
  @Field(() => Int, { description: "Number of the revision; the first one is 1." })
  revision: number;
  @Field(() => String, { description: "Title of the post in this revision." })
  title: string;
  @Field(() => [String], { description: "Tags of the post in this revision." })
  tags: string[];
  @Field(() => ID, { nullable: true, description: "Category in this revision; null without one." })
  categoryId: string | null;
  @Field(() => ID, { description: "ID of the user who made the revision." })
  authorId: string;
  @Field(() => Date, { description: "Time when the revision was made." })
  createdAt: Date;
  @Field(() => Int, { description: "Lines of text that it added to the revision before." })
  addedLines: number;
  @Field(() => Int, { description: "Lines of text that it removed from the revision before." })
  removedLines: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Changed lines of the text as a unified diff against the revision before. Null when the texts differ too much.",
  })
  diff: string | null;
}

@ObjectType({ description: "One page of revisions of a blog post, newest first." })
export class BlogPostRevisionPage extends pageOf(BlogPostRevision, "revisions") {}

@ArgsType()
export class BlogPostRevisionsArgs {
  @Field(() => ID, { description: "ID of the post." })
  @MinLength(1)
  @MaxLength(64)
  postId: string;
  @Field(() => Int, { defaultValue: 10, description: "Maximum number of revisions per page, 1 to 20." })
  @IsInt()
  @Min(1)
  @Max(20)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  after?: string | null;
}

@InputType({ description: "Revision of a blog post to restore." })
export class RestoreBlogPostRevisionInput {
  @Field(() => ID, { description: "ID of the post, which may be in the bin." })
  @MinLength(1)
  @MaxLength(64)
  postId: string;
  @Field(() => Int, { description: "Number of the revision whose content is restored." })
  @IsInt()
  @Min(1)
  revision: number;
}
