import { existsSync } from "node:fs";
import { posix } from "node:path";
import { projectPath } from "../../src/project-root.ts";
import type { SourceFile } from "../structure/imports.ts";

/** The tests that a change can affect. */
export interface ChangedTests {
  /** Test files and folders of tests, as filters of the runner. */
  tests: string[];
  /** Operations whose resolvers are in a changed folder: the walk runs for these. */
  operations: string[];
}

interface ChangedOptions {
  changed: readonly string[];
  /** Code and tests, with the imports of each. */
  files: readonly SourceFile[];
  /** Root fields and the operations that run them. */
  operations: readonly { name: string; field: string }[];
  resolverOf(coordinate: string): string | null;
}

/** Files that import everything: a change reached through them affects everything, which a whole run tests. */
const wiring =
  /^(main\.ts|platform\/.*|router\/(main|server)\.ts|.*\/subgraph\.ts|.*\.app\.ts|test\/support\/app\.ts|test\/gateway\/support\/.*)$/;

/** Quick tests of the whole tree's shape, which every change can break. */
const always = ["arrows", "sources", "graph", "operation-gaps", "tool-groups", "data-access"].map(
  (name) => `test/structure/${name}.test.ts`,
);

/**
 * The tests that a change can affect: those that import a changed file, directly or through others but not
 * through the wiring; those of the mirrored folder; and the walk over the operations of the changed features.
 */
export function findChangedTests({ changed, files, operations, resolverOf }: ChangedOptions): ChangedTests {
  const reached = importersOf(changed, files);
  const tests = new Set(always.filter((path) => existsSync(projectPath(path))));
  for (const path of reached) if (path.endsWith(".test.ts")) tests.add(path);
  for (const path of changed) {
    const folder = mirrorOf(path);
    if (folder) tests.add(`${folder}/`);
  }
  const folders = new Set(
    changed.filter((path) => path.startsWith("subgraphs/")).map((path) => posix.dirname(path)),
  );
  const isChanged = (resolver: string | null) =>
    resolver !== null && [...folders].some((folder) => resolver.startsWith(`${folder}/`));
  return {
    tests: [...tests].sort(),
    operations: operations.filter(({ field }) => isChanged(resolverOf(field))).map(({ name }) => name),
  };
}

function importersOf(changed: readonly string[], files: readonly SourceFile[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set<string>(changed);
  const queue = [...changed];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const importer of importers.get(path) ?? []) {
      if (reached.has(importer) || wiring.test(importer)) continue;
      reached.add(importer);
      queue.push(importer);
    }
  }
  return reached;
}

/** The deepest folder of tests that mirrors a file's; null where none does. */
function mirrorOf(path: string): string | null {
  if (path.startsWith("test/")) return null;
  const parts = posix
    .dirname(path)
    .replace(/^(subgraphs|src)\//, "")
    .split("/");
  for (let depth = parts.length; depth > 1 || (depth === 1 && path.startsWith("src/")); depth--) {
    const folder = posix.join("test", ...parts.slice(0, depth));
    if (existsSync(projectPath(folder))) return folder;
  }
  return null;
}
