import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../../src/observability/log.ts";
import { readConfig } from "../../../src/config/config.ts";
import { Platform } from "../../../platform/platform.ts";
import { Readiness } from "../../../platform/readiness.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { resolvePrincipal } from "../../../subgraphs/hub/identity/principal.service.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import { createKeyOf, createPerson, type Person } from "../support/people.ts";

let app: TestApp;
let ada: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.as("ada");
});
afterAll(() => app?.close());

const me = (person: Person) => app.get("/auth/me", person.headers);
const suspend = (id: string, body: unknown = { reason: "abuse" }, headers = ada) =>
  app.post(`/admin/users/${id}/suspend`, body, headers);
const lift = (id: string, body: unknown = {}, headers = ada) =>
  app.post(`/admin/users/${id}/restore`, body, headers);
const grant = (id: string, headers = ada) => app.post(`/admin/users/${id}/roles`, { role: "admin" }, headers);
const revoke = (id: string, headers = ada) => app.send("DELETE", `/admin/users/${id}/roles/admin`, headers);

describe("administration of accounts", () => {
  const calls: [string, string, unknown?][] = [
    ["GET", "/admin/users"],
    ["GET", "/admin/users/demo-bo"],
    ["POST", "/admin/users/demo-bo/suspend", { reason: "abuse" }],
    ["POST", "/admin/users/demo-bo/restore", {}],
    ["POST", "/admin/users/demo-bo/roles", { role: "admin" }],
    ["DELETE", "/admin/users/demo-bo/roles/admin"],
  ];

  test.each(calls)("%s %s is for administrators alone", async (method, url, body) => {
    const nobody = await app.send(method, url, {}, body);
    expect([nobody.status, nobody.body.code]).toEqual([401, "MISSING_TOKEN"]);
    const person = await app.send(method, url, await app.as("eve"), body);
    expect([person.status, person.body.code]).toEqual([403, "FORBIDDEN"]);
    expect(person.body.details).toEqual({ reason: "admin_required" });
    expect((await app.send(method, url, app.withKey("full"), body)).status).toBe(401);
    expect((await app.get("/auth/me", await app.as("bo"))).status).toBe(200);
  });

  test.each(calls.slice(1))("%s %s of nobody is 404", async (method, url, body) => {
    const answer = await app.send(method, url.replace("demo-bo", "usr_nobody"), ada, body);
    expect([answer.status, answer.body.code]).toEqual([404, "USER_NOT_FOUND"]);
  });

  test("non-administrators do not see the administration tools", async () => {
    const names = async (headers: Record<string, string>) =>
      ((await app.get("/tools", headers)).body.tools as { name: string }[]).map(({ name }) => name);
    expect(await names(ada)).toEqual(expect.arrayContaining(["list_users", "suspend_user"]));
    expect(await names(await app.as("eve"))).not.toEqual(expect.arrayContaining(["list_users"]));
  });
});

describe("the list of accounts", () => {
  test("the list finds accounts by a part of id, e-mail or name, in pages", async () => {
    const email = "zoe@unusual-domain.example";
    const { id } = await createPerson(app, { email, emailVerified: true, name: "Zoe Quirk" });
    for (const query of [id.slice(6).toUpperCase(), "UNUSUAL-domain", "quirk"]) {
      const { status, body } = await app.get(`/admin/users?query=${query}`, ada);
      expect(status).toBe(200);
      expect(body.users.map((user: { id: string }) => user.id)).toEqual([id]);
      expect(body.pagination).toEqual({ limit: 50, offset: 0, total: 1 });
    }
    const [first, second] = await Promise.all(
      [0, 1].map((offset) => app.get(`/admin/users?limit=1&offset=${offset}`, ada)),
    );
    expect(first!.body.users[0].id).not.toBe(second!.body.users[0].id);
    expect(first!.body.pagination.total).toBeGreaterThan(6);
  });

  test("the list treats wildcards of the database as plain characters", async () => {
    for (const query of ["%", "q%k", String.raw`\%`]) {
      expect((await app.get(`/admin/users?query=${encodeURIComponent(query)}`, ada)).body.users).toEqual([]);
    }
  });

  test("the list rejects paging out of range", async () => {
    const { status, body } = await app.get("/admin/users?limit=101&offset=-1", ada);
    expect(status).toBe(400);
    expect(body.details.fields).toHaveLength(2);
  });
});

describe("suspension", () => {
  test("a suspension rejects the very next request with a token or a key, and lifting it admits it again", async () => {
    const person = await createPerson(app);
    const key = await createKeyOf(app, person.id, ["read:credits"]);
    const balance = () => app.get("/credits/balance/central", key);
    for (let round = 0; round < 3; round++) {
      expect([(await me(person)).status, (await balance()).status]).toEqual([200, 200]);
      const { status, body } = await suspend(person.id);
      expect([status, body.user.status]).toEqual([200, "suspended"]);
      expect([(await me(person)).status, (await balance()).status]).toEqual([401, 401]);
      expect((await app.post("/auth/me/restore", {}, person.headers)).status).toBe(401);
      expect((await lift(person.id)).body.user.status).toBe("active");
    }
    expect([(await me(person)).status, (await balance()).status]).toEqual([200, 200]);
  });

  test("a suspension applies in another process, too, once it is notified", async () => {
    const person = await createPerson(app);
    const other = await secondHub(app);
    try {
      const closed = async () => (await other.resolve(person.id)).closed ?? null;
      expect([await closed(), await closed()]).toEqual([null, null]);
      // Sooner than the expiry of a cached row, which is after five seconds.
      await suspend(person.id);
      await until("suspended", async () => (await closed()) === "suspended", 4_000);
      await lift(person.id);
      await until("admitted", async () => (await closed()) === null, 4_000);
    } finally {
      await other.close();
    }
  });

  test("a suspension records who did it and why, once", async () => {
    const person = await createPerson(app);
    await suspend(person.id, { reason: "spam since Monday" });
    await suspend(person.id, { reason: "again" });
    await lift(person.id, { reason: "was a mistake" });
    const { body } = await app.get(`/admin/users/${person.id}`, ada);
    expect(body.user.history).toEqual([
      { change: "suspension_lifted", reason: "was a mistake", actorId: "demo-ada", at: expect.any(String) },
      { change: "suspended", reason: "spam since Monday", actorId: "demo-ada", at: expect.any(String) },
    ]);
    const rows = await app.database.query(
      "SELECT action, actor_id, outcome FROM hub.audit_log WHERE target_id = $1 ORDER BY at, id",
      [person.id],
    );
    expect(rows).toEqual(
      ["suspendUser", "suspendUser", "restoreUser"].map((action) => ({
        action,
        actor_id: "demo-ada",
        outcome: "ok",
      })),
    );
  });

  test("a suspension needs a reason, and administrators cannot suspend themselves", async () => {
    for (const body of [{}, { reason: "" }, { reason: 7 }, { reason: "x".repeat(501) }]) {
      expect((await suspend("demo-bo", body)).status).toBe(400);
    }
    const own = await suspend("demo-ada");
    expect([own.status, own.body.code]).toEqual([409, "INVALID_STATE"]);
    expect((await app.get("/auth/me", await app.as("bo"))).status).toBe(200);
  });

  test("a suspension of a deleted account is lifted apart from the deletion", async () => {
    const person = await createPerson(app);
    await app.send("DELETE", "/auth/me", person.headers);
    await suspend(person.id);
    expect((await lift(person.id)).body.user.status).toBe("deleted");
    expect((await me(person)).status).toBe(401);
    expect((await lift(person.id)).body.user).toMatchObject({ status: "active", deletionScheduledAt: null });
    expect((await me(person)).status).toBe(200);
  });
});

describe("the admin role", () => {
  test("the admin role applies from the next request on, granted or revoked, whatever the token says", async () => {
    const person = await createPerson(app);
    const isAdmin = async () => (await app.get("/admin/users?limit=1", person.headers)).status === 200;
    expect(await isAdmin()).toBe(false);
    expect((await grant(person.id)).body.user).toMatchObject({ roles: ["admin"], isAdminRevoked: false });
    expect(await isAdmin()).toBe(true);
    expect((await revoke(person.id)).body.user).toMatchObject({ roles: [], isAdminRevoked: true });
    expect(await isAdmin()).toBe(false);

    const claimed = await createPerson(app, { roles: ["admin"] });
    expect((await app.get("/admin/users?limit=1", claimed.headers)).status).toBe(200);
    await revoke(claimed.id);
    expect((await app.get("/admin/users?limit=1", claimed.headers)).status).toBe(403);
    await grant(claimed.id);
    expect((await app.get("/admin/users?limit=1", claimed.headers)).status).toBe(200);
  });

  test("the last admin cannot give up the role", async () => {
    const { status, body } = await revoke("demo-ada");
    expect([status, body.code]).toEqual([409, "INVALID_STATE"]);
  });

  test("of two admins who revoke each other at once, one stays", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createPerson(app), await createPerson(app)];
      await grant(one.id);
      await grant(two.id);
      const answers = await Promise.all([revoke(one.id, two.headers), revoke(two.id, one.headers)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]));
    }
  });
});

/** The hub opened a second time beside the app, as another process would. */
async function secondHub({ database }: TestApp) {
  const config = readConfig({ NODE_ENV: "test", DATABASE_URL: database.url });
  const platform = new Platform(config, createLog({ level: "silent" }));
  await platform.open({ smtpUrl: null, work: false, only: "hub" }, new Readiness([]));
  const claims = {
    email: null,
    emailVerified: false,
    name: null,
    picture: null,
    roles: [],
    apps: null,
    scope: null,
    account: null,
  };
  return {
    resolve: (sub: string) =>
      resolvePrincipal(platform.contextIn("hub") as HubContext, { claims: { sub, ...claims } }),
    close: () => platform.close(1_000),
  };
}
