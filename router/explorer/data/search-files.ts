import { restPaths } from "../../operations/registry.ts";
import { wordsOf } from "../../tools/search/words.ts";
import { pages, type PageRow } from "../pages.ts";
import { foundKinds, type FoundKind, type SearchEntry } from "../search-options.ts";
import type { DocsSource } from "./docs-source.ts";
import type { ErrorDocs, TypeDocs } from "./docs.types.ts";
import { firstSentence } from "./first-sentence.ts";
import { guideList } from "./guide-list.ts";
import { plainText } from "./guide-parse.ts";
import type { EventCatalogue, GuideDocs, GuideNode } from "./guide.types.ts";

/** What the search knows besides operations. */
export interface SearchContent {
  types: readonly TypeDocs[];
  errors: readonly ErrorDocs[];
  guides: readonly GuideDocs[];
  events: EventCatalogue;
}

/** The search's texts over guides, pages, errors, events, paths, tools, types and fields, as the browser loads them. */
export function searchFile(source: DocsSource, { types, errors, guides, events }: SearchContent): string {
  const entries: SearchEntry[] = [
    ...pageEntries(),
    ...guides.flatMap((guide) => [...guideEntries(guide)]),
    ...errors.map(errorEntry),
    ...events.events.map(({ type, description, object }) =>
      entry("event", type, {
        note: description,
        href: `/webhook-events#${type}`,
        words: `webhook event ${object}`,
      }),
    ),
    ...operationEntries(source),
    ...types.map(typeEntry),
  ];
  return JSON.stringify(entries);
}

function entry(
  kind: FoundKind,
  title: string,
  { note, href, words }: { note: string; href: string; words: string },
): SearchEntry {
  return [foundKinds.indexOf(kind), title, note, href, words];
}

const pageWords: Readonly<Record<string, string>> = {
  "/guides": "docs documentation help tutorials how to",
  "/changelog": "breaking changes releases versions deprecations new",
  "/prices": "price list cost credits plans packages how much",
  "/webhook-events": "event types catalogue webhook payload schema",
  "/errors": "error codes list",
  "/keys": "create api key scopes permissions",
  "/webhooks": "endpoint deliveries replay",
  "/usage": "credits balance spent billing upgrade change plan subscription",
  "/console": "graphql editor query",
  "/members": "organization team roles invite",
  "/data-export": "download my data privacy",
};

function pageEntries(): SearchEntry[] {
  const rows: readonly PageRow[] = pages;
  return rows
    .filter(({ path }) => !path.includes(":"))
    .map(({ path, title, group }) =>
      entry("page", title, { note: group ?? "", href: path, words: pageWords[path] ?? "" }),
    );
}

/** A guide with all its words once, and each section. */
function* guideEntries({ slug, title, summary, body, headings }: GuideDocs): Generator<SearchEntry> {
  const href = `/guides/${slug}`;
  const { words = "" } = guideList.find((row) => row.slug === slug)!;
  const titles = headings.map(({ text }) => text).join(" ");
  yield entry("guide", title, {
    note: firstSentence(summary),
    href,
    words: `${slug} ${words} ${words} ${titles} ${summary}`,
  });
  for (const { id, text, nodes } of sectionsOf(body)) {
    const first = firstSentence(plainText(nodes.slice(0, 1)));
    yield entry("section", text, {
      note: title,
      href: `${href}#${id}`,
      words: distinctWords(`${first} ${plainText(nodes)}`),
    });
  }
}

/** The nodes below each heading. */
function sectionsOf(body: readonly GuideNode[]): { id: string; text: string; nodes: GuideNode[] }[] {
  const sections: { id: string; text: string; nodes: GuideNode[] }[] = [];
  for (const node of body) {
    if (typeof node === "object" && (node.tag === "h2" || node.tag === "h3"))
      sections.push({ id: node.id, text: plainText(node.children), nodes: [] });
    else sections.at(-1)?.nodes.push(node);
  }
  return sections;
}

/** The stems of a text, each once. */
function distinctWords(text: string): string {
  return [...new Set(wordsOf(text))].filter((word) => word.length < 24).join(" ");
}

function* operationEntries({ registry, tools }: DocsSource): Generator<SearchEntry> {
  for (const { row, description, area } of registry.values()) {
    const note = firstSentence(description);
    const keywords = (row.tool?.keywords ?? []).join(" ");
    for (const [position, path] of restPaths(row).entries()) {
      // Other paths of an operation are found by name only.
      const words = position > 0 ? "" : distinctWords(`${row.name} ${description} ${area.title} ${keywords}`);
      yield entry("REST", `${row.rest!.method} ${path}`, { note, href: `/rest/${row.name}`, words });
    }
    const tool = row.tool && tools.get(row.tool.name)?.tool;
    if (!tool) continue;
    const words = distinctWords(`${description} ${keywords}`);
    yield entry("tool", tool.name, { note, href: `/tools/${tool.name}`, words });
  }
}

function typeEntry({ name, kind, description, fields }: TypeDocs): SearchEntry {
  const note = firstSentence(description) || kind;
  const kindIndex = foundKinds.indexOf("type");
  return [
    kindIndex,
    name,
    note,
    `/schema/${name}`,
    "",
    fields.map((field) => [field.name, field.type] as const),
  ];
}

function errorEntry({ code, status, cause, fix }: ErrorDocs): SearchEntry {
  return entry("error", code, {
    note: cause,
    href: `/errors#${code}`,
    words: `${status} error ${cause} ${fix}`,
  });
}
