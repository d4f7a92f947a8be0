import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, peekAsSystem } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import { alreadyPublished, postNotFound } from "../blog.errors.ts";
import { openOwner } from "../settings/blog.rows.ts";
import { announcePost } from "./announce-post.service.ts";
import type { BlogPostInput, ScheduleBlogPostInput } from "./post-inputs.types.ts";
import { blogRows, lockPost, type PostRow } from "./post.rows.ts";
import type { BlogPost, DeletedBlogPost } from "./post.types.ts";
import { presentPost } from "./posts.service.ts";

const maxAheadMs = 5 * 366 * 24 * 60 * 60 * 1000;

/** Publishes a post now; one that is published stays as it is. Throws NOT_FOUND, and INVALID_STATE in the bin. */
export function publishPost(ctx: HubContext, input: BlogPostInput): Promise<BlogPost> {
  return changeState(ctx, { operation: "publishBlogPost", input }, ({ status }, now) =>
    status === "published" ? null : { status: "published", publishedAt: now, scheduledAt: null },
  );
}

/** Makes a published or scheduled post a draft; a draft stays as it is. Throws as `publishPost` does. */
export function unpublishPost(ctx: HubContext, input: BlogPostInput): Promise<BlogPost> {
  return changeState(ctx, { operation: "unpublishBlogPost", input }, ({ status }) =>
    status === "draft" ? null : { status: "draft", publishedAt: null, scheduledAt: null },
  );
}

/**
 * Has a job publish a post at this time, once. Again, it sets the new time. Throws 400 for a time that is not ahead, and as
 * `publishPost` does; INVALID_STATE also for a post that is published.
 */
export async function schedulePost(ctx: HubContext, input: ScheduleBlogPostInput): Promise<BlogPost> {
  const ahead = input.at.getTime() - ctx.clock.now().getTime();
  if (ahead <= 0) throw timeFault("must be in the future");
  if (ahead > maxAheadMs) throw timeFault("must be at most 5 years ahead");
  return changeState(ctx, { operation: "scheduleBlogPost", input }, ({ status }) => {
    if (status === "published") throw alreadyPublished();
    return { status: "scheduled", publishedAt: null, scheduledAt: input.at.toISOString() };
  });
}

/** Puts a post in the bin, where it is not public. Again, it answers the same. Throws NOT_FOUND. */
export function deletePost(ctx: HubContext, { postId }: BlogPostInput): Promise<DeletedBlogPost> {
  const ownerId = ctx.principal.ownerId ?? "";
  return exactlyOnce(ctx, { operation: "deleteBlogPost", input: { postId } }, async (em) => {
    const row = await blogRows.findOwn(em, "blog_posts", { ownerId, id: postId, lock: true });
    if (!row) throw postNotFound();
    const deletedAt = row.deletedAt ?? ctx.clock.now().toISOString();
    if (row.deletedAt === null)
      await applyState(ctx, em, { row, changes: { ...draft, deletedAt, updatedAt: deletedAt } });
    return { postId, deleted: true, deletedAt: new Date(deletedAt) };
  });
}

const draft = { status: "draft", publishedAt: null, scheduledAt: null } as const;

type State = Pick<PostRow, "status" | "publishedAt" | "scheduledAt">;

/** Changes the state of a post; null leaves it as it is. */
async function changeState(
  ctx: HubContext,
  call: { operation: string; input: BlogPostInput },
  next: (row: PostRow, now: string) => State | null,
): Promise<BlogPost> {
  return exactlyOnce(ctx, call, async (em) => {
    const row = await lockPost(em, ctx.principal.ownerId ?? "", call.input.postId);
    const now = ctx.clock.now().toISOString();
    const state = next(row, now);
    return presentPost(
      em,
      state === null ? row : await applyState(ctx, em, { row, changes: { ...state, updatedAt: now } }),
    );
  });
}

type StateChanges = State & Partial<Pick<PostRow, "deletedAt">> & { updatedAt: string };

async function applyState(
  ctx: HubContext,
  em: EntityManager,
  { row, changes }: { row: PostRow; changes: StateChanges },
): Promise<PostRow> {
  await blogRows.updateRow(em, "blog_posts", row.id, changes);
  const post = { ...row, ...changes };
  const name = changes.status === "published" ? "published" : "unpublished";
  if (row.status === "published" || changes.status === "published")
    await announcePost(ctx, em, { name, post });
  return post;
}

/** Posts that one run publishes at most; the next run takes the others. */
const postsAtOnce = 200;

/**
 * Publishes the posts whose time has come; returns how many. Each once: its row is locked, and is not scheduled any more
 * afterwards. Posts of suspended and deleted accounts wait until the account is restored.
 */
export async function publishDuePosts(ctx: HubContext): Promise<number> {
  if (!(await peekAsSystem(ctx.em, "FROM blog_posts WHERE status = 'scheduled'"))) return 0;
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now().toISOString();
    const due = await blogRows.findRows(em, "blog_posts", dueSql, [now, postsAtOnce]);
    for (const row of due)
      await applyState(ctx, em, {
        row,
        changes: { ...draft, status: "published", publishedAt: now, updatedAt: now },
      });
    return due.length;
  });
}

const dueSql = `t.status = 'scheduled' AND t.scheduled_at <= $1 AND ${openOwner("t.owner_id")}
  ORDER BY t.scheduled_at, t.id LIMIT $2 FOR UPDATE OF t SKIP LOCKED`;

const binDays = 30;

/** Deletes posts that have been in the bin for 30 days, with their revisions; returns how many. */
export async function emptyBin(ctx: HubContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - binDays * 24 * 60 * 60 * 1000);
  return asSystem(ctx.em, async (em) => {
    const sql = "DELETE FROM blog_posts WHERE deleted_at < $1 RETURNING 1";
    return (await executeSql(em, sql, [before])).length;
  });
}

function timeFault(message: string) {
  return validationError([{ path: "at", message, rule: "date" }]);
}
