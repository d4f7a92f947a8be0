import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readProperty } from "../../../subgraphs/property/properties/properties.service.ts";
import { until } from "../../support/poll.ts";
import { SourceWorld } from "./open-sources.ts";

let world: SourceWorld;

beforeEach(async () => {
  world = await SourceWorld.open({ pageSize: 7 });
});

afterEach(() => world.close());

const chicagoFile = "chicago_benchmarking_2018_2023.csv";
const willow = { file: chicagoFile, where: { ID: "1002", "Data Year": "2023" } };

interface Stored {
  id: string;
  name: string;
  version: number;
  synthetic: boolean;
}

function stored(prefix: string): Promise<Stored[]> {
  return world.database.query<Stored>(
    `SELECT id, name, version, synthetic FROM property.properties
     WHERE deleted_at IS NULL AND id LIKE '${prefix}-%' ORDER BY id`,
  );
}

/** Rows and buildings as one text, without when they were read. */
async function contents(): Promise<string> {
  const [row] = await world.database.query<{ text: string }>(
    `SELECT md5(coalesce((SELECT string_agg(source_id || record_id || data_year || content_hash, ',' ORDER BY source_id, record_id,
       data_year) FROM property.source_records WHERE deleted_at IS NULL), '') || coalesce((SELECT string_agg(id || content_hash, ','
       ORDER BY id) FROM property.properties WHERE deleted_at IS NULL), '')) AS text`,
  );
  return row!.text;
}

describe("reading a portal", () => {
  test("the first run brings every building once, scored, with where each value comes from, and says it is invented", async () => {
    await world.sync("fema-nri");
    expect(await world.sync("chicago-benchmarking")).toBe("published");
    expect(await world.lastRun("chicago-benchmarking")).toMatchObject({
      read: 60,
      inserted: 60,
      pages: 9,
      rejected: 0,
    });
    const buildings = await stored("chi");
    expect(buildings).toHaveLength(20);
    expect(buildings.every(({ synthetic, version }) => synthetic && version === 1)).toBe(true);
    const ctx = world.context();
    const { greenScore, sources } = await readProperty(ctx, buildings[0]!.id, "imperial");
    expect(greenScore.overall).toBeGreaterThan(0);
    expect(sources).toEqual(["chicago-benchmarking", "fema-nri"]);
    const { record, provenance } = (await ctx.loaders.properties.load(buildings[0]!.id))!;
    for (const field of [
      "metrics.siteEui",
      "building.grossFloorArea",
      "address.street",
      "risk.lossRatePercentile",
    ])
      expect(provenance.map((entry) => entry.field)).toContain(field);
    expect(record.flags).toContain("synthetic");
  });

  test("again, nothing is new: the edition is known and not read", async () => {
    await world.sync("chicago-benchmarking");
    const before = await contents();
    expect(await world.sync("chicago-benchmarking", "full")).toBe("published");
    expect(await world.lastRun("chicago-benchmarking")).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: 60,
    });
    await world.sync("chicago-benchmarking", "incremental");
    expect(await contents()).toBe(before);
    expect((await stored("chi")).every(({ version }) => version === 1)).toBe(true);
  });

  test("the next run reads only changes and its overlap", async () => {
    await world.sync("chicago-benchmarking");
    world.clock.pass(60 * 60_000);
    await world.publish({ ...willow, set: { "Property Name": "Renamed Tower" } });
    expect(await world.sync("chicago-benchmarking", "incremental")).toBe("published");
    // The rows from within five minutes of the newest are read again.
    world.clock.pass(60 * 60_000);
    await world.publish({ ...willow, set: { "Property Name": "Renamed Again" } });
    await world.sync("chicago-benchmarking", "incremental");
    expect(await world.lastRun("chicago-benchmarking")).toMatchObject({ read: 1, updated: 1, inserted: 0 });
    const renamed = (await stored("chi")).filter(({ version }) => version > 1);
    expect(renamed).toEqual([{ id: "chi-1002", name: "Renamed Again", version: 3, synthetic: true }]);
  });

  test("a full run detects deleted rows and keeps their buildings as deleted", async () => {
    await world.sync("chicago-benchmarking");
    await world.publish({ file: chicagoFile, where: { ID: "1002" }, remove: true });
    await world.sync("chicago-benchmarking", "incremental");
    expect(await stored("chi")).toHaveLength(20);
    await world.sync("chicago-benchmarking", "full");
    expect(await world.lastRun("chicago-benchmarking")).toMatchObject({ removed: 3 });
    expect((await stored("chi")).map(({ id }) => id)).not.toContain("chi-1002");
    const [kept] = await world.database.query(
      "SELECT deleted_at FROM property.properties WHERE id = 'chi-1002'",
    );
    expect(kept?.["deleted_at"]).not.toBeNull();
  });

  test("two data sets of one portal are read one after the other", async () => {
    await world.sync("seattle-benchmarking");
    expect(await stored("sea")).toHaveLength(20);
    expect(await world.lastRun("seattle-benchmarking")).toMatchObject({ read: 60, inserted: 60 });
  });

  test("a bad row goes to quarantine with its place and reason, and costs no other row", async () => {
    await world.publish({
      file: chicagoFile,
      set: { ID: "x1", "Data Year": "2023", "Reporting Status": "Submitted" },
    });
    await world.sync("chicago-benchmarking");
    expect(await world.lastRun("chicago-benchmarking")).toMatchObject({
      read: 61,
      inserted: 60,
      rejected: 1,
    });
    const rows = await world.database.query("SELECT file, line, reason FROM property.import_quarantine");
    expect(rows).toEqual([{ file: "socrata", line: 61, reason: "ID is not a number" }]);
  });
});

describe("other sources", () => {
  test("when the county table changes, buildings get its new ranks", async () => {
    await world.sync("chicago-benchmarking");
    const risk = async () => (await world.context().loaders.properties.load("chi-1002"))!.record.risk;
    expect(await risk()).toBeNull();
    await world.sync("fema-nri");
    const before = (await risk())!;
    expect(before.countyFips).toBe("17031");
    const counties = "fema_nri_counties.csv";
    await world.publish({ file: counties, where: { STCOFIPS: "17031" }, set: { EAL_VALB: "900000000" } });
    await world.sync("fema-nri");
    expect((await risk())!.lossRatePercentile).toBeGreaterThan(before.lossRatePercentile);
  });

  test("shared properties become buildings of their own", async () => {
    expect(await world.sync("portfolio-manager")).toBe("published");
    expect(await world.lastRun("portfolio-manager")).toMatchObject({ read: 12, inserted: 12, pages: 2 });
    const buildings = await stored("espm");
    expect(buildings).toHaveLength(12);
    const { provenance } = (await world.context().loaders.properties.load(buildings[0]!.id))!;
    const eui = provenance.find(({ field }) => field === "metrics.siteEui");
    expect(eui).toMatchObject({ sourceId: "portfolio-manager", column: "siteIntensity", dataYear: 2025 });
  });

  test("declarations are kept as context of counties, and read on from the newest", async () => {
    await world.sync("openfema-declarations");
    expect(await world.lastRun("openfema-declarations")).toMatchObject({ read: 50, inserted: 50 });
    await world.sync("openfema-declarations", "incremental");
    expect(await world.lastRun("openfema-declarations")).toMatchObject({
      inserted: 0,
      updated: 0,
      removed: 0,
    });
  });
});

describe("guards", () => {
  async function expectHeld(sourceId: string, guard: string): Promise<void> {
    const before = await contents();
    expect(await world.sync(sourceId)).toBe("held");
    expect((await world.lastRun(sourceId))["reason"]).toContain(`guard ${guard}`);
    expect(await contents()).toBe(before);
    const staged = await world.database.query("SELECT 1 FROM property.source_staged_rows");
    expect(staged).toEqual([]);
  }

  test("a source with other columns is held, whatever its rows say", async () => {
    for (const sourceId of ["chicago-benchmarking", "fema-nri", "openfema-declarations"])
      await world.sync(sourceId);
    await world.fault({ answer: "columns", path: "chicago/resource" });
    // The counting call before the first page is spoilt too, which is a fault of the line.
    await expect(world.sync("chicago-benchmarking")).rejects.toMatchObject({ code: "MALFORMED_BODY" });
    for (const [sourceId, path] of [
      ["fema-nri", "arcgis"],
      ["openfema-declarations", "openfema"],
    ] as const) {
      await world.fault({ answer: "columns", path });
      await expectHeld(sourceId, "requiredColumns");
    }
  });

  test("a source that has lost a fifth of its rows is held", async () => {
    await world.sync("chicago-benchmarking");
    for (const id of ["1002", "1005", "1008", "1011", "1014"])
      await world.publish({ file: chicagoFile, where: { ID: id }, remove: true });
    await expectHeld("chicago-benchmarking", "rowCount");
  });

  test("a source in which more than 2 % of the rows cannot be used is held", async () => {
    await world.sync("chicago-benchmarking");
    for (const id of ["x1", "x2"])
      await world.publish({ file: chicagoFile, set: { ID: id, "Data Year": "2023" } });
    await expectHeld("chicago-benchmarking", "rejectedRows");
  });

  test("a source whose figures are in another unit is held", async () => {
    await world.sync("chicago-benchmarking");
    for (let id = 1002; id <= 1059; id += 3)
      await world.publish({
        file: chicagoFile,
        where: { ID: String(id) },
        set: { "Gross Floor Area - Buildings (sq ft)": "1000" },
      });
    await expectHeld("chicago-benchmarking", "medians");
  });
});

describe("a run that is interrupted", () => {
  test.each([1, 2, 5, 9])(
    "a run interrupted after page %d resumes there without lost or duplicate rows",
    async (pages) => {
      const runId = (await world.newRun("chicago-benchmarking"))!;
      const abort = new AbortController();
      let seen = 0;
      const readPage = world.sources.chicago.readPage!;
      const dying = {
        ...world.sources.chicago,
        readPage: async (...args: Parameters<typeof readPage>) => {
          if (seen++ === pages) {
            abort.abort(new Error("killed"));
            args[0].signal?.throwIfAborted();
          }
          return readPage(...args);
        },
      };
      const ctx = world.context();
      const doomed = { ...ctx, ports: { ...ctx.ports, sources: [dying] } };
      const { syncSource } = await import("../../../subgraphs/property/sources/sync-source.service.ts");
      const options = { runId, sourceId: "chicago-benchmarking", mayTryAgain: true };
      if (pages < 9)
        await expect(syncSource(doomed, { ...options, signal: abort.signal })).rejects.toThrow("killed");
      else expect(await syncSource(doomed, options)).toBe("published");
      if (pages < 9) {
        const [row] = await world.database.query<{ rows: number }>(
          "SELECT count(*)::int AS rows FROM property.source_staged_rows",
        );
        expect(row!.rows).toBe(pages * 7);
        expect(await stored("chi")).toEqual([]);
        // In between, the publisher changes a row that was read already.
        world.clock.pass(1_000);
        await world.publish({ ...willow, set: { "Property Name": "Changed Meanwhile" } });
        expect(await world.sync("chicago-benchmarking", "full", { runId })).toBe("published");
        expect((await stored("chi")).find(({ id }) => id === "chi-1002")?.name).toBe("Changed Meanwhile");
      }
      const [row] = await world.database.query<{ rows: number }>(
        "SELECT count(*)::int AS rows FROM property.source_records WHERE source_id = 'chicago-benchmarking'",
      );
      expect([row!.rows, (await stored("chi")).length]).toEqual([60, 20]);
      expect(await world.sync("chicago-benchmarking", "full", { runId })).toBe("ended");
    },
  );

  test("whose connections the server ends while it publishes leaves the old data whole, and completes", async () => {
    await world.sync("chicago-benchmarking");
    const before = await contents();
    for (let id = 1002; id <= 1059; id += 3)
      await world.publish({
        file: chicagoFile,
        where: { ID: String(id) },
        set: { "Property Name": "New Name" },
      });
    const runId = (await world.newRun("chicago-benchmarking"))!;
    // The publication waits for this lock, so that it cannot be over before its connection is.
    const guard = new pg.Client({ connectionString: world.database.url });
    await guard.connect();
    await guard.query("BEGIN; LOCK TABLE property.properties IN EXCLUSIVE MODE");
    const sessions =
      "FROM pg_stat_activity WHERE application_name = 'property' AND datname = current_database()";
    const endPublication = async () => {
      const waiting = `SELECT 1 ${sessions} AND wait_event_type = 'Lock' AND wait_event = 'relation'`;
      await until("the publication waits", async () => (await world.database.query(waiting)).length > 0);
      await world.database.query(`SELECT pg_terminate_backend(pid) ${sessions}`);
      await guard.end();
    };
    const terminated = endPublication();
    await expect(world.sync("chicago-benchmarking", "full", { runId, mayTryAgain: true })).rejects.toThrow();
    await terminated;
    expect(await contents()).toBe(before);
    expect(await world.sync("chicago-benchmarking", "full", { runId })).toBe("published");
    expect((await stored("chi")).every(({ name }) => name === "New Name")).toBe(true);
  });

  test("of two concurrent runs one reads, the other is busy, and only one can be open", async () => {
    const [first, second] = await Promise.all([
      world.newRun("chicago-benchmarking"),
      world.newRun("chicago-benchmarking"),
    ]);
    expect([first, second].filter((id) => id === null)).toHaveLength(1);
    const runId = (first ?? second)!;
    const outcomes = await Promise.all([
      world.sync("chicago-benchmarking", "full", { runId }),
      world.sync("chicago-benchmarking", "full", { runId }),
    ]);
    expect(outcomes.toSorted()).toEqual(["busy", "published"]);
    expect(await stored("chi")).toHaveLength(20);
  });
});
