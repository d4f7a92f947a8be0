import { nullable, number, ownObject, text, type EventFamily } from "./event-family.ts";

export const blogPostEvents: EventFamily = {
  name: "blog_post",
  object: ownObject("BlogPostNews", "Blog post without its text.", {
    postId: text("ID of the post."),
    title: text("Title of the post."),
    slug: text("Last part of the address of the post."),
    url: text("Address of the public page."),
    status: text("State of the post: `draft` or `published`."),
    version: number("Number of the latest revision."),
    tags: { type: "array", description: "Tags of the post.", items: { type: "string" } },
    publishedAt: nullable({
      ...text("Time of publication, ISO 8601; null for a post that is not published."),
      format: "date-time",
    }),
  }),
  example: {
    postId: "bpo_01m853a43ngprk8bex8c3hyvvc",
    title: "Spring hours",
    slug: "spring-hours",
    url: "https://hub.example.com/blogs/workshop/spring-hours",
    status: "published",
    version: 2,
    tags: ["hours"],
    publishedAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    published: { description: "A post was published, by a person or at its scheduled time." },
    updated: { description: "The content of a published post changed." },
    unpublished: {
      description: "A published post was taken offline or put in the bin.",
      example: { status: "draft", publishedAt: null },
    },
  },
};

export const blogCommentEvents: EventFamily = {
  name: "blog_comment",
  object: ownObject("BlogCommentNews", "Comment on a blog post, without its text.", {
    commentId: text("ID of the comment."),
    postId: text("ID of the post."),
    authorName: text("Name that the visitor gave."),
    status: text("State of the comment: `held`, `approved`, `rejected` or `spam`."),
    createdAt: { ...text("Time when the comment was sent, ISO 8601."), format: "date-time" },
  }),
  example: {
    commentId: "bcm_01m8538dhbydw3v0pz6zm9r14z",
    postId: "bpo_01m853a43ngprk8bex8c3hyvvc",
    authorName: "Dana",
    status: "held",
    createdAt: "2026-11-23T09:30:00.000Z",
  },
  events: {
    received: { description: "A comment waits for moderation." },
    approved: { description: "A comment was approved.", example: { status: "approved" } },
    rejected: { description: "A comment was rejected or marked as spam.", example: { status: "rejected" } },
  },
};
