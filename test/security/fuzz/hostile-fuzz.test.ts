import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { isFuzzRun as isFull, seedOfRun } from "../../support/seed.ts";
import { groupFindings } from "./findings.ts";
import { fuzzHostile, type HostileReport } from "./hostile-fuzz.ts";
import type { HostileClass } from "./hostile-kinds.ts";

/**
 * Hostile input for every stored operation at every door.
 *
 * - `npx vitest run test/security/fuzz/hostile-fuzz.test.ts`: a selection of cases for every twelfth operation,
 *   as in `npm test`; the walk over all operations (`test/walk`) sends ill-formed and large input to each of
 *   them.
 * - `npm run fuzz:rest`: every case, with a random seed. FUZZ_SEED sets the seed of either.
 * - FUZZ_ONLY=CreateInvoice: one stored operation, with the cases that it has in a whole run of the same seed.
 * - FUZZ_CLASSES=surrogate,dates: only these classes of `hostileClasses`.
 * - FUZZ_REPORT=/tmp/report.json: every finding as JSON, written during the run, and no timeout of minutes.
 *
 * A finding names operation, door, principal, kind and place of the hostile value, and its request.
 */
const only = process.env["FUZZ_ONLY"];
const classes = process.env["FUZZ_CLASSES"]?.split(",") as HostileClass[] | undefined;
const seed = seedOfRun();
const reportFile = process.env["FUZZ_REPORT"];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

test(
  `hostile input is refused at every door, quickly and in few words (seed ${seed})`,
  async () => {
    const save = (all: HostileReport) =>
      reportFile && writeFileSync(reportFile, JSON.stringify(all, null, 1));
    const all = await fuzzHostile(app, {
      seed,
      isFull,
      every: isFull ? 1 : 12,
      only,
      classes,
      onProgress: save,
    });
    save(all);
    const { findings, ...report } = all;
    process.stdout.write(`${JSON.stringify(report)}\n`);
    expect(report.operations).toBeGreaterThan(0);
    expect(groupFindings(findings)).toEqual([]);
  },
  isFull || reportFile ? 3_600_000 : 900_000,
);
