import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import {
  requestCount,
  at,
  connect,
  control,
  createSaver,
  exchange,
  fault,
  hourMs,
  logIn,
  eventTypes,
} from "./bank-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ BANK_SEGMENT: "acme-bank" });
});
afterAll(() => app?.close());

const get = (path: string, headers: Record<string, string>) => app.get(`/integrations/bank${path}`, headers);

describe("link tokens", () => {
  test("a link token opens the provider's page with our webhook, also under the configured word", async () => {
    const saver = await createSaver(app, "free");
    for (const word of ["bank", "acme-bank"]) {
      const answer = await app.post(`/integrations/${word}/link-token`, { appId: "finance" }, saver.headers);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        linkToken: expect.stringMatching(/^link-sandbox-/),
        expiration: expect.stringMatching(/Z$/),
        requestId: expect.stringMatching(/^req_/),
      });
    }
  });

  test("a link token can repair a connection, but not another account's", async () => {
    const [owner, other] = [await createSaver(app), await createSaver(app)];
    const { connectionId } = await connect(app, owner);
    const body = { appId: "finance", connectionId };
    expect((await app.post("/integrations/bank/link-token", body, owner.headers)).status).toBe(200);
    const foreign = await app.post("/integrations/bank/link-token", body, other.headers);
    expect(foreign).toMatchObject({ status: 404, body: { code: "CONNECTION_NOT_FOUND" } });
  });

  test.each([
    [{ appId: "finance", products: [] }, "products"],
    [{ appId: "finance", products: ["gold"] }, "products"],
    [{ appId: "no-such-app" }, "appId"],
    [{}, "appId"],
  ])("refuse %j", async (body, path) => {
    const saver = await createSaver(app, "free");
    const answer = await app.post("/integrations/bank/link-token", body, saver.headers);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(JSON.stringify(answer.body.details.fields)).toContain(path);
  });
});

describe("an exchanged login", () => {
  test("an exchanged login is a connection with its accounts and first transactions, without using the 6 hours", async () => {
    const saver = await createSaver(app);
    const { answer, connectionId } = await connect(app, saver);
    expect(answer.body).toMatchObject({
      success: true,
      duplicate: false,
      shared: false,
      accountsAdded: 2,
      limit: { tier: "professional", limit: 10, usage: 2 },
      connection: {
        institutionName: "First Example Bank",
        status: "active",
        errorCode: null,
        apps: [{ appId: "finance", enabled: true }],
        accountCount: 2,
        products: ["transactions"],
        consentExpiresAt: null,
      },
    });
    expect(answer.body.connection.lastSyncedAt).not.toBeNull();
    expect(Date.parse(answer.body.connection.nextSyncAllowedAt)).toBeLessThanOrEqual(Date.now());
    const listed = await get("/transactions", saver.headers);
    expect(listed.body).toMatchObject({ total: 24, limit: 100, hasMore: false, nextCursor: null });
    expect(await eventTypes(app, connectionId)).toEqual(["bank.sync_completed", "bank.connected"]);
    expect((await get("/connections", saver.headers)).body.connections).toEqual([answer.body.connection]);
    expect((await get("/account-limit", saver.headers)).body).toEqual({
      tier: "professional",
      limit: 10,
      usage: 2,
    });
  });

  test("an exchanged login seals the provider's token for its row, and shows no id of the provider", async () => {
    const saver = await createSaver(app);
    const { connectionId, itemId, answer } = await connect(app, saver);
    const [row] = await app.database.query<{ sealed: string; all: string }>(
      "SELECT access_token_sealed AS sealed, c::text AS all FROM hub.bank_connections c WHERE id = $1",
      [connectionId],
    );
    expect(row!.sealed).toMatch(/^v1:/);
    expect(row!.all).not.toContain("access-sandbox");
    expect(answer.text).not.toContain(itemId);
    expect(app.logLines.join("\n")).not.toMatch(/(access|public|link)-sandbox-/);
  });

  test("a login exchanged twice is one connection: the second token stays unused, and the app joins", async () => {
    const saver = await createSaver(app);
    const first = await connect(app, saver, { login: `twice-${saver.id}` });
    const before = await requestCount(app, "/item/public_token/exchange");
    const again = await logIn(app, { login: first.login });
    const answer = await exchange(app, saver, again, { appId: "invoicer" });
    expect(answer.body).toMatchObject({
      duplicate: true,
      shared: true,
      accountsAdded: 0,
      limit: { usage: 2 },
      connection: {
        connectionId: first.connectionId,
        apps: [
          { appId: "finance", enabled: true },
          { appId: "invoicer", enabled: true },
        ],
      },
    });
    expect(await requestCount(app, "/item/public_token/exchange")).toBe(before);
    expect((await get("/connections", saver.headers)).body.connections).toHaveLength(1);
  });

  test("a login exchanged 20 times at once is one connection and one login at the provider", async () => {
    const saver = await createSaver(app);
    const login = `race-${saver.id}`;
    const logins = [];
    for (let index = 0; index < 6; index++) logins.push(await logIn(app, { login }));
    const before = await requestCount(app, "/item/public_token/exchange");
    const answers = await Promise.all(logins.map((one) => exchange(app, saver, one)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => !body.shared)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.connection.connectionId)).size).toBe(1);
    expect(await requestCount(app, "/item/public_token/exchange")).toBe(before + 1);
    expect((await get("/account-limit", saver.headers)).body.usage).toBe(2);
  });

  test("a duplicate login is recognized by its accounts when the page's metadata has none", async () => {
    const saver = await createSaver(app);
    const first = await connect(app, saver, { login: `silent-${saver.id}` });
    const again = await logIn(app, { login: first.login });
    const answer = await exchange(app, saver, { ...again, metadata: { ...again.metadata, accounts: [] } });
    expect(answer.body).toMatchObject({
      duplicate: true,
      shared: false,
      accountsAdded: 0,
      limit: { usage: 2 },
    });
    expect(answer.body.connection.connectionId).toBe(first.connectionId);
    const present = async () =>
      (await control(app, "/items")).items.map((one: { itemId: string }) => one.itemId);
    await until("the earlier login is ended", async () => !(await present()).includes(first.itemId));
    const { total } = (await get("/transactions", saver.headers)).body;
    expect(total).toBe(24);
  });

  test("a new login replaces a broken one, with its accounts and the notes of its transactions", async () => {
    const saver = await createSaver(app);
    const first = await connect(app, saver, { login: `broken-${saver.id}` });
    const listed = await get("/transactions", saver.headers);
    const { transactionId } = listed.body.transactions[3];
    const edited = await app.send(
      "PATCH",
      `/integrations/bank/transactions/${transactionId}`,
      saver.headers,
      { note: "for taxes" },
    );
    expect(edited.body.transaction.note).toBe("for taxes");
    await control(app, `/items/${first.itemId}/require-login`);
    await until("we know", async () => {
      const { body } = await get("/connections", saver.headers);
      return body.connections[0].status === "needs_reauth";
    });
    const again = await logIn(app, { login: first.login });
    const answer = await exchange(app, saver, again);
    expect(answer.body).toMatchObject({ duplicate: true, shared: false, accountsAdded: 0 });
    expect(answer.body.connection).toMatchObject({ connectionId: first.connectionId, status: "active" });
    const after = (await get("/transactions", saver.headers)).body.transactions;
    expect(after.map((one: { transactionId: string }) => one.transactionId).sort()).toEqual(
      listed.body.transactions.map((one: { transactionId: string }) => one.transactionId).sort(),
    );
    const kept = after.find((one: { transactionId: string }) => one.transactionId === transactionId);
    expect(kept.note).toBe("for taxes");
  });

  test("a login beyond the plan is rejected before its token is used, or after it by its accounts", async () => {
    const saver = await createSaver(app, "free");
    const login = await logIn(app, { accounts: 2 });
    const before = await requestCount(app, "/item/public_token/exchange");
    const refused = await exchange(app, saver, login);
    expect(refused).toMatchObject({
      status: 403,
      body: {
        success: false,
        code: "FORBIDDEN",
        requiredTier: "starter",
        currentTier: "free",
        details: { reason: "tier_required" },
      },
    });
    expect(refused.body.upgradeUrl).toContain("http");
    expect(await requestCount(app, "/item/public_token/exchange")).toBe(before);
    const lying = { ...login.metadata, accounts: login.metadata.accounts.slice(0, 1) };
    expect(await exchange(app, saver, { ...login, metadata: lying })).toMatchObject({
      status: 403,
      body: { details: { reason: "tier_required" } },
    });
    const { items } = await control(app, "/items");
    expect(items.map((one: { itemId: string }) => one.itemId)).not.toContain(login.itemId);
    expect((await get("/connections", saver.headers)).body.connections).toEqual([]);
    const left = await app.database.query("SELECT 1 FROM hub.bank_item_removals WHERE owner_id = $1", [
      saver.id,
    ]);
    expect(left).toEqual([]);
  });

  test("a login of another bank than the metadata's is rejected and ended", async () => {
    const saver = await createSaver(app);
    const login = await logIn(app);
    const metadata = { ...login.metadata, institutionId: "ins_109509" };
    const answer = await exchange(app, saver, { ...login, metadata });
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    const { items } = await control(app, "/items");
    expect(items.map((one: { itemId: string }) => one.itemId)).not.toContain(login.itemId);
  });

  test("an exchange with an invalid or used token is 400", async () => {
    const saver = await createSaver(app);
    const login = await logIn(app);
    const bad = await exchange(app, saver, { ...login, publicToken: "public-sandbox-none" });
    expect(bad).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(bad.body.details.fields[0].path).toBe("publicToken");
  });

  test("an exchange replayed with its key returns the same, and exchanges once", async () => {
    const saver = await createSaver(app);
    const login = await logIn(app);
    const headers = { "idempotency-key": "link-once" };
    const first = await exchange(app, saver, login, { headers });
    const again = await exchange(app, saver, login, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });
});

describe("a duplicate check", () => {
  test("a duplicate check separates known accounts from new ones, is read-only, and exchanges nothing", async () => {
    const saver = await createSaver(app, "starter");
    const first = await connect(app, saver);
    const { institutionId, accounts } = first.metadata;
    const before = await requestCount(app, "/item/public_token/exchange");
    const ask = async (list: unknown[]) =>
      (
        await app.post(
          "/integrations/bank/check-duplicate",
          { metadata: { institutionId, institutionName: "x", accounts: list } },
          saver.headers,
        )
      ).body;
    const extra = [1, 2].map((n) => ({ name: `New ${n}`, mask: "0000", subtype: "checking" }));
    expect(await ask(accounts)).toMatchObject({
      success: true,
      duplicate: true,
      connectionId: first.connectionId,
      institutionId,
      newAccounts: [],
      wouldExceedLimit: false,
      limit: 3,
      usage: 2,
    });
    const named = { ...accounts[0], name: accounts[0].name.toUpperCase() };
    const mixed = await ask([named, ...extra]);
    expect(mixed).toMatchObject({ duplicate: true, newAccounts: extra, wouldExceedLimit: true });
    expect(mixed.matchedAccounts).toHaveLength(1);
    expect(await ask(extra.slice(0, 1))).toMatchObject({
      duplicate: false,
      connectionId: null,
      matchedAccounts: [],
      wouldExceedLimit: false,
    });
    expect(await requestCount(app, "/item/public_token/exchange")).toBe(before);
  });
});

describe("accounts and balances", () => {
  test("accounts are listed with their balances, in their currency", async () => {
    const saver = await createSaver(app);
    const { connectionId } = await connect(app, saver, { accounts: 3 });
    const { accounts } = (await get(`/accounts/${connectionId}`, saver.headers)).body;
    expect(accounts[2]).toEqual({
      accountId: expect.stringMatching(/^bacc_/),
      connectionId,
      name: "Credit Card",
      officialName: "Diamond Credit Card",
      mask: expect.stringMatching(/^\d{4}$/),
      type: "credit",
      subtype: "credit card",
      currency: "USD",
      balances: { current: 410, available: 1590, limit: 2000, asOf: expect.any(String) },
      verificationStatus: null,
      isActive: true,
    });
  });

  test("balances are requested from the bank once per 5 minutes, also by ten parallel requests", async () => {
    const saver = await createSaver(app);
    const { connectionId } = await connect(app, saver);
    const path = `/balances/${connectionId}`;
    const before = await requestCount(app, "/accounts/balance/get");
    const fresh = await get(path, saver.headers);
    expect(fresh.body.balances[0]).toMatchObject({ current: 1204.37, available: 1104.37, currency: "USD" });
    expect(await requestCount(app, "/accounts/balance/get")).toBe(before);
    const later = { ...saver.headers, ...at(new Date(Date.now() + 6 * 60_000)) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(path, later)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await requestCount(app, "/accounts/balance/get")).toBe(before + 1);
  });

  test("balances of a login that needs repair are the stored ones, and its status is updated", async () => {
    const saver = await createSaver(app);
    const { connectionId, itemId } = await connect(app, saver);
    await control(app, "/webhooks/faults", { drop: true });
    await control(app, `/items/${itemId}/require-login`);
    await control(app, "/webhooks/faults", {});
    const later = { ...saver.headers, ...at(new Date(Date.now() + hourMs)) };
    const answer = await get(`/balances/${connectionId}`, later);
    expect(answer.status).toBe(200);
    expect(answer.body.balances).toHaveLength(2);
    const { connections } = (await get("/connections", saver.headers)).body;
    expect(connections[0]).toMatchObject({ status: "needs_reauth", errorCode: "ITEM_LOGIN_REQUIRED" });
    expect(await eventTypes(app, connectionId)).toContain("bank.needs_reauth");
  });
});

describe("apps of a connection", () => {
  test("apps can be enabled and disabled, and an app does not see connections it is not enabled for", async () => {
    const saver = await createSaver(app);
    const { connectionId } = await connect(app, saver);
    const toggle = (enabled: boolean, appId = "invoicer") =>
      app.send("PUT", "/integrations/bank/toggle-app", saver.headers, { connectionId, appId, enabled });
    const forInvoicer = { ...saver.headers, "x-app-id": "invoicer" };
    expect((await get(`/accounts/${connectionId}`, forInvoicer)).status).toBe(404);
    expect((await get("/transactions", forInvoicer)).body.total).toBe(0);
    expect((await toggle(true)).body).toMatchObject({
      success: true,
      connectionId,
      appId: "invoicer",
      enabled: true,
      apps: [
        { appId: "finance", enabled: true },
        { appId: "invoicer", enabled: true },
      ],
    });
    expect((await get(`/accounts/${connectionId}`, forInvoicer)).status).toBe(200);
    expect((await get("/transactions", forInvoicer)).body.total).toBe(24);
    await toggle(false);
    expect((await get("/connections", forInvoicer)).body.connections).toEqual([]);
    expect((await toggle(true, "nobodys-app")).status).toBe(400);
  });
});

describe("a disconnected login", () => {
  test("a disconnected login loses its token here and at the provider; imported data stays", async () => {
    const saver = await createSaver(app);
    const { connectionId, itemId } = await connect(app, saver);
    const path = `/integrations/bank/disconnect/${connectionId}`;
    const answer = await app.send("DELETE", path, saver.headers);
    expect(answer.body).toEqual({ success: true, connectionId, status: "disconnected" });
    const { items } = await control(app, "/items");
    expect(items.map((one: { itemId: string }) => one.itemId)).not.toContain(itemId);
    const [row] = await app.database.query(
      "SELECT access_token_sealed, item_id, status FROM hub.bank_connections WHERE id = $1",
      [connectionId],
    );
    expect(row).toEqual({ access_token_sealed: null, item_id: null, status: "disconnected" });
    expect((await app.send("DELETE", path, saver.headers)).body).toEqual(answer.body);
    expect((await get("/account-limit", saver.headers)).body.usage).toBe(0);
    expect((await get("/transactions", saver.headers)).body.total).toBe(24);
    expect((await eventTypes(app, connectionId)).filter((type) => type === "bank.disconnected")).toHaveLength(
      1,
    );
  });

  test("a disconnected login is ended at the provider later when that is unreachable", async () => {
    const saver = await createSaver(app);
    const { connectionId, itemId } = await connect(app, saver);
    await fault(app, { status: 500 });
    const answer = await app.send("DELETE", `/integrations/bank/disconnect/${connectionId}`, saver.headers);
    await fault(app, null);
    expect(answer.status).toBe(200);
    await until("a job has ended it", async () => {
      await app.database.query(
        `UPDATE jobs.job SET start_after = now() WHERE name = 'remove-bank-item' AND state IN ('created', 'retry')
           AND data->>'removalId' IN (SELECT id FROM hub.bank_item_removals WHERE connection_id = $1)`,
        [connectionId],
      );
      const { items } = await control(app, "/items");
      return !items.some((one: { itemId: string }) => one.itemId === itemId);
    });
    await until("the note is gone", async () => {
      const sql = "SELECT 1 FROM hub.bank_item_removals WHERE connection_id = $1";
      return (await app.database.query(sql, [connectionId])).length === 0;
    });
  });
});

describe("institutions", () => {
  test("institutions are found by name, and one shows its health", async () => {
    const { headers } = await createSaver(app, "free");
    const found = await get("/institutions?query=gingham", headers);
    expect(found.body).toMatchObject({
      success: true,
      total: 1,
      institutions: [{ institutionId: "ins_109509", oauth: false, status: "unknown", countryCodes: ["US"] }],
    });
    expect(found.body.institutions[0].logoUrl).toMatch(/^data:image\/png;base64,/);
    expect((await get("/institutions?query=example&limit=2", headers)).body.institutions).toHaveLength(2);
    const one = await get("/institutions/ins_127287", headers);
    expect(one.body.institution).toMatchObject({ oauth: true, status: "healthy" });
    const none = await get("/institutions/ins_0", headers);
    expect(none).toMatchObject({ status: 404, body: { code: "INSTITUTION_NOT_FOUND" } });
  });

  test.each(["", "?query=a", "?query=ab&limit=0", "?query=ab&limit=51"])("refuse %s", async (query) => {
    const { headers } = await createSaver(app, "free");
    expect((await get(`/institutions${query}`, headers)).status).toBe(400);
  });
});
