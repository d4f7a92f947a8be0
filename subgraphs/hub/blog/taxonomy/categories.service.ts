import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { categoryExists, categoryNotFound, tooMany } from "../blog.errors.ts";
import { blogRows, lockBlog } from "../posts/post.rows.ts";
import { slugOf } from "../slug.ts";
import type { CategoryRow } from "./category.rows.ts";
import type { BlogCategory, CreateBlogCategoryInput, CountedBlogCategory } from "./category.types.ts";

const maxCategories = 200;

/** Creates a category. Throws DUPLICATE for a name in use, and INVALID_STATE beyond 200. Idempotent. */
export function createCategory(
  ctx: HubContext,
  input: CreateBlogCategoryInput,
): Promise<CountedBlogCategory> {
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "createBlogCategory", input }, async (em) => {
    await lockBlog(em, ownerId);
    const known = await blogRows.findRows(em, "blog_categories", "owner_id = $1", [ownerId]);
    const name = input.name.trim();
    const slug = slugOf(name, "category");
    const same = known.find((row) => row.slug === slug);
    if (same) throw categoryExists(same.id);
    if (known.length >= maxCategories) throw tooMany("categories", maxCategories);
    const row = { id: newId("bct"), ownerId, name, slug, createdAt: ctx.clock.now().toISOString() };
    await blogRows.insertAll(em, "blog_categories", [row]);
    return { categoryId: row.id, name, slug, posts: 0, createdAt: new Date(row.createdAt) };
  });
}

/** All categories of the account, by name. */
export function listCategories(ctx: HubContext): Promise<CountedBlogCategory[]> {
  const sql = `SELECT c.id AS "categoryId", c.name, c.slug, c.created_at AS "createdAt",
      (SELECT count(*)::int FROM blog_posts p WHERE p.category_id = c.id AND p.deleted_at IS NULL) AS posts
    FROM blog_categories c WHERE c.owner_id = $1 ORDER BY lower(c.name), c.id`;
  const read = async (em: EntityManager) => {
    type Row = Omit<CountedBlogCategory, "createdAt"> & { createdAt: string };
    const rows = await executeSql<Row>(em, sql, [ctx.principal.ownerId]);
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** The categories of these ids, by id. */
export async function findCategories(
  em: EntityManager,
  ownerId: string,
  ids: readonly (string | null)[],
): Promise<Map<string, BlogCategory>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const where = "owner_id = $1 AND id = ANY ($2)";
  const rows = await blogRows.findRows(em, "blog_categories", where, [ownerId, named]);
  return new Map(rows.map((row) => [row.id, showCategory(row)]));
}

/** Throws NOT_FOUND for a category that the account does not have. Null is none. */
export async function requireCategory(
  em: EntityManager,
  ownerId: string,
  id: string | null,
): Promise<BlogCategory | null> {
  if (id === null) return null;
  const category = (await findCategories(em, ownerId, [id])).get(id);
  if (!category) throw categoryNotFound();
  return category;
}

function showCategory({ id: categoryId, name, slug }: CategoryRow): BlogCategory {
  return { categoryId, name, slug };
}
