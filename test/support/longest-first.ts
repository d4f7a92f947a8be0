import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { projectPath } from "../../src/project-root.ts";

/** Duration of test files in seconds, by path, at least 1. Written by `npm run test:durations`. */
export const durationsFile = projectPath("test", "durations.json");

/**
 * Runs the longest files first, by their recorded durations, so that workers end together. Files without a record run before
 * them: a new one that takes long would keep a single worker busy at the end.
 */
export class LongestFirst extends BaseSequencer {
  readonly #seconds = new Map(
    Object.entries(JSON.parse(readFileSync(durationsFile, "utf8")) as Record<string, number>),
  );

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return this.#seconds.get(posix.relative(projectPath(), moduleId)) ?? Number.MAX_SAFE_INTEGER;
  }
}
