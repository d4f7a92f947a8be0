import type { BlogCategory } from "../taxonomy/category.types.ts";
import type { BlogPost, BlogPostSummary } from "./post.types.ts";
import type { PostRow } from "./post.rows.ts";

const toDate = (time: string | null) => (time === null ? null : new Date(time));

/** A post in a list. */
export function showSummary(row: PostRow, category: BlogCategory | null): BlogPostSummary {
  return factsOf(row, category);
}

/** A post with its text. */
export function showPost(row: PostRow, category: BlogCategory | null): BlogPost {
  return { ...factsOf(row, category), markdown: row.markdown, html: row.html };
}

function factsOf(row: PostRow, category: BlogCategory | null) {
  const { id: postId, title, slug, excerpt, tags, version, deletedAt } = row;
  return {
    postId,
    title,
    slug,
    status: deletedAt === null ? row.status : ("deleted" as const),
    excerpt,
    category,
    tags,
    version,
    scheduledAt: toDate(row.scheduledAt),
    publishedAt: toDate(row.publishedAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    deletedAt: toDate(deletedAt),
  };
}
