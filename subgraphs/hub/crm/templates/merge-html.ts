import { mergeText, splitMergeTags, type Fill, type Merged, type MergeTag } from "./merge-tags.ts";
import { isMailUrl, unescapeHtml } from "./template-html.ts";

/** An attribute that leads somewhere: where to is known once it is filled. */
interface UrlAttribute {
  tag: string;
  attribute: string;
  url: Merged;
}

/** Sanitised HTML in pieces. */
export type HtmlPieces = readonly (string | MergeTag | UrlAttribute)[];

/** Maps a web link to its redirect URL, or to itself. */
export type ViaLink = (url: string) => string;

/**
 * Cuts sanitised HTML where variables are put in. A tag counts within one text or one value of an attribute alone: what
 * fills it then stays inside of that, as it is escaped.
 */
export function cutHtml(html: string): HtmlPieces {
  const pieces: (string | MergeTag | UrlAttribute)[] = [];
  for (const [piece, tag] of html.matchAll(/<\/?([a-z][\w-]*)(?![\w-])[^<>]*>|[^<]+|</gi)) {
    if (tag === undefined) pieces.push(...splitMergeTags(piece));
    else cutTag(piece, tag.toLowerCase(), pieces);
  }
  return joinWords(pieces);
}

function cutTag(text: string, tag: string, pieces: (string | MergeTag | UrlAttribute)[]): void {
  let end = 0;
  for (const match of text.matchAll(/ ([\w:-]+)="([^"]*)"/g)) {
    const [whole, attribute, value] = match as unknown as [string, string, string];
    const url = splitMergeTags(value);
    pieces.push(text.slice(end, match.index));
    if (attribute === "href" || attribute === "src") pieces.push({ tag, attribute, url });
    else pieces.push(` ${attribute}="`, ...url, '"');
    end = match.index + whole.length;
  }
  pieces.push(text.slice(end));
}

function joinWords(pieces: HtmlPieces): HtmlPieces {
  const joined: (string | MergeTag | UrlAttribute)[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

/** Renders the HTML for one recipient. `fill` escapes; URLs that mail must not contain are omitted. */
export function joinHtml(pieces: HtmlPieces, fill: Fill, via: ViaLink = (url) => url): string {
  let html = "";
  for (const piece of pieces) {
    if (typeof piece === "string") html += piece;
    else if ("name" in piece) html += fill(piece);
    else html += joinUrl(piece, fill, via);
  }
  return html;
}

function joinUrl({ tag, attribute, url }: UrlAttribute, fill: Fill, via: ViaLink): string {
  const escaped = mergeText(url, fill);
  const plain = unescapeHtml(escaped);
  if (!isMailUrl(plain, tag)) return "";
  const isLink = tag === "a" && attribute === "href" && /^https?:/.test(plain);
  const way = isLink ? via(plain) : plain;
  return ` ${attribute}="${way === plain ? escaped : way}"`;
}

/**
 * The plain-text version of the HTML in pieces: the text, with links in brackets after theirs. Defaults are text here.
 */
export function textPieces(html: string): Merged {
  const tags: MergeTag[] = [];
  // No template has such a place of its own, and none is broken by what follows.
  const marked = html.replaceAll(mergeMark, (whole) => {
    const [tag] = splitMergeTags(whole);
    if (typeof tag !== "object") return whole;
    tags.push({
      ...tag,
      fallback: tag.fallback === undefined ? undefined : unescapeHtml(tag.fallback),
    });
    return `{{${tags.length - 1}}}`;
  });
  return textOf(marked)
    .split(/(\{\{\d+\}\})/)
    .filter((part) => part !== "")
    .map((part) => tags[Number(/^\{\{(\d+)\}\}$/.exec(part)?.[1] ?? -1)] ?? part);
}

const mergeMark = /\{\{[^{}<>\r\n]*\}\}/g;

/** Tags that begin a new line of text, matched at the start of their content. */
const breaksLine = /^(?:br|\/p|\/div|\/h[1-6]|\/li|\/tr|hr)\b/;

function textOf(html: string): string {
  let link: string | undefined;
  // Sanitised HTML has angle brackets around tags alone. One pass over them costs no more than the length of the template.
  const text = html.replaceAll(/<([^<>]*)>/g, (_whole, tag: string) => {
    if (/^a\s/.test(tag)) link ??= /href="([^"]*)"/.exec(tag)?.[1];
    if (tag !== "/a" || link === undefined) return breaksLine.test(tag) ? "\n" : "";
    const address = link;
    link = undefined;
    return ` [${address}]`;
  });
  return unescapeHtml(text)
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
