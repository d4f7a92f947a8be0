import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { projectPath } from "../../src/project-root.ts";
import type { Pattern } from "./code-patterns.ts";

const file = projectPath("test", "structure", "checked-patterns.json");

/** One pattern in this many is checked in every run, although it is recorded. */
const sampleOf = 16;

const { version } = JSON.parse(
  readFileSync(projectPath("node_modules", "recheck", "package.json"), "utf8"),
) as { version: string };
const method = readFileSync(projectPath("test", "structure", "pattern-cost.ts"), "utf8");

/** Identifies a pattern with its bound, the analyser's version and the way of measuring. */
function keyOf({ source, flags, maxLength }: Pattern): string {
  return createHash("sha256")
    .update(JSON.stringify([source, flags, maxLength ?? null, version, method]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The patterns to check now: those that no whole check has passed, and a sample of the others. A pattern's cost depends
 * on nothing but the pattern, and checking all of them takes a minute of processor time. All, when `isWhole`.
 */
export function patternsToCheck(patterns: readonly Pattern[], isWhole: boolean): Pattern[] {
  if (isWhole) return [...patterns];
  const recorded = new Set(JSON.parse(readFileSync(file, "utf8")) as string[]);
  return patterns.filter((pattern) => {
    const key = keyOf(pattern);
    return !recorded.has(key) || Number.parseInt(key.slice(0, 4), 16) % sampleOf === 0;
  });
}

/** Records the patterns of a whole check without a fault. */
export function recordChecked(patterns: readonly Pattern[]): void {
  writeFileSync(file, `${JSON.stringify(patterns.map(keyOf).toSorted(), null, 2)}\n`);
}
