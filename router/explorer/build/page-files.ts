import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../../../src/project-root.ts";
import { pages, type PageId } from "../pages.ts";
import { bundleName } from "./bundle-site.ts";

/** Scripts and styles of a page beside those of every page, by their paths within the site. */
interface PageFiles {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The files of each page by its ID. */
export type FilesByPage = Readonly<Record<PageId, PageFiles>>;

interface BundledChunk {
  file: string;
  css?: readonly string[];
  /** Keys of the chunks that it imports. */
  imports?: readonly string[];
}

type Bundle = Readonly<Record<string, BundledChunk>>;

const entry = "index.html";

/** The files that each page loads, from the list that the bundler wrote. Throws where a page has no module. */
export function pageFiles(folder: string): FilesByPage {
  const bundle = JSON.parse(readFileSync(join(folder, bundleName), "utf8")) as Bundle;
  const modules = pageModules(readFileSync(projectPath("router", "explorer", "web", "routes.ts"), "utf8"));
  const shell = filesOf(bundle, entry);
  const found = pages.map(({ id }) => {
    const module = modules.get(id);
    if (module === undefined || !bundle[module])
      throw new Error(`The page ${id} has no module in routes.ts.`);
    const { scripts, styles } = filesOf(bundle, module);
    return [id, { scripts: without(scripts, shell.scripts), styles: without(styles, shell.styles) }] as const;
  });
  return Object.fromEntries(found) as unknown as FilesByPage;
}

/** The module of each page, as `routes.ts` imports it: in the row of the page, or by a name for several pages. */
function pageModules(routes: string): Map<string, string> {
  const named = new Map<string, string>();
  for (const [, name, path] of routes.matchAll(/^const (\w+) = \(\) => import\("\.\/([^"]+)"\)/gm))
    named.set(name!, path!);
  const modules = new Map<string, string>();
  for (const [, id, path, name] of routes.matchAll(
    /^ {2}"?([\w-]+)"?: (?:\(\) => import\("\.\/([^"]+)"\)|(\w+)),$/gm,
  )) {
    const module = path ?? named.get(name!);
    if (module !== undefined) modules.set(id!, module);
  }
  return modules;
}

function filesOf(bundle: Bundle, key: string): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const visit = (one: string): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const next of bundle[one]?.imports ?? []) visit(next);
  };
  visit(key);
  const chunks = [...seen].flatMap((one) => bundle[one] ?? []);
  return { scripts: chunks.map(({ file }) => file), styles: chunks.flatMap(({ css }) => css ?? []) };
}

function without(all: readonly string[], known: readonly string[]): string[] {
  return [...new Set(all)].filter((one) => !known.includes(one));
}
