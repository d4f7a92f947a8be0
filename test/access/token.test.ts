import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { describe, expect, it } from "vitest";
import { createTokenVerifier, type TokenVerifierOptions } from "../../src/access/token.ts";
import type { Clock } from "../../src/time/clock.ts";

const issuer = "https://issuer.example";
const audience = "the-platform";
const now = new Date("2026-03-01T12:00:00.000Z");
const nowSeconds = now.getTime() / 1000;
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const unauthorized = expect.objectContaining({ code: "UNAUTHORIZED", status: 401 });
const expired = expect.objectContaining({ code: "TOKEN_EXPIRED", status: 401 });
const unavailable = expect.objectContaining({ code: "SERVICE_UNAVAILABLE", status: 503 });

/** An issuer at the other end of fetch, and a verifier of its tokens, with a clock that the test moves. */
async function createIssuer(options: Partial<TokenVerifierOptions> & { alg?: string } = {}) {
  const alg = options.alg ?? "RS256";
  const keys = new Map<string, { privateKey: CryptoKey; publicKey: CryptoKey }>();
  const state = { clockAt: now, fetches: [] as string[], isDown: false, discovered: issuer };
  const addKey = async (kid: string) => keys.set(kid, await generateKeyPair(alg, { extractable: true }));
  await addKey("k1");

  async function fetchIssuer(url: string): Promise<Response> {
    state.fetches.push(url);
    if (state.isDown) throw new TypeError("connect ECONNREFUSED");
    if (url === `${issuer}/.well-known/openid-configuration`) {
      return Response.json({ issuer: state.discovered, jwks_uri: `${issuer}/keys` });
    }
    const published = [...keys].map(async ([kid, pair]) => ({
      ...(await exportJWK(pair.publicKey)),
      kid,
      alg,
    }));
    return Response.json({ keys: await Promise.all(published) });
  }

  const clock: Clock = { now: () => state.clockAt };
  const verifier = createTokenVerifier({ issuer, audience, clock, fetch: fetchIssuer, ...options });
  const sign = (payload: JWTPayload = {}, header: { kid?: string; alg?: string; key?: CryptoKey } = {}) => {
    const kid = header.kid ?? "k1";
    return new SignJWT({
      iss: issuer,
      aud: audience,
      sub: "user_1",
      iat: nowSeconds,
      exp: nowSeconds + 3600,
      ...payload,
    })
      .setProtectedHeader({ alg: header.alg ?? alg, kid })
      .sign(header.key ?? (keys.get(kid)?.privateKey as CryptoKey));
  };
  const keyFetches = () => state.fetches.filter((url) => url.endsWith("/keys")).length;
  return { verifier, sign, addKey, keys, state, keyFetches };
}

describe("a good token", () => {
  it.each(["RS256", "ES256", "EdDSA"])("signed with %s is accepted", async (alg) => {
    const { verifier, sign } = await createIssuer({ alg });
    expect(await verifier.verify(await sign(), now)).toMatchObject({ sub: "user_1" });
  });

  it("returns a token's claims, with null for missing ones", async () => {
    const { verifier, sign } = await createIssuer();
    const full = await sign({
      email: "a@example.com",
      email_verified: true,
      name: "A",
      picture: "https://example.com/a.png",
      roles: ["editor"],
      apps: ["central"],
      scope: "read:invoices  write:invoices",
    });
    expect(await verifier.verify(full, now)).toEqual({
      sub: "user_1",
      email: "a@example.com",
      emailVerified: true,
      name: "A",
      picture: "https://example.com/a.png",
      roles: ["editor"],
      apps: ["central"],
      scope: ["read:invoices", "write:invoices"],
      account: null,
      session: expect.objectContaining({ id: expect.stringMatching(/^ses_[0-9a-z]{26}$/) }),
    });
    expect(await verifier.verify(await sign(), now)).toEqual({
      sub: "user_1",
      email: null,
      emailVerified: false,
      name: null,
      picture: null,
      roles: [],
      apps: null,
      scope: null,
      account: null,
      session: expect.objectContaining({ id: expect.stringMatching(/^ses_[0-9a-z]{26}$/) }),
    });
  });

  it("may be bound to one account, and is no token with an account that cannot be read", async () => {
    const { verifier, sign } = await createIssuer();
    const bound = await verifier.verify(await sign({ account_id: "org_a" }), now);
    expect(bound).toMatchObject({ account: "org_a" });
    for (const account_id of ["", 7, ["org_a"], "x".repeat(129)])
      await expect(verifier.verify(await sign({ account_id }), now)).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
  });

  it("may list several audiences, one of which is accepted", async () => {
    const { verifier, sign } = await createIssuer({ audience: ["other", audience] });
    expect(await verifier.verify(await sign({ aud: ["x", audience] }), now)).toMatchObject({ sub: "user_1" });
  });

  it("may have been issued by a clock a minute ahead", async () => {
    const { verifier, sign } = await createIssuer();
    expect(await verifier.verify(await sign({ iat: nowSeconds + 60 }), now)).toMatchObject({ sub: "user_1" });
  });

  it("readers cannot change the cached claims of a token", async () => {
    const { verifier, sign } = await createIssuer();
    const claims = await verifier.verify(await sign({ roles: ["editor"] }), now);
    expect(() => claims.roles.push("admin")).toThrow(TypeError);
    expect(() => Object.assign(claims, { sub: "user_2" })).toThrow(TypeError);
  });
});

describe("an admin", () => {
  it.each([
    [{ roles: ["admin"] }, null],
    [{ role: "admin" }, null],
    [{ admin: true }, null],
    [{ "https://id.example/is.admin": true }, "https://id.example/is.admin"],
    [{ realm_access: { roles: ["user", "admin"] } }, "realm_access.roles"],
  ])("is known by %j", async (payload, adminClaim) => {
    const { verifier, sign } = await createIssuer({ adminClaim });
    expect((await verifier.verify(await sign(payload), now)).roles).toContain("admin");
  });

  it.each([
    [{ roles: "admin" }, null],
    [{ admin: "true" }, null],
    [{ roles: ["administrator"] }, null],
    [{ realm_access: { roles: ["admin"] } }, null],
    [{ realm_access: { roles: ["user"] } }, "realm_access.roles"],
    [{}, "constructor.name"],
  ])("is not made by %j", async (payload, adminClaim) => {
    const { verifier, sign } = await createIssuer({ adminClaim });
    expect((await verifier.verify(await sign(payload as JWTPayload), now)).roles).not.toContain("admin");
  });
});

describe("a token is refused", () => {
  it.each<[string, JWTPayload]>([
    ["another issuer", { iss: `${issuer}/` }],
    ["no issuer", { iss: undefined }],
    ["another audience", { aud: "another" }],
    ["no audience", { aud: undefined }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject of 129 characters", { sub: "x".repeat(129) }],
    ["no expiry", { exp: undefined }],
    ["no time of issue", { iat: undefined }],
    ["a time of issue over a minute ahead", { iat: nowSeconds + 61 }],
    ["a start over a minute ahead", { nbf: nowSeconds + 61 }],
    ["apps that are no list", { apps: "central" }],
    ["a scope that is no text", { scope: 5 }],
  ])("with %s", async (_, payload) => {
    const { verifier, sign } = await createIssuer();
    await expect(verifier.verify(await sign(payload), now)).rejects.toThrow(unauthorized);
  });

  it("is refused from 60 seconds after its expiry, also when cached", async () => {
    const { verifier, sign } = await createIssuer();
    const token = await sign({ exp: nowSeconds + 10 });
    expect(await verifier.verify(token, at(69))).toMatchObject({ sub: "user_1" });
    await expect(verifier.verify(token, at(70))).rejects.toThrow(expired);
    const fresh = await createIssuer();
    await expect(fresh.verifier.verify(await fresh.sign({ exp: nowSeconds + 10 }), at(70))).rejects.toThrow(
      expired,
    );
  });

  it("is refused when cached and checked at a time before its issue", async () => {
    const { verifier, sign } = await createIssuer();
    const token = await sign();
    await verifier.verify(token, now);
    await expect(verifier.verify(token, at(-61))).rejects.toThrow(unauthorized);
  });

  it("with another key's signature, one changed character, no signature or a shared-secret one", async () => {
    const { verifier, sign } = await createIssuer();
    const stranger = await generateKeyPair("RS256");
    const token = await sign();
    await verifier.verify(token, now);
    const [head = "", body = "", mac = ""] = token.split(".");
    const unsignedHead = Buffer.from('{"alg":"none"}').toString("base64url");
    const shared = await new SignJWT({
      iss: issuer,
      aud: audience,
      sub: "user_1",
      iat: nowSeconds,
      exp: nowSeconds + 60,
    })
      .setProtectedHeader({ alg: "HS256", kid: "k1" })
      .sign(new TextEncoder().encode("a shared secret that somebody knows"));
    const forged = [
      await sign({}, { key: stranger.privateKey }),
      `${head}.${body}.${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`,
      `${unsignedHead}.${body}.`,
      `${head}.${body}.`,
      shared,
    ];
    for (const text of forged) await expect(verifier.verify(text, now)).rejects.toThrow(unauthorized);
  });

  it("with an algorithm that is not among the accepted ones", async () => {
    const { verifier, sign } = await createIssuer({ alg: "RS512" });
    await expect(verifier.verify(await sign(), now)).rejects.toThrow(unauthorized);
  });

  it.each(["", "x", "a.b", "a.b.c", "....", "é.é.é", "x".repeat(20_000)])("as garbage", async (text) => {
    const { verifier } = await createIssuer();
    await expect(verifier.verify(text, now)).rejects.toThrow(unauthorized);
  });
});

describe("the issuer's keys", () => {
  it("the issuer's keys are not fetched before the first token, then cached for 10 minutes", async () => {
    const { verifier, sign, state, keyFetches } = await createIssuer();
    expect(state.fetches).toEqual([]);
    await Promise.all([1, 2, 3].map(async (n) => verifier.verify(await sign({ sub: `user_${n}` }), now)));
    state.clockAt = at(599);
    await verifier.verify(await sign({ sub: "user_4" }), now);
    expect(keyFetches()).toBe(1);
    state.clockAt = at(600);
    await verifier.verify(await sign({ sub: "user_5" }), now);
    expect(keyFetches()).toBe(2);
  });

  it("an unknown key id refetches the issuer's keys once for all waiting requests", async () => {
    const { verifier, sign, addKey, keyFetches } = await createIssuer();
    await verifier.verify(await sign(), now);
    await addKey("k2");
    const tokens = await Promise.all([1, 2, 3].map((n) => sign({ sub: `user_${n}` }, { kid: "k2" })));
    await Promise.all(tokens.map((token) => verifier.verify(token, now)));
    expect(keyFetches()).toBe(2);
  });

  it("unknown key ids refetch the issuer's keys at most every 30 seconds", async () => {
    const { verifier, sign, addKey, keys, state, keyFetches } = await createIssuer();
    await verifier.verify(await sign(), now);
    const key = keys.get("k1")?.privateKey as CryptoKey;
    for (let n = 0; n < 20; n++) {
      await expect(verifier.verify(await sign({}, { kid: `invented-${n}`, key }), now)).rejects.toThrow(
        unauthorized,
      );
    }
    expect(keyFetches()).toBe(2);
    await addKey("k2");
    state.clockAt = at(30);
    expect(await verifier.verify(await sign({}, { kid: "k2" }), now)).toMatchObject({ sub: "user_1" });
    expect(keyFetches()).toBe(3);
  });

  it("may come late: the verifier works as soon as the issuer does", async () => {
    const { verifier, sign, state } = await createIssuer();
    const token = await sign();
    state.isDown = true;
    await expect(verifier.verify(token, now)).rejects.toThrow(unavailable);
    state.isDown = false;
    expect(await verifier.verify(token, now)).toMatchObject({ sub: "user_1" });
  });

  it("are not taken from a discovery document of another issuer", async () => {
    const { verifier, sign, state } = await createIssuer();
    state.discovered = "https://other.example";
    await expect(verifier.verify(await sign(), now)).rejects.toThrow(unavailable);
  });
});

describe("a cached token", () => {
  it("needs no issuer for 10 minutes, then is checked against the keys again", async () => {
    const { verifier, sign, state } = await createIssuer();
    const token = await sign();
    await verifier.verify(token, now);
    state.isDown = true;
    state.clockAt = at(599);
    expect(await verifier.verify(token, at(599))).toMatchObject({ sub: "user_1" });
    state.clockAt = at(600);
    await expect(verifier.verify(token, at(600))).rejects.toThrow(unavailable);
  });

  it("is refused within 10 minutes of its key being withdrawn", async () => {
    const { verifier, sign, addKey, keys, state } = await createIssuer();
    const token = await sign();
    await verifier.verify(token, now);
    keys.delete("k1");
    await addKey("k2");
    state.clockAt = at(600);
    await expect(verifier.verify(token, at(600))).rejects.toThrow(unauthorized);
  });
});
