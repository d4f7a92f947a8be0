import { marked, type Token, type Tokens } from "marked";
import type { GuideHeading, GuideNode } from "./guide.types.ts";
import type { GuideLinks } from "./guide-links.ts";

/** A guide as it is read from its file. */
export interface ParsedGuide {
  title: string;
  summary: string;
  headings: GuideHeading[];
  body: GuideNode[];
}

/** From this heading on a guide is about the repository, and not part of the explorer. */
const repositoryPart = /^## In this repository$/m;

/** The part of a guide for users of the platform. */
export function userPart(markdown: string): string {
  const at = markdown.search(repositoryPart);
  return `${(at < 0 ? markdown : markdown.slice(0, at)).trimEnd()}\n`;
}

/**
 * Parses the Markdown of a guide: a title, a first paragraph, sections. Throws for what its page cannot show: HTML,
 * images, headings below the third level.
 */
export function parseGuide(markdown: string, links: GuideLinks): ParsedGuide {
  const [title, ...tokens] = marked.lexer(userPart(markdown)).filter(({ type }) => type !== "space");
  if (title?.type !== "heading" || (title as Tokens.Heading).depth !== 1)
    throw new Error("A guide begins with its title.");
  const headings: GuideHeading[] = [];
  const body = joinSamples(tokens.map((token) => blockNode(token, { links, headings })));
  const first = body[0];
  if (typeof first !== "object" || first.tag !== "p")
    throw new Error("The title of a guide is followed by a paragraph.");
  return {
    title: plainText(inlineNodes((title as Tokens.Heading).tokens, links)),
    summary: plainText([first]),
    headings,
    body,
  };
}

/** The text of nodes without marks. */
export function plainText(nodes: readonly GuideNode[]): string {
  return nodes
    .map((node): string => {
      if (typeof node === "string") return node;
      if (node.tag === "code") return node.text;
      if (node.tag === "table") return [node.head, ...node.rows].flat().map(plainText).join(" ");
      if (node.tag === "samples") return "";
      return plainText(node.children);
    })
    .join("");
}

interface Context {
  links: GuideLinks;
  headings: GuideHeading[];
}

function blockNode(token: Token, context: Context): GuideNode {
  const { links } = context;
  switch (token.type) {
    case "heading":
      return headingNode(token as Tokens.Heading, context);
    case "paragraph":
      return { tag: "p", children: inlineNodes(token.tokens, links) };
    case "text":
      return { tag: "p", children: inlineNodes(token.tokens ?? [token], links) };
    case "code": {
      const { text, lang } = token as Tokens.Code;
      return { tag: "samples", samples: [{ language: lang ?? "", code: text }] };
    }
    case "blockquote":
      return { tag: "blockquote", children: blockNodes(token.tokens, context) };
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const children = items.map((item): GuideNode => ({ tag: "li", children: itemNodes(item, context) }));
      return { tag: ordered ? "ol" : "ul", children };
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => inlineNodes(tokens, links));
      return { tag: "table", head: cells(header), rows: rows.map(cells) };
    }
    default:
      throw new Error(`A guide cannot have ${token.type}: ${token.raw.slice(0, 80)}`);
  }
}

function blockNodes(tokens: readonly Token[] | undefined, context: Context): GuideNode[] {
  return joinSamples(
    (tokens ?? []).filter(({ type }) => type !== "space").map((one) => blockNode(one, context)),
  );
}

/** Items of a tight list are text without paragraphs. */
function itemNodes({ tokens, loose }: Tokens.ListItem, context: Context): GuideNode[] {
  return blockNodes(tokens, context).flatMap((node) =>
    !loose && typeof node === "object" && node.tag === "p" ? node.children : [node],
  );
}

function headingNode({ depth, tokens }: Tokens.Heading, { links, headings }: Context): GuideNode {
  const children = inlineNodes(tokens, links);
  const text = plainText(children);
  if (depth !== 2 && depth !== 3) throw new Error(`A guide cannot have a heading of level ${depth}: ${text}`);
  const id = text
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
  if (headings.some((other) => other.id === id)) throw new Error(`Two headings have the ID ${id}`);
  headings.push({ id, text, level: depth });
  return { tag: `h${depth}`, id, children };
}

function inlineNodes(tokens: readonly Token[] | undefined, links: GuideLinks): GuideNode[] {
  return (tokens ?? []).flatMap((token) => inlineNode(token, links));
}

function inlineNode(token: Token, links: GuideLinks): GuideNode[] {
  switch (token.type) {
    case "text":
    case "escape":
      return token.type === "text" && token.tokens
        ? inlineNodes(token.tokens, links)
        : [token.text as string];
    case "codespan": {
      const { text } = token as Tokens.Codespan;
      const href = links.code(text);
      return [{ tag: "code", text, ...(href === null ? {} : { href }) }];
    }
    case "strong":
    case "em":
      return [{ tag: token.type, children: inlineNodes(token.tokens, links) }];
    case "link": {
      const href = links.link((token as Tokens.Link).href);
      const children = inlineNodes(token.tokens, links);
      return href === null ? children : [{ tag: "a", href, children }];
    }
    default:
      throw new Error(`A guide cannot have ${token.type}: ${token.raw.slice(0, 80)}`);
  }
}

/** Code blocks that follow each other in different languages are one block with a tab per language. */
function joinSamples(nodes: readonly GuideNode[]): GuideNode[] {
  const joined: GuideNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    const areSamples = isSamples(node) && last !== undefined && isSamples(last);
    const isNew = areSamples && !last.samples.some(({ language }) => language === node.samples[0]!.language);
    if (areSamples && isNew) last.samples.push(...node.samples);
    else joined.push(node);
  }
  return joined;
}

function isSamples(node: GuideNode): node is Extract<GuideNode, { tag: "samples" }> {
  return typeof node === "object" && node.tag === "samples";
}
