import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { createSpender } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

async function spender(credits: number) {
  const ownerId = await createSpender(app, credits);
  return { ownerId, headers: await app.as(ownerId) };
}

describe("GET /credits/history/{appId}", () => {
  test("shows movements newest first, each with the balance after it, 50 unless told otherwise", async () => {
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

  test("pages without gaps or repeats, and past the end there is nothing", async () => {
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

  test("is empty for an app that is unknown, and never shows another person's movements", async () => {
    const { headers } = await spender(10);
    expect((await app.get("/credits/history/no-such-app", headers)).body).toEqual({
      success: true,
      transactions: [],
      pagination: { limit: 50, offset: 0, total: 0 },
    });
    const other = await app.get("/credits/history/central", await app.as("usr_stranger"));
    expect(other.body.transactions).toEqual([]);
  });

  test("shows holds only when asked to, with no balance after them", async () => {
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
