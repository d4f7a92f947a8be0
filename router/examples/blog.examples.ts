import type { ExampleRows } from "./example.types.ts";

const post = { postId: "bpo_demo_1" };
const draft = { postId: "bpo_demo_draft" };

/** Posts of the demo blog. */
export const blogExamples: ExampleRows = {
  UpdateBlog: { input: { title: "From the workshop", description: "News of the shop" } },
  CreateBlogPost: {
    input: { title: "Summer hours", markdown: "We open at **7** from June.", tags: ["news"] },
  },
  ListBlogPosts: { input: { status: "published", limit: 5 } },
  GetBlogPost: { input: post },
  UpdateBlogPost: { input: { ...post, version: 1, tags: ["news", "hours"] } },
  PublishBlogPost: { input: draft },
  ScheduleBlogPost: { input: { ...draft, at: "2030-03-01T09:00:00.000Z" } },
  DeleteBlogPost: { input: draft },
  RestoreBlogPostRevision: { input: { ...post, revision: 1 } },
  ModerateBlogComment: { input: { commentId: "bcm_demo_1", action: "approve" } },
  SendBlogComment: {
    input: {
      ...post,
      authorName: "Dana",
      content: "Good to know. Is parking free on Saturdays?",
      recaptchaToken: "test-comment",
    },
  },
  CreateBlogCategory: { input: { name: "From the workshop" } },
};
