import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { copyContext } from "../../../src/context.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { emptyBin, publishDuePosts } from "../../../subgraphs/hub/blog/posts/publish-posts.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newOwner, type CrmOwner } from "../crm/crm-world.ts";
import { doWith, writePost } from "./blog-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
});
afterAll(() => app?.close());

const hourMs = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const hubAt = (at: Date) =>
  copyContext(app.running.platform.contextIn("hub"), { clock: fixedClock(at) }) as HubContext;
const read = async (postId: string) => (await app.get(`/blog/posts/${postId}`, owner.headers)).body;
const change = (postId: string, body: object) =>
  app.send("PATCH", `/blog/posts/${postId}`, owner.headers, body);

describe("writing", () => {
  test("a post is a draft with sanitised HTML, a slug and clean tags", async () => {
    const post = await writePost(app, owner.headers, {
      title: " Öffnungszeiten ",
      markdown: "Open at **8** <script>x()</script>",
      tags: ["News", "news ", "At  Home"],
    });
    expect(post).toEqual({
      postId: expect.stringMatching(/^bpo_[0-9a-z]{26}$/),
      title: "Öffnungszeiten",
      slug: "offnungszeiten",
      status: "draft",
      markdown: "Open at **8** <script>x()</script>",
      html: "<p>Open at <strong>8</strong> </p>\n",
      excerpt: "Open at 8",
      category: null,
      tags: ["news", "at home"],
      version: 1,
      scheduledAt: null,
      publishedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      deletedAt: null,
    });
    expect(await read("offnungszeiten")).toEqual(post);
    const bySlug = await app.tool("get_blog_post", { slug: "Offnungszeiten" }, owner.headers);
    expect(bySlug.body).toMatchObject({ postId: post.postId });
  });

  test("titles that are the same get different slugs, also at the same time", async () => {
    const posts = await Promise.all(
      Array.from({ length: 5 }, () => writePost(app, owner.headers, { title: "Same title" })),
    );
    const slugs = posts.map(({ slug }) => slug as string).toSorted();
    expect(slugs).toEqual(["same-title", "same-title-2", "same-title-3", "same-title-4", "same-title-5"]);
  });

  test("a replay creates one post", async () => {
    const headers = { ...owner.headers, "idempotency-key": "post-once" };
    const first = await writePost(app, headers, { title: "Once", tags: ["once"] });
    expect(await writePost(app, headers, { title: "Once", tags: ["once"] })).toEqual(first);
    expect((await app.get("/blog/posts?tag=once", owner.headers)).body.total).toBe(1);
  });

  test("a change is a new version, and one of an older version is refused", async () => {
    const { postId } = await writePost(app, owner.headers, { title: "Versions", tags: ["a"] });
    const changed = await change(postId, { version: 1, markdown: "New.", tags: null });
    expect(changed.body).toMatchObject({ version: 2, title: "Versions", html: "<p>New.</p>\n", tags: [] });
    const late = await change(postId, { version: 1, title: "Late" });
    expect([late.status, late.body.code, late.body.details.version]).toEqual([409, "VERSION_CONFLICT", 2]);
    expect((await change(postId, { version: 2, title: null })).body.details.fields).toMatchObject([
      { path: "title" },
    ]);
  });

  test("of two changes of one version, one wins", async () => {
    const { postId } = await writePost(app, owner.headers, { title: "Race" });
    const answers = await Promise.all(["One", "Two"].map((title) => change(postId, { version: 1, title })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await read(postId)).version).toBe(2);
  });

  test("a former slug still finds its post, and no other post can take it", async () => {
    const { postId } = await writePost(app, owner.headers, { title: "First name" });
    const renamed = await change(postId, { version: 1, slug: "second-name" });
    expect(renamed.body).toMatchObject({ slug: "second-name", title: "First name" });
    expect((await read("first-name")).postId).toBe(postId);
    expect((await read("second-name")).postId).toBe(postId);
    const taken = await app.post(
      "/blog/posts",
      { title: "x", markdown: "x", slug: "first-name" },
      owner.headers,
    );
    expect([taken.status, taken.body.code, taken.body.details]).toEqual([409, "DUPLICATE", { postId }]);
    expect((await writePost(app, owner.headers, { title: "First name" })).slug).toBe("first-name-2");
    const back = await change(postId, { version: 2, slug: "first-name" });
    expect(back.body.slug).toBe("first-name");
  });

  test("a text whose HTML would be many times as long is a fault of the field", async () => {
    const markdown = `[a]: ${"u".repeat(20_000)}\n\n${"[a] ".repeat(1_000)}`;
    const { status, body } = await app.post("/blog/posts", { title: "x", markdown }, owner.headers);
    expect([status, body.details.fields[0].path]).toEqual([400, "markdown"]);
  });
});

describe("images", () => {
  const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString("base64");
  const upload = async (headers: Record<string, string>, contentType = "image/png", content = image) => {
    const file = { filename: "view", contentType, content };
    return (await app.tool("upload_file", file, headers)).body.fileId as string;
  };

  test("an uploaded image is kept with the post that shows it", async () => {
    const fileId = await upload(owner.headers);
    const post = await writePost(app, owner.headers, {
      title: "View",
      markdown: `![A view](file:${fileId})`,
    });
    expect(post.html).toContain(`<img src="/blogs/files/${fileId}" alt="A view"`);
    const sql =
      "SELECT kept_until, image_ids FROM hub.files f JOIN hub.blog_posts p ON p.id = $2 WHERE f.id = $1";
    expect(await app.database.query(sql, [fileId, post.postId])).toEqual([
      { kept_until: null, image_ids: [fileId] },
    ]);
  });

  test("a file of another account or another type is a fault of the field", async () => {
    const foreign = await upload((await newOwner(app)).headers);
    const text = await upload(owner.headers, "text/plain", Buffer.from("text").toString("base64"));
    for (const fileId of [foreign, text, "file_01"]) {
      const body = { title: "x", markdown: `![x](file:${fileId})` };
      const answer = await app.post("/blog/posts", body, owner.headers);
      expect([answer.status, answer.body.details.fields[0].path]).toEqual([400, "markdown"]);
    }
  });
});

describe("publishing", () => {
  // Posts that other files of the process have scheduled are out before.
  beforeAll(async () => void (await publishDuePosts(hubAt(inHours(9)))));

  test("a post is published and unpublished, and again changes nothing", async () => {
    const post = await writePost(app, owner.headers, { title: "Out" });
    const out = (await doWith(app, owner.headers, post, "publish")).body;
    expect(out).toMatchObject({ status: "published", publishedAt: expect.any(String), version: 1 });
    expect((await doWith(app, owner.headers, post, "publish")).body).toEqual(out);
    const late = await doWith(app, owner.headers, post, "schedule", { at: inHours(1) });
    expect([late.status, late.body.details.reason]).toEqual([409, "published"]);
    const back = (await doWith(app, owner.headers, post, "unpublish")).body;
    expect(back).toMatchObject({ status: "draft", publishedAt: null });
    expect((await doWith(app, owner.headers, post, "unpublish")).body).toEqual(back);
  });

  test("a scheduled post is published once, at its time", async () => {
    const post = await writePost(app, owner.headers, { title: "Later" });
    const at = inHours(2);
    const planned = await doWith(app, owner.headers, post, "schedule", { at });
    expect(planned.body).toMatchObject({ status: "scheduled", scheduledAt: at.toISOString() });
    expect(await publishDuePosts(hubAt(inHours(1)))).toBe(0);
    expect((await read(post.postId)).status).toBe("scheduled");
    const runs = await Promise.all([publishDuePosts(hubAt(inHours(3))), publishDuePosts(hubAt(inHours(3)))]);
    expect(runs.toSorted((a, b) => a - b)).toEqual([0, 1]);
    const out = await read(post.postId);
    expect(out).toMatchObject({ status: "published", scheduledAt: null, version: 1 });
    expect(await publishDuePosts(hubAt(inHours(9)))).toBe(0);
    expect(await read(post.postId)).toEqual(out);
  });

  test("a time that is over or too far ahead is a fault of the field", async () => {
    const post = await writePost(app, owner.headers, { title: "Never" });
    for (const hours of [-1, 6 * 366 * 24]) {
      const { status, body } = await doWith(app, owner.headers, post, "schedule", { at: inHours(hours) });
      expect([status, body.details.fields[0].path]).toEqual([400, "at"]);
    }
  });

  test.each(["suspended_at", "deleted_at"])(
    "posts of an account with %s wait until it is open again",
    async (column) => {
      const other = await newOwner(app);
      const post = await writePost(app, other.headers);
      await doWith(app, other.headers, post, "schedule", { at: inHours(1) });
      const close = `UPDATE hub.users SET ${column} = now() WHERE id = $1`;
      await app.database.query(close, [other.ownerId]);
      expect(await publishDuePosts(hubAt(inHours(2)))).toBe(0);
      await app.database.query(`UPDATE hub.users SET ${column} = NULL WHERE id = $1`, [other.ownerId]);
      expect(await publishDuePosts(hubAt(inHours(2)))).toBe(1);
    },
  );
});

describe("the bin", () => {
  test("takes a post offline, keeps its answer, and refuses changes", async () => {
    const post = await writePost(app, owner.headers, { title: "Away", tags: ["bin"] });
    await doWith(app, owner.headers, post, "publish");
    const bin = () => app.send("DELETE", `/blog/posts/${post.postId}`, owner.headers);
    const first = await bin();
    expect(first.body).toEqual({ postId: post.postId, deleted: true, deletedAt: expect.any(String) });
    expect((await bin()).body).toEqual(first.body);
    expect(await read(post.postId)).toMatchObject({ status: "deleted", publishedAt: null });
    expect((await app.get("/blog/posts/away", owner.headers)).status).toBe(404);
    const list = async (query: string) =>
      (await app.get(`/blog/posts?tag=bin${query}`, owner.headers)).body.total;
    expect([await list(""), await list("&status=deleted")]).toEqual([0, 1]);
    for (const answer of [
      await doWith(app, owner.headers, post, "publish"),
      await change(post.postId, { version: 1, title: "x" }),
    ])
      expect([answer.status, answer.body.details.reason]).toEqual([409, "deleted"]);
  });

  test("is emptied after 30 days, and gives the slug free", async () => {
    const { postId } = await writePost(app, owner.headers, { title: "Old leaf" });
    await app.send("DELETE", `/blog/posts/${postId}`, owner.headers);
    await emptyBin(hubAt(inHours(24 * 29)));
    expect((await read(postId)).status).toBe("deleted");
    await emptyBin(hubAt(inHours(24 * 31)));
    expect((await read(postId)).code).toBe("NOT_FOUND");
    expect((await writePost(app, owner.headers, { title: "Old leaf" })).slug).toBe("old-leaf");
  });
});

describe("categories and lists", () => {
  test("posts are listed by status, category and tag, newest first, in pages", async () => {
    const other = await newOwner(app);
    const made = await app.post("/blog/categories", { name: " News & more " }, other.headers);
    expect(made.body).toMatchObject({ name: "News & more", slug: "news-more", posts: 0 });
    const { categoryId } = made.body;
    const again = await app.post("/blog/categories", { name: "news  more" }, other.headers);
    expect([again.status, again.body.details]).toEqual([409, { categoryId }]);
    for (const [title, status] of [
      ["a", "draft"],
      ["b", "publish"],
      ["c", "publish"],
    ]) {
      const post = await writePost(app, other.headers, { title, categoryId, tags: [`t${title}`] });
      if (status === "publish") await doWith(app, other.headers, post, "publish");
    }
    await writePost(app, other.headers, { title: "d" });
    const titles = async (query: string) =>
      ((await app.get(`/blog/posts?${query}`, other.headers)).body.posts as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await titles("")).toEqual(["d", "c", "b", "a"]);
    expect(await titles(`category=${categoryId}`)).toEqual(["c", "b", "a"]);
    expect(await titles("status=published")).toEqual(["c", "b"]);
    expect(await titles("tag=TB")).toEqual(["b"]);
    const { body } = await app.get("/blog/posts?limit=3", other.headers);
    expect([body.total, await titles(`limit=3&after=${body.nextCursor}`)]).toEqual([4, ["a"]]);
    const wrong = await app.get(`/blog/posts?tag=x&after=${body.nextCursor}`, other.headers);
    expect(wrong.body.code).toBe("INVALID_CURSOR");
    const { categories } = (await app.get("/blog/categories", other.headers)).body;
    expect(categories).toEqual([
      { categoryId, name: "News & more", slug: "news-more", posts: 3, createdAt: expect.any(String) },
    ]);
  });

  test("another account's category cannot be used", async () => {
    const other = await newOwner(app);
    const { categoryId } = (await app.post("/blog/categories", { name: "Theirs" }, other.headers)).body;
    const refused = await app.post("/blog/posts", { title: "x", markdown: "x", categoryId }, owner.headers);
    expect([refused.status, refused.body.code]).toEqual([404, "NOT_FOUND"]);
  });
});
