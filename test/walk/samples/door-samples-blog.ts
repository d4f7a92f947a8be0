import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
const markdown = "We open at **8**.";
/** A slug that is compared as an ID. */
const aSlug = () => newId("slug").replace("_", "-");
const text = () => ({ title: "Spring hours", markdown, slug: aSlug() });

/** A category that looks the same at each door. */
async function theCategory(app: TestApp, headers: Headers): Promise<{ categoryId: string }> {
  const { body } = await app.post("/blog/categories", { name: "The category" }, headers);
  return { categoryId: (body.categoryId ?? body.details.categoryId) as string };
}

async function newPost(app: TestApp, headers: Headers): Promise<{ postId: string }> {
  const { body } = await app.post("/blog/posts", text(), headers);
  return { postId: body.postId as string };
}

/** A post that looks the same at each door. */
async function thePost(app: TestApp, headers: Headers): Promise<{ postId: string }> {
  const { body } = await app.get("/blog/posts/the-post", headers);
  if (body.postId) return { postId: body.postId as string };
  const made = await app.post("/blog/posts", { ...text(), slug: "the-post" }, headers);
  return { postId: made.body.postId as string };
}

async function inState(app: TestApp, headers: Headers, action: string): Promise<{ postId: string }> {
  const post = await newPost(app, headers);
  await app.post(`/blog/posts/${post.postId}/${action}`, {}, headers);
  return post;
}

const comment = { authorName: "Dana", content: "Good to know.", recaptchaToken: "test-comment" };

async function newComment(app: TestApp, headers: Headers): Promise<{ commentId: string }> {
  const { postId } = await inState(app, headers, "publish");
  const { body } = await app.post(`/blog/posts/${postId}/comments`, comment);
  return { commentId: body.commentId as string };
}

const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

export const blogSamples: Record<string, Sample> = {
  GetBlog: {
    input: async (app, headers) => {
      await thePost(app, headers);
      return {};
    },
  },
  UpdateBlog: {
    input: fixed({ title: "The workshop", description: "" }),
    bad: {
      input: { handle: "a_b", title: "", description: "x".repeat(201) },
      paths: ["handle", "title", "description"],
    },
  },
  CreateBlogPost: {
    input: async (app, headers) => ({ ...text(), ...(await theCategory(app, headers)), tags: ["News"] }),
    bad: {
      input: { title: " ", markdown: "", slug: "a b", tags: ["x".repeat(41)] },
      paths: ["title", "slug", "tags.0"],
    },
    foreign: "NOT_FOUND",
  },
  ListBlogPosts: {
    input: fixed({ tag: "no-such-tag", limit: 2 }),
    bad: { input: { limit: 101, status: "lost", after: "" }, paths: ["limit", "status", "after"] },
  },
  GetBlogPost: { input: thePost, foreign: "NOT_FOUND" },
  UpdateBlogPost: {
    input: async (app, headers) => ({ ...(await newPost(app, headers)), version: 1, title: "Summer hours" }),
    bad: {
      input: { postId: "bpo_1", version: 0, title: "", slug: "-" },
      paths: ["version", "title", "slug"],
    },
    foreign: "NOT_FOUND",
  },
  PublishBlogPost: { input: newPost, foreign: "NOT_FOUND" },
  UnpublishBlogPost: { input: (app, headers) => inState(app, headers, "publish"), foreign: "NOT_FOUND" },
  ScheduleBlogPost: {
    input: async (app, headers) => ({ ...(await newPost(app, headers)), at: tomorrow() }),
    bad: { input: { postId: "bpo_1", at: "soon" }, paths: ["at"] },
    foreign: "NOT_FOUND",
  },
  DeleteBlogPost: { input: newPost, foreign: "NOT_FOUND" },
  ListBlogPostRevisions: {
    input: thePost,
    bad: { input: { postId: "bpo_1", limit: 21, after: "" }, paths: ["limit", "after"] },
    foreign: "NOT_FOUND",
  },
  RestoreBlogPostRevision: {
    input: async (app, headers) => ({ ...(await newPost(app, headers)), revision: 1 }),
    bad: { input: { postId: "bpo_1", revision: 0 }, paths: ["revision"] },
    foreign: "NOT_FOUND",
  },
  ListBlogComments: {
    input: async (app, headers) => ({ ...(await thePost(app, headers)), status: "spam" }),
    bad: { input: { limit: 0, status: "lost", after: "" }, paths: ["limit", "status", "after"] },
  },
  ModerateBlogComment: {
    input: async (app, headers) => ({ ...(await newComment(app, headers)), action: "approve" }),
    bad: { input: { commentId: "bcm_1", action: "like" }, paths: ["action"] },
    foreign: "NOT_FOUND",
  },
  SendBlogComment: {
    input: async (app, headers) => ({ ...(await inState(app, headers, "publish")), ...comment }),
    bad: {
      input: { postId: "bpo_1", authorName: " ", content: "", recaptchaToken: "x" },
      paths: ["authorName", "content"],
    },
    as: "eve",
  },
  CreateBlogCategory: {
    input: () => Promise.resolve({ name: aSlug() }),
    bad: { input: { name: "" }, paths: ["name"] },
  },
  ListBlogCategories: { input: fixed({}), as: "eve" },
};
