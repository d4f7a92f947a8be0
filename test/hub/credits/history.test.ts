import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { createSpender } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

async function spender(credits: number) {
  const ownerId = await createSpender(app, credits);
  return { ownerId, headers: await app.as(ownerId) };
}

describe("GET /credits/history/{appId}", () => {
  test("the history shows movements newest first with the balance after each, 50 by default", async () => {
    const { headers } = await spender(100);
    for (let i = 1; i <= 52; i++)
      await app.post("/credits/consume", { appId: "central", amount: 1, description: `No ${i}` }, headers);
    const { status, body } = await app.get("/credits/history/central", headers);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 53 });
    expect(body.transactions).toHaveLength(50);
    expect(body.transactions[0]).toEqual({
      id: expect.stringMatching(/^cle_/),
      appId: "central",
      pool: "standard",
      type: "consume",
      amount: -1,
      balanceAfter: 48,
      description: "No 52",
      operation: null,
      metadata: null,
      referenceId: null,
      transactionId: null,
      packageId: null,
      holdId: null,
      expiresAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const balances = (body.transactions as { balanceAfter: number }[]).map((entry) => entry.balanceAfter);
    expect(balances).toEqual([...balances].sort((a, b) => a - b));
  });

  test("the history pages without gaps or repeats, and is empty past the end", async () => {
    const { headers } = await spender(10);
    for (let i = 0; i < 5; i++)
      await app.post("/credits/consume", { appId: "central", amount: 1, description: "x" }, headers);
    const ids: string[] = [];
    for (const offset of [0, 2, 4]) {
      const page = await app.get(`/credits/history/central?limit=2&offset=${offset}`, headers);
      ids.push(...(page.body.transactions as { id: string }[]).map(({ id }) => id));
    }
    const all = await app.get("/credits/history/central?limit=100", headers);
    expect(ids).toEqual((all.body.transactions as { id: string }[]).map(({ id }) => id));
    const past = await app.get("/credits/history/central?offset=6", headers);
    expect(past.body.transactions).toEqual([]);
  });

  test.each([
    ["limit=0", "limit", "minimum"],
    ["limit=101", "limit", "maximum"],
    ["limit=x", "limit", "type"],
    ["limit=1.5", "limit", "type"],
    ["offset=-1", "offset", "minimum"],
    ["include=all", "include", "enum"],
    ["page=1", "page", "unknown"],
  ])("refuses ?%s", async (query, path, rule) => {
    const { status, body } = await app.get(`/credits/history/central?${query}`, await app.as("usr_h"));
    expect(status).toBe(400);
    expect(body.details.fields).toEqual([{ path, message: expect.any(String), rule }]);
  });

  test("the history is empty for an app that was never used, and never shows another user's movements", async () => {
    const { headers } = await spender(10);
    expect((await app.get("/credits/history/hvut", headers)).body).toEqual({
      success: true,
      transactions: [],
      pagination: { limit: 50, offset: 0, total: 0 },
    });
    const unknown = await app.get("/credits/history/no-such-app", headers);
    expect([unknown.status, unknown.body.code]).toEqual([404, "APP_NOT_FOUND"]);
    const other = await app.get("/credits/history/central", await app.as("usr_stranger"));
    expect(other.body.transactions).toEqual([]);
  });

  test("the history shows holds only on request, with no balance after them", async () => {
    const { headers } = await spender(10);
    const placed = await app.post(
      "/credits/holds",
      { appId: "central", amount: 2, description: "h" },
      headers,
    );
    const plain = await app.get("/credits/history/central", headers);
    expect(plain.body.transactions).toHaveLength(1);
    const { body } = await app.get("/credits/history/central?include=holds", headers);
    expect(body.transactions[0]).toMatchObject({
      type: "hold_pending",
      amount: -2,
      balanceAfter: null,
      holdId: placed.body.holdId,
    });
  });
});

describe("GET /credits/usage", () => {
  const at = (time: string) => ({ "x-test-clock": time });
  const consume = (headers: Record<string, string>, appId: string, amount: number) =>
    app.post("/credits/consume", { appId, amount, description: "x" }, headers);

  test("usage sums movements by day, by app and by operation, for the own account only", async () => {
    const { ownerId } = await spender(100);
    await createSpender(app, 50, { ownerId, appId: "payroll" });
    const lasting = { exp: Date.parse("2032-01-01T00:00:00.000Z") / 1000 };
    const later = { ...(await app.as(ownerId, lasting)), ...at("2031-05-03T10:00:00.000Z") };
    for (const [appId, amount] of [
      ["central", 1.25],
      ["central", 2],
      ["payroll", 4],
    ] as const)
      expect((await consume(later, appId, amount)).status).toBe(200);
    const stranger = await spender(10);
    await consume({ ...stranger.headers, ...at("2031-05-03T10:00:00.000Z") }, "central", 5);

    const query = "from=2031-05-02T00:00:00.000Z&to=2031-05-04T12:00:00.000Z";
    const { status, body } = await app.get(`/credits/usage?${query}`, later);
    expect(status).toBe(200);
    const none = { spent: 0, added: 0, expired: 0 };
    expect(body).toEqual({
      success: true,
      spent: 7.25,
      added: 0,
      expired: 0,
      series: [
        { at: "2031-05-02T00:00:00.000Z", ...none },
        { at: "2031-05-03T00:00:00.000Z", ...none, spent: 7.25 },
        { at: "2031-05-04T00:00:00.000Z", ...none },
      ],
      byApp: [
        { appId: "payroll", ...none, spent: 4 },
        { appId: "central", ...none, spent: 3.25 },
      ],
      byOperation: [{ operation: null, spent: 7.25, movements: 3 }],
    });
    const one = await app.get(`/credits/usage?${query}&appId=central&granularity=hour`, later);
    expect(one.body.byApp).toEqual([{ appId: "central", ...none, spent: 3.25 }]);
    expect(one.body.series).toHaveLength(61);
    expect(one.body.series[34]).toEqual({ at: "2031-05-03T10:00:00.000Z", ...none, spent: 3.25 });
  });

  test("a credential limited to apps sees only their usage and gets 403 for other apps", async () => {
    const { ownerId, headers } = await spender(100);
    await createSpender(app, 50, { ownerId, appId: "payroll" });
    await consume(headers, "central", 2);
    await consume(headers, "payroll", 4);
    const limited = await app.as(ownerId, { apps: ["payroll"] });
    const { body } = await app.get("/credits/usage", limited);
    expect(body.byApp).toEqual([{ appId: "payroll", spent: 4, added: 50, expired: 0 }]);
    for (const url of ["/credits/usage?appId=central", "/credits/history/central"])
      expect((await app.get(url, limited)).status).toBe(403);
  });

  test.each([
    ["from=2026-02-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z", "from", "maximum"],
    ["from=2024-01-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z", "from", "minimum"],
    ["granularity=week", "granularity", "enum"],
  ])("refuses ?%s", async (query, path, rule) => {
    const { headers } = await spender(1);
    const { status, body } = await app.get(`/credits/usage?${query}`, headers);
    expect(status).toBe(400);
    expect(body.details.fields).toMatchObject([{ path, rule }]);
  });
});
