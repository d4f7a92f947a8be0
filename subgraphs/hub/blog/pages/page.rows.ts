import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { PageComment } from "./page-data.ts";
import { openOwner } from "../settings/blog.rows.ts";

/** A published post with its category. Times are ISO text. */
export interface PublicPostRow {
  id: string;
  slug: string;
  title: string;
  html: string;
  excerpt: string;
  tags: string[];
  categoryName: string | null;
  categorySlug: string | null;
  publishedAt: string;
  updatedAt: string;
}

/** Which of a blog's published posts. */
export interface PublicFilter {
  ownerId: string;
  slug?: string | null;
  category?: string | null;
  tag?: string | null;
  limit: number;
  offset?: number;
  /** False for lists, which show no whole texts. */
  withHtml: boolean;
}

/** Published posts, newest first. */
export function findPublicPosts(em: EntityManager, filter: PublicFilter): Promise<PublicPostRow[]> {
  const { ownerId, slug = null, category = null, tag = null, limit, offset = 0, withHtml } = filter;
  return executeSql<PublicPostRow>(
    em,
    `SELECT p.id, p.slug, p.title, ${withHtml ? "p.html" : "''"} AS html, p.excerpt, to_json(p.tags) AS tags,
       c.name AS "categoryName", c.slug AS "categorySlug",
       to_json(p.published_at)#>>'{}' AS "publishedAt", to_json(p.updated_at)#>>'{}' AS "updatedAt"
     FROM blog_posts p LEFT JOIN blog_categories c ON c.id = p.category_id
     WHERE p.owner_id = $1 AND p.status = 'published' AND ($2::text IS NULL OR p.slug = $2)
       AND ($3::text IS NULL OR c.slug = $3) AND ($4::text IS NULL OR p.tags @> ARRAY[$4::text])
     ORDER BY p.published_at DESC, p.id DESC LIMIT $5 OFFSET $6`,
    [ownerId, slug, category, tag, limit, offset],
  );
}

/** The comments that a page shows. */
const shownComments = 200;

/** The first approved comments on a post, oldest first. */
export function findPublicComments(
  em: EntityManager,
  ownerId: string,
  postId: string,
): Promise<PageComment[]> {
  return executeSql<PageComment>(
    em,
    `SELECT author_name AS "authorName", content, to_json(created_at)#>>'{}' AS "createdAt" FROM blog_comments
     WHERE owner_id = $1 AND post_id = $2 AND status = 'approved' ORDER BY created_at, id LIMIT $3`,
    [ownerId, postId, shownComments],
  );
}

/** The present slug of the published post that once had this one; null without one. */
export async function findMovedSlug(
  em: EntityManager,
  ownerId: string,
  slug: string,
): Promise<string | null> {
  const sql = `SELECT p.slug FROM blog_post_slugs s JOIN blog_posts p ON p.id = s.post_id
    WHERE s.owner_id = $1 AND s.slug = $2 AND p.status = 'published'`;
  return (await executeSql<{ slug: string }>(em, sql, [ownerId, slug]))[0]?.slug ?? null;
}

/** The name of a category; null without one of this slug. */
export async function findCategoryName(
  em: EntityManager,
  ownerId: string,
  slug: string,
): Promise<string | null> {
  const sql = "SELECT name FROM blog_categories WHERE owner_id = $1 AND slug = $2";
  return (await executeSql<{ name: string }>(em, sql, [ownerId, slug]))[0]?.name ?? null;
}

/** The link version of an image that a published post of an open account shows; null for any other file. Reads as the system. */
export async function findImageVersion(em: EntityManager, fileId: string): Promise<number | null> {
  const sql = `SELECT f.link_version AS version FROM files f
    WHERE f.id = $1 AND f.deleted_at IS NULL AND f.stored_at IS NOT NULL AND f.content_type IN ('image/png', 'image/jpeg')
      AND EXISTS (SELECT 1 FROM blog_posts p
        WHERE p.owner_id = f.owner_id AND p.status = 'published' AND p.image_ids @> ARRAY[f.id])
      AND ${openOwner("f.owner_id")}`;
  return (await executeSql<{ version: number }>(em, sql, [fileId]))[0]?.version ?? null;
}
