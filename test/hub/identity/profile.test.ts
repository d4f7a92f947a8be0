import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createPerson } from "../support/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const change = (body: unknown, headers: Record<string, string>) =>
  app.send("PATCH", "/auth/me", headers, body);
const later = () => ({ "x-test-clock": new Date(Date.now() + 600_000).toISOString() });

describe("the profile", () => {
  test("the profile starts with the first token's claims", async () => {
    const claims = {
      email: "kim@person.example",
      emailVerified: true,
      name: "Kim",
      picture: "https://a.example/k.png",
    };
    const { id, headers } = await createPerson(app, claims);
    const { status, body, headers: answered } = await app.get("/auth/me", headers);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      user: {
        ...claims,
        id,
        locale: null,
        timezone: null,
        roles: [],
        createdAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
      },
    });
    expect(answered["cache-control"]).toBe("no-store");
  });

  test("the profile names the current roles", async () => {
    expect((await app.get("/auth/me", await app.as("ada"))).body.user.roles).toEqual(["admin"]);
  });

  test("the profile is the same in GraphQL and as a tool", async () => {
    const { headers } = await createPerson(app, { name: "Kim" });
    const rest = (await app.get("/auth/me", headers)).body;
    const { body } = await app.graphql("{ profile { id name roles } }", {}, headers);
    expect(rest.user).toMatchObject(body.data.profile);
    expect((await app.tool("get_current_user", {}, headers)).body).toEqual(rest);
  });

  test("the profile needs a user: no credential or a key is rejected", async () => {
    const nobody = await app.get("/auth/me");
    expect([nobody.status, nobody.body.code]).toEqual([401, "MISSING_TOKEN"]);
    const key = await app.get("/auth/me", app.withKey("full"));
    expect([key.status, key.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("a change of the profile", () => {
  test("a profile update sets the given fields and keeps the rest", async () => {
    const { id, headers } = await createPerson(app, { name: "Kim" });
    const body = { locale: "PT-br", timezone: "America/Sao_Paulo" };
    const changed = await change(body, headers);
    expect(changed.status).toBe(200);
    expect(changed.body.user).toMatchObject({
      id,
      name: "Kim",
      locale: "pt-BR",
      timezone: "America/Sao_Paulo",
    });
    const { body: read } = await app.get("/auth/me", headers);
    expect(read).toEqual(changed.body);
  });

  test("a profile update overrides later tokens, also for a cleared field", async () => {
    const { id, headers } = await createPerson(app, { name: "Token", picture: "https://a.example/1.png" });
    await change({ name: "Mine", picture: null }, headers);
    const token = await app.tokenFor({ sub: id, name: "Newer", picture: "https://a.example/2.png" });
    const { body } = await app.get("/auth/me", { authorization: `Bearer ${token}`, ...later() });
    expect(body.user).toMatchObject({ name: "Mine", picture: null });
  });

  test("a profile update leaves the other fields to the identity provider", async () => {
    const { id, headers } = await createPerson(app, { name: "Old", picture: "https://a.example/1.png" });
    await change({ picture: "https://a.example/own.png" }, headers);
    const token = await app.tokenFor({ sub: id, name: "New", picture: "https://a.example/2.png" });
    const { body } = await app.get("/auth/me", { authorization: `Bearer ${token}`, ...later() });
    expect(body.user).toMatchObject({ name: "New", picture: "https://a.example/own.png" });
  });

  test("a profile update with several faults reports all of them, and changes nothing", async () => {
    const { headers } = await createPerson(app, { name: "Kim" });
    const body = {
      name: "",
      picture: "http://a.example/b.png",
      locale: "not a tag",
      timezone: "Mars/Base",
      age: 7,
    };
    const answer = await change(body, headers);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.details.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      "age",
      "locale",
      "name",
      "picture",
      "timezone",
    ]);
    expect((await app.get("/auth/me", headers)).body.user.name).toBe("Kim");
  });

  test.each([
    ["picture", ["javascript:alert(1)", "https://user:pass@a.example/x", "data:image/png;base64,AAAA", 7]],
    ["timezone", ["+02:00", "Nowhere/City", ""]],
    ["locale", ["x", "en_US", "*"]],
    ["name", ["x".repeat(201), 7, "a\0b"]],
  ])("refuses a bad %s", async (field, values) => {
    const { headers } = await createPerson(app);
    for (const value of values) {
      const { status, body } = await change({ [field]: value }, headers);
      expect([value, status]).toEqual([value, 400]);
      expect(body.details.fields.map(({ path }: { path: string }) => path)).toContain(field);
    }
  });

  test("a profile update is done once per idempotency key, and leaves one audit row", async () => {
    const { id, headers } = await createPerson(app);
    const keyed = { ...headers, "idempotency-key": "once" };
    await change({ name: "First" }, keyed);
    await change({ name: "Second" }, headers);
    const again = await change({ name: "First" }, keyed);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect((await app.get("/auth/me", headers)).body.user.name).toBe("Second");
    const rows = await app.database.query(
      "SELECT action, target_id FROM hub.audit_log WHERE actor_id = $1 AND action = 'updateProfile'",
      [id],
    );
    expect(rows).toEqual([
      { action: "updateProfile", target_id: id },
      { action: "updateProfile", target_id: id },
    ]);
  });
});
