import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { probeSources } from "../../../subgraphs/property/sources/probe-sources.ts";
import { callSource } from "../../../subgraphs/property/sources/source-health.service.ts";
import { readSourcesStatus } from "../../../subgraphs/property/sources/status.service.ts";
import { findProperties } from "../../../subgraphs/property/search/search.service.ts";
import { SourceWorld } from "./open-sources.ts";

let world: SourceWorld;

beforeAll(async () => {
  world = await SourceWorld.open();
  await world.sync("fema-nri");
  await world.sync("chicago-benchmarking");
});

afterAll(() => world.close());

/** Good probes until everything is well, as time would bring it. */
beforeEach(async () => {
  await world.heal();
  await world.database.query("DELETE FROM property.source_checks");
  await world.database.query("DELETE FROM property.source_circuits");
  await probe();
});

/** A minute goes by: every source is probed, or the one of this id. */
async function probe(id?: string): Promise<void> {
  const ctx = world.context();
  const sources = ctx.ports.sources.filter((source) => id === undefined || source.id === id);
  await probeSources({ ...ctx, ports: { ...ctx.ports, sources } }, { random: () => 0.5 });
  world.clock.pass(60_000);
}

async function statusOf(id: string) {
  const { sources } = await readSourcesStatus(world.context());
  return sources.find((source) => source.id === id)!;
}

async function findSamples(): Promise<number> {
  const { total } = await findProperties(world.context(), { q: "sample", page: 1, pageSize: 20 });
  return total;
}

const publishers = {
  "seattle-benchmarking": "seattle",
  "chicago-benchmarking": "chicago",
  "nyc-ll33": "nyc",
  "fema-nri": "arcgis",
  "portfolio-manager": "espm",
  "openfema-declarations": "openfema",
  "census-geocoder": "geocoder",
};
const faults: Record<string, { fault: Record<string, unknown>; code: string }> = {
  "does not answer in time": { fault: { latencyMs: 5_000 }, code: "TIMEOUT" },
  "answers 500": { fault: { status: 500 }, code: "SERVER_ERROR" },
  "drops the connection": { fault: { dropRate: 1 }, code: "NETWORK_ERROR" },
  "answers with a page of HTML": { fault: { answer: "html" }, code: "MALFORMED_BODY" },
  "answers 200 with an error": { fault: { answer: "error" }, code: "" },
  "sends half a body": { fault: { answer: "half" }, code: "MALFORMED_BODY" },
};
const cases = Object.entries(publishers).flatMap(([id, path]) =>
  Object.entries(faults).map(([what, { fault, code }]) => [id, what, { ...fault, path }, code] as const),
);

describe("a source that fails", () => {
  test.each(cases)(
    "%s %s: the status says so at the next probe, searches go on, and it heals by itself",
    async (id, _what, fault, code) => {
      expect((await statusOf(id)).status).toBe("ok");
      await world.fault(fault);
      await probe(id);
      const failing = await statusOf(id);
      expect(failing).toMatchObject({ status: "degraded", consecutiveFailures: 1 });
      expect(failing.reasons).toContain("ERROR_RATE");
      const codes = ["SERVER_ERROR", "MALFORMED_BODY"];
      expect(code === "" ? codes : [code]).toContain(failing.lastError?.code);
      for (let probes = 1; probes < 5; probes++) await probe(id);
      expect(await statusOf(id)).toMatchObject({
        status: "down",
        circuit: { state: "open" },
        consecutiveFailures: 5,
      });
      expect(await findSamples()).toBe(20);
      await world.heal();
      await probe(id);
      expect(await statusOf(id)).toMatchObject({ status: "degraded", circuit: { state: "halfOpen" } });
      await probe(id);
      expect(await statusOf(id)).toMatchObject({ circuit: { state: "closed" }, lastError: null });
    },
  );

  test("is well again when its failures are no longer among the last 20 calls", async () => {
    await world.fault({ status: 500, path: "chicago" });
    await probe("chicago-benchmarking");
    await world.heal();
    for (let probes = 0; probes < 19; probes++) await probe("chicago-benchmarking");
    expect((await statusOf("chicago-benchmarking")).reasons).toEqual(["ERROR_RATE"]);
    await probe("chicago-benchmarking");
    expect(await statusOf("chicago-benchmarking")).toMatchObject({ status: "ok", reasons: [], errorRate: 0 });
  });

  test("the others do not mind", async () => {
    await world.fault({ status: 500, path: "chicago" });
    for (let probes = 0; probes < 5; probes++) await probe();
    const { status, sources } = await readSourcesStatus(world.context());
    expect(status).toBe("degraded");
    const unwell = sources.filter((source) => !["ok", "disabled"].includes(source.status));
    expect(unwell.map(({ id }) => id)).toEqual(["chicago-benchmarking"]);
  });

  test("when all required sources are down, so is the whole", async () => {
    await world.fault({ status: 503 });
    for (let probes = 0; probes < 5; probes++) await probe();
    expect((await readSourcesStatus(world.context())).status).toBe("down");
  });
});

describe("a source that refuses", () => {
  test("our credentials: it is down, and is read no more until a probe finds that they are good again", async () => {
    await world.fault({ status: 401, path: "chicago" });
    await probe();
    expect(await statusOf("chicago-benchmarking")).toMatchObject({
      status: "down",
      reasons: ["AUTH_REFUSED", "ERROR_RATE"],
      circuit: { state: "closed" },
    });
    await world.heal();
    expect(await world.sync("chicago-benchmarking")).toBe("failed");
    await probe();
    expect(await world.sync("chicago-benchmarking")).toBe("published");
  });

  test("because of the rate: it is left alone for as long as it says, which is no failure", async () => {
    const call = callSource(world.context(), { sourceId: "chicago-benchmarking", kind: "sync", retries: 0 });
    await world.fault({ status: 429, path: "chicago" });
    await expect(world.sources.chicago.probe(call)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await world.heal();
    await expect(world.sources.chicago.probe(call)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await statusOf("chicago-benchmarking")).toMatchObject({
      status: "ok",
      rateLimited: 1,
      errorRate: 0,
      circuit: { state: "closed" },
    });
    world.clock.pass(60_000);
    await world.sources.chicago.probe(
      callSource(world.context(), { sourceId: "chicago-benchmarking", kind: "sync", retries: 0 }),
    );
  });

  test("an unknown dataset is reported as a configuration fault and does not open the circuit", async () => {
    await world.fault({ status: 404, path: "nyc" });
    for (let probes = 0; probes < 6; probes++) await probe();
    expect(await statusOf("nyc-ll33")).toMatchObject({
      status: "down",
      reasons: ["NO_RECENT_SUCCESS", "ERROR_RATE"],
      circuit: { state: "closed" },
      lastError: { code: "CONFIGURATION_ERROR" },
    });
  });
});

describe("the circuit over all processes", () => {
  test("of many callers at once, one tries a half-open circuit", async () => {
    await world.fault({ status: 500, path: "chicago" });
    for (let probes = 0; probes < 5; probes++) await probe();
    await world.heal();
    world.clock.pass(60_000);
    const calls = Array.from({ length: 8 }, () =>
      callSource(world.context(), { sourceId: "chicago-benchmarking", kind: "probe", retries: 0 }).attempt(
        () => new Promise<string>((resolve) => setImmediate(resolve, "tried")),
      ),
    );
    const settled = await Promise.allSettled(calls);
    const tried = settled.filter(({ status }) => status === "fulfilled");
    expect(tried.length).toBeGreaterThanOrEqual(1);
    // At most as many as it takes to close it, one after the other; then it is closed for everyone.
    expect(settled.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(1);
    expect(["halfOpen", "closed"]).toContain((await statusOf("chicago-benchmarking")).circuit.state);
  });
});
