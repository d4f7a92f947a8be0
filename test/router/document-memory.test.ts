import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Outcome {
  freed: number;
  heapWhenFull: number;
  heapAtEnd: number;
  kept: number;
  estimated: number;
}

test("parsed, planned and compiled data is collected when documents leave the cache", () => {
  const script = fileURLToPath(new URL("many-documents.ts", import.meta.url));
  const [count, maxEntries] = [1_500, 100];
  const flags = ["--expose-gc", "--import", "tsx"];
  const printed = execFileSync(process.execPath, [...flags, script, String(count), String(maxEntries)]);
  const outcome = JSON.parse(printed.toString()) as Outcome;
  expect(outcome.kept).toBeLessThanOrEqual(maxEntries);
  // Those in the cache are kept, and a few that the collector has not come to.
  expect(outcome.freed).toBeGreaterThan(count - maxEntries - 20);
  // 1,300 documents after the cache was full, of over 30 KB each, have left next to nothing.
  expect(outcome.heapAtEnd - outcome.heapWhenFull).toBeLessThan(4_000_000);
  expect(outcome.estimated / outcome.kept).toBeGreaterThan(20_000);
});
