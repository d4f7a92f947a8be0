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

test("an import beside the platform keeps it ready, and shows its progress until it is done", async () => {
  const readiness = new Readiness([]);
  const phases = new Set<string>();
  const details: unknown[] = [];
  const report = ({ phase }: Progress) => {
    phases.add(phase);
    details.push(readiness.details()?.["propertyImport"]);
  };
  const running = startBackgroundImport(app.context(), folder.path, { readiness, report });
  await running.ended;
  expect(await readiness.reasons()).toEqual({});
  expect([...phases]).toEqual(expect.arrayContaining(["read", "score", "publish"]));
  expect(details[0]).toMatchObject({ phase: "read", count: 0 });
  expect(readiness.details()).toBeUndefined();
  expect(await countBuildings()).toBe(23);
});

test("a stopped import leaves the buildings as they were", async () => {
  const stops: Promise<void>[] = [];
  const report = ({ phase }: Progress) => {
    if (phase === "publish") stops.push(running.stop());
  };
  const running = startBackgroundImport(app.context(), folder.path, { readiness: new Readiness([]), report });
  await running.ended;
  await Promise.all(stops);
  expect(stops.length).toBeGreaterThan(0);
  expect(await countBuildings()).toBe(0);
});

test("a folder that cannot be imported does not end the platform, and shows as failed", async () => {
  const readiness = new Readiness([]);
  const running = startBackgroundImport(app.context(), `${folder.path}/none`, {
    readiness,
    report: () => {},
  });
  await running.ended;
  expect(await readiness.reasons()).toEqual({});
  expect(readiness.details()).toEqual({ propertyImport: { phase: "failed" } });
});
