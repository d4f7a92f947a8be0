import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { accountOf, createSpender, grant } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

const isoMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function spender(credits: number) {
  const ownerId = await createSpender(app, credits);
  return { ownerId, headers: await app.as(ownerId) };
}

describe("GET /credits/balance/{appId}", () => {
  test("the balance has exactly the documented fields and those this platform adds", async () => {
    const { ownerId, headers } = await spender(0.5);
    await grant(app, ownerId, 100, { type: "purchase" });
    await app.post("/credits/consume", { appId: "central", amount: 0.25, description: "x" }, headers);
    const { status, body } = await app.get("/credits/balance/central", headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      appId: "central",
      balance: 100.25,
      totalPurchased: 100,
      totalConsumed: 0.25,
      lastPurchaseAt: isoMoment,
      lastConsumedAt: isoMoment,
      held: 0,
      available: 100.25,
      expiring: [],
      currency: "credits",
    });
  });

  test.each(["central", "invoicer"])("gives a new user zeros and null dates for %s", async (appId) => {
    const { status, body } = await app.get(`/credits/balance/${appId}`, await app.as("usr_new"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ appId, balance: 0, totalPurchased: 0, totalConsumed: 0, available: 0 });
    expect(body).toMatchObject({ lastPurchaseAt: null, lastConsumedAt: null, held: 0, expiring: [] });
  });

  test("the balance shows lots that expire within 30 days, soonest first, and none that expires later", async () => {
    const { ownerId, headers } = await spender(5);
    const at = new Date("2026-01-01T00:00:00.000Z");
    const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000);
    for (const days of [20, 10, 31]) await grant(app, ownerId, days, { expiresAt: inDays(days) });
    const { body } = await app.get("/credits/balance/central", {
      ...headers,
      ...(await app.as(ownerId, { iat: at.getTime() / 1000, exp: at.getTime() / 1000 + 60 })),
      "x-test-clock": at.toISOString(),
    });
    expect(body.expiring).toEqual([
      { amount: 10, expiresAt: "2026-01-11T00:00:00.000Z" },
      { amount: 20, expiresAt: "2026-01-21T00:00:00.000Z" },
    ]);
  });

  test("the balance is rejected without a credential", async () => {
    const { status, body, headers } = await app.get("/credits/balance/central");
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, code: "MISSING_TOKEN", details: {} });
    expect(headers["www-authenticate"]).toBe("Bearer");
  });
});

test("creditBalances lists the account's apps with credits and no other account", async () => {
  const { ownerId, headers } = await spender(5);
  await spender(9);
  await grant(app, ownerId, 3, { appId: "invoicer" });
  const { body } = await app.graphql("{ me { creditBalances { appId balance } } }", {}, headers);
  expect(body.data.me.creditBalances).toEqual([
    { appId: "central", balance: 5 },
    { appId: "invoicer", balance: 3 },
  ]);
});

test("a user asked for under several aliases shows the balances, and the name alone, in each", async () => {
  const { headers } = await spender(5);
  const query = `{ a: me { creditBalances { balance } } b: me { id } c: me { ...Balances } }
    fragment Balances on User { name creditBalances { appId balance } }`;
  const { body } = await app.graphql(query, {}, headers);
  expect(body.errors).toBeUndefined();
  expect(body.data).toMatchObject({
    a: { creditBalances: [{ balance: 5 }] },
    c: { creditBalances: [{ appId: "central", balance: 5 }] },
  });
});

describe("POST /credits/check-sufficient", () => {
  const check = (body: object, headers: Record<string, string>) =>
    app.post("/credits/check-sufficient", body, headers);

  test.each([
    [9.99, true],
    [10, true],
    [10.01, false],
  ])("10 credits against %d: %s, and nothing is set aside", async (requiredAmount, sufficient) => {
    const { ownerId, headers } = await spender(10);
    const { status, body } = await check({ appId: "central", requiredAmount }, headers);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, sufficient, currentBalance: 10, requiredAmount });
    expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
  });

  test("the check compares with the available credits, and returns the balance", async () => {
    const { headers } = await spender(10);
    await app.post("/credits/holds", { appId: "central", amount: 6, description: "h" }, headers);
    const { body } = await check({ appId: "central", requiredAmount: 5 }, headers);
    expect(body).toMatchObject({ sufficient: false, currentBalance: 10 });
  });

  test("the check rejects missing fields, a third decimal and a missing credential", async () => {
    const { headers } = await spender(1);
    expect((await check({ appId: "central" }, headers)).status).toBe(400);
    expect((await check({ requiredAmount: 1 }, headers)).status).toBe(400);
    expect((await check({ appId: "central", requiredAmount: 1.001 }, headers)).status).toBe(400);
    expect((await check({ appId: "central", requiredAmount: 1 }, {})).status).toBe(401);
  });
});
