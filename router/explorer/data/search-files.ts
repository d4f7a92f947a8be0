import MiniSearch from "minisearch";
import { restPaths } from "../../operations/registry.ts";
import { pages, type PageRow } from "../pages.ts";
import { searchOptions, type FoundDocument, type SearchedDocument } from "../search-options.ts";
import type { DocsSource } from "./docs-source.ts";
import type { ErrorDocs, TypeDocs } from "./docs.types.ts";
import { firstSentence } from "./first-sentence.ts";

type Entry = Omit<FoundDocument, "id"> & { exact: string; name: string; words: string };

/** The search's index over pages, paths, tools, types, fields and errors, as the browser loads it. */
export function searchIndex(
  source: DocsSource,
  { types, errors }: { types: readonly TypeDocs[]; errors: readonly ErrorDocs[] },
): string {
  const index = new MiniSearch<SearchedDocument>(searchOptions);
  const entries = [
    ...pageEntries(),
    ...operationEntries(source),
    ...types.flatMap((type) => [...typeEntries(type)]),
    ...errors.map(errorEntry),
  ];
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

function pageEntries(): Entry[] {
  const rows: readonly PageRow[] = pages;
  return rows
    .filter(({ path }) => !path.includes(":"))
    .map(({ path, title, group }) => ({
      kind: "page",
      title,
      note: group ?? "",
      href: path,
      exact: title.toLowerCase(),
      name: title,
      words: "",
    }));
}

function* operationEntries({ registry, tools }: DocsSource): Generator<Entry> {
  for (const { row, description, area } of registry.values()) {
    const note = firstSentence(description);
    for (const path of restPaths(row)) {
      yield {
        kind: "REST",
        title: `${row.rest!.method} ${path}`,
        note,
        href: `/rest/${row.name}`,
        exact: path.toLowerCase(),
        name: `${row.rest!.method} ${path}`,
        words: `${row.name} ${description} ${area.title}`,
      };
    }
    const tool = row.tool && tools.get(row.tool.name)?.tool;
    if (!tool) continue;
    yield {
      kind: "tool",
      title: tool.name,
      note,
      href: `/tools/${tool.name}`,
      exact: tool.name,
      name: tool.name,
      words: [description, ...(row.tool!.keywords ?? [])].join(" "),
    };
  }
}

function* typeEntries({ name, kind, description, fields }: TypeDocs): Generator<Entry> {
  const href = `/schema/${name}`;
  yield {
    kind: "type",
    title: name,
    note: firstSentence(description) || kind,
    href,
    exact: name.toLowerCase(),
    name,
    words: description,
  };
  for (const field of fields) {
    yield {
      kind: "field",
      title: `${name}.${field.name}`,
      note: field.type,
      href: `${href}/${field.name}`,
      exact: `${name}.${field.name}`.toLowerCase(),
      name: field.name,
      words: `${name} ${field.description}`,
    };
  }
}

function errorEntry({ code, cause }: ErrorDocs): Entry {
  return {
    kind: "error",
    title: code,
    note: cause,
    href: `/errors#${code}`,
    exact: code.toLowerCase(),
    name: code,
    words: cause,
  };
}
