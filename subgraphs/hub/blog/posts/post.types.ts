import { Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { BlogCategory } from "../taxonomy/category.types.ts";

export const BlogPostStatus = {
  draft: "draft",
  scheduled: "scheduled",
  published: "published",
  deleted: "deleted",
} as const;
export type BlogPostStatus = keyof typeof BlogPostStatus;
registerEnumType(BlogPostStatus, {
  name: "BlogPostStatus",
  description: "State of a blog post.",
  valuesConfig: {
    draft: { description: "Visible to the account alone." },
    scheduled: { description: "A draft that is published at a set time." },
    published: { description: "Visible to everyone." },
    deleted: { description: "In the bin, from which it is deleted after 30 days." },
  },
});

@ObjectType({ description: "Blog post without its text." })
export class BlogPostSummary {
  @Field(() => ID, { description: "Unique ID of the post." })
  postId: string;
  @Field(() => String, { description: "Title of the post." })
  title: string;
  @Field(() => String, { description: "Last part of the address of the post, unique in the account." })
  slug: string;
  @Field(() => BlogPostStatus, { description: "State of the post." })
  status: BlogPostStatus;
  @Field(() => String, { description: "First words of the post as plain text, up to 280 characters." })
  excerpt: string;
  @Field(() => BlogCategory, { nullable: true, description: "Category of the post; null without one." })
  category: BlogCategory | null;
  @Field(() => [String], { description: "Tags of the post in lower case." })
  tags: string[];
  @Field(() => Int, {
    description: "Number of the latest revision, starting at 1. Increases with every change of the content.",
  })
  version: number;
  @Field(() => Date, {
    nullable: true,
    description: "Time at which a scheduled post is published; null otherwise.",
  })
  scheduledAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time of publication; null when not published." })
  publishedAt: Date | null;
  @Field(() => Date, { description: "Time when the post was created." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the post." })
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the post was put in the bin; null otherwise.",
  })
  deletedAt: Date | null;
}

@ObjectType({ description: "Blog post with its text." })
export class BlogPost extends BlogPostSummary {
  @Field(() => String, { description: "Text of the post in Markdown." })
  markdown: string;
  @Field(() => String, {
    description:
      "Text of the post as sanitised HTML, without scripts, styles and foreign images. Code has `tok-…` classes.",
  })
  html: string;
}

@ObjectType({ description: "One page of blog posts, newest first." })
export class BlogPostPage extends countedPageOf(BlogPostSummary, "posts") {}

@ObjectType({ description: "Blog post that was put in the bin." })
export class DeletedBlogPost {
  @Field(() => ID, { description: "ID of the post." })
  postId: string;
  @Field(() => Boolean, { description: "Always true: the post is in the bin." })
  deleted: boolean;
  @Field(() => Date, { description: "Time when the post was put in the bin." })
  deletedAt: Date;
}
