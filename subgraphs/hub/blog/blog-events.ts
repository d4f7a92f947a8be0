import type { CommentRow } from "./comments/comment.rows.ts";
import type { PostRow } from "./posts/post.rows.ts";

/** An event as the outbox takes it. */
interface BlogEvent {
  type: string;
  objectId: string;
  appId: string;
  ownerId: string;
  payload: Readonly<Record<string, unknown>>;
}

/** An event of a post, whose public page has this address. */
export function postEvent(
  name: "published" | "updated" | "unpublished",
  post: PostRow,
  url: string,
): BlogEvent {
  const { id: postId, ownerId, title, slug, status, version, tags, publishedAt } = post;
  return {
    type: `blog_post.${name}`,
    objectId: postId,
    appId: "central",
    ownerId,
    payload: {
      postId,
      title,
      slug,
      url,
      status,
      version,
      tags,
      publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    },
  };
}

/** An event of a comment. */
export function commentEvent(name: "received" | "approved" | "rejected", comment: CommentRow): BlogEvent {
  const { id: commentId, ownerId, postId, authorName, status, createdAt } = comment;
  return {
    type: `blog_comment.${name}`,
    objectId: commentId,
    appId: "central",
    ownerId,
    payload: { commentId, postId, authorName, status, createdAt: new Date(createdAt).toISOString() },
  };
}
