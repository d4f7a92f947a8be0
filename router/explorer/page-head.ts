import type { FilesByPage } from "./build/page-files.ts";
import { pageFilesName } from "./build/site-folder.ts";
import type { PageMatch } from "./pages.ts";
import type { Site } from "./site.ts";

/** Writes the tags of a page's head that load its files at once. */
export type PageHead = (match: PageMatch | null) => string;

/** Data of pages whose existence does not depend on it. */
const listData: Readonly<Record<string, readonly string[]>> = {
  overview: ["overview.json", "operations/CreditBalance.json"],
  rest: ["operation-list.json"],
  tools: ["operation-list.json"],
  operations: ["operation-list.json", "persisted-list.json"],
  schema: ["schema.json"],
  errors: ["errors.json"],
  guides: ["guides.json"],
};

/**
 * Tags that load a page's scripts, styles and data while its first script is loaded, in place of one after the other. They
 * depend on the path of the page only.
 */
export function readPageHead(site: Site): PageHead {
  const files = JSON.parse(site.read(pageFilesName)) as FilesByPage;
  const fixed = new Map(
    Object.entries(files).map(([id, { scripts, styles }]) => [
      id,
      [
        ...scripts.map((path) => `<link rel="modulepreload" href="/explorer/${path}">`),
        ...styles.map((path) => `<link rel="stylesheet" crossorigin href="/explorer/${path}">`),
      ].join(""),
    ]),
  );
  return (match) => {
    if (!match) return "";
    const data = dataOf(site, match).filter((path) => site.find(`data/${path}`) !== undefined);
    const tags = data.map(
      (path) => `<link rel="preload" as="fetch" crossorigin href="/explorer/data/${path}">`,
    );
    return `${fixed.get(match.page.id) ?? ""}${tags.join("")}`;
  };
}

/** Paths below `data/`. Only those of files of the site are used, whose names need no escaping. */
function dataOf(site: Site, { page, params }: PageMatch): string[] {
  if (page.data === undefined) return [...(listData[page.id] ?? [])];
  const path = page.data.replaceAll(/:(\w+)/g, (_match, name: string) => params[name]!);
  if (page.id !== "tool" || site.find(`data/${path}`) === undefined) return [path];
  const { operation } = JSON.parse(site.read(`data/${path}`)) as { operation: string };
  return [path, `operations/${operation}.json`];
}
