import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import * as inputs from "./posts/post-inputs.types.ts";
import * as posts from "./posts/post.types.ts";
import { listPosts, readPost } from "./posts/posts.service.ts";
import { deletePost, publishPost, schedulePost, unpublishPost } from "./posts/publish-posts.service.ts";
import { createPost, updatePost } from "./posts/write-posts.service.ts";
import * as revisions from "./revisions/revision.types.ts";
import { listRevisions, restoreRevision } from "./revisions/revisions.service.ts";
import { createCategory, listCategories } from "./taxonomy/categories.service.ts";
import * as categories from "./taxonomy/category.types.ts";

@Resolver()
export class BlogResolver {
  @Query(() => posts.BlogPostPage, { description: "Lists blog posts without their texts, newest first." })
  blogPosts(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BlogPostsArgs) args: inputs.BlogPostsArgs,
  ): Promise<posts.BlogPostPage> {
    return listPosts(ctx, args);
  }

  @Query(() => posts.BlogPost, { description: "Returns one blog post by ID or slug, with its text." })
  blogPost(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.BlogPostArgs) args: inputs.BlogPostArgs,
  ): Promise<posts.BlogPost> {
    return readPost(ctx, args);
  }

  @Query(() => revisions.BlogPostRevisionPage, {
    description: "Lists revisions of a blog post with their changes, newest first. The last 100 are kept.",
  })
  blogPostRevisions(
    @Ctx() ctx: HubContext,
    @Args(() => revisions.BlogPostRevisionsArgs) args: revisions.BlogPostRevisionsArgs,
  ): Promise<revisions.BlogPostRevisionPage> {
    return listRevisions(ctx, args);
  }

  @Query(() => categories.BlogCategoryList, { description: "Lists categories of blog posts by name." })
  async blogCategories(@Ctx() ctx: HubContext): Promise<categories.BlogCategoryList> {
    return { categories: await listCategories(ctx) };
  }

  @Mutation(() => posts.BlogPost, { description: "Creates a blog post as a draft." })
  createBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateBlogPostInput, { description: "Content of the post." })
    input: inputs.CreateBlogPostInput,
  ): Promise<posts.BlogPost> {
    return createPost(ctx, input);
  }

  @Mutation(() => posts.BlogPost, {
    description: "Changes a blog post as a new revision. A published post changes at once.",
  })
  updateBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateBlogPostInput, { description: "Post ID, version and new content." })
    input: inputs.UpdateBlogPostInput,
  ): Promise<posts.BlogPost> {
    return updatePost(ctx, input);
  }

  @Mutation(() => posts.BlogPost, { description: "Publishes a blog post now." })
  publishBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.BlogPostInput, { description: "Post to publish." })
    input: inputs.BlogPostInput,
  ): Promise<posts.BlogPost> {
    return publishPost(ctx, input);
  }

  @Mutation(() => posts.BlogPost, {
    description: "Makes a published or scheduled blog post a draft again.",
  })
  unpublishBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.BlogPostInput, { description: "Post to unpublish." })
    input: inputs.BlogPostInput,
  ): Promise<posts.BlogPost> {
    return unpublishPost(ctx, input);
  }

  @Mutation(() => posts.BlogPost, {
    description:
      "Schedules a blog post, so that it is published once at a set time. Replaces an earlier time.",
  })
  scheduleBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.ScheduleBlogPostInput, { description: "Post to publish, and when." })
    input: inputs.ScheduleBlogPostInput,
  ): Promise<posts.BlogPost> {
    return schedulePost(ctx, input);
  }

  @Mutation(() => posts.DeletedBlogPost, {
    description:
      "Puts a blog post in the bin and takes it offline. It is deleted after 30 days; restoring a revision takes it out.",
  })
  deleteBlogPost(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.BlogPostInput, { description: "Post to delete." })
    input: inputs.BlogPostInput,
  ): Promise<posts.DeletedBlogPost> {
    return deletePost(ctx, input);
  }

  @Mutation(() => posts.BlogPost, {
    description: "Restores a former revision of a blog post as a new revision, also from the bin.",
  })
  restoreBlogPostRevision(
    @Ctx() ctx: HubContext,
    @Arg("input", () => revisions.RestoreBlogPostRevisionInput, {
      description: "Post and revision to restore.",
    })
    input: revisions.RestoreBlogPostRevisionInput,
  ): Promise<posts.BlogPost> {
    return restoreRevision(ctx, input);
  }

  @Mutation(() => categories.CountedBlogCategory, { description: "Creates a category of blog posts." })
  createBlogCategory(
    @Ctx() ctx: HubContext,
    @Arg("input", () => categories.CreateBlogCategoryInput, { description: "Name of the category." })
    input: categories.CreateBlogCategoryInput,
  ): Promise<categories.CountedBlogCategory> {
    return createCategory(ctx, input);
  }
}
