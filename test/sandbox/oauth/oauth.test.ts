import { pino } from "pino";
import { expect, test } from "vitest";
import { readOauthProviders, type OauthProviderSettings } from "../../../src/config/oauth-settings.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { OauthProvider } from "../../../subgraphs/hub/oauth/oauth.port.ts";
import { createOpenidProvider } from "../../../subgraphs/hub/oauth/openid.adapter.ts";
import { walk } from "../../hub/oauth/browser-walk.ts";
import { createKeyDir, sendJson, startTestSandbox } from "../start-test-sandbox.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";

const publicUrl = "http://127.0.0.1:4000";
const redirectUri = `${publicUrl}/integrations/oauth/google/callback`;
const secrets = { codeVerifier: "v".repeat(43), nonce: "n".repeat(43) };
const state = "s".repeat(43);
const settings = readConfig({}).oauthProviders;
const servers = settings.map(({ name, allowedScopes: scopes }) => ({ name, scopes }));

async function startServers(keyDir?: string): Promise<Sandbox> {
  return startTestSandbox({ oauth: { publicUrl, servers }, ...(keyDir ? { keyDir } : {}) });
}

/** Google's stand-in as the platform reaches it. */
function clientOf(sandbox: Sandbox, more: Partial<OauthProviderSettings> = {}): OauthProvider {
  const [google] = readOauthProviders(readConfig({}) as never, sandbox.url);
  return createOpenidProvider({ ...google!, ...more, log: pino({ level: "silent" }), timeoutSeconds: 2 });
}

async function authorize(client: OauthProvider, more: Record<string, string>, scopes = ["openid", "email"]) {
  const url = new URL(await client.authorizationUrl({ redirectUri, scopes, state, ...secrets }));
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  const { url: back } = await walk(url.href, { stopAt: redirectUri });
  const parameters = Object.fromEntries(
    ["code", "error", "iss"].map((name) => [name, back.searchParams.get(name)]),
  ) as { code: string | null; error: string | null; iss: string | null };
  return { redirectUri, state, ...secrets, parameters };
}

const approved = { sandbox: "approve", sandbox_login: "pia" };

test("a person's consent through a program yields that person's identity token", async () => {
  const sandbox = await startServers();
  const client = clientOf(sandbox);
  const answer = await authorize(client, approved);
  expect(answer.parameters).toMatchObject({ error: null, iss: `${sandbox.url}/oauth/google` });
  const grant = await client.exchangeCode(answer);
  expect(grant).toMatchObject({
    expiresIn: 3600,
    scopes: ["openid", "email"],
    accountLabel: "pia@google.example",
    subject: "pia",
  });
  await expect(client.exchangeCode(answer)).rejects.toMatchObject({ kind: "invalid_grant" });
});

test("a person can say no, or yes to some of it, on a page", async () => {
  const sandbox = await startServers();
  const client = clientOf(sandbox);
  const denied = await authorize(client, { sandbox: "deny" });
  expect(denied.parameters).toMatchObject({ code: null, error: "access_denied" });
  await expect(client.exchangeCode(denied)).rejects.toMatchObject({ kind: "denied" });
  const scopes = ["openid", "email", "profile"];
  const url = await client.authorizationUrl({ redirectUri, scopes, state, ...secrets });
  const page = await walk(url, { stopAt: redirectUri });
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Connect google") });
  const form = { login: "pia", scope: ["openid", "profile"], decision: "approve" };
  const { url: back } = await walk(url, { stopAt: redirectUri, form });
  const parameters = { code: back.searchParams.get("code"), error: null, iss: back.searchParams.get("iss") };
  const grant = await client.exchangeCode({ redirectUri, state, ...secrets, parameters });
  expect(grant.scopes).toEqual(["openid", "profile"]);
});

test("refresh tokens rotate; an old one is good for a moment, and ends the grant after it", async () => {
  const sandbox = await startServers();
  const client = clientOf(sandbox);
  const first = (await client.exchangeCode(await authorize(client, approved))).refreshToken!;
  const second = (await client.refresh(first)).refreshToken!;
  expect(second).not.toBe(first);
  const third = (await client.refresh(first)).refreshToken!;
  await expect(client.refresh(second)).rejects.toMatchObject({ kind: "invalid_grant" });
  const grants = async () =>
    (await sendJson("GET", `${sandbox.url}/oauth/switches/grants/google`)).body.grants;
  expect(await grants()).toEqual([{ account: "pia", scopes: ["openid", "email"], liveRefreshTokens: 1 }]);
  await sendJson("POST", `${sandbox.url}/oauth/switches/rotation`, { graceSeconds: 0 });
  await expect(client.refresh(first)).rejects.toMatchObject({ kind: "invalid_grant" });
  await expect(client.refresh(third)).rejects.toMatchObject({ kind: "invalid_grant" });
  expect(await grants()).toEqual([]);
});

test("a token can be given back, and grants outlive a restart", async () => {
  const keyDir = await createKeyDir();
  const before = await startServers(keyDir);
  const client = clientOf(before);
  const kept = (await client.exchangeCode(await authorize(client, approved))).refreshToken!;
  const ended = (await client.exchangeCode(await authorize(client, approved))).refreshToken!;
  expect(await client.revoke(ended, "refresh_token")).toBe(true);
  await before.close();
  const after = clientOf(await startServers(keyDir));
  await expect(after.refresh(ended)).rejects.toMatchObject({ kind: "invalid_grant" });
  expect((await after.refresh(kept)).accessToken).toBeTruthy();
});

test.each([
  ["an answer of another issuer", { iss: "https://issuer.example" }, "untrusted"],
  ["an answer that does not say who gives it", { iss: null }, "untrusted"],
  ["a code that is none", { code: "nothing" }, "invalid_grant"],
])("%s is refused", async (_what, parameters, kind) => {
  const client = clientOf(await startServers());
  const answer = await authorize(client, approved);
  const changed = { ...answer, parameters: { ...answer.parameters, ...parameters } };
  await expect(client.exchangeCode(changed)).rejects.toMatchObject({ kind });
});

test.each([
  ["another verifier", { codeVerifier: "w".repeat(43) }, "invalid_grant"],
  ["another nonce", { nonce: "m".repeat(43) }, "untrusted"],
  ["another redirect address", { redirectUri: `${redirectUri}/` }, "invalid_grant"],
])("%s than was sent is refused", async (_what, changed, kind) => {
  const client = clientOf(await startServers());
  const answer = await authorize(client, approved);
  await expect(client.exchangeCode({ ...answer, ...changed })).rejects.toMatchObject({ kind });
});

test("people are sent back to the registered address alone", async () => {
  const client = clientOf(await startServers());
  const url = new URL(await client.authorizationUrl({ redirectUri, scopes: ["openid"], state, ...secrets }));
  url.searchParams.set("redirect_uri", "http://127.0.0.1:4000/elsewhere");
  expect((await walk(url.href, { stopAt: publicUrl })).status).toBe(400);
});

test.each([
  ["slow", { latencyMs: 10_000 }, "unavailable"],
  ["down", { status: 500 }, "unavailable"],
  ["rate limited", { status: 429 }, "unavailable"],
  ["gone", { dropRate: 1 }, "unavailable"],
  ["babbling", { malformed: true }, "unavailable"],
])("a server that is %s is one that is not there now", async (_what, faults, kind) => {
  const sandbox = await startServers();
  const client = clientOf(sandbox);
  const { refreshToken } = await client.exchangeCode(await authorize(client, approved));
  await sendJson("POST", `${sandbox.url}/control/oauth`, { ...faults, times: 1 });
  await expect(client.refresh(refreshToken!)).rejects.toMatchObject({ kind });
  expect((await client.refresh(refreshToken!)).accessToken).toBeTruthy();
});

test("credentials of ours that are wrong are no fault of the grant", async () => {
  const sandbox = await startServers();
  const client = clientOf(sandbox);
  const { refreshToken } = await client.exchangeCode(await authorize(client, approved));
  const stranger = clientOf(sandbox, { clientSecret: "wrong" });
  await expect(stranger.refresh(refreshToken!)).rejects.toMatchObject({ kind: "refused" });
  expect((await client.refresh(refreshToken!)).accessToken).toBeTruthy();
});
