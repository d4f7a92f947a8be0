import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { newId } from "../../../src/ids.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { grantCredits } from "../../gateway/support/people.ts";
import { foundOrganization, signUp } from "../accounts/organizations.ts";

type Headers = Record<string, string>;
interface ShownSession {
  id: string;
  device: string;
  network: string | null;
  current: boolean;
  revocable: boolean;
  lastSeenAt: string;
  expiresAt: string;
}

let app: TestApp;
/** A second platform on the same database and of the same issuer, with a memory of its own. */
let other: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ OIDC_ISSUER: `${app.sandboxUrl}/identity` }, app.database);
});
afterAll(async () => {
  await other?.close();
  await app?.close();
});

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const signIn = async (sub: string, claims: object = {}): Promise<Headers> =>
  bearer(await app.tokenFor({ sub, ...claims }));
const listed = async (headers: Headers, at = app): Promise<ShownSession[]> => {
  const { status, body } = await at.get("/sessions", headers);
  expect([status, body.total]).toEqual([200, body.sessions?.length]);
  return body.sessions as ShownSession[];
};
const ownId = async (headers: Headers) => (await listed(headers)).find(({ current }) => current)!.id;
const revoke = (headers: Headers, id: string, at = app) => at.send("DELETE", `/sessions/${id}`, headers);
const newPerson = () => newId("usr");

/** How each door answers a request with this credential. */
async function atDoors(at: TestApp, headers: Headers): Promise<Record<string, unknown>> {
  const rest = await at.get("/auth/me", headers);
  const graphql = await at.graphql("{ me { id } }", {}, headers);
  const tool = await at.tool("get_current_user", {}, headers);
  const mcp = await at.post(
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    { ...headers, accept: "application/json, text/event-stream" },
  );
  const feed = await at.get("/credits/packages/central", headers);
  return {
    rest: [rest.status, rest.body.code],
    graphql: [graphql.status, graphql.body.errors?.[0]?.extensions.code],
    tool: [tool.status, tool.body.code],
    mcp: mcp.status,
    publicRoute: [feed.status, feed.body.code],
  };
}

const refusedEverywhere = {
  rest: [401, "SESSION_REVOKED"],
  graphql: [401, "SESSION_REVOKED"],
  tool: [401, "SESSION_REVOKED"],
  mcp: 401,
  publicRoute: [401, "SESSION_REVOKED"],
};

test("sessions say where somebody is signed in, which one asks, and no more of the address than its network", async () => {
  const sub = newPerson();
  const phone = {
    ...(await signIn(sub)),
    "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0",
  };
  const script = { ...(await signIn(sub)), "user-agent": "curl/8.9.1" };
  await app.get("/auth/me", phone);
  const sessions = await listed(script);
  expect(sessions).toHaveLength(2);
  expect(Object.fromEntries(sessions.map(({ device, current }) => [device, current]))).toEqual({
    "Firefox on Android": false,
    curl: true,
  });
  for (const session of sessions)
    expect(session).toMatchObject({
      network: "127.0.0.0/24",
      revocable: true,
      id: expect.stringMatching(/^ses_/),
    });
  // Tokens of one session are one session.
  const [first, second] = [await signIn(sub, { sid: "one" }), await signIn(sub, { sid: "one" })];
  expect(await ownId(first)).toBe(await ownId(second));
  expect(await listed(await signIn(newPerson()))).toHaveLength(1);
});

test("a revoked token is refused at each door, here and in a second process, from the next request on", async () => {
  const sub = newPerson();
  const [stolen, own] = [await signIn(sub), await signIn(sub)];
  for (const at of [app, other]) expect((await at.get("/auth/me", stolen)).status).toBe(200);
  const id = await ownId(stolen);
  const { status, body } = await revoke(own, id);
  expect([status, body]).toEqual([200, { sessionId: id, revoked: true, identityProvider: "ended" }]);
  expect(await atDoors(other, stolen)).toEqual(refusedEverywhere);
  expect(await atDoors(app, stolen)).toEqual(refusedEverywhere);
  const { headers } = await app.get("/auth/me", stolen);
  expect(headers["www-authenticate"]).toContain("Bearer");
  for (const at of [app, other]) expect((await at.get("/auth/me", own)).status).toBe(200);
  expect((await listed(own)).map(({ id: left }) => left)).not.toContain(id);
});

test("a new token of a revoked session is refused too, and the issuer gives none", async () => {
  const sub = newPerson();
  const sid = newId("sid");
  const [first, second, own] = [await signIn(sub, { sid }), await signIn(sub, { sid }), await signIn(sub)];
  await revoke(own, await ownId(first));
  const refused = await app.get("/auth/me", second);
  expect([refused.status, refused.body.code]).toEqual([401, "SESSION_REVOKED"]);
  await expect(app.tokenFor({ sub, sid })).rejects.toThrow("409");
  // The session of the same name of another person is another one.
  expect((await app.get("/auth/me", await signIn(newPerson(), { sid: `${sid}x` }))).status).toBe(200);
});

test("the own session can be revoked, and then even its list is refused", async () => {
  const own = await signIn(newPerson());
  expect((await revoke(own, await ownId(own))).status).toBe(200);
  expect((await app.get("/sessions", own)).body.code).toBe("SESSION_REVOKED");
});

test("another person's session does not exist, word for word as a missing one", async () => {
  const [own, foreign] = [await signIn(newPerson()), await signIn(newPerson())];
  const answers = [await revoke(own, await ownId(foreign)), await revoke(own, newId("ses"))];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
  expect(answers[0]!.body.error).toBe(answers[1]!.body.error);
  expect((await app.get("/auth/me", foreign)).status).toBe(200);
});

test("a replay revokes once, and revoking again answers the same", async () => {
  const sub = newPerson();
  const own = await signIn(sub);
  const id = await ownId(await signIn(sub));
  const keyed = { ...own, "idempotency-key": "sign-out-1" };
  const first = await revoke(keyed, id);
  const revokedAt = async () =>
    (await app.database.query("SELECT revoked_at, kept_until FROM hub.user_sessions WHERE id = $1", [id]))[0];
  const stored = await revokedAt();
  const replay = await revoke(keyed, id);
  expect([replay.status, replay.body, replay.headers["idempotent-replayed"]]).toEqual([
    200,
    first.body,
    "true",
  ]);
  expect((await revoke(own, id)).body).toEqual(first.body);
  expect(await revokedAt()).toEqual(stored);
  expect((await revoke(keyed, await ownId(own))).body.code).toBe("IDEMPOTENCY_KEY_REUSED");
});

test("a token that names no session is listed as not revocable, and refusing it says so", async () => {
  const sub = newPerson();
  const own = await signIn(sub, { sid: null, authTime: 1_800_000_000 });
  const [session] = await listed(own);
  expect(session).toMatchObject({ current: true, revocable: false });
  const { status, body } = await revoke(own, session!.id);
  expect([status, body.code, body.details.reason]).toEqual([409, "INVALID_STATE", "not_revocable"]);
  expect((await app.get("/auth/me", own)).status).toBe(200);
  // A token with an ID is a session of its own.
  const token = await signIn(sub, { sid: null, jti: newId("jti") });
  expect((await revoke(own, await ownId(token))).body).toMatchObject({
    revoked: true,
    identityProvider: "not_supported",
  });
  expect((await app.get("/auth/me", token)).body.code).toBe("SESSION_REVOKED");
  expect((await app.get("/auth/me", own)).status).toBe(200);
});

test("a failure at the issuer is said, and undoes nothing", async () => {
  const sub = newPerson();
  const [own, lost] = [await signIn(sub), await signIn(sub)];
  const id = await ownId(lost);
  const fault = await fetch(`${app.sandboxUrl}/control/identity`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ status: 503, times: 1, path: "/end-session" }),
  });
  expect(fault.ok).toBe(true);
  const failed = await revoke(own, id);
  expect([failed.status, failed.body]).toMatchObject([200, { revoked: true, identityProvider: "failed" }]);
  expect((await app.get("/auth/me", lost)).body.code).toBe("SESSION_REVOKED");
  expect((await revoke(own, id)).body.identityProvider).toBe("ended");
});

test("streams of a revoked session end at the next event", async () => {
  const person = await signUp(app);
  const own = await signIn(person.userId);
  const client = createClient({
    url: `${app.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: person.headers,
    retryAttempts: 0,
  });
  const query = 'subscription { creditBalanceChanged(appId: "central") { balance } }';
  const events = client.iterate<{ creditBalanceChanged: { balance: number } }>({ query });
  expect((await events.next()).value?.data?.creditBalanceChanged.balance).toBeGreaterThan(0);
  await revoke(own, await ownId(person.headers), other);
  await grantCredits(app, person.userId, 1);
  const outcome = await events.next().then(
    ({ value }) => value?.errors ?? "no error",
    (errors: unknown) => errors,
  );
  expect(JSON.stringify(outcome)).toContain("SESSION_REVOKED");
  await client.dispose();
});

test("sessions are about the person: no organization, key, service account or limited token", async () => {
  const owner = await signUp(app);
  const organizationId = await foundOrganization(app, owner);
  const id = await ownId(owner.headers);
  const cases: [Headers, number, string][] = [
    [owner.in(organizationId), 403, "personal_account_required"],
    [await signIn(owner.userId, { scope: "read:invoices" }), 403, "full_token_required"],
  ];
  for (const [headers, status, reason] of cases)
    for (const answer of [await app.get("/sessions", headers), await revoke(headers, id)])
      expect([answer.status, answer.body.details.reason]).toEqual([status, reason]);
  for (const answer of [
    await app.get("/sessions", app.withKey("full")),
    await revoke(app.withKey("full"), id),
  ])
    expect([answer.status, answer.body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect((await app.get("/sessions", {})).body.code).toBe("MISSING_TOKEN");
  expect((await app.get("/auth/me", owner.headers)).status).toBe(200);
});

test("requests write nothing themselves: a session is written once a minute at most", async () => {
  const sub = newPerson();
  const own = await signIn(sub);
  const id = await ownId(own);
  const version = async () =>
    (
      await app.database.query(
        "SELECT xmin::text AS version, last_seen_at FROM hub.user_sessions WHERE id = $1",
        [id],
      )
    )[0];
  const first = await version();
  for (const at of [app, other, app]) {
    await at.get("/auth/me", own);
    await listed(own, at);
  }
  expect(await version()).toEqual(first);
  const later = new Date(systemClock.now().getTime() + 61_000).toISOString();
  await listed({ ...own, "x-test-clock": later });
  expect(await version()).not.toEqual(first);
});
