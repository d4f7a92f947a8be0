import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { projectPath } from "../../src/project-root.ts";

/**
 * Duration of test files in seconds, by path; files below two seconds are omitted. Written by `npm run
 * test:durations`.
 */
export const durationsFile = projectPath("test", "durations.json");

/**
 * Runs the longest files first, by their recorded durations, so that workers end together. Without a record, as in a new
 * file, a file counts as short.
 */
export class LongestFirst extends BaseSequencer {
  readonly #seconds = new Map(
    Object.entries(JSON.parse(readFileSync(durationsFile, "utf8")) as Record<string, number>),
  );

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return this.#seconds.get(posix.relative(projectPath(), moduleId)) ?? 0;
  }
}
