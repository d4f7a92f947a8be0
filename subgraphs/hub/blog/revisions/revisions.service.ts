import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { postNotFound, revisionNotFound } from "../blog.errors.ts";
import { renderPost } from "../markdown/render-post.ts";
import { blogRows, lockBlog, type RevisionRow } from "../posts/post.rows.ts";
import type { BlogPost } from "../posts/post.types.ts";
import { presentPost } from "../posts/posts.service.ts";
import { saveContent } from "../posts/write-posts.service.ts";
import { findCategories } from "../taxonomy/categories.service.ts";
import type {
  BlogPostRevision,
  BlogPostRevisionPage,
  BlogPostRevisionsArgs,
  RestoreBlogPostRevisionInput,
} from "./revision.types.ts";

/** The revisions of a post, newest first, each with its changes. Throws NOT_FOUND and INVALID_CURSOR. */
export function listRevisions(ctx: HubContext, args: BlogPostRevisionsArgs): Promise<BlogPostRevisionPage> {
  const { postId, limit } = args;
  const ownerId = ctx.principal.ownerId ?? "";
  const cursors = rowCursors(ctx, ["blog revisions", postId]);
  const before = cursors.decode(args.after)?.[1] ?? null;
  const read = async (em: EntityManager) => {
    if (!(await blogRows.findOwn(em, "blog_posts", { ownerId, id: postId }))) throw postNotFound();
    const where = `owner_id = $1 AND post_id = $2 AND ($3::int IS NULL OR revision < $3)
      ORDER BY revision DESC LIMIT $4`;
    const values = [ownerId, postId, before === null ? null : Number(before), limit + 1];
    const found = await blogRows.findRows(em, "blog_post_revisions", where, values);
    const place = (row: RevisionRow) => [row.createdAt, String(row.revision)] as const;
    const { rows, nextCursor } = cutPage(found, limit, cursors, place);
    const revisions = await Promise.all(rows.map((row, at) => showRevision(row, found[at + 1])));
    return { revisions, nextCursor };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Makes the content of a former revision the latest one; a post in the bin becomes a draft again. The slug stays, and a category
 * that was deleted is left out. Throws NOT_FOUND for the post or the revision. Idempotent by the idempotency key.
 */
export function restoreRevision(ctx: HubContext, input: RestoreBlogPostRevisionInput): Promise<BlogPost> {
  const ownerId = ctx.principal.ownerId ?? "";
  const { postId, revision } = input;
  return exactlyOnce(ctx, { operation: "restoreBlogPostRevision", input }, async (em) => {
    await lockBlog(em, ownerId);
    const row = await blogRows.findOwn(em, "blog_posts", { ownerId, id: postId, lock: true });
    if (!row) throw postNotFound();
    const where = "owner_id = $1 AND post_id = $2 AND revision = $3";
    const [kept] = await blogRows.findRows(em, "blog_post_revisions", where, [ownerId, postId, revision]);
    if (!kept) throw revisionNotFound();
    const categories = await findCategories(em, ownerId, [kept.categoryId]);
    const { title, markdown, tags } = kept;
    const categoryId = kept.categoryId && categories.has(kept.categoryId) ? kept.categoryId : null;
    const changed = { title, slug: row.slug, markdown, ...(await renderPost(markdown)), tags, categoryId };
    return presentPost(em, await saveContent(ctx, em, { row, changed }));
  });
}

/** A revision against the one before; the oldest one that is kept against nothing. */
async function showRevision(row: RevisionRow, before: RevisionRow | undefined): Promise<BlogPostRevision> {
  const { diffTexts } = await import("./text-diff.ts");
  const { revision, title, tags, categoryId, authorId, createdAt } = row;
  const { added, removed, diff } = diffTexts(before?.markdown ?? "", row.markdown);
  return {
    revision,
    title,
    tags,
    categoryId,
    authorId,
    createdAt: new Date(createdAt),
    addedLines: added,
    removedLines: removed,
    diff,
  };
}
