import { readFileSync } from "node:fs";
import { projectPath } from "../../../src/project-root.ts";
import type { DocsSource } from "./docs-source.ts";
import { eventCatalogue } from "./event-docs.ts";
import type { EventCatalogue, GuideDocs, GuideNeighbour, GuideSummary } from "./guide.types.ts";
import { guideLinks, type GuideLinks } from "./guide-links.ts";
import { guideList } from "./guide-list.ts";
import { parseGuide, userPart } from "./guide-parse.ts";

interface ReadGuide {
  docs: GuideDocs;
  markdown: string;
}

/** All guides and events. */
export interface GuideContent {
  guides: readonly ReadGuide[];
  events: EventCatalogue;
}

const read = (slug: string): string => readFileSync(projectPath("docs", "guides", `${slug}.md`), "utf8");

/** Every guide of the explorer. Throws for one that its page cannot show. */
function guideDocs(source: DocsSource): ReadGuide[] {
  const links = guideLinks(source);
  const parsed = guideList.map(({ slug, group }) => {
    try {
      const markdown = read(slug);
      return { slug, group, ...parseGuide(markdown, links), markdown: markdownTwin(markdown, links) };
    } catch (error) {
      throw new Error(`docs/guides/${slug}.md: ${(error as Error).message}`, { cause: error });
    }
  });
  const neighbour = (index: number): GuideNeighbour | null => {
    const found = parsed[index];
    return found ? { slug: found.slug, title: found.title } : null;
  };
  return parsed.map(({ markdown, ...guide }, index) => ({
    docs: { ...guide, previous: neighbour(index - 1), next: neighbour(index + 1) },
    markdown,
  }));
}

/** The Markdown of a guide for programs: links lead to the Markdown of pages. */
function markdownTwin(markdown: string, links: GuideLinks): string {
  return userPart(markdown).replaceAll(
    /\[([^[\]]{1,200})\]\(([^()\s]{1,500})\)/g,
    (_whole, text: string, target: string) => {
      const href = links.link(target);
      return href === null ? text : `[${text}](${href.replace(/^(\/guides\/[\w-]+)/, "$1.md")})`;
    },
  );
}

/** Reads all guides and events. */
export function guideContent(source: DocsSource): GuideContent {
  return { guides: guideDocs(source), events: eventCatalogue(source) };
}

/** Data of the guides: their list, each guide as data and as Markdown, and the event catalogue. */
export function guideFiles({ guides, events }: GuideContent): [string, unknown][] {
  return [
    ["guides.json", guides.map(({ docs }) => summaryOf(docs))],
    ...guides.flatMap(({ docs, markdown }): [string, unknown][] => [
      [`guides/${docs.slug}.json`, docs],
      [`guides/${docs.slug}.md`, markdown],
    ]),
    ["events.json", events],
  ];
}

/** A guide as lists show it. */
export function summaryOf({ slug, title, summary, group }: GuideDocs): GuideSummary {
  return { slug, title, summary, group };
}
