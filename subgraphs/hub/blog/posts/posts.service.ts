import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { postNotFound } from "../blog.errors.ts";
import { findCategories } from "../taxonomy/categories.service.ts";
import type { BlogPostArgs, BlogPostsArgs } from "./post-inputs.types.ts";
import { blogRows, findBySlug, type PostRow } from "./post.rows.ts";
import type { BlogPost, BlogPostPage } from "./post.types.ts";
import { showPost, showSummary } from "./show-post.ts";

/** One post of the account by its ID, also from the bin, or by a slug. Throws NOT_FOUND. */
export function readPost(ctx: HubContext, { postId, slug }: BlogPostArgs): Promise<BlogPost> {
  const ownerId = ctx.principal.ownerId ?? "";
  const named = postId ?? slug ?? null;
  if (named === null)
    throw validationError([{ path: "postId", message: "is required without slug", rule: "required" }]);
  const read = async (em: EntityManager) => {
    // No slug has the underscore of an ID.
    const row = named.includes("_")
      ? await blogRows.findOwn(em, "blog_posts", { ownerId, id: named })
      : await findBySlug(em, ownerId, named.normalize("NFC").toLowerCase());
    if (!row) throw postNotFound();
    return presentPost(em, row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The account's posts, newest first. Throws INVALID_CURSOR. */
export function listPosts(ctx: HubContext, args: BlogPostsArgs): Promise<BlogPostPage> {
  const { status = null, category = null, tag = null, limit, after } = args;
  const where = `CASE WHEN $2::text = 'deleted' THEN deleted_at IS NOT NULL
      ELSE deleted_at IS NULL AND ($2::text IS NULL OR status = $2) END
    AND ($3::text IS NULL OR category_id = $3) AND ($4::text IS NULL OR tags @> ARRAY[$4::text])`;
  const values = [status, category, tag?.trim().toLowerCase() ?? null];
  const list = ["blog posts", ...values] as const;
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await blogRows.pageRows(em, ctx, "blog_posts", {
      where,
      values,
      list,
      limit,
      after,
    });
    const ids = rows.map(({ categoryId }) => categoryId);
    const categories = await findCategories(em, ctx.principal.ownerId ?? "", ids);
    const posts = rows.map((row) => showSummary(row, categories.get(row.categoryId ?? "") ?? null));
    return { posts, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A post as users of the API see it. */
export async function presentPost(em: EntityManager, row: PostRow): Promise<BlogPost> {
  const categories = await findCategories(em, row.ownerId, [row.categoryId]);
  return showPost(row, categories.get(row.categoryId ?? "") ?? null);
}
