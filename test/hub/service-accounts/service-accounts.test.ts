import { afterAll, beforeAll, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
let admin: Record<string, string>;
beforeAll(async () => {
  app = await createHubApp();
  const now = Math.floor(Date.now() / 1000);
  admin = await app.as("demo-ada", { roles: ["admin"], iat: now - 86_400, exp: now + 1000 * 86_400 });
});
afterAll(() => app?.close());

const body = { name: "Nightly export", environment: "production", scopes: ["read:credits"] };
const create = (changes: object = {}, headers: Record<string, string> = {}) =>
  app.post("/admin/service-accounts", { ...body, ...changes }, { ...admin, ...headers });
const balance = (key: string, headers: Record<string, string> = {}, remoteAddress = "203.0.113.5") =>
  app.send("GET", "/credits/balance/central", {
    headers: { authorization: `Bearer ${key}`, ...headers },
    remoteAddress,
  });

test("a service account is created with its record, and its key shown once", async () => {
  const { status, body: made } = await create({
    description: "Exports",
    projectId: "p-1",
    expiresInDays: 10,
  });
  expect(status).toBe(201);
  expect(made).toMatchObject({ success: true, key: expect.stringMatching(/^hubsa_live_[0-9A-Za-z]{36}$/) });
  const { createdAt } = made.serviceAccount;
  expect(made.serviceAccount).toEqual({
    id: expect.stringMatching(/^sa_/),
    ...body,
    description: "Exports",
    projectId: "p-1",
    keyPreview: `hubsa_live_${made.key.slice(11, 15)}…${made.key.slice(-4)}`,
    status: "active",
    createdBy: "demo-ada",
    createdAt,
    expiresAt: new Date(new Date(createdAt).getTime() + 10 * 86_400_000).toISOString(),
    lastUsedAt: null,
    lastUsedIp: null,
    revokedAt: null,
    revokedBy: null,
  });
  const { text, body: list } = await app.get("/admin/service-accounts", admin);
  expect(list.serviceAccounts[0]).toEqual(made.serviceAccount);
  expect(text).not.toContain(made.key);
});

test("a service account expires exactly after its environment's lifetime", async () => {
  const days = async (changes: object) => {
    const { createdAt, expiresAt } = (await create(changes)).body.serviceAccount;
    return expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  };
  expect(await days({})).toBe(365);
  expect(await days({ environment: "development" })).toBe(90);
  expect(await days({ environment: "enterprise" })).toBeNull();
  const { serviceAccount, key } = (await create({ expiresInDays: 1 })).body;
  const at = (ms: number) => ({
    "x-test-clock": new Date(Date.parse(serviceAccount.expiresAt) + ms).toISOString(),
  });
  expect((await balance(key, at(-1))).status).toBe(200);
  expect((await balance(key, at(0))).status).toBe(401);
});

test("service accounts are for admins only", async () => {
  const user = await app.as("usr_plain");
  for (const [headers, status, reason] of [
    [{}, 401, undefined],
    [user, 403, "admin_required"],
  ] as const) {
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", "/sa_00000000000000000000000000"],
    ] as const) {
      const sent = method === "POST" ? { body } : {};
      const answer = await app.send(method, `/admin/service-accounts${path}`, { headers, ...sent });
      expect([method, answer.status, answer.body.details.reason]).toEqual([method, status, reason]);
    }
  }
  const { key } = (await create({ scopes: ["read:*", "write:admin"] })).body;
  const answer = await app.get("/admin/service-accounts", { authorization: `Bearer ${key}` });
  expect([answer.status, answer.body.details]).toEqual([403, { reason: "admin_required" }]);
});

test("scopes are action:resource with `read:*` as the only wildcard, and a limited token creates no account", async () => {
  for (const scopes of [[], ["read"], ["write:*"], ["*:*"], ["Read:x"], ["read:x", "read:"], ["a:b:c"]]) {
    const { status, body: refused } = await create({ scopes });
    // The last of them is the wrong one.
    const path = scopes.length === 0 ? "scopes" : `scopes.${scopes.length - 1}`;
    expect([scopes, status, refused.details?.fields?.[0]?.path]).toEqual([scopes, 400, path]);
  }
  expect((await create({ scopes: ["read:*", "impersonate:users", "consume:credits"] })).status).toBe(201);
  const narrow = await app.as("demo-ada", { roles: ["admin"], scope: "read:credits" });
  const wide = await create({ scopes: ["read:credits", "read:*"] }, narrow);
  expect([wide.status, wide.body.details]).toEqual([403, { reason: "full_token_required" }]);
  const many = await create({ name: " ", environment: "staging", expiresInDays: 366, note: 1 });
  expect(many.body.details.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
    "environment",
    "expiresInDays",
    "name",
    "note",
  ]);
});

test("a revoked service account is rejected on its very next request; revoking is idempotent; unknown is 404", async () => {
  const { serviceAccount, key } = (await create()).body;
  expect((await balance(key)).status).toBe(200);
  const url = `/admin/service-accounts/${serviceAccount.id}`;
  const first = await app.send("DELETE", url, { headers: admin });
  expect((await balance(key)).status).toBe(401);
  expect(first.body).toEqual({
    success: true,
    id: serviceAccount.id,
    status: "revoked",
    revokedAt: expect.any(String),
  });
  const second = await app.send("DELETE", url, { headers: admin });
  expect([second.status, second.text]).toEqual([200, first.text]);
  const { serviceAccounts } = (await app.get("/admin/service-accounts", admin)).body;
  const shown = serviceAccounts.find(({ id }: { id: string }) => id === serviceAccount.id);
  expect(shown).toMatchObject({ status: "revoked", revokedBy: "demo-ada", revokedAt: first.body.revokedAt });
  const missing = await app.send("DELETE", "/admin/service-accounts/sa_00000000000000000000000000", {
    headers: admin,
  });
  expect([missing.status, missing.body.code]).toEqual([404, "SERVICE_ACCOUNT_NOT_FOUND"]);
});

test("a service account shows when and from where it was last used, to the minute", async () => {
  const { serviceAccount, key } = (await create()).body;
  const start = Date.now();
  const use = (ms: number, ip: string) =>
    balance(key, { "x-test-clock": new Date(start + ms).toISOString() }, ip);
  const shown = async () => {
    const { serviceAccounts } = (await app.get("/admin/service-accounts", admin)).body;
    const { lastUsedAt, lastUsedIp } = serviceAccounts.find(
      ({ id }: { id: string }) => id === serviceAccount.id,
    );
    return [Date.parse(lastUsedAt) - start, lastUsedIp];
  };
  await use(0, "203.0.113.5");
  await use(59_999, "203.0.113.6");
  expect(await shown()).toEqual([0, "203.0.113.5"]);
  await use(60_000, "::ffff:203.0.113.7");
  expect(await shown()).toEqual([60_000, "203.0.113.7"]);
});

test("a service account creates keys for a user it may act for, with no scope it lacks, and none for itself", async () => {
  const scopes = ["impersonate:users", "write:api-keys", "read:invoices"];
  const { key } = (await create({ scopes })).body;
  const asIra = { authorization: `Bearer ${key}`, "x-on-behalf-of": "demo-ira" };
  const made = await app.post("/api-keys", { name: "Ira's", scopes: ["read:invoices"] }, asIra);
  expect([made.status, made.body.apiKey?.scopes]).toEqual([201, ["read:invoices"]]);
  expect((await app.post("/api-keys", { name: "x", scopes: ["write:invoices"] }, asIra)).status).toBe(400);
  const alone = await app.post(
    "/api-keys",
    { name: "x", scopes: ["read:invoices"] },
    { authorization: `Bearer ${key}` },
  );
  expect([alone.status, alone.body.code]).toEqual([404, "USER_NOT_FOUND"]);
});
