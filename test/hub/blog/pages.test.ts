import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newOwner, type CrmOwner } from "../crm/crm-world.ts";
import { doWith, publishPost, writePost } from "./blog-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
  await app.send("PATCH", "/blog", owner.headers, {
    handle: "test-workshop",
    title: "Tools & <Trade>",
    description: "News",
  });
});
afterAll(() => app?.close());

/** A page by its path, from an address of its own, so that tests do not share a limit. */
async function page(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const url = path.startsWith("http") ? new URL(path).pathname + new URL(path).search : path;
  const response = await app.running.router.server.inject({ method: "GET", url, headers });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: null,
    text: response.body,
  };
}
const first = "/blogs/test-workshop";
const read = (xml: string) => new XMLParser({ ignoreAttributes: false }).parse(xml);

describe("a published post", () => {
  test("has a page without scripts and without foreign content", async () => {
    const markdown =
      "Open **now** <script>x()</script> ![x](https://evil.example/x.png)\n\n```ts\nconst a = 1;\n```";
    const post = await writePost(app, owner.headers, { title: "A <b>post</b>", markdown, tags: ["hours"] });
    expect((await page(`${first}/${post.slug}`)).status).toBe(404);
    await doWith(app, owner.headers, post, "publish");
    const { status, headers, text } = await page(`${first}/${post.slug}`);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain("<h1>A &lt;b&gt;post&lt;/b&gt;</h1>");
    expect(text).toContain("<title>A &lt;b&gt;post&lt;/b&gt; · Tools &amp; &lt;Trade&gt;</title>");
    expect(text).toContain('<span class="tok-keyword">const</span>');
    expect(text).not.toMatch(/<script|evil\.example|style=|\son\w+=/i);
    const style = await page("/blogs/style.css");
    expect([style.status, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
  });

  test("is listed by the first page, its category and its tag, newest first, in pages", async () => {
    const other = await newOwner(app);
    await app.send("PATCH", "/blog", other.headers, { handle: "many-posts" });
    const { categoryId } = (await app.post("/blog/categories", { name: "News" }, other.headers)).body;
    for (let at = 1; at <= 12; at++)
      await publishPost(app, other.headers, { title: `Post ${at}`, categoryId, tags: ["c++"] });
    const titles = async (path: string) =>
      [...(await page(path)).text.matchAll(/<h3><a [^>]*>([^<]*)</g)].map(([, title]) => title);
    expect((await titles("/blogs/many-posts")).slice(0, 2)).toEqual(["Post 12", "Post 11"]);
    expect(await titles("/blogs/many-posts?page=2")).toEqual(["Post 2", "Post 1"]);
    expect(await titles("/blogs/many-posts/category/news")).toHaveLength(10);
    expect(await titles("/blogs/many-posts/tag/c%2B%2B?page=2")).toEqual(["Post 2", "Post 1"]);
    for (const path of ["?page=3", "?page=0", "?page=x", "/category/other", "/tag/other", "/tag", "/a/b/c"])
      expect([path, (await page(`/blogs/many-posts${path}`)).status]).toEqual([path, 404]);
  });

  test("answers 304 to its ETag until something changes, and changes at once", async () => {
    const post = await publishPost(app, owner.headers, { title: "Cached" });
    const path = `${first}/cached`;
    const one = await page(path);
    const { etag } = one.headers as { etag: string };
    expect(one.headers["cache-control"]).toBe("public, max-age=60");
    const same = await page(path, { "if-none-match": `W/"other", ${etag}` });
    expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", etag]);
    await app.send("PATCH", `/blog/posts/${post.postId}`, owner.headers, {
      version: 1,
      markdown: "Changed.",
    });
    const changed = await page(path, { "if-none-match": etag });
    expect([changed.status, changed.headers["etag"] === etag]).toEqual([200, false]);
    expect(changed.text).toContain("<p>Changed.</p>");
    await doWith(app, owner.headers, post, "unpublish");
    const offline = await page(path, { "if-none-match": String(changed.headers["etag"]) });
    expect([offline.status, offline.headers["cache-control"]]).toEqual([404, "no-store"]);
  });

  test("is reached by its former slug and its blog's former handle", async () => {
    const other = await newOwner(app);
    await app.send("PATCH", "/blog", other.headers, { handle: "first-handle" });
    const post = await publishPost(app, other.headers, { title: "Begin" });
    await app.send("PATCH", `/blog/posts/${post.postId}`, other.headers, { version: 1, slug: "beginning" });
    const moved = await page("/blogs/first-handle/begin");
    expect([moved.status, moved.headers["location"]]).toEqual([
      301,
      `${app.url}/blogs/first-handle/beginning`,
    ]);
    await app.send("PATCH", "/blog", other.headers, { handle: "second-handle" });
    const renamed = await page("/blogs/first-handle/beginning");
    expect(renamed.headers["location"]).toBe(`${app.url}/blogs/second-handle/beginning`);
    expect((await page("/blogs/second-handle/beginning")).status).toBe(200);
    const taken = await app.send("PATCH", "/blog", owner.headers, { handle: "first-handle" });
    expect([taken.status, taken.body.code]).toEqual([409, "DUPLICATE"]);
  });
});

describe("feeds and the sitemap", () => {
  test("are valid XML with whole posts and absolute addresses", async () => {
    await publishPost(app, owner.headers, { title: "Feed & <me>", markdown: "A *text*.", tags: ["feed"] });
    const rss = await page(`${first}/rss.xml`);
    const atom = await page(`${first}/atom.xml`);
    const map = await page(`${first}/sitemap.xml`);
    const types = [rss, atom, map].map(({ headers }) => String(headers["content-type"]).split(";")[0]);
    expect(types).toEqual(["application/rss+xml", "application/atom+xml", "application/xml"]);
    for (const { text } of [rss, atom, map]) expect(XMLValidator.validate(text)).toBe(true);
    const [item] = [read(rss.text).rss.channel.item].flat();
    expect(item).toMatchObject({ title: "Feed & <me>", link: `${app.url}${first}/feed-me` });
    expect(item.description).toBe("<p>A <em>text</em>.</p>");
    const [entry] = [read(atom.text).feed.entry].flat();
    expect(entry.content["#text"]).toBe("<p>A <em>text</em>.</p>");
    expect(read(map.text).urlset.url.map(({ loc }: { loc: string }) => loc)).toContain(
      `${app.url}${first}/feed-me`,
    );
    expect((await page(`${first}/rss.xml`, { "if-none-match": String(rss.headers["etag"]) })).status).toBe(
      304,
    );
  });
});

describe("images", () => {
  test("are served while a published post shows them", async () => {
    const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString("base64");
    const file = { filename: "view.png", contentType: "image/png", content };
    const { fileId } = (await app.tool("upload_file", file, owner.headers)).body;
    const path = `/blogs/files/${fileId}`;
    expect((await page(path)).status).toBe(404);
    const post = await writePost(app, owner.headers, {
      title: "View",
      markdown: `![A view](file:${fileId})`,
    });
    expect((await page(path)).status).toBe(404);
    await doWith(app, owner.headers, post, "publish");
    const link = await page(path);
    expect(link.status).toBe(302);
    const image = await page(String(link.headers["location"]));
    expect([image.status, image.headers["content-type"]]).toEqual([200, "image/png"]);
    await app.send("DELETE", `/blog/posts/${post.postId}`, owner.headers);
    expect((await page(path)).status).toBe(404);
  });
});

describe("the public pages", () => {
  test.each(["suspended_at", "deleted_at"])("of an account with %s are not found", async (column) => {
    const other = await newOwner(app);
    const post = await publishPost(app, other.headers, { title: "Mine" });
    const { url } = (await app.get("/blog", other.headers)).body;
    expect((await page(`${url}/${post.slug}`)).status).toBe(200);
    await app.database.query(`UPDATE hub.users SET ${column} = now() WHERE id = $1`, [other.ownerId]);
    for (const path of ["", `/${post.slug}`, "/rss.xml", "/sitemap.xml"])
      expect([path, (await page(`${url}${path}`)).status]).toEqual([path, 404]);
  });

  test("show nothing of drafts, scheduled posts and other accounts", async () => {
    const other = await newOwner(app);
    await app.send("PATCH", "/blog", other.headers, { handle: "quiet" });
    await writePost(app, other.headers, { title: "Secret draft", tags: ["secret"] });
    const later = await writePost(app, other.headers, { title: "Secret plan" });
    const at = new Date(Date.now() + 3_600_000);
    await doWith(app, other.headers, later, "schedule", { at });
    for (const path of ["", "/rss.xml", "/atom.xml", "/sitemap.xml", "/secret-draft", "/tag/secret"])
      expect((await page(`/blogs/quiet${path}`)).text).not.toMatch(/secret/i);
    expect((await page("/blogs/quiet/a-b-post-b")).status).toBe(404);
    expect((await app.get("/blog", (await newOwner(app)).headers)).body).toMatchObject({
      handle: null,
      url: null,
    });
  });

  test.each(["/blogs/style.css", "/blogs/files/x", "/blogs/x", "/blogs/x/y"])(
    "%s answers GET and HEAD alone",
    async (path) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await app.send(method, path);
        expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD"]);
      }
      const head = await app.running.router.server.inject({ method: "HEAD", url: path });
      expect([200, 404]).toContain(head.statusCode);
    },
  );

  test("a reserved handle is refused, and of two accounts one gets a handle", async () => {
    const reserved = await app.send("PATCH", "/blog", owner.headers, { handle: "files" });
    expect(reserved.body.details.fields).toMatchObject([{ path: "handle", rule: "reserved" }]);
    const owners = await Promise.all([newOwner(app), newOwner(app)]);
    const answers = await Promise.all(
      owners.map(({ headers }) => app.send("PATCH", "/blog", headers, { handle: "wanted-by-two" })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});
