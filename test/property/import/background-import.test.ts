import { afterEach, beforeEach, expect, test } from "vitest";
import { startBackgroundImport } from "../../../platform/demo/background-import.ts";
import type { Progress } from "../../../platform/progress.ts";
import { Readiness } from "../../../platform/readiness.ts";
import { openPropertyApp, type PropertyApp } from "../support/open-property.ts";
import { writePortfolioFolder } from "../support/portfolio-folder.ts";

let app: PropertyApp;
let folder: Awaited<ReturnType<typeof writePortfolioFolder>>;
beforeEach(async () => {
  app = await openPropertyApp("empty");
  folder = await writePortfolioFolder({});
});
afterEach(async () => {
  await app.close();
  await folder.remove();
});

const countBuildings = async () =>
  (await app.database.query<{ count: number }>("SELECT count(*)::int AS count FROM property.properties"))[0]!
    .count;

test("the platform is ready once the buildings are there, and shows the progress until then", async () => {
  const readiness = new Readiness([]);
  const phases = new Set<string>();
  const shown: Promise<Record<string, string>>[] = [];
  const report = ({ phase }: Progress) => {
    phases.add(phase);
    shown.push(readiness.reasons());
  };
  const running = startBackgroundImport(app.context(), folder.path, { readiness, report });
  expect(await readiness.reasons()).toEqual({ "property data": expect.any(String) });
  expect(await running.ended).toBe(true);
  expect(await readiness.reasons()).toEqual({});
  expect([...phases]).toEqual(expect.arrayContaining(["read", "score", "publish"]));
  expect(await shown[0]).toEqual({ "property data": expect.stringMatching(/^read: 0/) });
  expect(await countBuildings()).toBe(23);
});

test("a stopped import leaves the buildings as they were", async () => {
  const stops: Promise<unknown>[] = [];
  const report = ({ phase }: Progress) => {
    if (phase === "publish") stops.push(running.stop());
  };
  const running = startBackgroundImport(app.context(), folder.path, { readiness: new Readiness([]), report });
  expect(await running.ended).toBe(false);
  await Promise.all(stops);
  expect(stops.length).toBeGreaterThan(0);
  expect(await countBuildings()).toBe(0);
});

test("a folder that cannot be imported does not end the platform, and keeps it from being ready", async () => {
  const readiness = new Readiness([]);
  const running = startBackgroundImport(app.context(), `${folder.path}/none`, {
    readiness,
    report: () => {},
  });
  expect(await running.ended).toBe(false);
  expect(await readiness.reasons()).toEqual({ "property data": "could not be imported" });
});
