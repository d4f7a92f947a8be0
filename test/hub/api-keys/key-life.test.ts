import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceExpiringKeys } from "../../../subgraphs/hub/api-keys/expiring-keys.service.ts";
import type { HubApp } from "../support/hub-app.ts";
import { openSharedHubApp } from "../support/shared-hub-app.ts";
import { createKeyOwner, makeKey, newKeyBody, setTiers } from "./key-owners.ts";

let app: HubApp;
beforeAll(async () => {
  app = await openSharedHubApp();
});
afterAll(() => app?.close());

const dayMs = 86_400_000;
const from = (base: string | number | Date, ms: number) => ({
  "x-test-clock": new Date(new Date(base).getTime() + ms).toISOString(),
});
const balance = (headers: Record<string, string>, remoteAddress?: string) =>
  app.send("GET", "/credits/balance/central", { headers, ...(remoteAddress ? { remoteAddress } : {}) });

async function eventsOf(objectId: string): Promise<{ type: string; payload: Record<string, unknown> }[]> {
  return app.database.query(
    "SELECT type, payload FROM hub.outbox_events WHERE object_id = $1 ORDER BY sequence",
    [objectId],
  );
}

describe("revoking", () => {
  test("revoking ends a key on its very next request, and is idempotent", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey } = await makeKey(app, owner);
    expect((await balance(asKey)).status).toBe(200);
    const first = await app.send("DELETE", `/api-keys/${id}`, { headers: owner.headers });
    expect((await balance(asKey)).body.code).toBe("UNAUTHORIZED");
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ success: true, id, status: "revoked", revokedAt: expect.any(String) });
    const second = await app.send("DELETE", `/api-keys/${id}`, { headers: owner.headers });
    expect([second.status, second.text]).toEqual([200, first.text]);
    const { apiKey } = (await app.get(`/api-keys/${id}`, owner.headers)).body;
    expect(apiKey).toMatchObject({ status: "revoked", revokedAt: first.body.revokedAt });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["api_key.created", "api_key.revoked"]);
  });

  test("a revoked key cannot be changed or rotated", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner);
    await app.send("DELETE", `/api-keys/${id}`, { headers: owner.headers });
    for (const [method, path, body] of [
      ["PATCH", "", { name: "x" }],
      ["POST", "/rotate", {}],
    ] as const) {
      const answer = await app.send(method, `/api-keys/${id}${path}`, { headers: owner.headers, body });
      expect([answer.status, answer.body.code]).toEqual([409, "INVALID_STATE"]);
      expect(answer.body.details).toEqual({ currentState: "revoked", allowed: ["active"] });
    }
  });
});

describe("expiry", () => {
  test("an expired key is rejected from its exact expiry, and is shown as expired while its status stays active", async () => {
    const owner = await createKeyOwner(app);
    const expiresAt = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const { id, asKey } = await makeKey(app, owner, { expiresAt });
    expect((await balance({ ...asKey, ...from(expiresAt, -1) })).status).toBe(200);
    expect((await balance({ ...asKey, ...from(expiresAt, 0) })).status).toBe(401);
    const shown = async (ms: number) =>
      (await app.get(`/api-keys/${id}`, { ...owner.headers, ...from(expiresAt, ms) })).body.apiKey;
    expect(await shown(-1)).toMatchObject({ status: "active", isExpired: false });
    expect(await shown(0)).toMatchObject({ status: "active", isExpired: true, expiresAt });
    const rotated = await app.send("POST", `/api-keys/${id}/rotate`, {
      headers: { ...owner.headers, ...from(expiresAt, 0) },
      body: {},
    });
    expect(rotated.body.details).toEqual({ currentState: "expired", allowed: ["active"] });
  });

  test("expiry is announced once each 14, 3 and 0 days before", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner, { expiresInDays: 30 });
    const { expiresAt } = (await app.get(`/api-keys/${id}`, owner.headers)).body.apiKey;
    const told: number[] = [];
    for (let day = 30; day >= -2; day--) {
      const at = new Date(new Date(expiresAt).getTime() - day * dayMs + 60_000);
      const before = (await eventsOf(id)).length;
      await announceExpiringKeys(app.contextFor(null, { at }));
      await announceExpiringKeys(app.contextFor(null, { at }));
      const events = (await eventsOf(id)).slice(before);
      for (const { type, payload } of events) {
        expect([type, payload["id"], payload["expiresAt"]]).toEqual(["api_key.expiring", id, expiresAt]);
        told.push(day);
      }
    }
    expect(told).toEqual([14, 3, 1]);
  });
});

describe("rotating", () => {
  test("rotating gives a new key at once, and the old one exactly its grace period", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey: old } = await makeKey(app, owner);
    const { status, body } = await app.post(`/api-keys/${id}/rotate`, { graceSeconds: 60 }, owner.headers);
    expect([status, body.success]).toEqual([200, true]);
    const { key, apiKey, previousKeyExpiresAt } = body;
    expect(apiKey).toMatchObject({
      id,
      previousKeyExpiresAt,
      keyPreview: expect.stringContaining(key.slice(-4)),
    });
    expect((await balance({ "x-api-key": key })).status).toBe(200);
    expect((await balance({ ...old, ...from(previousKeyExpiresAt, -1) })).status).toBe(200);
    expect((await balance({ ...old, ...from(previousKeyExpiresAt, 0) })).status).toBe(401);
    const bad = await app.post(`/api-keys/${id}/rotate`, { graceSeconds: 604_801 }, owner.headers);
    expect(bad.body.details.fields).toMatchObject([{ path: "graceSeconds" }]);
  });

  test("rotating without grace ends the old key on its next request; a second rotation ends the one before", async () => {
    const owner = await createKeyOwner(app);
    const { id, asKey: first } = await makeKey(app, owner);
    expect((await balance(first)).status).toBe(200);
    const rotate = async (body: object) =>
      (await app.post(`/api-keys/${id}/rotate`, body, owner.headers)).body.key as string;
    const second = await rotate({});
    expect((await balance(first)).status).toBe(200);
    const third = await rotate({ graceSeconds: 0 });
    const statuses = await Promise.all(
      [first, { "x-api-key": second }, { "x-api-key": third }].map((as) => balance(as)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  test("rotating again with the same idempotency key shows the same new key for ten minutes, then none", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner);
    const start = Date.now();
    const rotate = (ms: number) =>
      app.post(
        `/api-keys/${id}/rotate`,
        {},
        { ...owner.headers, "idempotency-key": "r1", ...from(start, ms) },
      );
    const first = await rotate(0);
    const soon = await rotate(10 * 60_000 - 1);
    expect([soon.text, soon.headers["idempotent-replayed"]]).toEqual([first.text, "true"]);
    const late = await rotate(10 * 60_000);
    expect(late.body).toEqual({ ...first.body, key: null });
    expect((await balance({ "x-api-key": first.body.key })).status).toBe(200);
  });
});

describe("addresses", () => {
  test("a key works from its networks only, IPv4 and IPv6", async () => {
    const owner = await createKeyOwner(app);
    const { asKey } = await makeKey(app, owner, { allowedIps: ["203.0.113.0/24", "2001:db8::/32"] });
    for (const ip of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1::9"]) {
      expect([ip, (await balance(asKey, ip)).status]).toEqual([ip, 200]);
    }
    for (const ip of ["203.0.114.1", "127.0.0.1", "2001:db9::1", "::1"]) {
      const { status, body } = await balance(asKey, ip);
      expect([ip, status, body.code, body.details]).toEqual([
        ip,
        403,
        "FORBIDDEN",
        { reason: "ip_not_allowed" },
      ]);
    }
  });

  test("the client's address is taken from trusted proxies only", async () => {
    const owner = await createKeyOwner(app);
    const { asKey } = await makeKey(app, owner, { allowedIps: ["203.0.113.9"] });
    const forwarded = { ...asKey, "x-forwarded-for": "203.0.113.9" };
    expect((await balance(forwarded, "198.51.100.1")).status).toBe(403);
    expect((await balance(forwarded, "192.0.2.1")).status).toBe(200);
    const lying = { ...asKey, "x-forwarded-for": "203.0.113.9, 198.51.100.1" };
    expect((await balance(lying, "192.0.2.1")).status).toBe(403);
  });

  test("addresses are checked before the app, the tier and the scope", async () => {
    const owner = await createKeyOwner(app);
    const { asKey } = await makeKey(app, owner, { allowedIps: ["203.0.113.9"], appIds: ["invoicer"] });
    await setTiers(app, owner.ownerId, {});
    const late = from(Date.now(), 8 * dayMs);
    const elsewhere = { ...asKey, ...late, "x-app-id": "payroll" };
    const reason = async (headers: Record<string, string>, ip: string, path = "/credits/balance/invoicer") =>
      (await app.send("GET", path, { headers, remoteAddress: ip })).body.details.reason;
    expect(await reason(elsewhere, "203.0.113.8")).toBe("ip_not_allowed");
    expect(await reason(elsewhere, "203.0.113.9")).toBe("app_not_allowed");
    expect(await reason({ ...asKey, ...late }, "203.0.113.9", "/api-keys")).toBe("tier_required");
  });
});

describe("a downgrade", () => {
  test("after a downgrade keys are read-only for 7 days, then suspended until an upgrade", async () => {
    const owner = await createKeyOwner(app);
    const { asKey } = await makeKey(app, owner, { scopes: ["read:credits", "write:credits"] });
    const body = { appId: "central", amount: 1, description: "x" };
    const write = (headers: Record<string, string>) => app.post("/credits/check-sufficient", body, headers);
    const consume = (headers: Record<string, string>) => app.post("/credits/consume", body, headers);
    expect((await consume(asKey)).body.code).toBe("INSUFFICIENT_CREDITS");
    await setTiers(app, owner.ownerId, { plan: "starter" });
    const [{ ended_at }] = (await app.database.query(
      "SELECT ended_at FROM hub.api_access_ends WHERE owner_id = $1",
      [owner.ownerId],
    )) as [{ ended_at: string }];
    const last = from(ended_at, 7 * dayMs - 1000);
    const over = from(ended_at, 7 * dayMs + 1000);
    expect((await balance({ ...asKey, ...last })).status).toBe(200);
    for (const answer of [await consume(asKey), await balance({ ...asKey, ...over })]) {
      const facts = {
        requiredTier: "integration",
        currentTier: "free",
        upgradeUrl: "http://hub.example/settings",
      };
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: "FORBIDDEN",
        ...facts,
        details: { reason: "tier_required", ...facts },
      });
    }
    expect((await write({ ...asKey, ...over })).status).toBe(403);
    await setTiers(app, owner.ownerId, { plan: "business" });
    expect((await balance(asKey)).status).toBe(200);
    expect((await consume(asKey)).body.code).toBe("INSUFFICIENT_CREDITS");
  });

  test("after a downgrade the owner lists keys for 7 days, and may revoke them even later", async () => {
    const owner = await createKeyOwner(app);
    const { id } = await makeKey(app, owner);
    await setTiers(app, owner.ownerId, {});
    const later = { ...owner.headers, ...from(Date.now(), 8 * dayMs) };
    expect((await app.get("/api-keys", owner.headers)).body.pagination.total).toBe(1);
    expect((await app.post("/api-keys", newKeyBody, owner.headers)).status).toBe(403);
    expect(
      (await app.send("PATCH", `/api-keys/${id}`, { headers: owner.headers, body: { name: "x" } })).status,
    ).toBe(403);
    const { status, body } = await app.get("/api-keys", later);
    expect([status, body.requiredTier]).toEqual([403, "integration"]);
    expect((await app.send("DELETE", `/api-keys/${id}`, { headers: later })).status).toBe(200);
    await setTiers(app, owner.ownerId, { invoicerTier: "integration" });
    expect((await app.get("/api-keys", later)).body.pagination.total).toBe(1);
  });

  test("an account that never had the tier lists no keys", async () => {
    const { headers } = await createKeyOwner(app, { plan: "professional" });
    const { status, body } = await app.get("/api-keys", headers);
    expect([status, body.details.reason, body.currentTier]).toEqual([403, "tier_required", "free"]);
  });
});
