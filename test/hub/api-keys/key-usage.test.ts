import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KeyUsageRecorder } from "../../../router/http/key-usage.ts";
import { DomainError } from "../../../src/errors.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createKeyOwner, makeKey } from "./key-owners.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

interface Point {
  at: string;
  endpoint: string;
  total: number;
  clientError: number;
}

const path = "/credits/balance/central";
const clock = (at: string) => ({ "x-test-clock": at });

describe("usage", () => {
  test("usage counts two hundred concurrent requests exactly, including rejected ones", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey } = await makeKey(app, owner);
    const consume = { appId: "central", amount: 1, description: "x" };
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        if (index % 4 === 0) return app.post("/credits/consume", consume, asKey);
        if (index % 4 === 1) return app.get(path, { ...asKey, "x-app-id": "no-such-app" });
        return app.get(path, asKey);
      }),
    );
    const { body } = await app.get(`/api-keys/${id}/usage?granularity=hour`, owner.headers);
    expect(body.usageStats.totalRequests).toBe(200);
    expect(body.byEndpoint).toEqual([
      {
        endpoint: "GET /credits/balance/{appId}",
        total: 150,
        ok: 100,
        clientError: 50,
        serverError: 0,
        rateLimited: 0,
      },
      {
        endpoint: "POST /credits/consume",
        total: 50,
        ok: 0,
        clientError: 50,
        serverError: 0,
        rateLimited: 0,
      },
    ]);
    const sum = body.series.reduce((total: number, point: { total: number }) => total + point.total, 0);
    expect([body.series.length, sum]).toEqual([24, 200]);
  });

  test("usage covers all keys of the account, unused and revoked ones too, and no other account's", async () => {
    const owner = await createKeyOwner(app);
    const busy = await makeKey(app, owner, { name: "busy" });
    const ended = await makeKey(app, owner, { name: "ended" });
    await makeKey(app, owner, { name: "unused" });
    const stranger = await createKeyOwner(app);
    await app.get(path, (await makeKey(app, stranger)).asKey);
    for (let call = 0; call < 3; call++) await app.get(path, busy.asKey);
    await app.get(path, ended.asKey);
    await app.send("DELETE", `/api-keys/${ended.id}`, { headers: owner.headers });
    const { status, body } = await app.get("/api-keys/usage", owner.headers);
    expect(status).toBe(200);
    expect(body.byKey.map(({ name, total }: { name: string; total: number }) => [name, total])).toEqual([
      ["busy", 3],
      ["ended", 1],
      ["unused", 0],
    ]);
    expect(body.byEndpoint).toMatchObject([{ endpoint: "GET /credits/balance/{appId}", total: 4, ok: 4 }]);
    expect(body.series).toHaveLength(30);
    expect(body.series.at(-1).total).toBe(4);
  });

  test("usage counts requests rejected by the key's networks, app or state, but none with an invalid key", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey } = await makeKey(app, owner, { allowedIps: ["203.0.113.1"], appIds: ["invoicer"] });
    const from = (remoteAddress: string, headers = asKey) =>
      app.send("GET", path, { headers, remoteAddress });
    expect((await from("203.0.113.2")).status).toBe(403);
    expect((await from("203.0.113.1", { ...asKey, "x-app-id": "payroll" })).status).toBe(403);
    expect(
      (
        await app.send("POST", "/graphql", {
          headers: asKey,
          body: { query: "{" },
          remoteAddress: "203.0.113.1",
        })
      ).status,
    ).toBe(200);
    await app.send("DELETE", `/api-keys/${id}`, { headers: owner.headers });
    expect((await from("203.0.113.1")).status).toBe(401);
    const { body } = await app.get(`/api-keys/${id}/usage`, owner.headers);
    expect(
      body.byEndpoint.map(({ endpoint, total, clientError }: Point) => [endpoint, total, clientError]),
    ).toEqual([
      ["GET /credits/balance/{appId}", 2, 2],
      ["POST /graphql", 1, 0],
    ]);
  });

  test("usage is grouped by calendar hours, days and months of UTC, by the time of each request", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey } = await makeKey(app, owner);
    // A month of which every day may be queried, in the future so that the key exists.
    const year = new Date().getUTCFullYear() + 1;
    const times = [
      "01-31T23:59:59.999",
      "02-01T00:00:00.000",
      "02-02T00:00:00.000",
      "02-02T10:00:00.000",
      "02-02T10:59:59.999",
    ];
    for (const time of times)
      expect((await app.get(path, { ...asKey, ...clock(`${year}-${time}Z`) })).status).toBe(200);
    const at = { ...owner.headers, ...clock(`${year}-02-02T10:59:59.999Z`) };
    const { usageStats } = (await app.get(`/api-keys/${id}`, at)).body.apiKey;
    expect(usageStats).toEqual({
      totalRequests: 5,
      requestsThisHour: 2,
      requestsToday: 3,
      requestsThisMonth: 4,
    });
    const range = `from=${year}-01-31T12:00:00Z&to=${year}-02-02T01:00:00Z`;
    const { series } = (await app.get(`/api-keys/${id}/usage?${range}`, at)).body;
    expect(series.map(({ at: day, total }: Point) => [day.slice(5, 10), total])).toEqual([
      ["01-31", 1],
      ["02-01", 1],
      ["02-02", 3],
    ]);
  });

  test("a usage range that is empty, too long or malformed is rejected", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner);
    for (const query of [
      "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z",
      "from=2020-01-01T00:00:00Z",
      "from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z&granularity=hour",
      "from=yesterday",
      "granularity=week",
    ]) {
      const { status, body } = await app.get(`/api-keys/${id}/usage?${query}`, owner.headers);
      expect([query, status, body.code]).toEqual([query, 400, "VALIDATION_ERROR"]);
    }
  });

  test("usage has the time of a key's last use, to the minute", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey } = await makeKey(app, owner);
    const start = Date.now() + 3_600_000;
    const lastUsedAt = async () => (await app.get(`/api-keys/${id}`, owner.headers)).body.apiKey.lastUsedAt;
    const use = (ms: number) => app.get(path, { ...asKey, ...clock(new Date(start + ms).toISOString()) });
    expect(await lastUsedAt()).toBeNull();
    await use(0);
    expect(await lastUsedAt()).toBe(new Date(start).toISOString());
    await use(59_000);
    expect(await lastUsedAt()).toBe(new Date(start).toISOString());
    await use(60_000);
    expect(await lastUsedAt()).toBe(new Date(start + 60_000).toISOString());
  });
});

describe("the recorder", () => {
  test("the recorder retries a batch without a response, and it counts once", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner);
    let failures = 2;
    const recorder = new KeyUsageRecorder({
      // The hub stores the batch, and the answer is lost on its way.
      hub: async (request) => {
        const result = await app.hub.execute(request);
        if (failures-- > 0) throw new DomainError("SERVICE_UNAVAILABLE", "The answer is lost.");
        return result;
      },
      log: silentLog,
      publicUrl: "http://hub.example",
      flushEveryMs: 3_600_000,
    });
    const use = (status: number) => {
      const request = {};
      recorder.begin(request, { keyId: id, at: new Date() });
      recorder.end(request, "GET /x", status);
      recorder.end(request, "GET /x", status);
    };
    use(200);
    await expect(recorder.flush()).rejects.toThrow("lost");
    use(429);
    await expect(recorder.flush()).rejects.toThrow("lost");
    use(500);
    await recorder.flush();
    await recorder.flush();
    const { byEndpoint } = (await app.get(`/api-keys/${id}/usage`, owner.headers)).body;
    expect(byEndpoint).toEqual([
      { endpoint: "GET /x", total: 3, ok: 1, clientError: 0, serverError: 1, rateLimited: 1 },
    ]);
  });

  test("the recorder flushes its counts when the server closes", async () => {
    const closing = await createHubApp();
    try {
      const owner = await createKeyOwner(closing);
      const { id, asKey } = await makeKey(closing, owner);
      await closing.get(path, asKey);
      await closing.closeDoors();
      const [row] = await closing.database.query(
        "SELECT requests::int FROM hub.api_key_totals WHERE key_id = $1",
        [id],
      );
      expect(row).toEqual({ requests: 1 });
    } finally {
      await closing.close();
    }
  });
});
