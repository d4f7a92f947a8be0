import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { DomainError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { checkBot } from "../../bot-check/bot-check.service.ts";
import type { HubContext } from "../../hub.context.ts";
import { commentEvent } from "../blog-events.ts";
import { commentsClosed, postNotFound } from "../blog.errors.ts";
import { openOwner } from "../settings/blog.rows.ts";
import { commentRows, type CommentRow } from "./comment.rows.ts";
import type { ReceivedBlogComment, SendBlogCommentInput } from "./comment.types.ts";
import { looksLikeSpam } from "./spam-signs.ts";

const commentAction = "blog_comment";
const hourMs = 60 * 60 * 1000;
/** Comments that a blog takes in an hour. */
const maxPerHour = 100;
/** Comments that wait for moderation in a blog. */
const maxHeld = 2_000;

/**
 * Receives a comment of anybody on a published post; it waits for moderation. What looks like spam, or repeats what is spam, is
 * kept as such, and the sender gets the same response. Throws BOT_CHECK_FAILED, NOT_FOUND, INVALID_STATE where the blog takes no comments,
 * and RATE_LIMIT_EXCEEDED where it has had too many.
 */
export async function sendComment(
  ctx: HubContext,
  input: SendBlogCommentInput,
): Promise<ReceivedBlogComment> {
  const { recaptchaToken: token, ...comment } = input;
  await checkBot(ctx, { token, action: commentAction });
  return exactlyOnce(ctx, { operation: "sendBlogComment", input: comment }, (em) =>
    // No authenticated user: a published post takes comments of anybody.
    asSystem(em, async (own) => {
      const { ownerId, acceptsComments } = await requirePublicPost(own, input.postId);
      if (!acceptsComments) throw commentsClosed();
      await requireQuiet(own, ownerId, ctx.clock.now());
      const content = input.content.trim();
      const isSpam = looksLikeSpam(content) || (await isKnownSpam(own, ownerId, content));
      const row: CommentRow = {
        id: newId("bcm"),
        ownerId,
        postId: input.postId,
        authorName: input.authorName.trim(),
        authorEmail: input.authorEmail ?? null,
        content,
        status: isSpam ? "spam" : "held",
        createdAt: ctx.clock.now().toISOString(),
        moderatedAt: isSpam ? ctx.clock.now().toISOString() : null,
        moderatedBy: null,
      };
      await commentRows.insertAll(own, "blog_comments", [row]);
      if (!isSpam) await emitEvent(own, commentEvent("received", row));
      return { commentId: row.id, held: true };
    }),
  );
}

interface PublicPost {
  ownerId: string;
  acceptsComments: boolean;
}

async function requirePublicPost(em: EntityManager, postId: string): Promise<PublicPost> {
  const sql = `SELECT p.owner_id AS "ownerId", b.accepts_comments AS "acceptsComments"
    FROM blog_posts p JOIN blogs b ON b.owner_id = p.owner_id
    WHERE p.id = $1 AND p.status = 'published' AND ${openOwner("p.owner_id")}`;
  const [post] = await executeSql<PublicPost>(em, sql, [postId]);
  if (!post) throw postNotFound();
  return post;
}

/** Bounds what anybody can put into an account. */
async function requireQuiet(em: EntityManager, ownerId: string, now: Date): Promise<void> {
  // One after the other, so that many at once are counted, too.
  await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`blog comments ${ownerId}`]);
  const [row] = await executeSql<{ recent: number; held: number }>(
    em,
    `SELECT count(*) FILTER (WHERE created_at > $2)::int AS recent, count(*) FILTER (WHERE status = 'held')::int AS held
     FROM blog_comments WHERE owner_id = $1`,
    [ownerId, new Date(now.getTime() - hourMs)],
  );
  if (row!.recent < maxPerHour && row!.held < maxHeld) return;
  throw new DomainError("RATE_LIMIT_EXCEEDED", "This blog has had too many comments. Try again later.", {
    reason: "blog_comments",
    retryAfterSeconds: 3_600,
  });
}

async function isKnownSpam(em: EntityManager, ownerId: string, content: string): Promise<boolean> {
  const sql = `SELECT 1 FROM blog_comments
    WHERE owner_id = $1 AND status = 'spam' AND lower(content) = lower($2) LIMIT 1`;
  return (await executeSql(em, sql, [ownerId, content])).length > 0;
}
