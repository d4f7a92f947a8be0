/** A blog as its pages show it. Addresses are absolute. */
export interface PageBlog {
  url: string;
  title: string;
  description: string;
}

/** A published post as pages and feeds show it. */
export interface PagePost {
  id: string;
  url: string;
  title: string;
  /** Sanitised. */
  html: string;
  excerpt: string;
  category: { name: string; url: string } | null;
  tags: readonly { name: string; url: string }[];
  /** ISO 8601. */
  publishedAt: string;
  updatedAt: string;
}

/** A page of a list of posts. */
export interface PageList {
  /** What the posts have in common; null on the first page of the blog. */
  heading: string | null;
  posts: readonly PagePost[];
  newerUrl: string | null;
  olderUrl: string | null;
}

/** An approved comment, as plain text. */
export interface PageComment {
  authorName: string;
  content: string;
  /** ISO 8601. */
  createdAt: string;
}
