import { afterAll, beforeAll, expect, test } from "vitest";
import { blogCommentEvents, blogPostEvents } from "../../../src/events/blog-events.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newOwner, type CrmOwner } from "../crm/crm-world.ts";
import { doWith, publishPost, writePost } from "./blog-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
});
afterAll(() => app?.close());

/** Events of an object in the order of their emits. */
const eventsOf = (objectId: string) =>
  app.database.query<{ type: string; owner: string; payload: Record<string, unknown> }>(
    `SELECT type, owner_id AS owner, payload FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence`,
    [objectId],
  );

test("events of a post are sent for public changes alone", async () => {
  const draft = await writePost(app, owner.headers, { title: "Quiet" });
  await app.send("PATCH", `/blog/posts/${draft.postId}`, owner.headers, { version: 1, title: "Still quiet" });
  expect(await eventsOf(draft.postId)).toEqual([]);

  const { postId } = await publishPost(app, owner.headers, { title: "Loud", tags: ["news"] });
  await app.send("PATCH", `/blog/posts/${postId}`, owner.headers, { version: 1, title: "Louder" });
  await doWith(app, owner.headers, { postId }, "unpublish");
  await doWith(app, owner.headers, { postId }, "publish");
  await app.send("DELETE", `/blog/posts/${postId}`, owner.headers);
  const events = await eventsOf(postId);
  expect(events.map(({ type }) => type)).toEqual([
    "blog_post.published",
    "blog_post.updated",
    "blog_post.unpublished",
    "blog_post.published",
    "blog_post.unpublished",
  ]);
  const { url } = (await app.get("/blog", owner.headers)).body;
  expect(events[1]).toEqual({
    type: "blog_post.updated",
    owner: owner.ownerId,
    payload: {
      postId,
      title: "Louder",
      slug: "loud",
      url: `${url}/loud`,
      status: "published",
      version: 2,
      tags: ["news"],
      publishedAt: expect.any(String),
    },
  });
  for (const { payload } of events)
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(blogPostEvents.object.fields).toSorted());
});

test("events of a comment have neither its text nor the address of its author", async () => {
  const post = await publishPost(app, owner.headers, { title: "Talk" });
  const comment = { authorName: "Dana", authorEmail: "dana@client.example", recaptchaToken: "test-comment" };
  const send = async (content: string) =>
    (await app.post(`/blog/posts/${post.postId}/comments`, { ...comment, content })).body.commentId as string;
  const commentId = await send("Good to know.");
  const spam = await send("[url=x]x[/url]");
  await app.post(`/blog/comments/${commentId}/moderate`, { action: "approve" }, owner.headers);
  await app.post(`/blog/comments/${commentId}/moderate`, { action: "spam" }, owner.headers);
  const events = await eventsOf(commentId);
  expect(events.map(({ type, payload }) => [type, payload["status"]])).toEqual([
    ["blog_comment.received", "held"],
    ["blog_comment.approved", "approved"],
    ["blog_comment.rejected", "spam"],
  ]);
  for (const { owner: ownerId, payload } of events) {
    expect(ownerId).toBe(owner.ownerId);
    expect(Object.keys(payload).toSorted()).toEqual(Object.keys(blogCommentEvents.object.fields).toSorted());
  }
  expect(await eventsOf(spam)).toEqual([]);
});
