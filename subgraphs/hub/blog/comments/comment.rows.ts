import { plainRows } from "../../../../src/db/rows.ts";
import type { BlogComment } from "./comment.types.ts";

/** A row of `blog_comments`. Times are ISO text. */
export interface CommentRow {
  id: string;
  ownerId: string;
  postId: string;
  authorName: string;
  authorEmail: string | null;
  content: string;
  status: "held" | "approved" | "rejected" | "spam";
  createdAt: string;
  moderatedAt: string | null;
  moderatedBy: string | null;
}

export const commentRows = plainRows<{ blog_comments: CommentRow }>();

/** A comment as the account sees it. */
export function showComment({ id: commentId, ...row }: CommentRow): BlogComment {
  const { postId, authorName, authorEmail, content, status, createdAt, moderatedAt } = row;
  return {
    commentId,
    postId,
    authorName,
    authorEmail,
    content,
    status,
    createdAt: new Date(createdAt),
    moderatedAt: moderatedAt === null ? null : new Date(moderatedAt),
  };
}
