import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHubApp, type HubApp } from "../hub/support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

let people = 0;
const newSub = () => `usr_kind_${(people += 1)}`;

/** The response of `GET /auth/me`-like reads to a token with these claims and this header. */
async function me(claims: JWTPayload, header: { typ?: string } = {}) {
  const token = await app.issuer.sign({ sub: newSub(), ...claims }, header);
  const query = "{ me { id email name picture } }";
  return app.graphql(query, {}, { authorization: `Bearer ${token}` });
}

/** Whether the token has full access, else the scopes that it has of two. */
async function rights(claims: JWTPayload): Promise<string> {
  const authorization = `Bearer ${await app.issuer.sign({ sub: newSub(), ...claims })}`;
  const ask = async (query: string) => {
    const { status, body } = await app.graphql(query, {}, { authorization });
    return status === 401 ? 401 : body.errors === undefined;
  };
  const full = await ask("{ planSubscriptions { subscriptions { id } } }");
  if (full === 401) return "401";
  if (full) return "full";
  const reads = await ask('{ creditBalance(appId: "central") { balance } }');
  const hooks = await ask("{ webhookEndpoints { pagination { total } } }");
  return [...(reads ? ["read:credits"] : []), ...(hooks ? ["webhooks"] : [])].join(" ") || "nothing";
}

describe("a token that is no access token is 401", () => {
  test.each<[string, JWTPayload, { typ?: string }]>([
    ["an ID token with a nonce", { nonce: "n-0S6_WzA2Mj" }, { typ: "JWT" }],
    ["an ID token with at_hash", { at_hash: "77QmUPtjPfzWtF2AnpK9RQ" }, {}],
    ["an ID token with c_hash", { c_hash: "LDktKdoQak3Pk0cnXxCltA" }, {}],
    ["an ID token of Keycloak", { typ: "ID" }, { typ: "JWT" }],
    ["an ID token of Cognito", { token_use: "id" }, {}],
    [
      "a logout token",
      { events: { "http://schemas.openid.net/event/backchannel-logout": {} } },
      { typ: "logout+jwt" },
    ],
    ["a logout token by its events", { events: {} }, { typ: "JWT" }],
    ["a logout token by its type", {}, { typ: "logout+jwt" }],
    ["a logout token by its media type", {}, { typ: "application/logout+jwt" }],
    ["a logout token of Keycloak", { typ: "Logout" }, { typ: "JWT" }],
    ["a refresh token of Keycloak", { typ: "Refresh" }, { typ: "JWT" }],
    ["an offline token of Keycloak", { typ: "Offline" }, { typ: "JWT" }],
    ["a security event", {}, { typ: "secevent+jwt" }],
    ["a proof of possession", {}, { typ: "dpop+jwt" }],
    ["one with a type that is no text", { typ: 5 }, {}],
    ["one with a use that is no text", { token_use: ["access"] }, {}],
  ])("%s", async (_, claims, header) => {
    const { status, body } = await me(claims, header);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});

describe("an access token is accepted", () => {
  test.each<[string, JWTPayload, { typ?: string }]>([
    ["without a type", {}, {}],
    ["of the type JWT", {}, { typ: "JWT" }],
    ["of the type at+jwt (RFC 9068)", {}, { typ: "at+jwt" }],
    ["of the whole media type", {}, { typ: "application/at+jwt" }],
    ["of the type in capitals", {}, { typ: "AT+JWT" }],
    ["of Keycloak", { typ: "Bearer", azp: "web" }, { typ: "JWT" }],
    ["of Keycloak before version 25, which repeats the nonce", { typ: "Bearer", nonce: "n" }, { typ: "JWT" }],
    ["of Cognito", { token_use: "access" }, {}],
  ])("%s", async (_, claims, header) => {
    expect((await me(claims, header)).status).toBe(200);
  });
});

describe("text in a token that is not well-formed is 401", () => {
  test.each<[string, JWTPayload]>([
    ["a subject with NUL", { sub: "usr_\0" }],
    ["a subject with a lone surrogate", { sub: "usr_\ud800" }],
    ["an e-mail with NUL", { email: "a\0@person.example" }],
    ["a name with a lone surrogate", { name: "A \udfff" }],
    ["a picture with NUL", { picture: "https://person.example/\0" }],
    ["a role with NUL", { roles: ["editor", "a\0"] }],
    ["a role with a lone surrogate", { role: "\ud800" }],
    ["an app with a lone surrogate", { apps: ["central", "\ud83d"] }],
  ])("%s", async (_, claims) => {
    const { status } = await me(claims);
    expect(status).toBe(401);
    const rows = await app.database.query("SELECT id FROM hub.users WHERE id LIKE $1", ["%\ufffd%"]);
    expect(rows).toEqual([]);
  });

  test("but a pair of surrogates is a character", async () => {
    const { body } = await me({ name: "\ud83d\ude00" });
    expect(body.data.me.name).toBe("\ud83d\ude00");
  });
});

describe("a profile field that PATCH /auth/me would refuse is left out, and its holder still signs in", () => {
  test.each<[string, JWTPayload]>([
    ["picture", { picture: "javascript:alert(1)" }],
    ["picture", { picture: "http://person.example/a.png" }],
    ["picture", { picture: `https://person.example/${"a".repeat(2048)}` }],
    ["email", { email: "a@person.example\r\nBcc: b@person.example", email_verified: true }],
    ["email", { email: "no address", email_verified: true }],
    ["email", { email: `${"a".repeat(250)}@person.example` }],
    ["name", { name: "" }],
    ["name", { name: "x".repeat(201) }],
  ])("%s %j", async (field, claims) => {
    const { status, body } = await me(claims);
    expect([status, body.data.me[field]]).toEqual([200, null]);
  });

  test("good ones are kept", async () => {
    const claims = {
      email: "o'neil+x@person.example",
      name: "x".repeat(200),
      picture: "https://p.example/a.png",
    };
    expect((await me(claims)).body.data.me).toMatchObject(claims);
  });
});

describe("the scopes of a token", () => {
  const foreign = { azp: "somebody-else" };
  const own = { azp: "first-party" };

  test.each<[string, JWTPayload]>([
    ["full", {}],
    ["full", foreign],
    ["full", { scope: "openid profile email offline_access", ...own }],
    ["full", { scope: "", client_id: "first-party" }],
    ["full", { scp: ["openid"], cid: "first-party" }],
    ["full", { scp: "access_as_user", ...own }],
    ["nothing", { scope: "" }],
    ["nothing", { scope: "openid profile email" }],
    ["nothing", { scope: "openid profile email", ...foreign }],
    ["nothing", { scope: "openid", azp: "first-party", client_id: "somebody-else" }],
    ["nothing", { scope: "openid", azp: ["first-party"] }],
    ["nothing", { scp: "" }],
    ["nothing", { scp: [] }],
    ["nothing", { scope: "delete:everything", ...own }],
    ["nothing", { scope: "READ:CREDITS", ...own }],
    ["nothing", { scope: "read:*" }],
    ["nothing", { scope: "other/read:credits" }],
    ["read:credits", { scope: "read:credits" }],
    ["read:credits", { scope: "openid read:credits", ...own }],
    ["read:credits", { scope: " read:credits  openid " }],
    ["read:credits", { scp: "read:credits openid" }],
    ["read:credits", { scp: ["read:credits", "openid"] }],
    ["read:credits", { scope: ["read:credits"] }],
    ["read:credits", { scp: ["api://hub/read:credits"] }],
    ["read:credits", { scope: "hub/read:credits openid", ...own }],
    ["read:credits", { scope: "read:credits openid", scp: ["openid", "read:credits"] }],
    ["webhooks", { scope: "webhooks", ...own }],
    ["read:credits webhooks", { scope: "api://hub/webhooks read:credits" }],
  ])("give %s for %j", async (expected, claims) => {
    expect(await rights(claims)).toBe(expected);
  });

  test.each<[string, JWTPayload]>([
    ["a number", { scp: 5 }],
    ["an object", { scope: { read: true } }],
    ["null", { scope: null }],
    ["null in scp", { scp: null }],
    ["a list with a number", { scp: ["read:credits", 5] }],
    ["a list with two in one", { scp: ["read:credits openid"] }],
    ["a list with an empty one", { scp: [""] }],
    ["a tab between", { scope: "read:credits\topenid" }],
    ["a quote", { scope: 'read:"credits"' }],
    ["NUL", { scope: "read:credits\0" }],
    ["a surrogate", { scp: ["read:\ud800"] }],
    ["two that disagree", { scope: "read:credits", scp: "webhooks" }],
    ["two of which one says more", { scope: "openid", scp: ["openid", "read:credits"] }],
    ["one of 300 characters", { scope: `read:${"x".repeat(300)}` }],
    ["5,000 characters", { scope: "a ".repeat(2500) }],
    ["300 of them", { scp: Array.from({ length: 300 }, (_, index) => `s${index}`) }],
  ])("that cannot be read are 401: %s", async (_, claims) => {
    expect(await rights({ ...own, ...claims })).toBe("401");
  });
});
