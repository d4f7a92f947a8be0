import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { seedOfRun } from "../../support/seed.ts";
import { fuzzRest } from "./rest-fuzz.ts";

/** `npm run fuzz:rest` sends ten thousand requests, with a random seed. */
const requests = Number(process.env["FUZZ_REQUESTS"] ?? 800);
const seed = seedOfRun();

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

test(
  `made-up requests get documented answers, none of them ours to be ashamed of (seed ${seed})`,
  async () => {
    const { findings, statuses, ...report } = await fuzzRest(app, { requests, seed });
    if (requests > 1_000) process.stdout.write(`${JSON.stringify({ ...report, statuses }, null, 2)}\n`);
    expect(report.requests).toBeGreaterThanOrEqual(requests);
    // Made-up requests that are all refused would try nothing.
    expect(statuses["200"] ?? 0).toBeGreaterThan(requests / 50);
    expect(findings).toEqual([]);
  },
  Math.max(120_000, requests * 100),
);
