import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const balance = (headers: Record<string, string> = {}) => app.get("/credits/balance/central", headers);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const nowSeconds = () => Math.floor(Date.now() / 1000);
const isAdmin = async (sub: string, claims: JWTPayload = {}) =>
  (await app.graphql("{ me { isAdmin } }", {}, await app.as(sub, claims))).body.data.me.isAdmin as boolean;

/** The rejection of every invalid credential, without the reason. */
const notValid = {
  success: false,
  error: expect.stringMatching(/^The (credential|token) is not valid\. Sign in again/),
  code: "UNAUTHORIZED",
  details: {},
  requestId: expect.any(String),
  docsUrl: expect.stringMatching(/\/errors#UNAUTHORIZED$/),
};

describe("a call", () => {
  test("a request without a credential is 401 MISSING_TOKEN", async () => {
    const { status, body, headers } = await balance();
    expect([status, body.code]).toEqual([401, "MISSING_TOKEN"]);
    expect(headers["www-authenticate"]).toBe("Bearer");
  });

  test.each(["", "Bearer", "Basic dXNlcjpwYXNz", "Bearer a b", "Bearer not-a-token", "Bearer a.b.c"])(
    "with the authorization %j is 401",
    async (authorization) => {
      const { status, body } = await balance({ authorization });
      expect(status).toBe(401);
      expect(body).toEqual(notValid);
    },
  );

  test("a request with a valid token and a key is 400, whatever the key is", async () => {
    const headers = { ...(await app.as("usr_two")), "x-api-key": "x" };
    const { status, body } = await balance(headers);
    expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("a request with an invalid token is rejected on a public route too", async () => {
    expect((await app.get("/credits/packages/central", bearer("bad"))).status).toBe(401);
  });
});

describe("a token", () => {
  test.each<[string, JWTPayload]>([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another audience", { aud: "another-platform" }],
    ["without a subject", { sub: "" }],
    ["from the future", { iat: nowSeconds() + 3600, exp: nowSeconds() + 7200 }],
    ["whose app limit cannot be read", { apps: "central" }],
  ])("%s is 401", async (_, claims) => {
    const { status, body } = await balance(await app.as("usr_t", claims));
    expect(status).toBe(401);
    expect(body).toEqual(notValid);
  });

  test("an expired token is 401 TOKEN_EXPIRED, otherwise shaped as any other rejection", async () => {
    const { status, body } = await balance(
      await app.as("usr_t", { iat: nowSeconds() - 7200, exp: nowSeconds() - 3600 }),
    );
    expect(status).toBe(401);
    expect(body).toEqual({
      ...notValid,
      error: expect.any(String),
      code: "TOKEN_EXPIRED",
      docsUrl: expect.stringMatching(/\/errors#TOKEN_EXPIRED$/),
    });
  });

  test("a token signed with HS256 and the public key as secret is 401", async () => {
    const { status, body } = await balance(bearer(await app.issuer.signWithSecret({ sub: "usr_t" })));
    expect(status).toBe(401);
    expect(body).toEqual(notValid);
  });

  test("a token with a changed payload is 401", async () => {
    const [head, payload, signature] = (await app.issuer.sign({ sub: "usr_t" })).split(".") as [
      string,
      string,
      string,
    ];
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "demo-ada" })).toString("base64url");
    expect((await balance(bearer(`${head}.${forged}.${signature}`))).status).toBe(401);
  });

  test("a token creates its user at first sight, once for parallel requests", async () => {
    const claims = { email: "new@person.example", email_verified: true, name: "New" };
    const headers = await app.as("usr_first", claims);
    const answers = await Promise.all(Array.from({ length: 20 }, () => balance(headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await app.database.query(
      "SELECT email, email_verified, name FROM hub.users WHERE id = 'usr_first'",
    );
    expect(rows).toEqual([{ email: "new@person.example", email_verified: true, name: "New" }]);
  });

  test("a token with an unverified e-mail never replaces a verified one", async () => {
    await balance(await app.as("usr_mail", { email: "true@person.example", email_verified: true }));
    const later = { email: "false@person.example", email_verified: false };
    const at = new Date(Date.now() + 600_000).toISOString();
    await balance({ ...(await app.as("usr_mail", later)), "x-test-clock": at });
    const [row] = await app.database.query("SELECT email FROM hub.users WHERE id = 'usr_mail'");
    expect(row).toEqual({ email: "true@person.example" });
  });

  test("a token limited to apps is 403 for any other app, by header, path or body", async () => {
    const headers = await app.as("usr_apps", { apps: ["invoicer"] });
    const refusal = { code: "FORBIDDEN", details: { reason: "app_not_allowed" } };
    const byHeader = await app.get("/credits/balance/invoicer", { ...headers, "x-app-id": "central" });
    const byPath = await balance(headers);
    const body = { appId: "central", amount: 1, description: "x" };
    const byBody = await app.post("/credits/consume", body, headers);
    for (const answer of [byHeader, byPath, byBody]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject(refusal);
    }
    const allowed = await app.get("/credits/balance/invoicer", { ...headers, "x-app-id": "invoicer" });
    expect(allowed.status).toBe(200);
  });

  test("a token limited to no app at all may name none", async () => {
    expect((await balance(await app.as("usr_none", { apps: [] }))).status).toBe(403);
  });

  test("a token limited to apps reads no balance of another one through the user either", async () => {
    const query = "{ me { creditBalances { appId } } }";
    const limited = await app.graphql(query, {}, await app.as("demo-sam", { apps: ["invoicer"] }));
    expect(limited.body.data.me.creditBalances).toEqual([]);
    const full = await app.graphql(query, {}, await app.as("demo-sam"));
    expect(full.body.data.me.creditBalances).toEqual([{ appId: "central" }]);
  });

  test("a delegated token is limited to its scopes", async () => {
    const reader = await app.as("demo-sam", { scope: "openid read:credits" });
    expect((await balance(reader)).status).toBe(200);
    const body = { appId: "central", amount: 1, description: "x" };
    const refused = await app.post("/credits/consume", body, reader);
    expect([refused.status, refused.body.details]).toEqual([
      403,
      { reason: "scope_missing", requiredScope: "write:credits" },
    ]);
    expect((await balance(await app.as("demo-sam", { scope: "" }))).status).toBe(403);
  });
});

describe("a person", () => {
  test.each(["suspended_at", "deleted_at"])(
    "with %s set is refused on the very next call",
    async (column) => {
      const sub = `usr_${column}`;
      const headers = await app.as(sub);
      expect((await balance(headers)).status).toBe(200);
      await app.changeAccess(`UPDATE hub.users SET ${column} = now() WHERE id = $1`, [sub]);
      const { status, body } = await balance(headers);
      expect(status).toBe(401);
      expect(body).toEqual(notValid);
      await app.changeAccess(`UPDATE hub.users SET ${column} = NULL WHERE id = $1`, [sub]);
      expect((await balance(headers)).status).toBe(200);
    },
  );

  test("a user is an admin by the token's claim or by the table, and revocation wins over both", async () => {
    expect(await isAdmin("usr_plain")).toBe(false);
    expect(await isAdmin("usr_claim", { roles: ["admin"] })).toBe(true);
    expect(await isAdmin("usr_claim", { roles: ["editor"] })).toBe(false);
    expect(await isAdmin("usr_table")).toBe(false);
    await app.changeAccess("INSERT INTO hub.user_roles VALUES ('usr_table', 'admin')");
    expect(await isAdmin("usr_table")).toBe(true);
    await app.changeAccess("INSERT INTO hub.revoked_admins VALUES ('usr_table'), ('usr_claim')");
    expect(await isAdmin("usr_table")).toBe(false);
    expect(await isAdmin("usr_claim", { roles: ["admin"] })).toBe(false);
  });
});

describe("x-app-id", () => {
  test.each(["no-such-app", "UPPER", "a b", "'; DROP TABLE apps; --"])(
    "%j is 400 UNKNOWN_APP",
    async (appId) => {
      const { status, body } = await balance({ ...(await app.as("usr_app")), "x-app-id": appId });
      expect([status, body.code]).toEqual([400, "UNKNOWN_APP"]);
    },
  );

  test("x-app-id is checked after the credential", async () => {
    const unknown = { "x-app-id": "no-such-app" };
    expect((await balance({ ...bearer("bad"), ...unknown })).status).toBe(401);
    expect((await balance({ ...app.withKey("revoked"), ...unknown })).status).toBe(401);
    expect((await balance(unknown)).status).toBe(401);
  });

  test("an x-app-id of a retired app is unknown", async () => {
    await app.changeAccess("UPDATE hub.apps SET status = 'retired' WHERE app_id = 'hvut'");
    const { body } = await balance({ ...(await app.as("usr_app")), "x-app-id": "hvut" });
    expect(body.code).toBe("UNKNOWN_APP");
  });
});
