import { IsEmail, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";

export const BlogCommentStatus = {
  held: "held",
  approved: "approved",
  rejected: "rejected",
  spam: "spam",
} as const;
export type BlogCommentStatus = keyof typeof BlogCommentStatus;
registerEnumType(BlogCommentStatus, {
  name: "BlogCommentStatus",
  description: "State of a comment on a blog post.",
  valuesConfig: {
    held: { description: "Waits for moderation. Not public." },
    approved: { description: "Public below the post." },
    rejected: { description: "Not public. Deleted after 30 days." },
    spam: { description: "Taken for spam, by a moderator or by its content. Deleted after 30 days." },
  },
});

export const BlogCommentAction = { approve: "approve", reject: "reject", spam: "spam" } as const;
export type BlogCommentAction = keyof typeof BlogCommentAction;
registerEnumType(BlogCommentAction, {
  name: "BlogCommentAction",
  description: "Decision of a moderator about a comment.",
  valuesConfig: {
    approve: { description: "Shows the comment below its post." },
    reject: { description: "Does not show the comment." },
    spam: { description: "Does not show the comment, and takes the same text for spam from now on." },
  },
});

@ObjectType({ description: "Comment of a visitor on a blog post." })
export class BlogComment {
  @Field(() => ID, { description: "Unique ID of the comment." })
  commentId: string;
  @Field(() => ID, { description: "ID of the post." })
  postId: string;
  @Field(() => String, { description: "Name that the visitor gave." })
  authorName: string;
  @Field(() => String, { nullable: true, description: "Address that the visitor gave. Never public." })
  authorEmail: string | null;
  @Field(() => String, { description: "Plain text of the comment." })
  content: string;
  @Field(() => BlogCommentStatus, { description: "State of the comment." })
  status: BlogCommentStatus;
  @Field(() => Date, { description: "Time when the comment was sent." })
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "Time of the last decision; null before one." })
  moderatedAt: Date | null;
}

@ObjectType({ description: "One page of comments, newest first." })
export class BlogCommentPage extends countedPageOf(BlogComment, "comments") {}

@ObjectType({ description: "Comment that was received." })
export class ReceivedBlogComment {
  @Field(() => ID, { description: "ID of the comment." })
  commentId: string;
  @Field(() => Boolean, { description: "Always true: it is shown only after a moderator approved it." })
  held: boolean;
}

@InputType({ description: "Comment on a published blog post." })
export class SendBlogCommentInput {
  @Field(() => ID, { description: "ID of the post, as in its feed." })
  @MinLength(1)
  @MaxLength(64)
  postId: string;
  @Field(() => String, { description: "Name of the visitor, 1 to 60 characters." })
  @MaxLength(60)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/)
  authorName: string;
  @Field(() => String, { nullable: true, description: "Address of the visitor, for the account alone." })
  @IsOptional()
  @MaxLength(254)
  @IsEmail()
  authorEmail?: string | null;
  @Field(() => String, { description: "Plain text of the comment, 1 to 3,000 characters." })
  @MaxLength(3_000)
  @Matches(/\S/)
  content: string;
  @Field(() => String, {
    description: "Token of the bot check for the action `blog_comment`. It works once.",
  })
  @MinLength(1)
  @MaxLength(4_096)
  recaptchaToken: string;
}

@InputType({ description: "Decision about a comment." })
export class ModerateBlogCommentInput {
  @Field(() => ID, { description: "ID of the comment." })
  @MinLength(1)
  @MaxLength(64)
  commentId: string;
  @Field(() => BlogCommentAction, { description: "Decision: `approve`, `reject` or `spam`." })
  action: BlogCommentAction;
}

@ArgsType()
export class BlogCommentsArgs {
  @Field(() => ID, { nullable: true, description: "Only comments on the post with this ID." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  postId?: string | null;
  @Field(() => BlogCommentStatus, { nullable: true, description: "Only comments in this state." })
  status?: BlogCommentStatus | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of comments per page, 1 to 100." })
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
