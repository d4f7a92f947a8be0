import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { readCodePlaces } from "../../platform/compose/code-places.ts";
import { operationAreas } from "../../router/operations/areas.ts";
import { projectPath } from "../../src/project-root.ts";
import { findChangedTests } from "../support/changed-tests.ts";
import { durationsFile } from "../support/longest-first.ts";
import { codeFolders, readSources } from "../structure/imports.ts";

/** Tests that can detect a fault in a folder. */
export interface ChosenTests {
  /** Test files, the most specific first. */
  files: string[];
  /** Test files of the walk over operations. */
  walk: string[];
  /** Operations that the walk visits. */
  operations: string[];
}

const walkFiles = ["test/walk/operations-1.test.ts"];
const files = readSources([...codeFolders, "test"]);
const durations = new Map(
  Object.entries(JSON.parse(readFileSync(durationsFile, "utf8")) as Record<string, number>),
);

/**
 * Selects the test files of the mirrored folder, then test files that import the folder's code, taking the fastest of each
 * test folder in turn, up to `seconds` of recorded durations. Adds the walk over the folder's operations.
 */
export function chooseTests(folder: string, seconds: number): ChosenTests {
  const changed = files
    .map(({ path }) => path)
    .filter((path) => path === folder || path.startsWith(`${folder}/`));
  const operations = operationAreas.flatMap((area) =>
    area.operations.map(({ name, field }) => ({ name, field })),
  );
  const places = readCodePlaces();
  const found = findChangedTests({
    changed,
    files,
    operations,
    resolverOf: (field) => places.resolverOf(field.replace(/^./, (letter) => letter.toUpperCase())),
  });
  const mirrors = found.tests.filter((path) => path.endsWith("/"));
  const isNear = (path: string) => mirrors.some((mirror) => path.startsWith(mirror));
  const paths = files
    .map(({ path }) => path)
    .filter((path) => path.endsWith(".test.ts") && (isNear(path) || found.tests.includes(path)))
    .filter((path) => !path.startsWith("test/structure/") && !path.startsWith("test/walk/"));
  const secondsOf = (path: string) => durations.get(path) ?? 1;
  const quickest = paths.toSorted((a, b) => secondsOf(a) - secondsOf(b) || (a < b ? -1 : 1));
  const others = Map.groupBy(
    quickest.filter((path) => !isNear(path)),
    (path) => posix.dirname(path),
  );
  const rounds = [...others.values()]
    .flatMap((ofFolder) => ofFolder.map((path, round) => ({ path, round })))
    .sort((a, b) => a.round - b.round);
  let total = 0;
  const near = [...quickest.filter(isNear), ...rounds.map(({ path }) => path)].filter(
    (path) => (total += secondsOf(path)) <= seconds,
  );
  return {
    files: near.filter((path) => !walkFiles.includes(path)),
    walk: walkFiles.filter((path) => existsSync(projectPath(path))),
    operations: found.operations.length > 0 ? found.operations : spread(operations, 12),
  };
}

/** Evenly spaced operations, for code that every operation runs through. */
function spread(operations: readonly { name: string }[], count: number): string[] {
  const step = operations.length / count;
  return Array.from({ length: count }, (_, index) => operations[Math.floor(index * step)]!.name);
}
