import { readFileSync, writeFileSync } from "node:fs";
import { lastDurationsFile } from "./durations-reporter.ts";
import { durationsFile } from "./longest-first.ts";

// Takes the durations of the last whole run into the record by which the next ones are ordered.
const last = JSON.parse(readFileSync(lastDurationsFile, "utf8")) as Record<string, number>;
const seconds = Object.entries(last).sort(([a], [b]) => (a < b ? -1 : 1));
const record = Object.fromEntries(seconds.map(([path, taken]) => [path, Math.max(1, taken)]));
writeFileSync(durationsFile, `${JSON.stringify(record, null, 2)}\n`);
process.stdout.write(
  `${seconds.length} files took ${seconds.reduce((sum, [, taken]) => sum + taken, 0)} s.\n`,
);
