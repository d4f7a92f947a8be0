import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";

/** A row of `blogs` without its times. */
export interface BlogRow {
  ownerId: string;
  handle: string;
  title: string;
  description: string;
  acceptsComments: boolean;
  version: number;
}

const columns = `b.owner_id AS "ownerId", b.handle, b.title, b.description, b.accepts_comments AS "acceptsComments",
  b.version::float8 AS version`;

/** The blog of an account, which is made at its first use with a handle that says nothing of the account. */
export async function ensureBlog(em: EntityManager, ownerId: string, now: Date): Promise<BlogRow> {
  const known = await findBlog(em, ownerId);
  if (known) return known;
  const handle = `blog-${newId("b")
    .replaceAll(/[^0-9a-z]/g, "")
    .slice(-12)}`;
  await executeSql(
    em,
    `INSERT INTO blogs (owner_id, handle, title, created_at, updated_at) VALUES ($1, $2, 'Blog', $3, $3)
     ON CONFLICT (owner_id) DO NOTHING`,
    [ownerId, handle, now],
  );
  await executeSql(
    em,
    `INSERT INTO blog_handles (handle, owner_id, created_at)
     SELECT handle, owner_id, $2 FROM blogs WHERE owner_id = $1 ON CONFLICT (handle) DO NOTHING`,
    [ownerId, now],
  );
  return (await findBlog(em, ownerId))!;
}

/** The blog of an account; null before its first post. */
export async function findBlog(em: EntityManager, ownerId: string): Promise<BlogRow | null> {
  const sql = `SELECT ${columns} FROM blogs b WHERE b.owner_id = $1`;
  return (await executeSql<BlogRow>(em, sql, [ownerId]))[0] ?? null;
}

/** Says that something changed that the pages of a blog show: what was kept of them is not used any more. Returns the blog. */
export async function touchBlog(em: EntityManager, ownerId: string, now: Date): Promise<BlogRow> {
  const blog = await ensureBlog(em, ownerId, now);
  await executeSql(em, "UPDATE blogs SET version = version + 1, updated_at = $2 WHERE owner_id = $1", [
    ownerId,
    now,
  ]);
  return blog;
}

/**
 * The blog that a handle leads to, or has led to; null also for that of a suspended or deleted account. Reads as the system.
 */
export async function findPublicBlog(em: EntityManager, handle: string): Promise<BlogRow | null> {
  const sql = `SELECT ${columns} FROM blog_handles h JOIN blogs b ON b.owner_id = h.owner_id
    WHERE h.handle = $1 AND ${openOwner("b.owner_id")}`;
  return (await executeSql<BlogRow>(em, sql, [handle]))[0] ?? null;
}

/** A condition: the account of this column is neither suspended nor deleted nor being closed. */
export function openOwner(column: string): string {
  return `NOT EXISTS (SELECT 1 FROM users u WHERE u.id = ${column}
      AND (u.suspended_at IS NOT NULL OR u.deleted_at IS NOT NULL OR u.erased_at IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${column}
      AND (a.suspended_at IS NOT NULL OR a.erasure_scheduled_at IS NOT NULL))`;
}
