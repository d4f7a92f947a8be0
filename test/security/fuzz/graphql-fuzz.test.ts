import { writeFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { isFuzzRun as isFull, seedOfRun } from "../../support/seed.ts";
import { groupFindings } from "./findings.ts";
import { fuzzGraphQL, type GraphQLFuzzOptions, type GraphQLFuzzReport } from "./graphql-fuzz.ts";

/**
 * Hostile documents and variables for every root field.
 *
 * - `npx vitest run test/security/fuzz/graphql-fuzz.test.ts`: a selection of cases for every eighth field, as in
 *   `npm test`.
 * - `npm run fuzz:graphql`: every case, with a random seed. FUZZ_SEED sets the seed of either.
 * - FUZZ_ONLY=creditBalance: one root field, with the cases that it has in a whole run of the same seed.
 * - FUZZ_REPORT=/tmp/report: every finding as JSON, in `/tmp/report.compiled` and `/tmp/report.library`,
 *   written during the run, and no timeout of minutes.
 */
const only = process.env["FUZZ_ONLY"];
const seed = seedOfRun();
const reportFile = process.env["FUZZ_REPORT"];

vi.setConfig({ testTimeout: isFull || reportFile ? 3_600_000 : 900_000 });

let app: TestApp;
afterEach(() => app?.close());

async function expectClean(env: Record<string, string>, options: Partial<GraphQLFuzzOptions> = {}) {
  app = await createTestApp(env);
  const save = (all: GraphQLFuzzReport) =>
    reportFile &&
    writeFileSync(`${reportFile}.${env["EXECUTOR"] ?? "compiled"}`, JSON.stringify(all, null, 1));
  const all = await fuzzGraphQL(app, {
    seed,
    isFull,
    every: isFull ? 1 : 8,
    only,
    onProgress: save,
    ...options,
  });
  save(all);
  const { findings, ...report } = all;
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.fields).toBeGreaterThan(0);
  // Documents that are all refused would try nothing.
  if (only === undefined) expect(report.aliasesSeen).toBeGreaterThan(report.fields / 4);
  expect(groupFindings(findings)).toEqual([]);
}

test(`hostile documents are refused or answered, and change nothing that others share (seed ${seed})`, () =>
  expectClean({}));

test(`the library's executor is behind the same door (seed ${seed})`, () =>
  expectClean({ EXECUTOR: "library" }, { isFull: false, every: isFull ? 1 : 36 }));
