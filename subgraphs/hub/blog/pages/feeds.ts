import { imagePath } from "../markdown/image-path.ts";
import type { PageBlog, PagePost } from "./page-data.ts";

/** Characters of HTML in a feed; later posts are in it by their first words. */
const maxFeedHtml = 500_000;

/** RSS 2.0 with whole posts. */
export function rssFeed(blog: PageBlog, posts: readonly PagePost[], publicUrl: string): string {
  const items = withBodies(posts, publicUrl).map(
    ({ post, body }) => `<item><title>${xml(post.title)}</title><link>${xml(post.url)}</link>
<guid isPermaLink="false">${xml(post.id)}</guid><pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>
${labels(post)
  .map((label) => `<category>${xml(label)}</category>`)
  .join("")}<description>${xml(body)}</description></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xml(blog.title)}</title><link>${xml(blog.url)}</link><description>${xml(blog.description)}</description>
<atom:link href="${xml(`${blog.url}/rss.xml`)}" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel></rss>
`;
}

/** Atom (RFC 4287) with whole posts. */
export function atomFeed(blog: PageBlog, posts: readonly PagePost[], publicUrl: string): string {
  const updated = posts.map((post) => post.updatedAt).reduce((a, b) => (a > b ? a : b), firstTime);
  const entries = withBodies(posts, publicUrl).map(
    ({ post, body }) => `<entry><id>urn:hub:${xml(post.id)}</id><title>${xml(post.title)}</title>
<link href="${xml(post.url)}"/><published>${xml(post.publishedAt)}</published><updated>${xml(post.updatedAt)}</updated>
${labels(post)
  .map((label) => `<category term="${xml(label)}"/>`)
  .join("")}<content type="html">${xml(body)}</content></entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xml(blog.url)}</id><title>${xml(blog.title)}</title><subtitle>${xml(blog.description)}</subtitle>
<author><name>${xml(blog.title)}</name></author><updated>${xml(updated)}</updated>
<link href="${xml(blog.url)}"/><link rel="self" href="${xml(`${blog.url}/atom.xml`)}"/>
${entries.join("\n")}
</feed>
`;
}

/** Sitemap (sitemaps.org 0.9) of the first page and all posts. */
export function sitemap(blog: PageBlog, posts: readonly Pick<PagePost, "url" | "updatedAt">[]): string {
  const urls = posts.map(
    ({ url, updatedAt }) => `<url><loc>${xml(url)}</loc><lastmod>${xml(updatedAt)}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${[`<url><loc>${xml(blog.url)}</loc></url>`, ...urls].join("\n")}
</urlset>
`;
}

const firstTime = "1970-01-01T00:00:00.000Z";

/** Readers resolve no relative addresses, so those of images are made absolute. */
function withBodies(posts: readonly PagePost[], publicUrl: string): { post: PagePost; body: string }[] {
  let length = 0;
  return posts.map((post) => {
    length += post.html.length;
    const whole = post.html.replaceAll(`src="${imagePath}`, `src="${publicUrl}${imagePath}`);
    return { post, body: length > maxFeedHtml ? post.excerpt : whole };
  });
}

function labels({ category, tags }: PagePost): string[] {
  return [...(category === null ? [] : [category.name]), ...tags.map(({ name }) => name)];
}

/** Text escaped for XML, without the characters that XML 1.0 cannot have. */
function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll(/[&<>"']/g, (character) => entities.get(character)!)
  );
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);
