import { Directive, Field, InputType, Int, ObjectType } from "type-graphql";

export type BlogPageKind = "posts" | "post" | "category" | "tag" | "rss" | "atom" | "sitemap" | "image";

@Directive("@inaccessible")
@InputType({ description: "Request for a public page of a blog." })
export class BlogPageInput {
  @Field(() => String, { description: "Handle of the blog, as in the address. Empty for an image." })
  handle: string;
  @Field(() => String, {
    description: "Kind of page: `posts`, `post`, `category`, `tag`, `rss`, `atom`, `sitemap` or `image`.",
  })
  kind: BlogPageKind;
  @Field(() => String, {
    nullable: true,
    description: "Slug of a post or category, a tag, or the ID of a file; null otherwise.",
  })
  name?: string | null;
  @Field(() => Int, { defaultValue: 1, description: "Number of the page of a list, from 1." })
  page: number;
  @Field(() => String, { nullable: true, description: "Value of `If-None-Match`; null without one." })
  ifNoneMatch?: string | null;
}

@Directive("@inaccessible")
@ObjectType({ description: "HTTP response to send unchanged." })
export class BlogPageAnswer {
  @Field(() => Int, { description: "HTTP status code." })
  status: number;
  @Field(() => String, { nullable: true, description: "Media type of the content; null without content." })
  contentType: string | null;
  @Field(() => String, { nullable: true, description: "URL to redirect to; null without a redirect." })
  location: string | null;
  @Field(() => String, { nullable: true, description: "ETag of the page; null where it is not cached." })
  etag: string | null;
  @Field(() => String, { description: "Body of the response." })
  content: string;
}
