import { decodeJwt } from "jose";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTokenVerifier } from "../../src/access/token.ts";
import { fixedClock } from "../../src/time/clock.ts";
import { loadSigningKey } from "../../sandbox/identity-key.ts";
import { createKeyDir, sendJson, startTestSandbox, testAudience } from "./start-test-sandbox.ts";

const tokenFor = async (issuer: string, body: object) =>
  (await sendJson("POST", `${issuer}/token`, body)).body.accessToken;

describe("the identity issuer", () => {
  it("the issuer issues a token for any subject with the requested claims, accepted by the platform's verifier", async () => {
    const { issuer } = await startTestSandbox();
    const asked = {
      sub: "user_42",
      email: "a@example.com",
      roles: ["admin"],
      apps: ["central"],
      name: "A",
      scope: "read:x",
    };
    const { status, body } = await sendJson("POST", `${issuer}/token`, { ...asked, expiresInSeconds: 60 });
    expect(status).toBe(200);
    expect(body).toEqual({ accessToken: expect.any(String), tokenType: "Bearer", expiresIn: 60 });
    const verifier = createTokenVerifier({ issuer, audience: testAudience });
    expect(await verifier.verify(body.accessToken, new Date())).toEqual({
      ...asked,
      emailVerified: true,
      picture: null,
      scope: ["read:x"],
      account: null,
      session: expect.objectContaining({ isRevocable: true, lifetimeSeconds: 60 }),
    });
    const bound = await tokenFor(issuer, { sub: "user_42", accountId: "org_1" });
    expect(await verifier.verify(bound, new Date())).toMatchObject({ sub: "user_42", account: "org_1" });
  });

  it("the issuer can issue tokens that are expired, unverified, or for another audience", async () => {
    const { issuer } = await startTestSandbox();
    const verifier = createTokenVerifier({ issuer, audience: testAudience });
    const verify = async (body: object) => verifier.verify(await tokenFor(issuer, body), new Date());
    await expect(verify({ sub: "u", expiresInSeconds: -61 })).rejects.toMatchObject({
      code: "TOKEN_EXPIRED",
    });
    await expect(verify({ sub: "u", issuedAt: "2020-01-01T00:00:00Z" })).rejects.toMatchObject({
      code: "TOKEN_EXPIRED",
    });
    await expect(verify({ sub: "u", audience: "another" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(await verify({ sub: "u", email: "a@example.com", emailVerified: false })).toMatchObject({
      emailVerified: false,
    });
  });

  it("names a session in each token, and a session that was ended gets no more tokens", async () => {
    const { issuer } = await startTestSandbox();
    const claimsOf = async (body: object) => decodeJwt(await tokenFor(issuer, { sub: "u", ...body }));
    const [one, two] = [await claimsOf({}), await claimsOf({})];
    expect([typeof one["sid"], one["sid"] === two["sid"]]).toEqual(["string", false]);
    expect(await claimsOf({ sid: null })).not.toHaveProperty("sid");
    expect(await claimsOf({ sid: "s", jti: "j", authTime: 7 })).toMatchObject({
      sid: "s",
      jti: "j",
      auth_time: 7,
    });
    const { body } = await sendJson("GET", `${issuer}/.well-known/openid-configuration`);
    const ended = await fetch(body.end_session_endpoint as string, {
      method: "POST",
      body: new URLSearchParams({ logout_hint: "s" }),
    });
    expect(ended.status).toBe(204);
    expect((await sendJson("POST", `${issuer}/token`, { sub: "u", sid: "s" })).status).toBe(409);
    expect((await claimsOf({ sid: "t" }))["sid"]).toBe("t");
  });

  it("describes itself, and shows the public half of its key only", async () => {
    const { issuer, url } = await startTestSandbox();
    const discovery = await sendJson("GET", `${issuer}/.well-known/openid-configuration`);
    expect(issuer).toBe(`${url}/identity`);
    expect(discovery.body).toMatchObject({
      issuer,
      jwks_uri: `${issuer}/jwks`,
      token_endpoint: `${issuer}/token`,
    });
    const { body } = await sendJson("GET", discovery.body.jwks_uri);
    expect(Object.keys(body.keys[0]).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  });

  it("the issuer uses its clock, with a lifetime of one hour unless requested otherwise", async () => {
    const { issuer } = await startTestSandbox({ clock: fixedClock(new Date("2026-03-01T12:00:00Z")) });
    const claims = decodeJwt(await tokenFor(issuer, { sub: "u" }));
    expect(claims.iat).toBe(Date.UTC(2026, 2, 1, 12) / 1000);
    expect(claims.exp).toBe((claims.iat as number) + 3600);
  });

  it("names every bad field at once", async () => {
    const { issuer } = await startTestSandbox();
    const { status, body } = await sendJson("POST", `${issuer}/token`, {
      sub: "",
      roles: "admin",
      expiresInSeconds: 1.5,
      x: 1,
    });
    expect(status).toBe(400);
    expect(body.code).toBe("VALIDATION_ERROR");
    const paths = body.details.fields.map((field: { path: string }) => field.path);
    expect(paths.toSorted()).toEqual(["expiresInSeconds", "roles", "sub", "x"]);
    expect((await sendJson("POST", `${issuer}/token`)).status).toBe(400);
  });

  it("keeps its key over a restart, so tokens outlive it", async () => {
    const keyDir = await createKeyDir();
    const first = await startTestSandbox({ keyDir });
    const port = Number(new URL(first.url).port);
    const token = await tokenFor(first.issuer, { sub: "u" });
    await first.close();
    const second = await startTestSandbox({ keyDir, port });
    const verifier = createTokenVerifier({ issuer: second.issuer, audience: testAudience });
    expect(await verifier.verify(token, new Date())).toMatchObject({ sub: "u" });
    const elsewhere = await startTestSandbox();
    const stranger = createTokenVerifier({ issuer: elsewhere.issuer, audience: testAudience });
    await expect(stranger.verify(token, new Date())).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("has one key when several processes start at once, readable by its owner alone", async () => {
    const keyDir = join(await createKeyDir(), "new");
    const keys = await Promise.all([1, 2, 3].map(() => loadSigningKey(keyDir)));
    expect(new Set(keys.map((key) => key.kid)).size).toBe(1);
    expect(await readdir(keyDir)).toEqual(["identity-signing-key.json"]);
    expect((await stat(join(keyDir, "identity-signing-key.json"))).mode & 0o777).toBe(0o600);
  });
});
