import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { postVersionConflict, slugTaken, tooMany } from "../blog.errors.ts";
import type { RenderedPost } from "../markdown/render-markdown.ts";
import { renderPost } from "../markdown/render-post.ts";
import { ensureBlog } from "../settings/blog.rows.ts";
import { freeSlug, slugOf } from "../slug.ts";
import { requireCategory } from "../taxonomy/categories.service.ts";
import { announcePost } from "./announce-post.service.ts";
import { keepPostImages } from "./post-images.service.ts";
import type { CreateBlogPostInput, UpdateBlogPostInput } from "./post-inputs.types.ts";
import { blogRows, insertRevision, lockBlog, lockPost, type PostRow } from "./post.rows.ts";
import type { BlogPost } from "./post.types.ts";
import { presentPost } from "./posts.service.ts";

/** The most posts of an account, with those in the bin. */
const maxPosts = 5_000;

/**
 * Creates a draft. A slug made from the title gets a number where it is taken; a given one is refused then. Throws NOT_FOUND
 * for an unknown category, DUPLICATE, and INVALID_STATE beyond 5,000 posts. Idempotent.
 */
export function createPost(ctx: HubContext, input: CreateBlogPostInput): Promise<BlogPost> {
  const ownerId = ctx.principal.ownerId ?? "";
  const { markdown, categoryId = null } = input;
  const title = input.title.trim();
  return exactlyOnce(ctx, { operation: "createBlogPost", input }, async (em) => {
    await lockBlog(em, ownerId);
    await requireRoom(em, ownerId);
    await requireCategory(em, ownerId, categoryId);
    const id = newId("bpo");
    const slug = await chooseSlug(em, { ownerId, id, title, wanted: input.slug });
    const now = ctx.clock.now().toISOString();
    const rendered = await renderPost(markdown);
    await keepPostImages(ctx, em, rendered.imageIds);
    const row: PostRow = {
      id,
      ownerId,
      title,
      slug,
      markdown,
      ...rendered,
      categoryId,
      tags: cleanTags(input.tags),
      status: "draft",
      version: 1,
      scheduledAt: null,
      publishedAt: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await blogRows.insertAll(em, "blog_posts", [row]);
    await blogRows.insertAll(em, "blog_post_slugs", [{ ownerId, slug, postId: id }]);
    await insertRevision(em, row, ctx.principal.id);
    await ensureBlog(em, ownerId, ctx.clock.now());
    return presentPost(em, row);
  });
}

/**
 * Changes the given fields as a new revision, in any state: what is published changes at once. Throws NOT_FOUND,
 * VERSION_CONFLICT, DUPLICATE for a slug of another post, and INVALID_STATE in the bin.
 */
export function updatePost(ctx: HubContext, input: UpdateBlogPostInput): Promise<BlogPost> {
  const ownerId = ctx.principal.ownerId ?? "";
  refuseNulls(input);
  return exactlyOnce(ctx, { operation: "updateBlogPost", input }, async (em) => {
    await lockBlog(em, ownerId);
    const row = await lockPost(em, ownerId, input.postId);
    if (row.version !== input.version) throw postVersionConflict(row.version);
    if (input.categoryId) await requireCategory(em, ownerId, input.categoryId);
    const markdown = input.markdown ?? row.markdown;
    const rendered = await renderPost(markdown);
    if (markdown !== row.markdown) await keepPostImages(ctx, em, rendered.imageIds);
    const title = input.title?.trim() ?? row.title;
    const wanted = input.slug;
    const slug = wanted ? await chooseSlug(em, { ownerId, id: row.id, title, wanted }) : row.slug;
    const changed = {
      title,
      slug,
      markdown,
      ...rendered,
      categoryId: input.categoryId === undefined ? row.categoryId : input.categoryId,
      tags: input.tags === undefined ? row.tags : cleanTags(input.tags),
    };
    return presentPost(em, await saveContent(ctx, em, { row, changed }));
  });
}

type Content = Pick<PostRow, "title" | "slug" | "markdown" | "categoryId" | "tags"> & RenderedPost;

/** Stores this content of a locked post as its next revision. */
export async function saveContent(
  ctx: HubContext,
  em: EntityManager,
  { row, changed }: { row: PostRow; changed: Content },
): Promise<PostRow> {
  const version = row.version + 1;
  const updatedAt = ctx.clock.now().toISOString();
  const changes = { ...changed, version, updatedAt, deletedAt: null };
  await blogRows.updateRow(em, "blog_posts", row.id, changes);
  const next: PostRow = { ...row, ...changes };
  const { ownerId, slug } = next;
  await blogRows.insertAll(
    em,
    "blog_post_slugs",
    [{ ownerId, slug, postId: row.id }],
    "ON CONFLICT (owner_id, slug) DO NOTHING",
  );
  await insertRevision(em, next, ctx.principal.id);
  if (next.status === "published") await announcePost(ctx, em, { name: "updated", post: next });
  return next;
}

async function requireRoom(em: EntityManager, ownerId: string): Promise<void> {
  const sql = "SELECT count(*)::int AS held FROM blog_posts WHERE owner_id = $1";
  const [row] = await executeSql<{ held: number }>(em, sql, [ownerId]);
  if (row!.held >= maxPosts) throw tooMany("blog posts", maxPosts);
}

interface WantedSlug {
  ownerId: string;
  id: string;
  title: string;
  wanted: string | null | undefined;
}

/** The slug of a post: the wanted one, or one made from the title. Its own former slugs are free to it. */
async function chooseSlug(em: EntityManager, { ownerId, id, title, wanted }: WantedSlug): Promise<string> {
  const slug = wanted?.normalize("NFC").toLowerCase() ?? slugOf(title, "post");
  const where = "owner_id = $1 AND post_id <> $2 AND (slug = $3 OR left(slug, $4) = $5)";
  const start = `${slug}-`;
  const values = [ownerId, id, slug, start.length, start];
  const taken = await blogRows.findRows(em, "blog_post_slugs", where, values);
  const same = taken.find((other) => other.slug === slug);
  if (wanted && same) throw slugTaken(same.postId);
  return wanted ? slug : freeSlug(slug, new Set(taken.map((other) => other.slug)));
}

function cleanTags(tags: readonly string[] | null | undefined): string[] {
  return [...new Set((tags ?? []).map((tag) => tag.trim().replaceAll(/\s+/g, " ").toLowerCase()))];
}

/** Null removes the category and the tags, and nothing else. */
function refuseNulls(input: UpdateBlogPostInput): void {
  const faults = (["title", "markdown", "slug"] as const).flatMap((path) =>
    input[path] === null ? [{ path, message: "must not be null", rule: "required" }] : [],
  );
  if (faults.length > 0) throw validationError(faults);
}
