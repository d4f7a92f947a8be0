import { exportJWK, generateKeyPair } from "jose";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../support/app.ts";

const resource = "https://hub.example";
const redirectUri = "https://client.example/callback";

/** A certified OpenID provider that signs in any user by login hint, and grants the requested scopes. */
let server: Server;
let issuer: string;
let app: TestApp;
beforeAll(async () => {
  let handle: ReturnType<Provider["callback"]> | null = null;
  server = createServer((request, response) => void handle!(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await createProvider(issuer);
  const callback = provider.callback();
  handle = async (request, response) => {
    if (!request.url!.startsWith("/interaction/")) return callback(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const accountId = String(params["login_hint"]);
    const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
    grant.addOIDCScope(String(params["scope"]));
    grant.addResourceScope(resource, String(params["scope"]));
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { login: { accountId }, consent });
  };
  app = await createTestApp({
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: resource,
    OIDC_FIRST_PARTY_CLIENTS: "web",
    AUTH_ADMIN_CLAIM: "https://hub.example/roles",
  });
});
afterAll(async () => {
  await app?.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function createProvider(url: string): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const client = (client_id: string) => ({
    client_id,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none" as const,
  });
  return new Provider(url, {
    clients: [client("web"), client("partner")],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "k1", use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    scopes: ["openid", "profile", "read:credits", "write:credits"],
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: "openid profile read:credits write:credits",
          audience: resource,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    extraTokenClaims: (_ctx, token) => ({
      [`${resource}/roles`]: "accountId" in token && token.accountId === "demo-ada" ? ["admin"] : [],
    }),
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
}

/** Signs a person in by the authorization code flow with PKCE. */
async function signIn(clientId: string, login: string, scope: string) {
  const verifier = randomBytes(32).toString("base64url");
  const cookies = new Map<string, string>();
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    login_hint: login,
    nonce: "n-0S6_WzA2Mj",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  let location = `${issuer}/auth?${asked}`;
  while (!location.startsWith(redirectUri)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(location, { redirect: "manual", headers: { cookie, connection: "close" } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    location = new URL(next, issuer).href;
  }
  const code = new URL(location).searchParams.get("code")!;
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { connection: "close" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const body = (await response.json()) as { access_token: string; id_token: string };
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return { access: bearer(body.access_token), id: bearer(body.id_token) };
}

describe("a person who signs in at an OpenID provider", () => {
  test("has full access through an application of the platform's owner", async () => {
    const { access } = await signIn("web", "demo-eve", "openid profile");
    expect((await app.get("/crm/contacts", access)).status).toBe(200);
    expect((await app.get("/credits/balance/central", access)).status).toBe(200);
    expect((await app.get("/admin/users", access)).body.details.reason).toBe("admin_required");
  });

  test("administrates through it by the configured claim", async () => {
    const { access } = await signIn("web", "demo-ada", "openid profile");
    expect((await app.get("/admin/users", access)).status).toBe(200);
  });

  test("a third-party application gets the identity only", async () => {
    const { access } = await signIn("partner", "demo-ada", "openid profile");
    expect((await app.get("/auth/me", access)).body.user).toMatchObject({ id: "demo-ada", roles: [] });
    for (const path of ["/crm/contacts", "/admin/users"]) {
      expect((await app.get(path, access)).body.details).toEqual({ reason: "full_token_required" });
    }
    const { body } = await app.get("/credits/balance/central", access);
    expect(body.details).toEqual({ reason: "scope_missing", requiredScope: "read:credits" });
  });

  test("lets either application do what was requested, and no more", async () => {
    for (const clientId of ["web", "partner"]) {
      const { access } = await signIn(clientId, "demo-eve", "openid read:credits");
      expect((await app.get("/credits/balance/central", access)).status).toBe(200);
      expect((await app.get("/crm/contacts", access)).status).toBe(403);
      const spent = await app.post(
        "/credits/consume",
        { appId: "central", amount: 1, description: "x" },
        access,
      );
      expect(spent.status).toBe(403);
    }
  });

  test("cannot call with an ID token", async () => {
    const { id } = await signIn("web", "demo-eve", "openid");
    expect((await app.get("/auth/me", id)).status).toBe(401);
  });
});

test("an ID token is refused even where its audience is accepted", async () => {
  const own = await createTestApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: "web" });
  try {
    const { id } = await signIn("web", "demo-eve", "openid");
    const { status, body } = await own.get("/auth/me", id);
    expect([status, body.code]).toEqual([401, "UNAUTHORIZED"]);
  } finally {
    await own.close();
  }
});
