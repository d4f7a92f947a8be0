import { Matches, MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Category of blog posts." })
export class BlogCategory {
  @Field(() => ID, { description: "Unique ID of the category." })
  categoryId: string;
  @Field(() => String, { description: "Name of the category." })
  name: string;
  @Field(() => String, { description: "Part of addresses, made from the name. Unique in the account." })
  slug: string;
}

@ObjectType({ description: "Category of blog posts with its use." })
export class CountedBlogCategory extends BlogCategory {
  @Field(() => Int, { description: "Number of posts in the category, without those in the bin." })
  posts: number;
  @Field(() => Date, { description: "Time when the category was created." })
  createdAt: Date;
}

@ObjectType({ description: "Categories of the account's blog posts, by name." })
export class BlogCategoryList {
  @Field(() => [CountedBlogCategory], { description: "All categories, at most 200." })
  categories: CountedBlogCategory[];
}

@InputType({ description: "New category of blog posts." })
export class CreateBlogCategoryInput {
  @Field(() => String, { description: "Name of the category, 1 to 60 characters." })
  @MaxLength(60)
  @Matches(/^[^\S\r\n]*\S[^\r\n]*$/)
  name: string;
}
