import { posix } from "node:path";
import { errorStatus } from "../../../src/errors.ts";
import { restPaths } from "../../operations/registry.ts";
import { pages, type PageRow } from "../pages.ts";
import type { DocsSource } from "./docs-source.ts";
import { guideList } from "./guide-list.ts";

/** Where the links and the code words of a guide lead. */
export interface GuideLinks {
  /** URL of a link of the document in the explorer. Null for documents that are not in the explorer. */
  link(target: string): string | null;
  /** URL of the page about an inline code: a path, tool, error code or page. Null if there is none. */
  code(text: string): string | null;
}

/** Links of guides to each other and to the reference. */
export function guideLinks({ registry, tools, schema }: DocsSource): GuideLinks {
  const slugs = new Set(guideList.map(({ slug }) => slug));
  const targets = new Map<string, string>();
  for (const { row } of registry.values()) {
    for (const path of restPaths(row)) targets.set(`${row.rest!.method} ${path}`, `/rest/${row.name}`);
    if (row.tool && tools.get(row.tool.name)) targets.set(row.tool.name, `/tools/${row.tool.name}`);
  }
  for (const code of [...Object.keys(errorStatus), "INSUFFICIENT_CREDITS"])
    targets.set(code, `/errors#${code}`);
  for (const { path } of pages as readonly PageRow[]) if (!path.includes(":")) targets.set(path, path);
  for (const { name, astNode } of Object.values(schema.getTypeMap()))
    if (astNode?.kind === "ObjectTypeDefinition" && !isRoot(name)) targets.set(name, `/schema/${name}`);
  return { link: (target) => explorerLink(target, slugs), code: (text) => targets.get(text) ?? null };
}

const isRoot = (name: string): boolean => ["Query", "Mutation", "Subscription"].includes(name);

function explorerLink(target: string, slugs: ReadonlySet<string>): string | null {
  if (/^https?:/.test(target) || target.startsWith("#")) return target;
  const [file = "", anchor] = target.split("#");
  const slug = posix.dirname(file) === "." ? posix.basename(file, ".md") : "";
  return slugs.has(slug) ? `/guides/${slug}${anchor === undefined ? "" : `#${anchor}`}` : null;
}
