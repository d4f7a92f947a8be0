import { escapeHtml } from "../../../../src/text/html.ts";
import type { PageBlog, PageComment, PageList, PagePost } from "./page-data.ts";

interface Document {
  blog: PageBlog;
  title: string;
  description: string;
  /** Address that search engines keep; null for pages that they leave out. */
  canonical: string | null;
  main: string;
}

/** A page of posts, newest first. */
export function listPage(blog: PageBlog, list: PageList, url: string): string {
  const heading = list.heading === null ? "" : `<h2>${escapeHtml(list.heading)}</h2>`;
  const empty = list.posts.length === 0 ? "<p>No posts yet.</p>" : "";
  const main = `${heading}${empty}${list.posts.map(teaser).join("")}${pager(list)}`;
  const title = list.heading === null ? blog.title : `${list.heading} · ${blog.title}`;
  return htmlDocument({ blog, title, description: blog.description, canonical: url, main });
}

/** The page of a post. */
export function postPage(blog: PageBlog, post: PagePost, comments: readonly PageComment[]): string {
  const main = `<article><header><h1>${escapeHtml(post.title)}</h1>${facts(post)}</header>${post.html}${tagList(post)}</article>${commentList(comments)}`;
  const title = `${post.title} · ${blog.title}`;
  return htmlDocument({ blog, title, description: post.excerpt, canonical: post.url, main });
}

/** The page for an address that leads nowhere. It says the same of blogs that are closed. */
export const missingPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Page not found</title><link rel="stylesheet" href="/blogs/style.css"></head>
<body><main><h1>Page not found</h1><p>Check the address. The page may have been moved or deleted.</p></main></body></html>
`;

function htmlDocument({ blog, title, description, canonical, main }: Document): string {
  const feed = (type: string, file: string) =>
    `<link rel="alternate" type="application/${type}+xml" title="${escapeHtml(blog.title)}" href="${escapeHtml(`${blog.url}/${file}`)}">`;
  const line = blog.description === "" ? "" : `<p>${escapeHtml(blog.description)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">
${canonical === null ? "" : `<link rel="canonical" href="${escapeHtml(canonical)}">`}
<link rel="stylesheet" href="/blogs/style.css">
${feed("rss", "rss.xml")}
${feed("atom", "atom.xml")}</head>
<body><header class="blog"><a href="${escapeHtml(blog.url)}">${escapeHtml(blog.title)}</a>${line}</header>
<main>${main}</main>
<footer><a href="${escapeHtml(`${blog.url}/atom.xml`)}">Feed</a></footer></body></html>
`;
}

function teaser(post: PagePost): string {
  const link = `<a href="${escapeHtml(post.url)}">${escapeHtml(post.title)}</a>`;
  return `<article><h3>${link}</h3>${facts(post)}<p>${escapeHtml(post.excerpt)}</p></article>`;
}

function facts({ publishedAt, category }: PagePost): string {
  const within =
    category === null ? "" : ` in <a href="${escapeHtml(category.url)}">${escapeHtml(category.name)}</a>`;
  return `<p class="facts">${timeOf(publishedAt)}${within}</p>`;
}

function tagList({ tags }: PagePost): string {
  if (tags.length === 0) return "";
  const items = tags.map(
    ({ name, url }) => `<li><a rel="tag" href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`,
  );
  return `<ul class="tags">${items.join("")}</ul>`;
}

/** Line breaks of the text are kept by the style sheet. */
function commentList(comments: readonly PageComment[]): string {
  if (comments.length === 0) return "";
  const items = comments.map(
    ({ authorName, content, createdAt }) =>
      `<article class="comment"><p class="facts"><b>${escapeHtml(authorName)}</b> ${timeOf(createdAt)}</p><p>${escapeHtml(content)}</p></article>`,
  );
  return `<section><h2>Comments</h2>${items.join("")}</section>`;
}

function timeOf(time: string): string {
  const at = new Date(time);
  const day = at.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return `<time datetime="${escapeHtml(at.toISOString())}">${escapeHtml(day)}</time>`;
}

function pager({ newerUrl, olderUrl }: PageList): string {
  const link = (url: string | null, rel: string, text: string) =>
    url === null ? "" : `<a rel="${rel}" href="${escapeHtml(url)}">${text}</a>`;
  const links = link(newerUrl, "prev", "Newer posts") + link(olderUrl, "next", "Older posts");
  return links === "" ? "" : `<nav class="pager" aria-label="Pages">${links}</nav>`;
}
