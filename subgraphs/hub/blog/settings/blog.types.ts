import { IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { Field, InputType, ObjectType } from "type-graphql";

@ObjectType({ description: "Public pages of the account's blog." })
export class Blog {
  @Field(() => String, {
    nullable: true,
    description: "Part of the address of the pages, unique on the platform; null before the first post.",
  })
  handle: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address of the first page; null before the first post.",
  })
  url: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address of the RSS feed; null before the first post.",
  })
  rssUrl: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address of the Atom feed; null before the first post.",
  })
  atomUrl: string | null;
  @Field(() => String, { nullable: true, description: "Address of the sitemap; null before the first post." })
  sitemapUrl: string | null;
  @Field(() => String, { description: "Title on every page." })
  title: string;
  @Field(() => String, { description: "One line below the title; empty without one." })
  description: string;
  @Field(() => Boolean, { description: "True while visitors may send comments, which wait for moderation." })
  acceptsComments: boolean;
}

@InputType({ description: "Changes to the public pages of the blog. Omitted fields stay unchanged." })
export class UpdateBlogInput {
  @Field(() => String, {
    nullable: true,
    description:
      "New part of the address, 3 to 40 lowercase letters and digits, joined by single dashes. The former address redirects.",
  })
  @IsOptional()
  @MinLength(3)
  @MaxLength(40)
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  handle?: string | null;
  @Field(() => String, { nullable: true, description: "New title, 1 to 100 characters." })
  @IsOptional()
  @MaxLength(100)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/)
  title?: string | null;
  @Field(() => String, { nullable: true, description: "New line below the title, at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  @Matches(/^[^\r\n]*$/)
  description?: string | null;
  @Field(() => Boolean, { nullable: true, description: "Whether visitors may send comments." })
  acceptsComments?: boolean | null;
}
