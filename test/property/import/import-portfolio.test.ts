import { readFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importPortfolio, type ImportOptions } from "../../../subgraphs/property/import/import-portfolio.ts";
import type { ImportProgress } from "../../../subgraphs/property/import/import.types.ts";
import { seedPropertyDemo } from "../../../subgraphs/property/demo.ts";
import { rescoreProperties } from "../../../subgraphs/property/import/rescore.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { until } from "../../support/poll.ts";
import { dataFolder, portfolioCounts } from "../real-portfolio.ts";
import { openPropertyApp, type PropertyApp } from "../support/open-property.ts";
import { writePortfolioFolder, type FolderOptions } from "../support/portfolio-folder.ts";

let app: PropertyApp;
const removals: (() => Promise<void>)[] = [];

beforeEach(async () => {
  app = await openPropertyApp("empty");
});

afterEach(async () => {
  await app.close();
  for (const remove of removals.splice(0)) await remove();
});

async function folder(options: FolderOptions = {}): Promise<string> {
  const { path, remove } = await writePortfolioFolder(options);
  removals.push(remove);
  return path;
}

function run(from: string, options: Partial<ImportOptions> = {}) {
  return importPortfolio(app.context(), { from, report: () => {}, ...options });
}

interface State {
  count: number;
  scores: string;
  version: string;
}

/** How many are shown, their scores and versions in one text, and the version of the data. */
async function state(): Promise<State> {
  const [row] = await app.database.query<State>(
    `SELECT count(*)::int AS count, md5(string_agg(id || score_overall || version, ',' ORDER BY id)) AS scores,
       (SELECT version FROM property.data_version)::text AS version
     FROM property.properties WHERE deleted_at IS NULL`,
  );
  return row!;
}

/** Calls `then` once, when a run has written some of what it publishes. */
function onPublishing(then: () => void): ImportOptions["report"] {
  let isDone = false;
  return ({ phase, count }) => {
    if (isDone || phase !== "publish" || count === 0) return;
    isDone = true;
    then();
  };
}

describe("importing a portfolio", () => {
  test("the same files twice change nothing the second time", async () => {
    const from = await folder({ newYork: 30 });
    expect(await run(from)).toMatchObject({
      properties: 33,
      inserted: 33,
      unchanged: 0,
      removed: 0,
      rejected: 0,
    });
    const before = await state();
    expect(await run(from)).toMatchObject({
      properties: 33,
      inserted: 0,
      updated: 0,
      unchanged: 33,
      removed: 0,
    });
    expect(await state()).toEqual(before);
    expect(before.version).toBe("1");
  });

  test("changed buildings get a new version, absent ones are kept as deleted and can return", async () => {
    const full = await folder({ newYork: 30 });
    await run(full);
    const fewer = await folder({ newYork: 26 });
    expect(await run(fewer)).toMatchObject({ updated: 0, unchanged: 29, removed: 4 });
    expect((await state()).count).toBe(29);
    expect(await run(full)).toMatchObject({ inserted: 0, updated: 4, unchanged: 29 });
    const versions = await app.database.query(
      "SELECT version, count(*)::int AS count FROM property.properties GROUP BY 1 ORDER BY 1",
    );
    expect(versions).toEqual([
      { version: 1, count: 29 },
      { version: 3, count: 4 },
    ]);
  });

  test("a new year changes every building, because scores depend on the year", async () => {
    const from = await folder();
    await run(from);
    const ctx = { ...app.context(), clock: fixedClock(new Date("2027-01-02T00:00:00Z")) };
    const summary = await importPortfolio(ctx, { from, report: () => {} });
    expect(summary).toMatchObject({ updated: 23, unchanged: 0 });
  });

  test("stored buildings are scored again once in the first night of a year", async () => {
    const from = await folder();
    await run(from);
    const newYear = fixedClock(new Date("2027-01-01T00:01:00Z"));
    const ctx = { ...app.context(), clock: newYear };
    expect([await rescoreProperties(ctx), await rescoreProperties(ctx)]).toEqual([23, 0]);
    expect((await state()).version).toBe("2");
    const rescored = await state();
    expect(await importPortfolio(ctx, { from, report: () => {} })).toMatchObject({ unchanged: 23 });
    expect(await state()).toEqual(rescored);
  });

  test("the demo imports a folder once, and makes nothing up beside it", async () => {
    const dataDir = await folder();
    await seedPropertyDemo(app.context(), { dataDir });
    const before = await state();
    expect(before.count).toBe(23);
    await seedPropertyDemo(app.context(), { dataDir });
    await seedPropertyDemo(app.context(), { dataDir: null });
    expect(await state()).toEqual(before);
    const runs = await app.database.query("SELECT status FROM property.import_runs WHERE source_id IS NULL");
    expect(runs).toEqual([{ status: "published" }]);
  });

  test("after a portfolio has replaced the invented one, the demo people have saved some of it", async () => {
    await seedPropertyDemo(app.context(), { dataDir: null });
    await run(await folder());
    await seedPropertyDemo(app.context(), { dataDir: null });
    const shown = await app.database.query(
      `SELECT property_id AS id FROM property.saved_properties JOIN property.properties p ON p.id = property_id
       WHERE owner_id = 'demo-pia' AND p.deleted_at IS NULL ORDER BY 1`,
    );
    expect(shown.map(({ id }) => id)).toEqual(["chi-7", "nyc-1000000001", "nyc-1000000002"]);
  });

  test("progress names each phase once, with count, total and rate, and ends full", async () => {
    const seen: ImportProgress[] = [];
    await run(await folder(), { report: (progress) => seen.push(progress) });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(["read", "score", "publish"]);
    for (const phase of ["read", "score", "publish"]) {
      const last = seen.findLast((progress) => progress.phase === phase)!;
      expect(last.count).toBe(last.total);
      expect(last.ratePerSecond).toBeGreaterThan(0);
    }
  });

  test("bad rows go to quarantine with file, line and reason, and cost no other row", async () => {
    const from = await folder({ newYork: 120, bad: ["9,9,BROADWAY,1,1,A", "1000000099,=1\u0000,X"] });
    const summary = await run(from);
    expect(summary).toMatchObject({ properties: 123, rejected: 2 });
    const rows = await app.database.query(
      "SELECT file, line, reason FROM property.import_quarantine ORDER BY line",
    );
    expect(rows[0]).toEqual({
      file: "nyc_ll33_grades_2020.csv",
      line: 122,
      reason: "BBL is not ten digits of a borough",
    });
    expect(rows).toHaveLength(2);
    const text = await readFile(summary.quarantineFile!, "utf8");
    expect(text).toContain('"nyc_ll33_grades_2020.csv","122","BBL is not ten digits of a borough"');
  });
});

describe("files that are not a portfolio", () => {
  test("missing files are all named at once", async () => {
    const gone = { "fema_nri_counties.csv": null, "seattle_benchmarking_2015.csv": null };
    await expect(run(await folder({ files: gone }))).rejects.toThrow(
      /seattle_benchmarking_2015\.csv \(missing\), fema_nri_counties\.csv \(missing\)/,
    );
    await expect(run("no/such/folder")).rejects.toThrow(/Cannot import properties from .*no.such.folder/);
    expect(await app.database.query("SELECT * FROM property.import_runs")).toEqual([]);
  });

  test.each<[string, FolderOptions, RegExp]>([
    ["too few rows", { newYork: 20 }, /guard rowCount: nyc-ll33 has 20 rows, the last run had 30/],
    ["an empty file", { newYork: 0 }, /guard rowCount: nyc-ll33/],
    ["too many bad rows", { newYork: 60, bad: ["1", "2"] }, /guard rejectedRows: 2 of 62 rows of nyc-ll33/],
    [
      "figures in another unit",
      {
        newYork: 30,
        files: {
          "chicago_benchmarking_2018_2023.csv":
            "Data Year,ID,Property Name,Reporting Status,Address,Gross Floor Area - Buildings (sq ft),Site EUI (kBtu/sq ft)\n2023,7,Willow Tower,Submitted,233 S Wacker Drive,4534594,30.4\n",
        },
      },
      /guard medians: the median siteEui of chicago-benchmarking went from 103.7 to 30.4/,
    ],
    [
      "other columns",
      { newYork: 30, files: { "chicago_benchmarking_2018_2023.csv": "a,b\n1,2\n" } },
      /guard requiredColumns: chicago_benchmarking_2018_2023\.csv has no column Data Year, ID/,
    ],
  ])("%s hold the run, named by its guard, and the old data stay", async (_what, options, message) => {
    await run(await folder({ newYork: 30 }));
    const before = await state();
    const from = await folder(options);
    await expect(run(from)).rejects.toThrow(message);
    expect(await state()).toEqual(before);
    const [held] = await app.database.query("SELECT reason FROM property.import_runs WHERE status = 'held'");
    expect(held?.["reason"]).toMatch(message);
  });
});

describe("a run that does not end well", () => {
  test("aborted while publishing leaves the old data whole, and a new run completes", async () => {
    await run(await folder({ newYork: 1100 }));
    const before = await state();
    const from = await folder({ newYork: 1100, scoreShift: 1 });
    const abort = new AbortController();
    const report = onPublishing(() => abort.abort(new Error("enough")));
    await expect(run(from, { report, signal: abort.signal })).rejects.toThrow("enough");
    expect(await state()).toEqual(before);
    expect(await run(from)).toMatchObject({ properties: 1103, updated: 1100, unchanged: 3 });
  });

  test("aborted while reading changes nothing", async () => {
    const abort = new AbortController();
    const report = ({ phase }: ImportProgress) =>
      phase === "read" ? abort.abort(new Error("enough")) : undefined;
    await expect(run(await folder(), { report, signal: abort.signal })).rejects.toThrow("enough");
    expect((await state()).count).toBe(0);
  });

  test("whose connections the server ends leaves the old data whole, and a new run completes", async () => {
    await run(await folder({ newYork: 1100 }));
    const before = await state();
    const from = await folder({ newYork: 1100, scoreShift: 1 });
    const terminated: Promise<unknown>[] = [];
    const terminate = () =>
      app.database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'property' AND datname = current_database()",
      );
    const report = onPublishing(() => terminated.push(terminate()));
    await expect(run(from, { report })).rejects.toThrow();
    await Promise.all(terminated);
    expect(await state()).toEqual(before);
    await until("a run completes", async () => (await run(from).catch(() => null))?.updated === 1100);
    const left = await app.database.query("SELECT id FROM property.import_runs WHERE status = 'running'");
    expect(left).toEqual([]);
  });

  test("a second run at the same time is refused, and the first one completes", async () => {
    const from = await folder({ newYork: 3000 });
    let isPublishing = false;
    const first = run(from, { report: onPublishing(() => (isPublishing = true)) });
    await until("the first run publishes", () => isPublishing);
    await expect(run(from)).rejects.toThrow("Another import of properties is running");
    expect(await first).toMatchObject({ inserted: 3003 });
  });
});

describe("importing the real portfolio", () => {
  let real: PropertyApp;

  beforeAll(async () => {
    real = await openPropertyApp("real");
  });

  afterAll(() => real.close());

  test("has every property of the files, all of them scored, and a second import changes nothing", async () => {
    const summary = await importPortfolio(real.context(), { from: dataFolder, report: () => {} });
    expect(summary).toMatchObject({
      properties: portfolioCounts.properties.total,
      inserted: 0,
      updated: 0,
      unchanged: portfolioCounts.properties.total,
      removed: 0,
      rejected: 0,
      quarantineFile: null,
    });
    const [version] = await real.database.query("SELECT version::int FROM property.data_version");
    expect(version).toEqual({ version: 1 });
  });
});
