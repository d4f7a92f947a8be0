import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importPortfolio } from "../../../subgraphs/property/import/import-portfolio.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { silentReport } from "./open-sources.ts";

const secrets = {
  CHICAGO_DATA_APP_TOKEN: "app-token-nobody-may-see",
  PORTFOLIO_MANAGER_PASSWORD: "pass-nobody-may-see",
};

let app: TestApp;
let ada: Record<string, string>;
let eve: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp({ ...secrets, PROPERTY_SOURCE_TIMEOUT_MS: "1000" });
  [ada, eve] = [await app.as("ada"), await app.as("eve")];
});

afterAll(() => app.close());

// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
async function statusOf(id: string): Promise<any> {
  const { body } = await app.get("/v1/data-sources/status", eve);
  return body.sources.find((source: { id: string }) => source.id === id);
}

async function control(method: string, body?: unknown): Promise<void> {
  await fetch(`${app.sandboxUrl}/control/opendata`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

async function runToEnd(
  sourceId: string,
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const started = await app.post(`/v1/data-sources/${sourceId}/sync`, input, ada);
  expect(started.status).toBe(202);
  return until("the run ends", async () => {
    const { body } = await app.get(`/v1/data-source-runs/${started.body.runId}`, ada);
    return ["queued", "running"].includes(body.run.status) ? null : body.run;
  });
}

describe("data sources at the doors of the platform", () => {
  test("the status has every documented field, from checks that were made since the start", async () => {
    await until("all are probed", async () => (await statusOf("census-geocoder")).lastSuccessAt !== null);
    await until(
      "all are well",
      async () => (await app.get("/v1/data-sources/status", eve)).body.status === "ok",
    );
    const { status, body } = await app.get("/v1/data-sources/status", eve);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["status", "timestamp", "sources"]);
    const ids = body.sources.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        "seattle-benchmarking",
        "chicago-benchmarking",
        "nyc-ll33",
        "fema-nri",
        "synthetic-portfolio",
      ]),
    );
    const chicago = await statusOf("chicago-benchmarking");
    expect(Object.keys(chicago)).toEqual(
      "id name kind status required reasons lastCheckedAt lastSuccessAt lastFailureAt lastError consecutiveFailures latencyMs errorRate rateLimited circuit freshness records version licence".split(
        " ",
      ),
    );
    expect(chicago).toMatchObject({
      name: "Chicago Energy Benchmarking",
      kind: "socrata",
      status: "ok",
      required: true,
      reasons: [],
      lastError: null,
      consecutiveFailures: 0,
      latencyMs: { last: expect.any(Number), p50: expect.any(Number), p95: expect.any(Number) },
      errorRate: 0,
      circuit: { state: "closed", openedAt: null, nextProbeAt: null },
      freshness: { dataAsOf: "2023-12-31", expectedEveryDays: 365, stale: false },
      records: { total: 0, lastRun: null },
    });
    expect(await statusOf("synthetic-portfolio")).toMatchObject({
      status: "ok",
      kind: "file",
      records: { total: 60 },
    });
    const kinds = body.sources.map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["socrata", "arcgis", "espm", "openfema", "geocoder", "file"]));
  });

  test("GraphQL and the tool return the same status in less than 100 ms without calling a source", async () => {
    const journal = async () =>
      ((await (await fetch(`${app.sandboxUrl}/control/opendata/journal`)).json()) as { requests: unknown[] })
        .requests.length;
    await control("POST", { latencyMs: 5_000 });
    const before = await journal();
    const times: number[] = [];
    for (let call = 0; call < 5; call++) {
      const startedAt = performance.now();
      await app.get("/v1/data-sources/status", eve);
      times.push(performance.now() - startedAt);
    }
    expect(Math.min(...times)).toBeLessThan(100);
    const { body } = await app.graphql(
      "{ dataSourcesStatus { status sources { id circuit { state } } } }",
      {},
      eve,
    );
    expect(body.data.dataSourcesStatus.sources.length).toBe(8);
    const tool = await app.tool("get_data_sources_status", {}, eve);
    expect(tool.text).toContain("chicago-benchmarking");
    expect(await journal()).toBe(before);
    await control("DELETE");
  });

  test("needs a credential with its scope; runs are for administrators", async () => {
    expect((await app.get("/v1/data-sources/status")).body.code).toBe("MISSING_TOKEN");
    expect((await app.get("/v1/data-sources/status", app.withKey("reader"))).status).toBe(403);
    expect((await app.get("/v1/data-sources/status", app.withKey("full"))).status).toBe(200);
    expect((await app.post("/v1/data-sources/chicago-benchmarking/sync", {}, eve)).status).toBe(403);
    expect((await app.get("/v1/data-sources/chicago-benchmarking/runs", eve)).status).toBe(403);
    expect((await app.post("/v1/data-sources/no-such/sync", {}, ada)).body.code).toBe("NOT_FOUND");
    expect((await app.post("/v1/data-sources/census-geocoder/sync", {}, ada)).body.code).toBe(
      "INVALID_STATE",
    );
    expect((await app.get("/v1/data-source-runs/imp_0", ada)).body.code).toBe("NOT_FOUND");
  });

  test("a run that an administrator asks for is read by the workers, and shows in search, status and its list", async () => {
    expect(await runToEnd("fema-nri")).toMatchObject({
      status: "published",
      mode: "full",
      read: 3142,
      inserted: 3142,
    });
    const run = await runToEnd("chicago-benchmarking", { full: true });
    expect(run).toMatchObject({ status: "published", read: 60, inserted: 60, rejected: 0, reason: null });
    expect(await statusOf("chicago-benchmarking")).toMatchObject({
      records: { total: 20, lastRun: { id: run["id"], read: 60, inserted: 60 } },
      version: { etag: expect.any(String) },
    });
    const found = await until("searches know them", async () => {
      const { body } = await app.get("/v1/properties/search?q=sample&city=Chicago&pageSize=100", eve);
      return body.sources.includes("chicago-benchmarking") ? body : null;
    });
    expect(found.total).toBe(40);
    const details = await app.get("/v1/properties/chi-1002", eve);
    expect(details.body).toMatchObject({ synthetic: true, risk: { countyFips: "17031" } });
    expect(await runToEnd("chicago-benchmarking")).toMatchObject({
      mode: "incremental",
      inserted: 0,
      updated: 0,
    });
    const { body } = await app.get("/v1/data-sources/chicago-benchmarking/runs", ada);
    expect([body.total, body.runs[1].id]).toEqual([2, run["id"]]);
  });

  test("concurrent sync requests create one run", async () => {
    await control("POST", { latencyMs: 300, path: "nyc" });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.post("/v1/data-sources/nyc-ll33/sync", {}, ada)),
    );
    expect(new Set(answers.map(({ body }) => body.runId)).size).toBe(1);
    await control("DELETE");
    await until("it ends", async () => (await statusOf("nyc-ll33")).records.total === 20);
    expect((await app.get("/v1/data-sources/nyc-ll33/runs", ada)).body.total).toBe(1);
  });

  test("a portfolio imported from a URL replaces the stored one and is checked by checksum", async () => {
    const ctx = app.running.platform.contextIn("property");
    const from = `${app.sandboxUrl}/opendata`;
    const summary = await importPortfolio(ctx, { from, report: silentReport });
    expect(summary).toMatchObject({ properties: 60, rejected: 0 });
    await control("POST", { answer: "half", path: "chicago_benchmarking" });
    await expect(importPortfolio(ctx, { from, report: silentReport })).rejects.toThrow(
      "The checksum of chicago_benchmarking_2018_2023.csv is not that of SHA256SUMS.",
    );
    await control("POST", { status: 404, path: "nyc" });
    await expect(importPortfolio(ctx, { from, report: silentReport })).rejects.toThrow(
      /nyc_ll33_grades_2020\.csv \(missing\)/,
    );
    await control("DELETE");
    const { body } = await app.get("/v1/properties/search?pageSize=1", eve);
    expect(body.total).toBe(60);
  });

  test("keys and URLs of sources appear in no response and no log line", async () => {
    await control("POST", { status: 401 });
    await app.post("/v1/data-sources/portfolio-manager/sync", {}, ada);
    await until(
      "it is refused",
      async () => (await statusOf("portfolio-manager")).lastError?.code === "AUTH_REFUSED",
    );
    await control("DELETE");
    const { text } = await app.get("/v1/data-sources/status", eve);
    const runs = await app.get("/v1/data-sources/portfolio-manager/runs", ada);
    const log = app.logLines.filter((line) => !line.includes('"component":"sandbox"')).join("");
    for (const secret of [...Object.values(secrets), "/opendata"]) {
      expect(text).not.toContain(secret);
      expect(runs.text).not.toContain(secret);
      if (secret !== "/opendata") expect(log).not.toContain(secret);
    }
  });
});
