import { readFileSync, writeFileSync } from "node:fs";
import { lastDurationsFile } from "./durations-reporter.ts";
import { durationsFile } from "./longest-first.ts";

// Takes the durations of the last whole run into the record by which the next ones are ordered.
const last = JSON.parse(readFileSync(lastDurationsFile, "utf8")) as Record<string, number>;
const seconds = Object.entries(last)
  .filter(([, taken]) => taken >= 2)
  .sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(seconds), null, 2)}\n`);
process.stdout.write(`${seconds.length} of ${Object.keys(last).length} files take two seconds or more.\n`);
