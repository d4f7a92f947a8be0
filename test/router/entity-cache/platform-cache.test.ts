import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicReader } from "../../../router/entity-cache/public-reader.ts";
import { mergeProperties } from "../../../subgraphs/property/properties/merged-properties.service.ts";
import { toyCall } from "../../federation/toy-graph.ts";
import { takePorts } from "../../split/ports.ts";
import { createTestApp, type Answer, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { samples } from "../../walk/samples/door-samples.ts";

let app: TestApp;
let metricsPort: number;
let eve: Record<string, string>;
let bo: Record<string, string>;
/** Ids of two published buildings. */
let ids: [string, string];
beforeAll(async () => {
  [metricsPort] = (await takePorts(1)) as [number];
  app = await createTestApp({ METRICS_PORT: String(metricsPort) });
  eve = await app.as("eve");
  bo = await app.as("bo");
  const found = await app.get("/v1/properties/search?pageSize=2", eve);
  ids = found.body.properties.map(({ id }: { id: string }) => id);
});
afterAll(() => app?.close());

async function countOf(outcome: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = metrics.split("\n").filter((line) => line.startsWith("entity_cache_lookups_total"));
  const own = lines.filter((line) => line.includes(`outcome="${outcome}"`));
  return own.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

/** Hits in the memory that these requests make. */
async function hitsOf(run: () => Promise<unknown>): Promise<number> {
  const before = await countOf("hit_memory");
  await run();
  return (await countOf("hit_memory")) - before;
}

const cachedSoon = (read: () => Promise<Answer>) =>
  until("the response is cached", async () => (await hitsOf(read)) > 0);

describe("REST", () => {
  test("a response that everyone may read says how long HTTP caches may keep it, and is compared by its ETag", async () => {
    for (const path of [
      "/credits/packages/central",
      "/credits/operation-cost?operation=invoice.create&appId=central",
      "/marketplace/apps",
    ]) {
      const first = await app.get(path);
      expect(first.status, path).toBe(200);
      expect(first.headers["cache-control"], path).toMatch(/^public, max-age=(60|300)$/);
      const etag = String(first.headers["etag"]);
      const same = await app.get(path, { "if-none-match": etag });
      expect([same.status, same.text], path).toEqual([304, ""]);
      expect((await app.get(path, { "if-none-match": '"other"' })).status, path).toBe(200);
    }
  });

  test("a response without an owner that needs a credential is private and revalidated", async () => {
    for (const path of [`/v1/properties/${ids[0]}`, "/v1/properties/search?pageSize=3"]) {
      const first = await app.get(path, eve);
      expect(first.headers["cache-control"], path).toBe("private, no-cache");
      const tag = { "if-none-match": String(first.headers["etag"]) };
      expect((await app.get(path, { ...eve, ...tag })).status, path).toBe(304);
      // Without the credential there is nothing to compare with.
      expect((await app.get(path, tag)).status, path).toBe(401);
    }
  });

  test("plans are revalidated, since their prices may be as old as they may be already", async () => {
    const { headers } = await app.get("/payments/plans?appId=central");
    expect(headers["cache-control"]).toBe("private, no-cache");
    const tag = { "if-none-match": String(headers["etag"]) };
    expect((await app.get("/payments/plans?appId=central", tag)).status).toBe(304);
  });

  test("errors are never kept", async () => {
    const missing = await app.get("/credits/packages/no-such-app");
    expect([missing.status, missing.headers["cache-control"], missing.headers["etag"]]).toEqual([
      404,
      "no-store",
      undefined,
    ]);
  });
});

test("a building is fetched once for all tenants, and each of them gets it", async () => {
  const path = `/v1/properties/${ids[0]}`;
  await cachedSoon(() => app.get(path, eve));
  const fresh = await app.get(path, { ...bo, "x-test-clock": new Date().toISOString() });
  let cached: Answer | null = null;
  expect(await hitsOf(async () => (cached = await app.get(path, bo)))).toBe(1);
  expect(cached!.body).toEqual(fresh.body);
});

test("a publish of buildings ends the cached ones", async () => {
  const path = `/v1/properties/${ids[0]}`;
  await cachedSoon(() => app.get(path, eve));
  const [mergedId, canonicalId] = ids;
  await mergeProperties(app.running.platform.contextIn("property"), { mergedId, canonicalId });
  await until(
    "the new state is served",
    async () => (await app.get(path, eve)).body.canonicalId === canonicalId,
  );
});

test("a change of a price by any program ends the cached one", async () => {
  const path = "/credits/operation-cost?operation=invoice.create&appId=central";
  await cachedSoon(() => app.get(path));
  await app.database.query("UPDATE hub.operation_costs SET cost = 77 WHERE operation = 'invoice.create'");
  await until("the new price is served", async () => (await app.get(path)).body.cost === 0.77);
});

test("an administrator reads the new state of an app right after the change", async () => {
  const path = "/marketplace/apps";
  await cachedSoon(() => app.get(path));
  const admin = await app.as("ada");
  const [{ appId }] = (await app.get(path)).body.apps as [{ appId: string }];
  const query = `mutation ($input: UpdateAppInput!) { updateApp(input: $input) { appId } }`;
  const changed = await app.graphql(query, { input: { appId, tagline: "A new tagline" } }, admin);
  expect(changed.body.errors).toBeUndefined();
  const apps = (await app.get(path)).body.apps as { appId: string; tagline: string }[];
  expect(apps.find((one) => one.appId === appId)!.tagline).toBe("A new tagline");
});

test("the usage of a key counts requests that are answered from the cache", async () => {
  const path = `/v1/properties/${ids[1]}`;
  const body = { name: "cached", scopes: ["read:properties"] };
  const { apiKey, key } = (await app.post("/api-keys", body, eve)).body;
  await cachedSoon(() => app.get(path, eve));
  const read = () => app.get(path, { "x-api-key": key as string });
  expect(await hitsOf(async () => void (await read(), await read(), await read()))).toBe(3);
  const { usageStats } = (await app.get(`/api-keys/${apiKey.id}/usage`, eve)).body;
  expect(usageStats.totalRequests).toBe(3);
});

test("a key that was revoked reads nothing from the cache", async () => {
  const path = `/v1/properties/${ids[1]}`;
  const body = { name: "revoked", scopes: ["read:properties"] };
  const { apiKey, key } = (await app.post("/api-keys", body, eve)).body;
  await cachedSoon(() => app.get(path, { "x-api-key": key as string }));
  expect((await app.send("DELETE", `/api-keys/${apiKey.id}`, eve)).status).toBeLessThan(300);
  expect((await app.get(path, { "x-api-key": key as string })).status).toBe(401);
});

test("nothing that is cached needs a table whose rows have owners", async () => {
  const operations = [...app.running.router.registry.values()].filter(({ caching }) => caching !== null);
  expect(operations.map(({ row }) => row.name).sort()).toEqual([
    "CreditPackages",
    "MarketplaceApps",
    "OperationCost",
    "OperationCosts",
    "Plans",
    "Property",
    "PropertyScore",
    "ScoringMethod",
    "ScoringMethods",
    "SearchProperties",
  ]);
  const inputs = new Map<string, Record<string, unknown>>();
  for (const { row } of operations) inputs.set(row.name, await samples[row.name]!.input(app, eve));
  const tables = await app.database.query<{ name: string; role: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, n.nspname || '_app' AS role
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relrowsecurity AND n.nspname IN ('hub', 'property')`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const { name, role } of tables) await app.database.query(`REVOKE ALL ON ${name} FROM ${role}`);
  const read = async (name: string, input: Record<string, unknown>) => {
    const { document, toVariables, access, caching } = app.running.router.registry.get(name)!;
    const principal = publicReader(caching?.access ?? [access]);
    const call = toyCall({ ...principal, ownerId: caching ? null : "demo-eve" });
    for (const subgraph of ["hub", "property"] as const) {
      const running = app.running.platform.running(subgraph);
      const root = running.graph.schema.getQueryType()!.getFields();
      if (!Object.hasOwn(root, app.running.router.registry.get(name)!.rootField.name)) continue;
      const variables = toVariables(input);
      const { data, errors } = await running.execute({ document, variables, call });
      return errors ? errors[0]!.message : data && "read";
    }
    return "no subgraph";
  };
  for (const { row } of operations)
    expect(await read(row.name, inputs.get(row.name)!), row.name).toBe("read");
  // The test would notice one that does.
  expect(await read("Reports", {})).not.toBe("read");
});
