import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateKey, hashKey, keyPreview, type KeyKind } from "../../../src/access/key-format.ts";
import { demoServiceAccounts } from "../../../src/demo-identities.ts";
import { newId } from "../../../src/ids.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { keyPepper } from "../support/hub-ports.ts";
import { createSpender } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const balance = (headers: Record<string, string>, path = "/credits/balance/central") =>
  app.get(path, headers);
const asKey = (key: string) => ({ "x-api-key": key });
const backend = { authorization: `Bearer ${demoServiceAccounts[0]!.key}` };

interface NewKey {
  kind?: KeyKind;
  ownerId?: string;
  scopes?: string[];
  appIds?: string[] | null;
  expiresAt?: Date | null;
}

async function createKey({
  kind = "hub_live",
  ownerId = "demo-ira",
  scopes = ["read:credits"],
  appIds = null,
  expiresAt = null,
}: NewKey = {}): Promise<{ id: string; key: string }> {
  const [id, key] = [newId("key"), generateKey(kind)];
  await app.database.query(
    `INSERT INTO hub.api_keys (id, owner_id, name, key_hash, key_preview, status, scopes, app_ids, livemode, created_at, expires_at)
     VALUES ($1, $2, 'Test', $3, $4, 'active', $5, $6, $7, now(), $8)`,
    [id, ownerId, hashKey(keyPepper, key), keyPreview(key), scopes, appIds, kind === "hub_live", expiresAt],
  );
  return { id, key };
}

async function createServiceAccount(scopes: string[]): Promise<Record<string, string>> {
  const key = generateKey("hubsa_live");
  await app.database.query(
    `INSERT INTO hub.service_accounts (id, name, environment, key_hash, key_preview, status, scopes, created_by, created_at)
     VALUES ($1, 'Test', 'test', $2, $3, 'active', $4, 'demo-ada', now())`,
    [newId("sa"), hashKey(keyPepper, key), keyPreview(key), scopes],
  );
  return { authorization: `Bearer ${key}` };
}

describe("an API key", () => {
  test("an API key works in x-api-key and as a bearer, for its owner's account", async () => {
    const ownerId = await createSpender(app, 42);
    await balance(await app.as(ownerId));
    const { key } = await createKey({ ownerId });
    for (const headers of [asKey(key), { authorization: `Bearer ${key}` }]) {
      expect((await balance(headers)).body).toMatchObject({ success: true, balance: 42 });
    }
  });

  test("an unknown, revoked, expired or misspelt API key, or one of a suspended owner, gets the same 401", async () => {
    const expired = await createKey({ expiresAt: new Date(Date.now() - 1000) });
    const revoked = await createKey();
    await app.changeAccess("UPDATE hub.api_keys SET status = 'revoked' WHERE id = $1", [revoked.id]);
    await balance(await app.as("usr_gone"));
    const orphan = await createKey({ ownerId: "usr_gone" });
    await app.changeAccess("UPDATE hub.users SET suspended_at = now() WHERE id = 'usr_gone'");
    const good = (await createKey()).key;
    const misspelt = good.slice(0, -1) + (good.endsWith("A") ? "B" : "A");
    const keys = [
      generateKey("hub_live"),
      revoked.key,
      expired.key,
      orphan.key,
      misspelt,
      "hub_live_",
      "garbage",
    ];
    const answers = await Promise.all(keys.map((key) => balance(asKey(key))));
    for (const { body } of answers)
      expect(withoutRequestId(body)).toEqual(withoutRequestId(answers[0]!.body));
    expect(answers[0]!.status).toBe(401);
    expect(answers[0]!.body.code).toBe("UNAUTHORIZED");
    expect((await balance(asKey(good))).status).toBe(200);
  });

  test("an API key is rejected on the very next request after it was revoked", async () => {
    const { id, key } = await createKey();
    expect((await balance(asKey(key))).status).toBe(200);
    await app.changeAccess("UPDATE hub.api_keys SET status = 'revoked' WHERE id = $1", [id]);
    expect((await balance(asKey(key))).status).toBe(401);
  });

  test("an API key is rejected from its exact expiry, by the test clock in test mode", async () => {
    const expiresAt = new Date("2030-01-01T00:00:00.000Z");
    const { key } = await createKey({ expiresAt });
    const at = (ms: number) => ({ "x-test-clock": new Date(expiresAt.getTime() + ms).toISOString() });
    expect((await balance({ ...asKey(key), ...at(-1) })).status).toBe(200);
    expect((await balance({ ...asKey(key), ...at(0) })).status).toBe(401);
    expect((await balance({ ...asKey(key), "x-test-clock": "soon" })).status).toBe(400);
  });

  test("an API key needs exactly the scope of the operation", async () => {
    const { key } = await createKey({ scopes: ["write:credits", "read:invoices", "read:*"] });
    const { status, body } = await balance(asKey(key));
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "FORBIDDEN" });
    expect(body.details).toEqual({ reason: "scope_missing", requiredScope: "read:credits" });
  });

  test("an API key without read:credits reads no balance through the graph's user either", async () => {
    const { key } = await createKey({ scopes: ["read:invoices"] });
    const { body } = await app.graphql("{ me { id creditBalances { balance } } }", {}, asKey(key));
    expect(body.errors[0].extensions.details).toMatchObject({ requiredScope: "read:credits" });
    expect(JSON.stringify(body.data ?? {})).not.toContain("balance");
  });

  test("an API key limited to apps is 403 for another one", async () => {
    const { key } = await createKey({ appIds: ["invoicer"] });
    expect((await balance(asKey(key))).body.details).toEqual({ reason: "app_not_allowed" });
    expect((await balance(asKey(key), "/credits/balance/invoicer")).status).toBe(200);
  });

  test("an API key of an admin has no admin role", async () => {
    await balance(await app.as("demo-ada", { roles: ["admin"] }));
    await app.changeAccess("INSERT INTO hub.user_roles VALUES ('demo-ada', 'admin')");
    const { key } = await createKey({ ownerId: "demo-ada" });
    const { body } = await app.graphql("{ me { isAdmin } }", {}, asKey(key));
    expect(body.data.me.isAdmin).toBe(false);
  });

  test("an API key in the query string is 400 KEY_IN_URL, valid or not, under any name", async () => {
    const { key } = await createKey();
    for (const query of [
      `api_key=${key}`,
      `x=${generateKey("hubsa_live")}`,
      `a=1&a=${key}`,
      "q=hub_test_x",
    ]) {
      const { status, body } = await balance(asKey(key), `/credits/balance/central?${query}`);
      expect([status, body.code]).toEqual([400, "KEY_IN_URL"]);
    }
  });

  test("an API key beside another credential is 400", async () => {
    const { key } = await createKey();
    const both = await balance({ ...asKey(key), ...backend });
    expect([both.status, both.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    const two = await balance({ ...asKey(key), authorization: `Bearer ${key}` });
    expect(two.status).toBe(400);
  });
});

describe("a service account", () => {
  test("a service account alone acts for itself and sees no user's data", async () => {
    expect((await balance(backend)).body).toMatchObject({ success: true, balance: 0 });
  });

  test("a service account acts for the user it names, and the audit row names both", async () => {
    const ownerId = await createSpender(app, 10);
    await balance(await app.as(ownerId));
    const headers = { ...backend, "x-on-behalf-of": ownerId };
    expect((await balance(headers)).body.balance).toBe(10);
    const body = { appId: "central", amount: 1, description: "x" };
    expect((await app.post("/credits/consume", body, headers)).body.balance).toBe(9);
    const [row] = await app.database.query(
      "SELECT actor_type, actor_id, owner_id, outcome FROM hub.audit_log WHERE owner_id = $1",
      [ownerId],
    );
    expect(row).toEqual({
      actor_type: "service_account",
      actor_id: expect.stringMatching(/^sa_/),
      owner_id: ownerId,
      outcome: "ok",
    });
  });

  test("a service account without impersonate:users is 403 when it names a user", async () => {
    const headers = await createServiceAccount(["read:credits"]);
    expect((await balance(headers)).status).toBe(200);
    const { status, body } = await balance({ ...headers, "x-on-behalf-of": "demo-fay" });
    expect([status, body.code]).toEqual([403, "FORBIDDEN"]);
    expect(body.details).toEqual({ reason: "scope_missing", requiredScope: "impersonate:users" });
  });

  test("a service account cannot act for a user who is unknown or suspended", async () => {
    await balance(await app.as("usr_halted"));
    await app.changeAccess("UPDATE hub.users SET suspended_at = now() WHERE id = 'usr_halted'");
    for (const user of ["usr_unknown", "usr_halted"]) {
      const { status, body } = await balance({ ...backend, "x-on-behalf-of": user });
      expect([status, body.code]).toEqual([401, "UNAUTHORIZED"]);
    }
  });

  test("a service account is bound to its scopes; `read:*` is every read and no write", async () => {
    const headers = await createServiceAccount(["read:*"]);
    expect((await balance(headers)).status).toBe(200);
    const body = { appId: "central", amount: 1, description: "x" };
    expect((await app.post("/credits/consume", body, headers)).status).toBe(403);
  });

  test("a user's own token or key cannot act for another user", async () => {
    const victim = await createSpender(app, 10);
    const attempts = [await app.as("usr_attacker"), asKey((await createKey()).key)];
    for (const headers of attempts) {
      const { body } = await balance({ ...headers, "x-on-behalf-of": victim });
      expect(body.balance).not.toBe(10);
    }
  });
});
