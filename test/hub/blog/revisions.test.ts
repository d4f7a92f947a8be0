import { afterAll, beforeAll, expect, test } from "vitest";
import { diffTexts } from "../../../subgraphs/hub/blog/revisions/text-diff.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newOwner, type CrmOwner } from "../crm/crm-world.ts";
import { writePost } from "./blog-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
});
afterAll(() => app?.close());

const change = (postId: string, body: object) =>
  app.send("PATCH", `/blog/posts/${postId}`, owner.headers, body);
const revisionsOf = async (postId: string, query = "") =>
  (await app.get(`/blog/posts/${postId}/revisions${query}`, owner.headers)).body;

test("revisions are listed newest first, each with its changes", async () => {
  const { postId } = await writePost(app, owner.headers, { markdown: "One.\n\nTwo.\n" });
  await change(postId, { version: 1, markdown: "One.\n\nThree.\n", title: "New" });
  await change(postId, { version: 2, tags: ["x"] });
  const { revisions, nextCursor } = await revisionsOf(postId);
  expect(nextCursor).toBeNull();
  const by = { authorId: owner.ownerId, createdAt: expect.any(String), categoryId: null };
  expect(revisions).toEqual([
    { revision: 3, title: "New", tags: ["x"], addedLines: 0, removedLines: 0, diff: "", ...by },
    {
      revision: 2,
      title: "New",
      tags: [],
      addedLines: 1,
      removedLines: 1,
      diff: "@@ -1,3 +1,3 @@\n One.\n \n-Two.\n+Three.\n",
      ...by,
    },
    {
      revision: 1,
      title: "Spring hours",
      tags: [],
      addedLines: 3,
      removedLines: 0,
      diff: "@@ -0,0 +1,3 @@\n+One.\n+\n+Two.\n",
      ...by,
    },
  ]);
  const first = await revisionsOf(postId, "?limit=2");
  const rest = await revisionsOf(postId, `?limit=2&after=${first.nextCursor}`);
  expect([...first.revisions, ...rest.revisions]).toEqual(revisions);
});

test("a restored revision is the latest one, under the present slug", async () => {
  const { postId } = await writePost(app, owner.headers, { title: "Before", tags: ["a"], markdown: "Old." });
  await change(postId, { version: 1, title: "After", tags: [], markdown: "New.", slug: "after" });
  const args = { postId, revision: 1 };
  const { body } = await app.tool("restore_blog_post_revision", args, owner.headers);
  expect(body).toMatchObject({
    version: 3,
    title: "Before",
    slug: "after",
    tags: ["a"],
    html: "<p>Old.</p>\n",
  });
  expect((await revisionsOf(postId)).revisions.map((one: { revision: number }) => one.revision)).toEqual([
    3, 2, 1,
  ]);
});

test("restoring a revision takes a post out of the bin as a draft", async () => {
  const { postId } = await writePost(app, owner.headers, { title: "Binned" });
  await app.send("DELETE", `/blog/posts/${postId}`, owner.headers);
  const restored = await app.post(`/blog/posts/${postId}/revisions/1/restore`, {}, owner.headers);
  expect(restored.body).toMatchObject({ status: "draft", deletedAt: null, version: 2 });
  expect((await app.get("/blog/posts/binned", owner.headers)).body.postId).toBe(postId);
});

test("a revision that does not exist is not found", async () => {
  const { postId } = await writePost(app, owner.headers);
  const { status, body } = await app.post(`/blog/posts/${postId}/revisions/2/restore`, {}, owner.headers);
  expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
});

test("the last 100 revisions are kept", async () => {
  const { postId } = await writePost(app, owner.headers, { title: "Often" });
  for (let version = 1; version <= 101; version++) await change(postId, { version, markdown: `v${version}` });
  const sql = `SELECT min(revision)::int AS first, max(revision)::int AS last, count(*)::int AS n
    FROM hub.blog_post_revisions WHERE post_id = $1`;
  expect(await app.database.query(sql, [postId])).toEqual([{ first: 3, last: 102, n: 100 }]);
});

test("a comparison of texts that differ everywhere is bounded", () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join("\n");
  const before = process.cpuUsage();
  expect(diffTexts(lines("a"), lines("b"))).toEqual({ added: 20_000, removed: 20_000, diff: null });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
