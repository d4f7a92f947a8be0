import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseKey } from "../../../src/access/key-format.ts";
import { keyScopes } from "../../../src/access/scopes.ts";
import type { Answer } from "../../support/app.ts";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { createKeyOwner, newKeyBody } from "./key-owners.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

describe("creating a key", () => {
  test("returns the record with the secret once, and no secret in later reads", async () => {
    const { headers } = await createKeyOwner(app);
    const { status, body } = await app.post(
      "/api-keys",
      { name: "Shop", scopes: ["read:invoices"] },
      headers,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      webhookSecret: null,
      key: expect.stringMatching(/^hub_live_/),
    });
    expect(parseKey(body.key)).toEqual({ kind: "hub_live", valid: true });
    expect(body.apiKey).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: "Shop",
      keyPreview: `hub_live_${body.key.slice(9, 13)}…${body.key.slice(-4)}`,
      status: "active",
      environment: "live",
      scopes: ["read:invoices"],
      appIds: null,
      allowedIps: [],
      rateLimits: { requestsPerHour: 250, requestsPerDay: 1000, requestsPerMonth: 30000 },
      usageStats: { totalRequests: 0, requestsThisHour: 0, requestsToday: 0, requestsThisMonth: 0 },
      webhookUrls: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.apiKey.createdAt,
      lastUsedAt: null,
      expiresAt: null,
      isExpired: false,
      previousKeyExpiresAt: null,
      revokedAt: null,
    });
    const { text, body: read } = await app.get(`/api-keys/${body.apiKey.id}`, headers);
    expect(read).toEqual({ success: true, apiKey: body.apiKey });
    expect(text).not.toContain(body.key);
  });

  test("a test key is marked as such, and every field of the body is stored", async () => {
    const { headers } = await createKeyOwner(app, { plan: "business" });
    const wanted = {
      name: "CI",
      scopes: ["webhooks", "read:invoices"],
      environment: "test",
      expiresInDays: 30,
      webhookUrls: ["https://hooks.example.com/in"],
      allowedIps: ["203.0.113.7", "2001:db8::1/32", "10.1.2.3/8"],
      appIds: ["invoicer"],
      rateLimits: { requestsPerHour: 100 },
    };
    const at = { "x-test-clock": "2030-01-01T00:00:00.000Z" };
    const { status, body } = await app.post("/api-keys", wanted, { ...headers, ...at });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.key).toMatch(/^hub_test_/);
    expect(body.webhookSecret).toMatch(/^whsec_/);
    expect(body.apiKey).toMatchObject({
      environment: "test",
      expiresAt: "2030-01-31T00:00:00.000Z",
      webhookUrls: ["https://hooks.example.com/in"],
      allowedIps: ["203.0.113.7/32", "2001:db8::/32", "10.0.0.0/8"],
      appIds: ["invoicer"],
      rateLimits: { requestsPerHour: 100, requestsPerDay: 50000, requestsPerMonth: 500000 },
    });
  });

  test("limits of a key are those of the tier", async () => {
    const limits = async (tiers: Parameters<typeof createKeyOwner>[1]) => {
      const { headers } = await createKeyOwner(app, tiers);
      const { rateLimits } = (await app.post("/api-keys", newKeyBody, headers)).body.apiKey;
      return Object.values(rateLimits);
    };
    expect(await limits({ invoicerTier: "integration" })).toEqual([250, 1000, 30000]);
    expect(await limits({ invoicerTier: "business" })).toEqual([-1, -1, -1]);
    expect(await limits({ plan: "business" })).toEqual([7500, 50000, 500000]);
    expect(await limits({ plan: "enterprise" })).toEqual([-1, -1, -1]);
  });

  test("creating a key without the tier is 403 with the documented fields at top level and in details", async () => {
    for (const plan of ["free", "starter", "professional"] as const) {
      const { headers } = await createKeyOwner(app, { plan });
      const { status, body } = await app.post("/api-keys", newKeyBody, headers);
      const facts = {
        requiredTier: "integration",
        currentTier: "free",
        upgradeUrl: "http://hub.example/settings",
      };
      expect([plan, status]).toEqual([plan, 403]);
      expect(body).toMatchObject({ success: false, code: "FORBIDDEN", ...facts });
      expect(body.details).toEqual({ reason: "tier_required", ...facts });
    }
  });

  test("all faults of a key's input are reported at once", async () => {
    const { headers } = await createKeyOwner(app);
    const paths = async (body: object) =>
      (await app.post("/api-keys", body, headers)).body.details.fields.map(
        ({ path }: { path: string }) => path,
      );
    expect(
      await paths({ name: "", scopes: [], expiresInDays: 366, color: "red", environment: "prod" }),
    ).toEqual(expect.arrayContaining(["name", "scopes", "expiresInDays", "color", "environment"]));
    expect(
      await paths({
        ...newKeyBody,
        expiresAt: new Date(Date.now() + 3_500_000).toISOString(),
        webhookUrls: ["https://ok.example/x", "http://plain.example/", "https://10.0.0.1/"],
        allowedIps: ["10.0.0.0/33", "somewhere", "::ffff:10.0.0.1", "1.2.3.4"],
        appIds: ["invoicer", "no-such-app"],
        rateLimits: { requestsPerHour: 251, requestsPerDay: 1000 },
      }),
    ).toEqual([
      "appIds.1",
      "expiresAt",
      "allowedIps.0",
      "allowedIps.1",
      "allowedIps.2",
      "webhookUrls",
      "webhookUrls.1",
      "webhookUrls.2",
      "rateLimits.requestsPerHour",
    ]);
    const both = { ...newKeyBody, expiresInDays: 3, expiresAt: new Date(Date.now() + 9e7).toISOString() };
    expect(await paths(both)).toEqual(["expiresAt"]);
    for (const scope of ["read:api-keys", "admin:all", "read:*", "update:payroll"]) {
      expect([scope, await paths({ ...newKeyBody, scopes: [scope] })]).toEqual([scope, ["scopes.0"]]);
    }
  });

  test("every scope of the platform's list can be granted, and a delegated token grants only scopes it has", async () => {
    const { ownerId, headers } = await createKeyOwner(app);
    const all = await app.post("/api-keys", { name: "All", scopes: keyScopes }, headers);
    expect(all.body.apiKey.scopes).toEqual(keyScopes);
    const narrow = await app.as(ownerId, { scope: "write:api-keys read:invoices", apps: ["invoicer"] });
    const wide = await app.post(
      "/api-keys",
      { name: "Wide", scopes: ["read:invoices", "write:invoices"] },
      narrow,
    );
    expect(wide.body.details.fields).toMatchObject([{ path: "scopes.1", rule: "held" }]);
    const elsewhere = { name: "Else", scopes: ["read:invoices"], appIds: ["payroll"] };
    expect((await app.post("/api-keys", elsewhere, narrow)).body.details.fields).toMatchObject([
      { path: "appIds.0" },
    ]);
    const good = await app.post("/api-keys", { name: "Ok", scopes: ["read:invoices"] }, narrow);
    expect(good.body.apiKey.appIds).toEqual(["invoicer"]);
    const { status, body } = await app.get("/api-keys", narrow);
    expect([status, body.details.requiredScope]).toEqual([403, "read:api-keys"]);
  });

  test("of twenty-five parallel requests exactly twenty create a key; expired and revoked keys do not count", async () => {
    const { headers } = await createKeyOwner(app);
    const past = { "x-test-clock": new Date(Date.now() - 10 * 86_400_000).toISOString() };
    const old = { ...newKeyBody, expiresInDays: 1 };
    expect((await app.post("/api-keys", old, { ...headers, ...past })).status).toBe(201);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => app.post("/api-keys", newKeyBody, headers)),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect([made.length, refused.length]).toEqual([20, 5]);
    for (const { status, body } of refused) {
      expect([status, body.code, body.details]).toEqual([
        409,
        "API_KEY_LIMIT_REACHED",
        { limit: 20, remaining: 0 },
      ]);
    }
    await app.send("DELETE", `/api-keys/${made[0]!.body.apiKey.id}`, { headers });
    expect((await app.post("/api-keys", newKeyBody, headers)).status).toBe(201);
  });

  test("a key cannot create or read keys; without a credential it is 401", async () => {
    const { headers } = await createKeyOwner(app);
    const { key } = (await app.post("/api-keys", { name: "All", scopes: keyScopes }, headers)).body;
    for (const answer of [
      await app.post("/api-keys", newKeyBody, { "x-api-key": key }),
      await app.get("/api-keys", { "x-api-key": key }),
    ]) {
      expect([answer.status, answer.body.details.reason]).toEqual([403, "scope_missing"]);
    }
    expect((await app.get("/api-keys")).body.code).toBe("MISSING_TOKEN");
    expect((await app.post("/api-keys", newKeyBody)).body.code).toBe("MISSING_TOKEN");
  });
});

describe("listing keys", () => {
  test("keys are paged newest first and by status; the deprecated path returns the same and says so", async () => {
    const { headers } = await createKeyOwner(app);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.unshift((await app.post("/api-keys", { ...newKeyBody, name }, headers)).body.apiKey.id);
    }
    await app.send("DELETE", `/api-keys/${ids[0]}`, { headers });
    const idsOf = ({ body }: Answer) => body.apiKeys.map(({ id }: { id: string }) => id);
    const all = await app.get("/api-keys", headers);
    expect(idsOf(all)).toEqual(ids);
    expect(all.body.pagination).toEqual({ limit: 20, offset: 0, total: 3 });
    expect(all.headers).not.toHaveProperty("deprecation");
    expect(idsOf(await app.get("/api-keys?status=active&limit=1&offset=1", headers))).toEqual([ids[2]]);
    expect(idsOf(await app.get("/api-keys?status=revoked", headers))).toEqual([ids[0]]);
    const old = await app.get("/user-api-keys", headers);
    expect(old.text).toBe(all.text);
    expect(old.headers["deprecation"]).toMatch(/^@\d+$/);
    expect(old.headers["link"]).toContain("</api-keys>");
    expect(
      (await app.get("/api-keys?limit=0&offset=-1&status=old&page=2", headers)).body.details.fields,
    ).toHaveLength(4);
  });

  test("another account's key is indistinguishable from a missing one", async () => {
    const owner = await createKeyOwner(app);
    const { id } = (await app.post("/api-keys", newKeyBody, owner.headers)).body.apiKey;
    const { headers } = await createKeyOwner(app);
    const missing = "key_00000000000000000000000000";
    for (const [method, suffix, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "mine" }],
      ["DELETE", "", undefined],
      ["POST", "/rotate", {}],
      ["GET", "/usage", undefined],
    ] as const) {
      const theirs = await app.send(method, `/api-keys/${id}${suffix}`, { headers, body });
      const none = await app.send(method, `/api-keys/${missing}${suffix}`, { headers, body });
      expect([method, theirs.status, theirs.body.code]).toEqual([method, 404, "API_KEY_NOT_FOUND"]);
      expect(withoutRequestId(theirs.body)).toEqual(withoutRequestId(none.body));
    }
    expect((await app.get("/api-keys", headers)).body.pagination.total).toBe(0);
  });
});

describe("changing a key", () => {
  test("an update sets given fields, keeps the rest, and clears by null", async () => {
    const { headers } = await createKeyOwner(app);
    const made = { ...newKeyBody, scopes: ["read:invoices", "webhooks"], allowedIps: ["10.0.0.0/8"] };
    const { apiKey } = (await app.post("/api-keys", made, headers)).body;
    const patch = async (body: object) => app.send("PATCH", `/api-keys/${apiKey.id}`, { headers, body });
    const named = await patch({ name: "New", rateLimits: { requestsPerDay: 10 } });
    expect(named.body).toMatchObject({ success: true, webhookSecret: null });
    expect(named.body.apiKey).toMatchObject({ name: "New", allowedIps: ["10.0.0.0/8"], scopes: made.scopes });
    expect(named.body.apiKey.rateLimits).toMatchObject({ requestsPerHour: 250, requestsPerDay: 10 });
    const hooked = await patch({ webhookUrls: ["https://hooks.example.com/a"] });
    expect(hooked.body.webhookSecret).toMatch(/^whsec_/);
    const again = await patch({
      webhookUrls: ["https://hooks.example.com/b"],
      allowedIps: null,
      rateLimits: null,
    });
    expect(again.body.webhookSecret).toBeNull();
    expect(again.body.apiKey).toMatchObject({ allowedIps: [], rateLimits: { requestsPerDay: 1000 } });
    const unscoped = await patch({ scopes: ["read:invoices"] });
    expect(unscoped.body.details.fields).toMatchObject([{ path: "webhookUrls", rule: "scope" }]);
    const shrunk = await patch({ scopes: ["read:invoices"], webhookUrls: [] });
    expect(shrunk.body.apiKey).toMatchObject({ scopes: ["read:invoices"], webhookUrls: [] });
    const grown = await patch({ scopes: ["read:invoices", "webhooks"] });
    expect([grown.status, grown.body.details.fields]).toMatchObject([
      400,
      [{ path: "scopes.1", rule: "shrink" }],
    ]);
  });

  test("a reduced scope applies to the key's next request", async () => {
    const { headers } = await createKeyOwner(app);
    const made = { ...newKeyBody, scopes: ["read:credits", "write:credits"] };
    const { apiKey, key } = (await app.post("/api-keys", made, headers)).body;
    const balance = () => app.get("/credits/balance/central", { "x-api-key": key });
    expect((await balance()).status).toBe(200);
    await app.send("PATCH", `/api-keys/${apiKey.id}`, { headers, body: { scopes: ["write:credits"] } });
    expect((await balance()).body.details).toEqual({
      reason: "scope_missing",
      requiredScope: "read:credits",
    });
  });
});
