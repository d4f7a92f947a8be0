import { posix } from "node:path";
import { readTexts } from "./source-texts.ts";

const written = [
  /\bINSERT INTO (\w+)/g,
  // Whole rows, by the functions of `plainRows`.
  /\b(?:insertAll|updateRow|findRows|findOwn|pageRows)\(\s*em,(?:\s*ctx,)?\s*"(\w+)"/g,
];
/** Folders of migrations below `migrations`: ranges of numbers, and what takes migrations back. */
const partOfMigrations = /\/(?:\d{4}-\d{4}|down)$/;
const created = [
  /\bCREATE (?:UNLOGGED )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\w+)/g,
  /\bALTER TABLE \w+ RENAME TO (\w+)/g,
];

/**
 * Tables that a subgraph's code uses and no migration of it creates, one sentence each, with the folder of the migrations.
 * Empty in a deployed tree, which has no sources.
 */
export function findTableGaps(): string[] {
  const floor = namesIn(readTexts("src", ".sql"), created);
  const migrations = readTexts("subgraphs", ".sql");
  const folderOf = (path: string) => posix.dirname(path).replace(partOfMigrations, "");
  const folders = new Set([...migrations.keys()].map(folderOf));
  const sources = readTexts("subgraphs", ".ts");
  return [...folders].flatMap((folder) => {
    const below = (texts: ReadonlyMap<string, string>) =>
      new Map([...texts].filter(([path]) => path.startsWith(`${posix.dirname(folder)}/`)));
    const tables = new Set([...floor.keys(), ...namesIn(below(migrations), created).keys()]);
    const last = [...below(migrations).keys()]
      .map((path) => posix.basename(path))
      .toSorted()
      .at(-1);
    return [...namesIn(below(sources), written)]
      .filter(([table]) => !tables.has(table))
      .map(
        ([table, path]) =>
          `The table ${table} (${path}) has no migration: add one to ${folder}, after ${last}`,
      );
  });
}

/** The names that the patterns find in the texts, each with the first path that contains it. */
function namesIn(texts: ReadonlyMap<string, string>, patterns: readonly RegExp[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [path, text] of texts)
    for (const [, name] of patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
      if (!found.has(name!)) found.set(name!, path);
  return found;
}
