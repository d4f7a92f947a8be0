import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { handleTaken, tooMany } from "../blog.errors.ts";
import { lockBlog } from "../posts/post.rows.ts";
import { ensureBlog, findBlog, touchBlog, type BlogRow } from "./blog.rows.ts";
import type { Blog, UpdateBlogInput } from "./blog.types.ts";

/** Handles that a blog has had, with the present one. */
const maxHandles = 10;
/** Words of addresses of the pages themselves. */
const reserved = new Set(["files", "feed", "style", "api", "admin", "help", "about"]);

/** The public pages of the account's blog. They have no address before the first post. */
export async function readBlog(ctx: HubContext): Promise<Blog> {
  const ownerId = ctx.principal.ownerId ?? "";
  const row = await inTransaction(ctx, (em) => findBlog(em, ownerId), { readOnly: true });
  return showBlog(ctx, row ?? { handle: null, title: "Blog", description: "", acceptsComments: true });
}

/**
 * Changes the public pages. Throws DUPLICATE for a handle that another blog has or had, INVALID_STATE beyond 10 handles, and
 * 400 for a reserved one.
 */
export function updateBlog(ctx: HubContext, input: UpdateBlogInput): Promise<Blog> {
  const ownerId = ctx.principal.ownerId ?? "";
  refuseFaults(input);
  return exactlyOnce(ctx, { operation: "updateBlog", input }, async (em) => {
    await lockBlog(em, ownerId);
    const now = ctx.clock.now();
    const row = await ensureBlog(em, ownerId, now);
    const next = {
      ...row,
      handle: input.handle ?? row.handle,
      title: input.title?.trim() ?? row.title,
      description: input.description?.trim() ?? row.description,
      acceptsComments: input.acceptsComments ?? row.acceptsComments,
    };
    if (next.handle !== row.handle) await takeHandle(em, { ownerId, handle: next.handle, now });
    await executeSql(
      em,
      "UPDATE blogs SET handle = $2, title = $3, description = $4, accepts_comments = $5 WHERE owner_id = $1",
      [ownerId, next.handle, next.title, next.description, next.acceptsComments],
    );
    await touchBlog(em, ownerId, now);
    return showBlog(ctx, next);
  });
}

/** Adds a handle to those of the blog. The key of the table decides between two accounts. */
async function takeHandle(
  em: EntityManager,
  { ownerId, handle, now }: { ownerId: string; handle: string; now: Date },
): Promise<void> {
  const sql = "SELECT owner_id = $2 AS own FROM blog_handles WHERE handle = $1";
  const [known] = await asSystem(em, (own) => executeSql<{ own: boolean }>(own, sql, [handle, ownerId]));
  if (known?.own) return;
  if (known) throw handleTaken();
  const [held] = await executeSql<{ n: number }>(
    em,
    "SELECT count(*)::int AS n FROM blog_handles WHERE owner_id = $1",
    [ownerId],
  );
  if (held!.n >= maxHandles) throw tooMany("handles of the blog", maxHandles);
  const added = await executeSql(
    em,
    `INSERT INTO blog_handles (handle, owner_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (handle) DO NOTHING RETURNING 1`,
    [handle, ownerId, now],
  );
  if (added.length === 0) throw handleTaken();
}

/** The address of a blog's pages, or of one of them. */
export function blogUrl(publicUrl: string, handle: string, ...path: readonly string[]): string {
  return [`${publicUrl}/blogs/${handle}`, ...path.map(encodeURIComponent)].join("/");
}

type Shown = Pick<BlogRow, "title" | "description" | "acceptsComments"> & { handle: string | null };

function showBlog({ publicUrl }: HubContext, row: Shown): Blog {
  const { handle, title, description, acceptsComments } = row;
  const at = (...path: string[]) => (handle === null ? null : blogUrl(publicUrl, handle, ...path));
  return {
    handle,
    url: at(),
    rssUrl: at("rss.xml"),
    atomUrl: at("atom.xml"),
    sitemapUrl: at("sitemap.xml"),
    title,
    description,
    acceptsComments,
  };
}

function refuseFaults(input: UpdateBlogInput): void {
  const faults = (["handle", "title", "description", "acceptsComments"] as const).flatMap((path) =>
    input[path] === null ? [{ path, message: "must not be null", rule: "required" }] : [],
  );
  if (typeof input.handle === "string" && reserved.has(input.handle))
    faults.push({ path: "handle", message: "must not be a reserved word", rule: "reserved" });
  if (faults.length > 0) throw validationError(faults);
}
