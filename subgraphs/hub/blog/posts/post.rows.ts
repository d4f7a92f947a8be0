import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { postInBin, postNotFound } from "../blog.errors.ts";
import type { CategoryRow } from "../taxonomy/category.rows.ts";

/** A row of `blog_posts`. Times are ISO text. */
export interface PostRow {
  id: string;
  ownerId: string;
  title: string;
  slug: string;
  markdown: string;
  html: string;
  excerpt: string;
  imageIds: string[];
  categoryId: string | null;
  tags: string[];
  status: "draft" | "scheduled" | "published";
  version: number;
  scheduledAt: string | null;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string | null;
}

/** A row of `blog_post_revisions`. */
export interface RevisionRow {
  ownerId: string;
  postId: string;
  revision: number;
  title: string;
  markdown: string;
  categoryId: string | null;
  tags: string[];
  authorId: string;
  createdAt: string;
}

interface SlugRow {
  ownerId: string;
  slug: string;
  postId: string;
}

interface BlogTables {
  blog_posts: PostRow;
  blog_post_revisions: RevisionRow;
  blog_post_slugs: SlugRow;
  blog_categories: CategoryRow;
}

export const blogRows = plainRows<BlogTables>();

/** Makes changes of an account's slugs, names and numbers of posts exclude each other until the transaction ends. */
export async function lockBlog(em: EntityManager, ownerId: string): Promise<void> {
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`blog ${ownerId}`]);
}

/** A post of the account, locked for a change. Throws NOT_FOUND, and INVALID_STATE for one in the bin. */
export async function lockPost(em: EntityManager, ownerId: string, id: string): Promise<PostRow> {
  const row = await blogRows.findOwn(em, "blog_posts", { ownerId, id, lock: true });
  if (!row) throw postNotFound();
  if (row.deletedAt !== null) throw postInBin();
  return row;
}

/** The post that this slug leads to, or has led to; null when there is none outside the bin. */
export async function findBySlug(em: EntityManager, ownerId: string, slug: string): Promise<PostRow | null> {
  const where = `t.deleted_at IS NULL AND t.owner_id = $1
    AND t.id = (SELECT post_id FROM blog_post_slugs WHERE owner_id = $1 AND slug = $2)`;
  return (await blogRows.findRows(em, "blog_posts", where, [ownerId, slug]))[0] ?? null;
}

/** The latest revisions that a post keeps. */
const keptRevisions = 100;

/** Adds the present content of a post as its latest revision, and deletes those beyond the last 100. */
export async function insertRevision(em: EntityManager, post: PostRow, authorId: string): Promise<void> {
  const { id: postId, ownerId, version: revision, title, markdown, categoryId, tags, updatedAt } = post;
  const row = {
    ownerId,
    postId,
    revision,
    title,
    markdown,
    categoryId,
    tags,
    authorId,
    createdAt: updatedAt,
  };
  await blogRows.insertAll(em, "blog_post_revisions", [row]);
  await executeSql(em, "DELETE FROM blog_post_revisions WHERE post_id = $1 AND revision <= $2", [
    postId,
    revision - keptRevisions,
  ]);
}
