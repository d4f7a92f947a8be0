import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { oauthProviderNames } from "../../../src/config/oauth-settings.ts";
import { eraseConnections, purgeFlows } from "../../../subgraphs/hub/oauth/end-connection.service.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { eraseAt } from "../support/erasure.ts";
import {
  actingFor,
  requestCount,
  comeBack,
  connect,
  connected,
  createPerson,
  decide,
  fault,
  initiate,
  liveTokens,
  loseReply,
  status,
  stopJob,
  stored,
} from "./oauth-world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await stopJob(app);
});
afterAll(() => app?.close());

const invalidState = {
  status: 400,
  body: { success: false, code: "VALIDATION_ERROR", details: { fields: [{ path: "state", rule: "state" }] } },
};
const exchanges = () => requestCount(app.sandboxUrl, "/token", { grant_type: "authorization_code" });

describe("an authorization", () => {
  test("an authorization redirects to the provider with PKCE, state, nonce and our own callback", async () => {
    const person = await createPerson(app);
    const before = Date.now();
    const answer = await initiate(app, person, { scopes: ["openid", "email"] });
    expect(answer.status, answer.text).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["authUrl", "expiresAt", "provider", "state", "success"]);
    const url = new URL(answer.body.authUrl);
    expect(url.href).toMatch(new RegExp(`^${app.sandboxUrl}/oauth/google/`));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      scope: "openid email",
      state: answer.body.state,
      redirect_uri: `${app.url}/integrations/oauth/google/callback`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(Buffer.from(answer.body.state, "base64url")).toHaveLength(32);
    const minutes = (Date.parse(answer.body.expiresAt) - before) / 60_000;
    expect(minutes).toBeGreaterThan(9.9);
    expect(minutes).toBeLessThan(10.5);
  });

  test("an authorization is stored by the hash of its state, with its secrets sealed", async () => {
    const person = await createPerson(app);
    const { body } = await initiate(app, person, { headers: { "idempotency-key": "begin" } });
    for (const table of ["oauth_flows", "idempotency_keys"]) {
      const rows = await app.database.query<{ text: string }>(`SELECT t::text AS text FROM hub.${table} t`);
      expect(rows.length).toBeGreaterThan(0);
      const text = JSON.stringify(rows);
      expect(text).not.toContain(body.state);
      expect(text).not.toContain(new URL(body.authUrl).searchParams.get("nonce"));
      expect(text).not.toContain("codeVerifier");
    }
    const again = await initiate(app, person, { headers: { "idempotency-key": "begin" } });
    expect(again).toMatchObject({ body, headers: { "idempotent-replayed": "true" } });
  });

  test.each(oauthProviderNames)("connects %s in demo mode", async (provider) => {
    const person = await createPerson(app);
    const answer = await connect(app, person, { provider });
    expect(answer.body).toMatchObject({ success: true, provider, status: "connected", errorCode: null });
    expect((await status(app, person, provider)).body).toMatchObject({ connected: true, provider });
  });

  test("an authorization redirects browsers to the app with the outcome, without secrets", async () => {
    const person = await createPerson(app);
    const returnUrl = "http://localhost:3000/settings?tab=accounts&status=old";
    const { body } = await initiate(app, person, { returnUrl });
    const answer = await app.get(await decide(body.authUrl), { accept: "text/html,*/*" });
    expect(answer.status).toBe(302);
    const url = new URL(String(answer.headers["location"]));
    const { connectionId } = (await status(app, person)).body;
    expect(url.origin + url.pathname).toBe("http://localhost:3000/settings");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tab: "accounts",
      status: "connected",
      provider: "google",
      connectionId,
    });
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(answer.text).toBe("");
  });

  test.each([
    ["unknown", "nobody", {}, 404, "PROVIDER_NOT_FOUND"],
    ["a scope that is not allowed", "google", { scopes: ["email", "root"] }, 400, "VALIDATION_ERROR"],
    ["another app's origin", "google", { returnUrl: "https://elsewhere.example/x" }, 400, "INVALID_URL"],
    ["no app", "google", { appId: "no-such-app" }, 400, "VALIDATION_ERROR"],
  ])("is refused for %s", async (_what, provider, more, code, word) => {
    const answer = await initiate(app, await createPerson(app), { provider, ...more });
    expect(answer).toMatchObject({ status: code, body: { success: false, code: word } });
  });

  test("an authorization names each scope that is not allowed", async () => {
    const answer = await initiate(app, await createPerson(app), {
      scopes: ["email", "root", "email", "all"],
    });
    const paths = answer.body.details.fields.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(["scopes.1", "scopes.3"]);
  });
});

describe("a state", () => {
  test("a state is valid once: of two concurrent returns one connects, and the code is sent once", async () => {
    const person = await createPerson(app);
    const { body } = await initiate(app, person);
    const callback = await decide(body.authUrl);
    const before = await exchanges();
    const answers = await Promise.all([1, 2, 3].map(() => comeBack(app, callback)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)).toMatchObject(invalidState);
    expect(await exchanges()).toBe(before + 1);
    expect(await comeBack(app, callback)).toMatchObject(invalidState);
    expect((await status(app, person)).body).toMatchObject({ connected: true });
  });

  test("a state is valid for 10 minutes", async () => {
    const { body } = await initiate(app, await createPerson(app));
    const callback = await decide(body.authUrl);
    const late = new Date(Date.parse(body.expiresAt)).toISOString();
    expect(await comeBack(app, callback, { "x-test-clock": late })).toMatchObject(invalidState);
    const justInTime = new Date(Date.parse(body.expiresAt) - 1).toISOString();
    const answer = await comeBack(app, callback, { "x-test-clock": justInTime });
    expect(answer.body).toMatchObject({ status: "connected" });
  });

  test("a state is valid for its own user and provider only, and cannot be forged", async () => {
    const [person, thief] = [await createPerson(app), await createPerson(app)];
    const { body } = await initiate(app, person);
    const callback = await decide(body.authUrl);
    const before = await exchanges();
    expect(await comeBack(app, callback, thief.headers)).toMatchObject(invalidState);
    expect(await comeBack(app, callback.replace("/google/", "/github/"))).toMatchObject(invalidState);
    const made = callback.replace(body.state, "x".repeat(43));
    expect(await comeBack(app, made)).toMatchObject(invalidState);
    expect(await exchanges()).toBe(before);
    expect((await comeBack(app, callback, person.headers)).body).toMatchObject({ status: "connected" });
    expect((await status(app, thief)).body).toMatchObject({ connected: false });
  });

  test("a state of a suspended account is invalid", async () => {
    const person = await createPerson(app);
    const callback = await decide((await initiate(app, person)).body.authUrl);
    await app.post(`/admin/users/${person.id}/suspend`, { reason: "test" }, await app.as("ada"));
    expect(await comeBack(app, callback)).toMatchObject(invalidState);
  });

  test("a state is not consumed by a HEAD request", async () => {
    const { body } = await initiate(app, await createPerson(app));
    const callback = await decide(body.authUrl);
    expect(await app.send("HEAD", callback)).toMatchObject({ status: 405, headers: { allow: "GET" } });
    expect((await comeBack(app, callback)).body).toMatchObject({ status: "connected" });
  });

  test("an unused state is deleted after a day", async () => {
    const { body } = await initiate(app, await createPerson(app));
    const ctx = actingFor(app, "");
    const flows = async () =>
      (await app.database.query("SELECT 1 FROM hub.oauth_flows WHERE expires_at = $1", [body.expiresAt]))
        .length;
    await purgeFlows(ctx);
    expect(await flows()).toBe(1);
    const tomorrow = new Date(Date.parse(body.expiresAt) + 86_400_000);
    await purgeFlows({ ...ctx, clock: { now: () => tomorrow } });
    expect(await flows()).toBe(0);
  });
});

describe("the user's decision", () => {
  test("a denial creates no connection, and is reported to the app", async () => {
    const person = await createPerson(app);
    const answer = await connect(app, person, { decision: "deny" });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, status: "denied", errorCode: "access_denied", connectionId: null },
    });
    expect(answer.body.returnUrl).toMatch(/\?status=denied&provider=google$/);
    expect((await status(app, person)).body).toEqual({
      success: true,
      provider: "google",
      connected: false,
      status: "not_connected",
      connectionId: null,
      appId: "finance",
      scopes: [],
      requestedScopes: [],
      accountLabel: null,
      expiresAt: null,
      lastRefreshedAt: null,
      errorCode: null,
    });
  });

  test("a partial grant is stored and shown", async () => {
    const person = await createPerson(app);
    const scopes = ["openid", "email", "profile"];
    const connectionId = await connected(app, person, {
      scopes,
      granted: ["openid", "profile"],
      login: "ann",
    });
    const shown = (await status(app, person)).body;
    expect(shown).toMatchObject({
      connected: true,
      status: "connected",
      connectionId,
      scopes: ["openid", "profile"],
      requestedScopes: scopes,
      accountLabel: "ann",
      lastRefreshedAt: null,
      errorCode: null,
    });
    expect(Date.parse(shown.expiresAt)).toBeGreaterThan(Date.now() + 3_500_000);
  });

  test("a repeated grant updates the same connection", async () => {
    const person = await createPerson(app);
    const first = await connected(app, person, { scopes: ["openid"] });
    const before = (await stored(app, first))!;
    const second = await connected(app, person, { scopes: ["openid", "email"], login: "ann" });
    expect(second).toBe(first);
    const after = (await stored(app, first))!;
    expect(after.token_version).toBe(before.token_version + 1);
    expect(after.refresh_token_sealed).not.toBe(before.refresh_token_sealed);
    expect((await status(app, person)).body).toMatchObject({ accountLabel: "ann@google.example" });
  });

  test("two concurrent grants are one connection", async () => {
    const person = await createPerson(app);
    const begun = await Promise.all([1, 2, 3, 4].map(() => initiate(app, person)));
    const callbacks = await Promise.all(begun.map(({ body }) => decide(body.authUrl)));
    const answers = await Promise.all(callbacks.map((callback) => comeBack(app, callback)));
    expect(new Set(answers.map(({ body }) => body.connectionId)).size).toBe(1);
    expect((await app.get("/integrations/oauth/connections", person.headers)).body.total).toBe(1);
  });
});

describe("a provider in trouble", () => {
  test.each([
    ["down", { status: 503 }, "provider_unavailable"],
    ["babbling", { malformed: true }, "provider_unavailable"],
    ["gone", { dropRate: 1 }, "provider_unavailable"],
  ])(
    "a provider that is %s at the callback is reported as an error, and leaves nothing",
    async (_what, faults, errorCode) => {
      const person = await createPerson(app);
      const { body } = await initiate(app, person);
      const callback = await decide(body.authUrl);
      const before = await exchanges();
      await fault(app, { ...faults, times: 1 });
      const answer = await comeBack(app, callback);
      expect(answer.body).toMatchObject({ status: "error", errorCode, connectionId: null });
      expect(answer.body.returnUrl).toMatch(/\?status=error&provider=google$/);
      expect(await exchanges()).toBe(before + 1);
      expect((await status(app, person)).body).toMatchObject({ status: "not_connected" });
      expect(await connected(app, person)).toMatch(/^ocn_/);
    },
  );

  test("a provider that is slow, or whose response is lost after its work, is called once", async () => {
    const person = await createPerson(app);
    const callback = await decide((await initiate(app, person)).body.authUrl);
    await fault(app, { latencyMs: 700, times: 1 });
    expect((await comeBack(app, callback)).body).toMatchObject({ status: "connected" });
    const other = await createPerson(app);
    const lost = await decide((await initiate(app, other)).body.authUrl);
    const before = await exchanges();
    await loseReply(app);
    expect((await comeBack(app, lost)).body).toMatchObject({ errorCode: "provider_unavailable" });
    expect(await exchanges()).toBe(before + 1);
  });

  test.each([
    ["iss", "https://issuer.example", "untrusted_answer"],
    ["iss", null, "untrusted_answer"],
    ["code", "made-up", "invalid_grant"],
  ])("an answer with another %s (%s) is refused", async (name, value, errorCode) => {
    const callback = await decide((await initiate(app, await createPerson(app))).body.authUrl);
    const url = new URL(callback, app.url);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    const before = await exchanges();
    const answer = await comeBack(app, `${url.pathname}${url.search}`);
    expect(answer.body).toMatchObject({ status: "error", errorCode, connectionId: null });
    expect(await exchanges()).toBe(name === "iss" ? before : before + 1);
  });

  test("unknown fields of the provider are ignored; missing ones are named", async () => {
    const { body } = await initiate(app, await createPerson(app));
    const callback = await decide(body.authUrl);
    const bare = await comeBack(app, `/integrations/oauth/google/callback?state=${body.state}`);
    expect(bare).toMatchObject({ status: 400, body: { details: { fields: [{ path: "code" }] } } });
    const answer = await comeBack(app, `${callback}&scope=openid&authuser=0&session_state=x&prompt=consent`);
    expect(answer.body).toMatchObject({ status: "connected" });
  });
});

describe("connections", () => {
  test("connections are listed in pages, for the own account only", async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)];
    const ids = [];
    for (const provider of ["google", "slack", "crm"]) ids.push(await connected(app, person, { provider }));
    const elsewhere = await connected(app, person, { appId: "payroll" });
    const list = (query: string, who = person) =>
      app.get(`/integrations/oauth/connections${query}`, who.headers);
    const all = (await list("")).body;
    expect(all).toMatchObject({ success: true, total: 4, limit: 20, nextCursor: null });
    const idsOf = (body: { connections: { connectionId: string }[] }) =>
      body.connections.map(({ connectionId }) => connectionId);
    expect(idsOf(all)).toEqual([elsewhere, ...ids.reverse()]);
    const first = (await list("?limit=3")).body;
    const second = (await list(`?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all));
    expect(second.nextCursor).toBeNull();
    expect(idsOf((await list("?appId=payroll")).body)).toEqual([elsewhere]);
    expect((await list("", other)).body).toMatchObject({ connections: [], total: 0 });
    expect(await list("?limit=101")).toMatchObject({ status: 400 });
    expect(await list("?cursor=eA")).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
  });

  test("a connection belongs to an app; without one the latest is returned", async () => {
    const person = await createPerson(app);
    const connectionId = await connected(app, person, { appId: "payroll" });
    expect((await status(app, person)).body).toMatchObject({ status: "not_connected", appId: "finance" });
    const any = (await status(app, person, "google", "")).body;
    expect(any).toMatchObject({ connectionId, appId: "payroll" });
    const token = await app.tokenFor({ sub: person.id, apps: ["finance"] });
    const narrow = { headers: { authorization: `Bearer ${token}` } };
    expect((await status(app, narrow, "google", "")).body).toMatchObject({
      status: "not_connected",
      appId: null,
    });
    expect(await status(app, narrow, "google", "?appId=payroll")).toMatchObject({ status: 403 });
    expect(await status(app, person, "nobody")).toMatchObject({
      status: 404,
      body: { code: "PROVIDER_NOT_FOUND" },
    });
  });

  test("a connection's tokens are sealed for their row, and never exposed", async () => {
    const person = await createPerson(app);
    const id = await connected(app, person, { login: "canary" });
    const { keyRing } = actingFor(app, person.id).ports;
    const row = (await stored(app, id))!;
    const secrets = (["access_token", "refresh_token"] as const).map((field) => {
      const sealed = row[`${field}_sealed`]!;
      expect(() => keyRing.open(sealed, `oauth:${id}:x`)).toThrow();
      return keyRing.open(sealed, `oauth:${id}:${field}`);
    });
    const said = [
      JSON.stringify(row),
      (await app.get("/integrations/oauth/connections", person.headers)).text,
      app.logLines.join("\n"),
      JSON.stringify(await app.database.query("SELECT * FROM hub.audit_log")),
      JSON.stringify(await app.database.query("SELECT * FROM hub.outbox_events")),
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      for (const text of said) expect(text).not.toContain(secret);
    }
  });

  test("a connection leaves audit rows of its start, its grant and its end", async () => {
    const person = await createPerson(app);
    const id = await connected(app, person);
    await app.send("DELETE", "/integrations/oauth/google?appId=finance", person.headers);
    const rows = await app.database.query<{ action: string; target_id: string; outcome: string }>(
      "SELECT action, target_id, outcome FROM hub.audit_log WHERE actor_id = $1 OR target_id = $2 ORDER BY at, id",
      [person.id, id],
    );
    expect(rows.filter(({ action }) => action.includes("Oauth"))).toEqual([
      { action: "startOauthConnection", target_id: null, outcome: "ok" },
      { action: "completeOauthConnection", target_id: id, outcome: "ok" },
      { action: "revokeOauthConnection", target_id: id, outcome: "ok" },
    ]);
  });
});

describe("an ended connection", () => {
  const end = (person: { headers: Record<string, string> }, query = "?appId=finance") =>
    app.send("DELETE", `/integrations/oauth/google${query}`, person.headers);

  test("ending a connection revokes it at the provider, and erases its tokens", async () => {
    const person = await createPerson(app);
    const connectionId = await connected(app, person, { login: "ended" });
    expect(await liveTokens(app, "ended")).toEqual([1]);
    expect((await end(person)).body).toEqual({
      success: true,
      connectionId,
      provider: "google",
      appId: "finance",
      status: "not_connected",
      revokedAtProvider: true,
    });
    expect(await liveTokens(app, "ended")).toEqual([]);
    expect(await stored(app, connectionId)).toBeUndefined();
    expect((await status(app, person)).body).toMatchObject({ status: "not_connected", connectionId: null });
    expect(await end(person)).toMatchObject({ status: 404, body: { code: "CONNECTION_NOT_FOUND" } });
  });

  test.each([
    ["down", { status: 500 }],
    ["gone", { dropRate: 1 }],
  ])("is erased here although the provider is %s", async (_what, faults) => {
    const person = await createPerson(app);
    const connectionId = await connected(app, person);
    await fault(app, faults);
    const answer = await end(person);
    await fault(app, null);
    expect(answer.body).toMatchObject({ success: true, revokedAtProvider: false });
    expect(await stored(app, connectionId)).toBeUndefined();
  });

  test("ending a connection needs the app when there are several, and finds none of other accounts", async () => {
    const [person, other] = [await createPerson(app), await createPerson(app)];
    await connected(app, person);
    const kept = await connected(app, person, { appId: "payroll" });
    expect(await end(other)).toMatchObject({ status: 404, body: { code: "CONNECTION_NOT_FOUND" } });
    expect(await end(person, "")).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect((await end(person)).status).toBe(200);
    expect((await end(person, "")).body).toMatchObject({ connectionId: kept });
  });

  test("ending a connection is idempotent per key, at every door", async () => {
    const person = await createPerson(app);
    await connected(app, person);
    const headers = { ...person.headers, "idempotency-key": "end-it" };
    const first = await app.tool("revoke_oauth_connection", { provider: "google" }, headers);
    const again = await app.tool("revoke_oauth_connection", { provider: "google" }, headers);
    expect(first.status, first.text).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  test("a connection ends with its account, at the provider too", async () => {
    const person = await createPerson(app);
    const connectionId = await connected(app, person, { login: "erased" });
    await initiate(app, person);
    await app.send("DELETE", "/auth/me", person.headers);
    const ctx = actingFor(app, "");
    const later = { ...ctx, clock: { now: () => new Date(Date.now() + 31 * 86_400_000) } };
    await eraseConnections(later);
    expect(await stored(app, connectionId)).toBeDefined();
    await eraseAt(app, later.clock.now());
    await eraseConnections(later);
    expect(await stored(app, connectionId)).toBeUndefined();
    expect(await liveTokens(app, "erased")).toEqual([]);
    const flows = "SELECT 1 FROM hub.oauth_flows WHERE owner_id = $1";
    expect(await app.database.query(flows, [person.id])).toEqual([]);
  });
});
