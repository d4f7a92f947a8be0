import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyContext } from "../../../src/context.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { purgeComments } from "../../../subgraphs/hub/blog/comments/comments.service.ts";
import { looksLikeSpam } from "../../../subgraphs/hub/blog/comments/spam-signs.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { newOwner, type CrmOwner } from "../crm/crm-world.ts";
import { publishPost, writePost } from "./blog-world.ts";

let app: TestApp;
let owner: CrmOwner;
let post: { postId: string; slug: string };
let pageUrl: string;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app);
  post = await publishPost(app, owner.headers, { title: "Talk" });
  const { url } = (await app.get("/blog", owner.headers)).body;
  pageUrl = `${new URL(url).pathname}/${post.slug}`;
});
afterAll(() => app?.close());

const comment = { authorName: "Dana", content: "Good to know.", recaptchaToken: "test-comment" };
/** Sends a comment as a visitor, who has no credential. */
const send = (body: object = {}, postId = post.postId) =>
  app.post(`/blog/posts/${postId}/comments`, { ...comment, ...body });
const list = async (query = "", headers = owner.headers) =>
  (await app.get(`/blog/comments${query}`, headers)).body;
const moderate = (commentId: string, action: string, headers = owner.headers) =>
  app.post(`/blog/comments/${commentId}/moderate`, { action }, headers);
const page = async () => (await app.get(pageUrl)).text;

describe("a comment", () => {
  test("is held until a moderator approves it, and is plain text on the page", async () => {
    const content = "Five < six & <script>x()</script>\nA second line";
    const sent = await send({ content, authorName: "<b>Dana</b>", authorEmail: "dana@client.example" });
    expect([sent.status, sent.body]).toEqual([
      201,
      { commentId: expect.stringMatching(/^bcm_/), held: true },
    ]);
    const { commentId } = sent.body;
    expect(await page()).not.toContain("Five");
    expect((await list("?status=held")).comments[0]).toEqual({
      commentId,
      postId: post.postId,
      authorName: "<b>Dana</b>",
      authorEmail: "dana@client.example",
      content,
      status: "held",
      createdAt: expect.any(String),
      moderatedAt: null,
    });
    const approved = await moderate(commentId, "approve");
    expect(approved.body).toMatchObject({ status: "approved", moderatedAt: expect.any(String) });
    expect((await moderate(commentId, "approve")).body).toEqual(approved.body);
    const shown = await page();
    expect(shown).toContain("<b>&lt;b&gt;Dana&lt;/b&gt;</b>");
    expect(shown).toContain("Five &lt; six &amp; &lt;script&gt;x()&lt;/script&gt;\nA second line");
    expect(shown).not.toContain("dana@client.example");
    await moderate(commentId, "reject");
    expect(await page()).not.toContain("Five");
  });

  test("that looks like spam, or repeats spam, is kept as spam and answered like any other", async () => {
    const links = "https://a.example https://b.example https://c.example";
    const answers = [await send({ content: links }), await send({ content: "Cheap watches" })];
    expect(answers.map(({ body }) => body.held)).toEqual([true, true]);
    const [watches, linked] = (await list("?limit=2")).comments;
    expect([linked.status, watches.status]).toEqual(["spam", "held"]);
    await moderate(watches.commentId, "spam");
    await send({ content: "CHEAP watches " });
    expect((await list("?limit=1")).comments[0].status).toBe("spam");
  });

  test("needs a bot check", async () => {
    const { status, body } = await send({ recaptchaToken: "test-low" });
    expect([status, body.code]).toEqual([400, "BOT_CHECK_FAILED"]);
  });

  test("is refused on drafts, on posts that do not exist, and where the blog takes none", async () => {
    const draft = await writePost(app, owner.headers, { title: "Draft" });
    for (const postId of [draft.postId, "bpo_none"]) {
      const { status, body } = await send({}, postId);
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    }
    const other = await newOwner(app);
    const closed = await publishPost(app, other.headers);
    await app.send("PATCH", "/blog", other.headers, { acceptsComments: false });
    const { status, body } = await send({}, closed.postId);
    expect([status, body.details.reason]).toEqual([409, "comments_closed"]);
  });

  test("of another account is not found and not listed", async () => {
    const { commentId } = (await send()).body;
    const other = await newOwner(app);
    expect((await moderate(commentId, "approve", other.headers)).status).toBe(404);
    expect((await list("", other.headers)).total).toBe(0);
  });
});

test("a blog takes 100 comments per hour, also many at once", async () => {
  const other = await newOwner(app);
  const busy = await publishPost(app, other.headers);
  await app.database.query(
    `INSERT INTO hub.blog_comments (id, owner_id, post_id, author_name, content, created_at)
     SELECT 'bcm_many_' || n, $1, $2, 'x', 'x', now() FROM generate_series(1, 98) AS n`,
    [other.ownerId, busy.postId],
  );
  const answers = await Promise.all([1, 2, 3, 4].map((n) => send({ content: `Number ${n}` }, busy.postId)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429]);
});

test("refused comments are deleted after 30 days, approved ones stay", async () => {
  const ids: string[] = [];
  for (const action of ["approve", "reject", "spam"]) {
    const { commentId } = (await send({ content: `To ${action}` })).body;
    await moderate(commentId, action);
    ids.push(commentId);
  }
  const clock = fixedClock(new Date(Date.now() + 31 * 24 * 60 * 60 * 1000));
  await purgeComments(copyContext(app.running.platform.contextIn("hub"), { clock }) as HubContext);
  const left = await app.database.query("SELECT id FROM hub.blog_comments WHERE id = ANY ($1)", [ids]);
  expect(left).toEqual([{ id: ids[0] }]);
});

test.each([
  ["See https://example.com and www.example.org.", false],
  ["http://a.example http://b.example http://c.example", true],
  ['<a href="x">x</a>', true],
  ["[url=x]x[/url]", true],
  ["I like a <b>bold</b> text [link]", true],
  ["Plain.", false],
])("%j looks like spam: %j", (content, isSpam) => {
  expect(looksLikeSpam(content)).toBe(isSpam);
});
