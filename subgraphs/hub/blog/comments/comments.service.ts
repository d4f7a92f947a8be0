import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { commentEvent } from "../blog-events.ts";
import { commentNotFound } from "../blog.errors.ts";
import { touchBlog } from "../settings/blog.rows.ts";
import { commentRows, showComment } from "./comment.rows.ts";
import type {
  BlogComment,
  BlogCommentPage,
  BlogCommentsArgs,
  ModerateBlogCommentInput,
} from "./comment.types.ts";

/** Comments on the account's posts, newest first. Throws INVALID_CURSOR. */
export function listComments(ctx: HubContext, args: BlogCommentsArgs): Promise<BlogCommentPage> {
  const { postId = null, status = null, limit, after } = args;
  const values = [postId, status];
  const query = {
    where: "($2::text IS NULL OR post_id = $2) AND ($3::text IS NULL OR status = $3)",
    values,
    list: ["blog comments", ...values] as const,
    limit,
    after,
  };
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await commentRows.pageRows(em, ctx, "blog_comments", query);
    return { comments: rows.map(showComment), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const states = { approve: "approved", reject: "rejected", spam: "spam" } as const;

/** Decides about a comment; a later decision replaces an earlier one. Throws NOT_FOUND. */
export function moderateComment(ctx: HubContext, input: ModerateBlogCommentInput): Promise<BlogComment> {
  const ownerId = ctx.principal.ownerId ?? "";
  const status = states[input.action];
  return exactlyOnce(ctx, { operation: "moderateBlogComment", input }, async (em) => {
    const row = await commentRows.findOwn(em, "blog_comments", { ownerId, id: input.commentId, lock: true });
    if (!row) throw commentNotFound();
    if (row.status === status) return showComment(row);
    const now = ctx.clock.now();
    const changes = { status, moderatedAt: now.toISOString(), moderatedBy: ctx.principal.id };
    await commentRows.updateRow(em, "blog_comments", row.id, changes);
    if (row.status === "approved" || status === "approved") await touchBlog(em, ownerId, now);
    const comment = { ...row, ...changes };
    await emitEvent(em, commentEvent(status === "approved" ? "approved" : "rejected", comment));
    return showComment(comment);
  });
}

const refusedDays = 30;

/** Deletes comments that were rejected, or taken for spam, 30 days ago; returns how many. */
export async function purgeComments(ctx: HubContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - refusedDays * 24 * 60 * 60 * 1000);
  const sql =
    "DELETE FROM blog_comments WHERE status IN ('rejected', 'spam') AND moderated_at < $1 RETURNING 1";
  return asSystem(ctx.em, async (em) => (await executeSql(em, sql, [before])).length);
}
