import { ArrayMaxSize, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { BlogPostStatus } from "./post.types.ts";

/** One line with something in it. */
const oneLine = /^[^\S\r\n]*\S[^\r\n]*$/;
// Letters and digits of every script, as ranges of what is neither: validators of JSON Schema differ in what they know of \p.
const slugPattern =
  // oxlint-disable-next-line no-control-regex
  /^[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]+(-[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]+)*$/;
/** Starts with a letter or digit, and has up to 40 characters. */
const tagPattern =
  // oxlint-disable-next-line no-control-regex
  /^[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff][^\u0000-\u001f!\u0022\u0024-\u002a\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]{0,39}$/;
const maxMarkdown = 100_000;

const markdownWords =
  "CommonMark with tables, at most 100,000 characters. `![Alt text](file:file_01…)` shows an image file of the account.";
const tagWords = "at most 20. Each has up to 40 characters and is stored in lower case";
const slugWords = "1 to 80 letters and digits, joined by single dashes";

@InputType({ description: "Content of a new blog post." })
export class CreateBlogPostInput {
  @Field(() => String, { description: "Title of the post, 1 to 200 characters." })
  @MaxLength(200)
  @Matches(oneLine)
  title: string;
  @Field(() => String, { description: `Text of the post: ${markdownWords}` })
  @MaxLength(maxMarkdown)
  markdown: string;
  @Field(() => ID, { nullable: true, description: "ID of the category. Default: none." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], { nullable: true, description: `Tags of the post, ${tagWords}.` })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(40, { each: true })
  @Matches(tagPattern, { each: true })
  tags?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: `Last part of the address: ${slugWords}. Default: made from the title.`,
  })
  @IsOptional()
  @MaxLength(80)
  @Matches(slugPattern)
  slug?: string | null;
}

@InputType({ description: "Changes to a blog post. Omitted fields stay unchanged." })
export class UpdateBlogPostInput {
  @Field(() => ID, { description: "ID of the post to change." })
  @MinLength(1)
  @MaxLength(64)
  postId: string;
  @Field(() => Int, { description: "Version that the changes are based on." })
  @IsInt()
  @Min(1)
  version: number;
  @Field(() => String, { nullable: true, description: "New title, 1 to 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(oneLine)
  title?: string | null;
  @Field(() => String, { nullable: true, description: `New text: ${markdownWords}` })
  @IsOptional()
  @MaxLength(maxMarkdown)
  markdown?: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the new category. Null removes the category." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  categoryId?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: `All tags that the post has from now on, ${tagWords}. Null removes them.`,
  })
  @IsOptional()
  @ArrayMaxSize(20)
  @MaxLength(40, { each: true })
  @Matches(tagPattern, { each: true })
  tags?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: `New last part of the address: ${slugWords}. The former address redirects to it.`,
  })
  @IsOptional()
  @MaxLength(80)
  @Matches(slugPattern)
  slug?: string | null;
}

@InputType({ description: "Selects a blog post." })
export class BlogPostInput {
  @Field(() => ID, { description: "ID of the post." })
  @MinLength(1)
  @MaxLength(64)
  postId: string;
}

@InputType({ description: "Blog post to publish later, and when." })
export class ScheduleBlogPostInput extends BlogPostInput {
  @Field(() => Date, { description: "Time of publication, in the future and at most 5 years ahead." })
  at: Date;
}

@ArgsType()
export class BlogPostArgs {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the post, or one of its slugs. Required without `slug`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  postId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Present or former last part of the post's address. Required without `postId`.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(100)
  slug?: string | null;
}

@ArgsType()
export class BlogPostsArgs {
  @Field(() => BlogPostStatus, {
    nullable: true,
    description: "Only posts in this state. Default: all but those in the bin.",
  })
  status?: BlogPostStatus | null;
  @Field(() => ID, { nullable: true, description: "Only posts of the category with this ID." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  category?: string | null;
  @Field(() => String, { nullable: true, description: "Only posts with this tag." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(40)
  tag?: string | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of posts per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  after?: string | null;
}
