import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as types from "./comment.types.ts";
import { listComments, moderateComment } from "./comments.service.ts";
import { sendComment } from "./send-comment.service.ts";

@Resolver()
export class BlogCommentsResolver {
  @Query(() => types.BlogCommentPage, { description: "Lists comments on blog posts, newest first." })
  blogComments(
    @Ctx() ctx: HubContext,
    @Args(() => types.BlogCommentsArgs) args: types.BlogCommentsArgs,
  ): Promise<types.BlogCommentPage> {
    return listComments(ctx, args);
  }

  @Mutation(() => types.BlogComment, {
    description: "Approves or rejects a comment, or marks it as spam. Approved comments are public.",
  })
  moderateBlogComment(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ModerateBlogCommentInput, { description: "Comment and decision." })
    input: types.ModerateBlogCommentInput,
  ): Promise<types.BlogComment> {
    return moderateComment(ctx, input);
  }

  @Mutation(() => types.ReceivedBlogComment, {
    description: "Sends a comment on a published blog post. It is held for moderation.",
  })
  sendBlogComment(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.SendBlogCommentInput, { description: "Comment of a visitor." })
    input: types.SendBlogCommentInput,
  ): Promise<types.ReceivedBlogComment> {
    return sendComment(ctx, input);
  }
}
