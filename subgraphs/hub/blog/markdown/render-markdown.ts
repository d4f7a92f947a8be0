import MarkdownIt, { type Token } from "markdown-it";
import { validationError } from "../../../../src/errors.ts";
import { escapeHtml } from "../../../../src/text/html.ts";
import { excerptOf } from "./excerpt.ts";
import { highlightToHtml, isHighlighted } from "./highlight-code.ts";
import { imagePath } from "./image-path.ts";
import { sanitizePostHtml } from "./sanitize-post.ts";

/** A post as HTML, and what its text refers to. */
export interface RenderedPost {
  /** Sanitised. */
  html: string;
  /** The first words as plain text, for lists and feeds. */
  excerpt: string;
  /** Files that the text shows as images, each once. */
  imageIds: string[];
}

/** The most images of a post; further ones are shown as their text. */
const maxImages = 100;
/** Characters of code that are highlighted in a post; the rest is shown plainly. */
const maxHighlighted = 30_000;
/** Characters of addresses and titles of links: a reference repeats those of its definition. */
const maxAddresses = 200_000;
const maxHtml = 1_000_000;

/** Images are named by the ID of a file: `![A view](file:file_01…)`. */
const fileLink = /^file:(file_[0-9a-z_]{1,60})$/;

/** What the renderer notes of one post. */
type Notes = Record<string, unknown> & { images: Set<string>; highlighted: number; addresses: number };

const parser = new MarkdownIt("commonmark", { html: true, linkify: false, maxNesting: 30 }).enable([
  "table",
  "strikethrough",
]);
const isSafeLink = parser.validateLink;
parser.validateLink = (url) => fileLink.test(url) || isSafeLink(url);

parser.renderer.rules["fence"] = (tokens, at, _options, env) => {
  const notes = env as Notes;
  const { content, info } = tokens[at]!;
  const [language = ""] = info.trim().split(/\s/, 1);
  if (isHighlighted(language)) notes.highlighted += content.length;
  const code = notes.highlighted > maxHighlighted ? escapeHtml(content) : highlightToHtml(content, language);
  return `<pre><code class="language-${escapeHtml(language.toLowerCase())}">${code}</code></pre>\n`;
};

parser.renderer.rules["link_open"] = (tokens, at, options, env, renderer) => {
  countAddress(env as Notes, tokens[at]!);
  return renderer.renderToken(tokens, at, options);
};

parser.renderer.rules["image"] = (tokens, at, options, env, renderer) => {
  const notes = env as Notes;
  const token = tokens[at]!;
  countAddress(notes, token);
  const alt = escapeHtml(renderer.renderInlineAsText(token.children ?? [], options, env));
  const id = fileLink.exec(String(token.attrGet("src") ?? ""))?.[1];
  if (id === undefined || (notes.images.size >= maxImages && !notes.images.has(id))) return alt;
  notes.images.add(id);
  const title = token.attrGet("title");
  return `<img src="${imagePath}${id}" alt="${alt}"${title ? ` title="${escapeHtml(String(title))}"` : ""}>`;
};

/**
 * Renders CommonMark with tables and strikethrough. HTML in it is kept as far as it is harmless. Throws 400 for a text whose
 * HTML would be many times as long.
 */
export function renderMarkdown(markdown: string): RenderedPost {
  const notes: Notes = { images: new Set(), highlighted: 0, addresses: 0 };
  const html = sanitizePostHtml(parser.render(markdown, notes));
  if (html.length > maxHtml) throw tooLong();
  return { html, excerpt: excerptOf(html), imageIds: [...notes.images] };
}

function countAddress(notes: Notes, { attrs }: Token): void {
  for (const [, value] of attrs ?? []) notes.addresses += String(value).length;
  if (notes.addresses > maxAddresses) throw tooLong();
}

function tooLong(): Error {
  const message = "must not become longer than 1,000,000 characters of HTML";
  return validationError([{ path: "markdown", message, rule: "maxLength" }]);
}
