import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { LRUCache } from "lru-cache";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { pathOfLink, signFileLink } from "../../files/file-link.ts";
import type { HubContext } from "../../hub.context.ts";
import { findPublicBlog, type BlogRow } from "../settings/blog.rows.ts";
import { blogUrl } from "../settings/blog.service.ts";
import { atomFeed, rssFeed, sitemap } from "./feeds.ts";
import { listPage, missingPage, postPage } from "./html-pages.ts";
import type { PageBlog, PagePost } from "./page-data.ts";
import {
  findCategoryName,
  findImageVersion,
  findMovedSlug,
  findPublicComments,
  findPublicPosts,
  type PublicPostRow,
} from "./page.rows.ts";
import type { BlogPageAnswer, BlogPageInput } from "./page.types.ts";

/** Part of every ETag: raise it when the pages of the same posts look different. */
const pagesVersion = 1;
const postsPerPage = 10;
const maxPage = 500;
const postsInFeed = 20;
const maxSitemapPosts = 5_000;
const imageLinkMs = 15 * 60 * 1000;

const htmlType = "text/html; charset=utf-8";
const feedTypes = {
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  sitemap: "application/xml; charset=utf-8",
};

interface Rendered {
  contentType: string;
  content: string;
}

/**
 * Pages by their ETag, which names the version of the blog: an entry never has to be corrected. 32 MiB of characters per
 * process.
 */
const kept = new LRUCache<string, Rendered>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ content }) => content.length + 200,
});

/**
 * The response to a request for a public page: 200 with an ETag, 304, a redirect from a former handle or slug, or 404. Blogs of
 * suspended and deleted accounts answer as ones that never were.
 */
export async function answerBlogPage(ctx: HubContext, input: BlogPageInput): Promise<BlogPageAnswer> {
  if (input.kind === "image") return answerImage(ctx, input.name ?? "");
  const row = await asSystem(ctx.em, (em) => findPublicBlog(em, input.handle), { readOnly: true });
  if (!row) return missing;
  if (row.handle !== input.handle) return redirect(blogUrl(ctx.publicUrl, row.handle, ...pathOf(input)));
  const etag = etagOf(ctx, row, input);
  const found = kept.get(etag);
  const isKnown = (input.ifNoneMatch ?? "").includes(etag);
  if (found) return isKnown ? unchanged(etag) : { ...found, status: 200, location: null, etag };
  const owner = { em: ctx.em, principal: { ownerId: row.ownerId } };
  const rendered = await inTransaction(owner, (em) => render(ctx, em, row, input), { readOnly: true });
  if (rendered === null) return missing;
  if ("location" in rendered) return redirect(rendered.location);
  kept.set(etag, rendered);
  return isKnown ? unchanged(etag) : { ...rendered, status: 200, location: null, etag };
}

/** Redirects to a link to the file that is valid for half an hour at most. Only files that a published post shows are found. */
async function answerImage(ctx: HubContext, fileId: string): Promise<BlogPageAnswer> {
  const version = await asSystem(ctx.em, (em) => findImageVersion(em, fileId), { readOnly: true });
  if (version === null) return missing;
  // The same address for a quarter of an hour, so that browsers keep the image.
  const expires = (Math.floor(ctx.clock.now().getTime() / imageLinkMs) + 2) * imageLinkMs;
  const link = signFileLink(ctx.ports.files.signingKeys, fileId, new Date(expires), { version });
  return {
    status: 302,
    contentType: null,
    location: ctx.publicUrl + pathOfLink(link),
    etag: null,
    content: "",
  };
}

function etagOf(ctx: HubContext, { ownerId, version }: BlogRow, input: BlogPageInput): string {
  const { handle, kind, name = null, page } = input;
  const parts = [pagesVersion, ctx.publicUrl, ownerId, version, handle, kind, name, page];
  return `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27)}"`;
}

/** Null for a page that does not exist. */
async function render(
  ctx: HubContext,
  em: EntityManager,
  row: BlogRow,
  input: BlogPageInput,
): Promise<Rendered | { location: string } | null> {
  const { ownerId } = row;
  const blog = { url: blogUrl(ctx.publicUrl, row.handle), title: row.title, description: row.description };
  const read = async (limit: number, withHtml: boolean) =>
    (await findPublicPosts(em, { ownerId, limit, withHtml })).map((post) => showPublic(ctx, row, post));
  switch (input.kind) {
    case "post":
      return renderPost(ctx, em, row, { blog, slug: input.name ?? "" });
    case "rss":
      return {
        contentType: feedTypes.rss,
        content: rssFeed(blog, await read(postsInFeed, true), ctx.publicUrl),
      };
    case "atom":
      return {
        contentType: feedTypes.atom,
        content: atomFeed(blog, await read(postsInFeed, true), ctx.publicUrl),
      };
    case "sitemap":
      return { contentType: feedTypes.sitemap, content: sitemap(blog, await read(maxSitemapPosts, false)) };
    case "posts":
    case "category":
    case "tag":
      return renderList(ctx, em, row, { blog, input });
    case "image":
      return null;
  }
}

async function renderPost(
  ctx: HubContext,
  em: EntityManager,
  row: BlogRow,
  { blog, slug }: { blog: PageBlog; slug: string },
): Promise<Rendered | { location: string } | null> {
  const wanted = slug.normalize("NFC").toLowerCase();
  const { ownerId } = row;
  const [post] = await findPublicPosts(em, { ownerId, slug: wanted, limit: 1, withHtml: true });
  if (post && wanted === slug) {
    const comments = await findPublicComments(em, ownerId, post.id);
    return { contentType: htmlType, content: postPage(blog, showPublic(ctx, row, post), comments) };
  }
  const moved = post?.slug ?? (await findMovedSlug(em, ownerId, wanted));
  return moved === null ? null : { location: blogUrl(ctx.publicUrl, row.handle, moved) };
}

async function renderList(
  ctx: HubContext,
  em: EntityManager,
  row: BlogRow,
  { blog, input }: { blog: PageBlog; input: BlogPageInput },
): Promise<Rendered | null> {
  const { ownerId } = row;
  const { kind, page } = input;
  const name = input.name ?? "";
  if (page < 1 || page > maxPage) return null;
  const category = kind === "category" ? name : null;
  const tag = kind === "tag" ? name : null;
  const heading = category === null ? tag : await findCategoryName(em, ownerId, category);
  if (kind === "category" && heading === null) return null;
  const offset = (page - 1) * postsPerPage;
  const limit = postsPerPage + 1;
  const found = await findPublicPosts(em, { ownerId, category, tag, limit, offset, withHtml: false });
  if (found.length === 0 && (page > 1 || kind === "tag")) return null;
  const base = blogUrl(ctx.publicUrl, row.handle, ...pathOf(input));
  const at = (number: number) => (number === 1 ? base : `${base}?page=${number}`);
  const list = {
    heading,
    posts: found.slice(0, postsPerPage).map((post) => showPublic(ctx, row, post)),
    newerUrl: page > 1 ? at(page - 1) : null,
    olderUrl: found.length > postsPerPage && page < maxPage ? at(page + 1) : null,
  };
  return { contentType: htmlType, content: listPage(blog, list, at(page)) };
}

function showPublic({ publicUrl }: HubContext, { handle }: BlogRow, post: PublicPostRow): PagePost {
  const { id, slug, title, html, excerpt, publishedAt, updatedAt, categoryName, categorySlug } = post;
  const url = (...path: string[]) => blogUrl(publicUrl, handle, ...path);
  return {
    id,
    url: url(slug),
    title,
    html,
    excerpt,
    category:
      categoryName === null || categorySlug === null
        ? null
        : { name: categoryName, url: url("category", categorySlug) },
    tags: post.tags.map((name) => ({ name, url: url("tag", name) })),
    publishedAt: new Date(publishedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** The path below the blog's first page. */
function pathOf({ kind, name }: BlogPageInput): string[] {
  if (kind === "posts") return [];
  if (kind === "post") return [name ?? ""];
  if (kind === "category" || kind === "tag") return [kind, name ?? ""];
  return [`${kind}.xml`];
}

const missing: BlogPageAnswer = {
  status: 404,
  contentType: htmlType,
  location: null,
  etag: null,
  content: missingPage,
};

/** Not for long: a slug may be given back to the post. */
function redirect(location: string): BlogPageAnswer {
  return { status: 301, contentType: null, location, etag: null, content: "" };
}

function unchanged(etag: string): BlogPageAnswer {
  return { status: 304, contentType: null, location: null, etag, content: "" };
}
