import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSharedAppWithTwins, type TwinApp } from "../support/shared-app.ts";

let app: TwinApp;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  await app.as("ada");
});
afterAll(() => app?.close());

const bearer = async (claims: Record<string, unknown>) => ({
  authorization: `Bearer ${await app.tokenFor(claims)}`,
});
const admin = (scope: string) => bearer({ sub: app.idOf("ada"), roles: ["admin"], scope });
const refused = { code: "FORBIDDEN", details: { reason: "full_token_required" } };

describe("a token that is limited to its scopes", () => {
  test("of an administrator gives nobody the admin role", async () => {
    const reader = await admin("read:invoices");
    const granted = await app.post(`/admin/users/${app.idOf("fay")}/roles`, { role: "admin" }, reader);
    expect([granted.status, granted.body]).toEqual([403, expect.objectContaining(refused)]);
    const users = await app.get("/admin/users", await app.as("fay"));
    expect([users.status, users.body.details.reason]).toEqual([403, "admin_required"]);
  });

  test.each([
    ["GET", "/admin/users"],
    ["GET", "/admin/audit-logs"],
    ["GET", "/admin/service-accounts"],
  ])("of an administrator does not administrate: %s %s", async (method, path) => {
    for (const scope of ["", "read:invoices", "openid profile email"]) {
      const { status, body } = await app.send(method, path, await admin(scope));
      expect([status, body]).toEqual([403, expect.objectContaining(refused)]);
    }
  });

  test("of an administrator deletes no other account's file", async () => {
    const input = { filename: "kept.txt", contentType: "text/plain", size: 4 };
    const uploaded = await app.post("/files", input, await app.as("eve"));
    const path = `/files/${uploaded.body.fileId}`;
    const stored = await app.database.query(
      "UPDATE hub.files SET stored_at = now(), sha256 = repeat('0', 64) WHERE id = $1 RETURNING 1",
      [uploaded.body.fileId],
    );
    expect(stored).toHaveLength(1);
    const { status, body } = await app.send("DELETE", path, await admin("write:files"));
    expect([status, body.code]).toEqual([404, "FILE_NOT_FOUND"]);
    expect((await app.send("DELETE", path, await admin("openid"))).status).toBe(403);
  });

  test("neither changes nor deletes the account", async () => {
    const victim = await bearer({ sub: "victim-del", scope: "read:invoices" });
    for (const [method, body] of [["DELETE"], ["PATCH", { name: "x" }]] as const) {
      const answer = await app.send(method, "/auth/me", victim, body);
      expect([answer.status, answer.body]).toEqual([403, expect.objectContaining(refused)]);
    }
    const me = await app.get("/auth/me", await bearer({ sub: "victim-del" }));
    expect([me.status, me.body.user.name]).toEqual([200, null]);
  });

  test.each([
    ["GET", "/crm/contacts", undefined],
    ["POST", "/subscriptions/create-portal", { appId: "central", returnUrl: "https://app.example" }],
    ["POST", "/subscriptions/create-checkout", { appId: "central" }],
    ["GET", "/subscriptions/payment-methods", undefined],
    ["GET", "/integrations/bank/connections", undefined],
  ])("with identity scopes of a foreign client is refused by %s %s", async (method, path, body) => {
    const answer = await app.send(
      method,
      path,
      await bearer({ sub: app.idOf("eve"), scope: "openid" }),
      body,
    );
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining(refused)]);
  });

  test("says by every door what is wrong and what to do", async () => {
    const headers = await bearer({ sub: app.idOf("eve"), scope: "read:invoices" });
    const rest = await app.get("/crm/contacts", headers);
    const graph = await app.graphql("{ contacts { __typename } }", {}, headers);
    const tool = await app.tool("list_contacts", {}, headers);
    const message = expect.stringMatching(/limited to its scopes.*Sign in/);
    expect(rest.body).toMatchObject({ ...refused, error: message });
    expect(graph.body.errors[0]).toMatchObject({ message, extensions: refused });
    expect(tool.body).toMatchObject({ ...refused, error: message });
  });

  test("reads who it stands for, whatever its scopes, and no role", async () => {
    for (const scope of ["", "openid", "read:invoices"]) {
      const headers = await admin(scope);
      const { status, body } = await app.get("/auth/me", headers);
      expect([status, body.user.id, body.user.roles]).toEqual([200, app.idOf("ada"), []]);
      expect((await app.tool("get_current_user", {}, headers)).status).toBe(200);
      const graph = await app.graphql("{ me { id email } profile { id } }", {}, headers);
      expect(graph.body.errors).toBeUndefined();
    }
  });

  test("reads what other features hold for the person only with their scopes", async () => {
    const read = async (field: string, scope: string) => {
      const { body } = await app.graphql(
        `{ me { ${field} } }`,
        {},
        await bearer({ sub: app.idOf("eve"), scope }),
      );
      return body.errors?.[0]?.extensions.details.reason as string | undefined;
    };
    expect(await read("creditBalances { appId }", "read:invoices")).toBe("scope_missing");
    expect(await read("creditBalances { appId }", "read:credits")).toBeUndefined();
    expect(await read("recentInvoices { id }", "read:credits")).toBe("scope_missing");
    expect(await read("recentInvoices { id }", "read:invoices")).toBeUndefined();
    expect(await read("savedProperties { propertyId }", "")).toBe("scope_missing");
    expect(await read("subscriptions { id }", "read:credits")).toBe("full_token_required");
  });

  test("uses its scopes, and what anybody may", async () => {
    const reader = await bearer({ sub: app.idOf("eve"), scope: "openid read:credits" });
    expect((await app.get("/credits/balance/central", reader)).status).toBe(200);
    expect((await app.get("/credits/packages/central", reader)).status).toBe(200);
    const consumed = await app.post(
      "/credits/consume",
      { appId: "central", amount: 1, description: "x" },
      reader,
    );
    expect(consumed.body).toMatchObject({
      error: "This token lacks the scope write:credits.",
      details: { reason: "scope_missing", requiredScope: "write:credits" },
    });
  });

  test("is shown only tools that it may call", async () => {
    const { body } = await app.get("/tools?limit=200", await admin("read:invoices"));
    const names = (body.tools as { name: string }[]).map(({ name }) => name);
    expect(names).toContain("get_current_user");
    expect(names).not.toContain("list_users");
    expect(names).not.toContain("list_contacts");
  });

  test("never receives a key of more scopes than it has", async () => {
    const eve = await app.as("eve");
    const made = await app.post(
      "/api-keys",
      { name: "wide", scopes: ["read:invoices", "write:invoices"] },
      eve,
    );
    const { id } = made.body.apiKey as { id: string };
    const narrow = await bearer({ sub: app.idOf("eve"), scope: "write:api-keys read:invoices" });
    const missing = { reason: "scope_missing", requiredScope: "write:invoices" };
    const rotated = await app.post(`/api-keys/${id}/rotate`, {}, narrow);
    expect([rotated.status, rotated.body.details, rotated.body.key]).toEqual([403, missing, undefined]);
    const changed = await app.send("PATCH", `/api-keys/${id}`, narrow, { allowedIps: [] });
    expect([changed.status, changed.body.details]).toEqual([403, missing]);
    expect((await app.send("DELETE", `/api-keys/${id}`, narrow)).status).toBe(200);
  });
});

test("a token without a scope claim has the full rights of its person", async () => {
  expect((await app.get("/crm/contacts", await app.as("eve"))).status).toBe(200);
  expect((await app.get("/admin/users", await app.as("ada"))).status).toBe(200);
});

describe("a call for somebody else", () => {
  const naming = { "x-on-behalf-of": "demo-fay" };

  test.each(["token", "key", "nothing"])("with a %s is 400 instead of acting for itself", async (kind) => {
    const headers = { token: await app.as("eve"), key: app.withKey("full"), nothing: {} }[kind]!;
    for (const path of ["/credits/balance/central", "/credits/packages/central"]) {
      const { status, body } = await app.get(path, { ...headers, ...naming });
      expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(body.details.fields).toEqual([expect.objectContaining({ path: "x-on-behalf-of" })]);
    }
  });

  test("with a bad credential is 401 first", async () => {
    const { status } = await app.get("/credits/balance/central", { authorization: "Bearer bad", ...naming });
    expect(status).toBe(401);
  });
});

describe("an app that cannot be read", () => {
  const bad = ["UPPER", "a b", "no-such-app", "'; DROP TABLE apps; --", "é", "x".repeat(65)];

  test.each(bad)("%j is no concern before there is a credential", async (appId) => {
    const headers = { "x-app-id": appId };
    const answers = [
      await app.get("/credits/balance/central", headers),
      await app.post("/crm/contacts", {}, headers),
      await app.tool("get_credit_balance", { appId: "central" }, headers),
      await app.tool("call_tool", { name: "list_contacts" }, headers),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [401, "MISSING_TOKEN"]),
    );
    const graph = await app.graphql("{ contacts { __typename } }", {}, headers);
    expect(graph.body.errors[0].extensions.code).toBe("MISSING_TOKEN");
    const mixed = await app.graphql(
      '{ creditPackages(appId: "central") { packages { name } } me { id } }',
      {},
      headers,
    );
    expect(mixed.body.errors[0].extensions.code).toBe("MISSING_TOKEN");
    expect(
      (await app.get("/credits/balance/central", { ...headers, authorization: "Bearer bad" })).status,
    ).toBe(401);
  });

  test.each(bad)("%j is 400 for who has a credential", async (appId) => {
    const { status, body } = await app.get("/credits/balance/central", {
      ...(await app.as("eve")),
      "x-app-id": appId,
    });
    expect([status, body.code]).toEqual([400, "UNKNOWN_APP"]);
  });

  test("is 400 where nobody needs a credential", async () => {
    const headers = { "x-app-id": "UPPER" };
    for (const { status, body } of [
      await app.get("/credits/packages/central", headers),
      await app.get("/tools", headers),
      await app.tool("search_tools", { query: "credits" }, headers),
    ])
      expect([status, body.code]).toEqual([400, "UNKNOWN_APP"]);
  });
});
