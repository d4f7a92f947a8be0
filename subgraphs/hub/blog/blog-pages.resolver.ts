import { Arg, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { answerBlogPage } from "./pages/blog-pages.service.ts";
import { BlogPageAnswer, BlogPageInput } from "./pages/page.types.ts";
import { readBlog, updateBlog } from "./settings/blog.service.ts";
import { Blog, UpdateBlogInput } from "./settings/blog.types.ts";

@Resolver()
export class BlogPagesResolver {
  @Query(() => Blog, { description: "Returns the address, title and feeds of the public blog." })
  blog(@Ctx() ctx: HubContext): Promise<Blog> {
    return readBlog(ctx);
  }

  @Mutation(() => Blog, { description: "Changes the address, title or comments of the public blog." })
  updateBlog(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateBlogInput, { description: "What to change." }) input: UpdateBlogInput,
  ): Promise<Blog> {
    return updateBlog(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => BlogPageAnswer, { description: "Answers a request for a public page. For the router only." })
  blogPage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => BlogPageInput, { description: "Request for the page." }) input: BlogPageInput,
  ): Promise<BlogPageAnswer> {
    return answerBlogPage(ctx, input);
  }
}
