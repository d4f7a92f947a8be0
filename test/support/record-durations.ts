import { readFileSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { projectPath } from "../../src/project-root.ts";
import { durationsFile } from "./longest-first.ts";

interface Results {
  testResults: { name: string; startTime: number; endTime: number }[];
}

// Takes the durations of the last whole run into the record by which the next ones are ordered.
const { testResults } = JSON.parse(readFileSync(projectPath("dist", "test-results.json"), "utf8")) as Results;
const seconds = testResults
  .map(
    ({ name, startTime, endTime }) =>
      [posix.relative(projectPath(), name), Math.round((endTime - startTime) / 1_000)] as const,
  )
  .filter(([, taken]) => taken >= 2)
  .sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
process.stdout.write(`${seconds.length} of ${testResults.length} files take two seconds or more.\n`);
