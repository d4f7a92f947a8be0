import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from "@modelcontextprotocol/client";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoOrganizations } from "../../../src/demo-identities.ts";
import { projectPath } from "../../../src/project-root.ts";
import { takePorts } from "../../split/ports.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { Browser, formOf } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const redirectUri = "http://127.0.0.1:49152/callback";

/** Signs a demo identity in, and agrees with the consent page after `change`; returns where the agent is sent. */
async function agree(
  address: string,
  { as = "pia", change = () => undefined }: { as?: string; change?: (form: URLSearchParams) => void } = {},
): Promise<URL> {
  const browser = new Browser();
  const within = [app.url, app.sandboxUrl];
  const login = await browser.open(address, { within });
  expect(login.text).toContain("stand-in for an identity provider");
  const chosen = formOf(login.text);
  chosen.append("sandbox_login", as);
  const consent = await browser.open(login.url.split("?")[0]!, { within, form: chosen });
  if (consent.status === 0 || !consent.text.includes("form_token")) return new URL(consent.url);
  const form = formOf(consent.text);
  form.append("decision", "allow");
  change(form);
  return new URL((await browser.open(consent.url, { within, form })).url);
}

async function register(registration: object = {}): Promise<string> {
  const { status, body } = await app.post("/oauth/register", {
    client_name: "Notes",
    redirect_uris: [redirectUri],
    ...registration,
  });
  expect([status, body.token_endpoint_auth_method]).toEqual([201, "none"]);
  return body.client_id as string;
}

interface Asked {
  clientId: string;
  verifier: string;
  url: string;
}

async function ask(parameters: Record<string, string> = {}): Promise<Asked> {
  const clientId = parameters["client_id"] ?? (await register());
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: "state-of-the-agent",
    scope: "read:invoices write:invoices",
    resource: `${app.url}/mcp`,
    ...parameters,
  });
  return { clientId, verifier, url: `${app.url}/oauth/authorize?${query}` };
}

async function token(
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${app.url}/oauth/token`, {
    method: "POST",
    headers: { connection: "close" },
    body: new URLSearchParams(form),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

function exchange({ clientId, verifier }: Asked, code: string) {
  const form = { code, client_id: clientId, code_verifier: verifier, redirect_uri: redirectUri };
  return token({ grant_type: "authorization_code", resource: `${app.url}/mcp`, ...form });
}

/** A completed sign-in. */
async function signIn(options: Parameters<typeof agree>[1] = {}, parameters: Record<string, string> = {}) {
  const asked = await ask(parameters);
  const back = await agree(asked.url, options);
  const code = back.searchParams.get("code");
  expect(code, back.href).not.toBeNull();
  const { status, body } = await exchange(asked, code!);
  expect([status, body["token_type"]], JSON.stringify(body)).toEqual([200, "Bearer"]);
  return {
    ...asked,
    code: code!,
    accessToken: body["access_token"] as string,
    refreshToken: body["refresh_token"] as string,
    scope: body["scope"],
  };
}

function callTool(accessToken: string, name: string, args: object = {}) {
  return app.post(
    "/mcp/all",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    { authorization: `Bearer ${accessToken}`, accept: "application/json, text/event-stream" },
  );
}

/** The status of a tool call that needs the scope `read:invoices`. */
const readsInvoices = async (accessToken: string) => (await callTool(accessToken, "list_invoices")).status;

test("the official client signs a person in, from nothing but the address of the agent door", async () => {
  let authorization: URL | null = null;
  let client: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = "";
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: "Official client",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (url) => void (authorization = url),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
  };
  const address = new URL(`${app.url}/mcp`);
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider });
  const agent = new Client({ name: "test", version: "1.0.0" });
  await expect(agent.connect(first)).rejects.toThrow(/nauthorized|authoriz/i);
  const back = await agree(authorization!.href);
  expect(back.searchParams.get("iss")).toBe(app.url);
  await first.finishAuth(back.searchParams);
  const second = new Client({ name: "test", version: "1.0.0" });
  await second.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  expect((await second.listTools()).tools.length).toBeGreaterThan(2);
  await second.close();
});

test("the official conformance suite passes its scenarios of authorization servers", async () => {
  const [port] = await takePorts(1);
  const callback = `http://127.0.0.1:${port}/callback`;
  const clientId = await register({ redirect_uris: [callback] });
  const suite = projectPath("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const parameters = {
    "--url": app.url,
    "--client-id": clientId,
    "--port": String(port),
    "--resource": `${app.url}/mcp`,
  };
  const child = spawn(process.execPath, [suite, "authorization", ...Object.entries(parameters).flat()], {
    cwd: tmpdir(),
  });
  let output = "";
  let decided: Promise<unknown> | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^https?:\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
      // The suite waits at its own address for the person to come back.
      if (address && output.includes("Waiting"))
        decided ??= agree(address).then((back) => fetch(back, { headers: { connection: "close" } }));
    });
  }
  await once(child, "close");
  await decided;
  expect(output).toMatch(/authorization-server-metadata-endpoint: [1-9]\d* passed, 0 failed/);
  expect(output).toMatch(/authorization-code-grant: [1-9]\d* passed, 0 failed/);
});

describe("a person", () => {
  test("gives fewer scopes than the agent asks for", async () => {
    const { accessToken, scope } = await signIn({
      change: (form) => {
        form.delete("scope");
        form.append("scope", "read:invoices");
      },
    });
    expect(scope).toBe("read:invoices");
    expect(await readsInvoices(accessToken)).toBe(200);
    const refused = await callTool(accessToken, "create_invoice", {});
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([
      403,
      expect.stringContaining('scope="write:invoices"'),
    ]);
  });

  test("who cancels sends the agent back without a code", async () => {
    const { url } = await ask();
    const back = await agree(url, { change: (form) => form.set("decision", "deny") });
    expect([
      back.searchParams.get("error"),
      back.searchParams.get("state"),
      back.searchParams.get("code"),
    ]).toEqual(["access_denied", "state-of-the-agent", null]);
  });

  test("chooses the organization, and the token is good for no other account", async () => {
    const workshop = demoOrganizations[0]!.id;
    let personal = "";
    const { accessToken } = await signIn({
      as: "bo",
      change: (form) => {
        personal = form.get("account")!;
        form.set("account", workshop);
      },
    });
    const own = await app.post(
      "/mcp/all",
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      {
        authorization: `Bearer ${accessToken}`,
        "x-account-id": personal,
        accept: "application/json, text/event-stream",
      },
    );
    expect([personal, own.status, own.body.code]).toEqual(["demo-bo", 404, "ACCOUNT_NOT_FOUND"]);
    expect(await readsInvoices(accessToken)).toBe(200);
  });

  test("cannot choose an account or a scope that was not on the page", async () => {
    const { url } = await ask();
    const foreign = await agree(url, { change: (form) => form.set("account", "demo-eve") });
    expect(foreign.searchParams.get("error")).toBe("access_denied");
    const { scope } = await signIn({ change: (form) => form.append("scope", "write:payroll") });
    expect(scope).toBe("read:invoices write:invoices");
  });

  test("limits the agent to apps", async () => {
    const { accessToken } = await signIn({
      change: (form) => {
        form.set("apps", "some");
        form.append("app", "payroll");
      },
    });
    expect((await callTool(accessToken, "list_invoices")).text).toContain("app_not_allowed");
  });
});

describe("an access token", () => {
  test("is good at the agent door alone", async () => {
    const { accessToken } = await signIn();
    const headers = { authorization: `Bearer ${accessToken}` };
    expect(await readsInvoices(accessToken)).toBe(200);
    for (const path of ["/invoices", "/auth/me", "/tools"]) {
      const { status, body } = await app.get(path, headers);
      expect([path, status, body.code]).toEqual([path, 401, "UNAUTHORIZED"]);
    }
    expect((await app.graphql("{ me { id } }", {}, headers)).status).toBe(401);
  });

  test("is refused as soon as the person revokes the session, and so is its refresh token", async () => {
    const { accessToken, refreshToken, clientId } = await signIn({ as: "sam" });
    expect(await readsInvoices(accessToken)).toBe(200);
    const sam = await app.as("sam");
    const { sessions } = (await app.get("/sessions", sam)).body as {
      sessions: { id: string; current: boolean }[];
    };
    for (const { id } of sessions.filter(({ current }) => !current))
      await app.send("DELETE", `/sessions/${id}`, sam);
    const refused = await callTool(accessToken, "list_invoices");
    expect([refused.status, refused.body.code]).toEqual([401, "SESSION_REVOKED"]);
    const again = await token({
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: clientId,
    });
    expect([again.status, again.body["error"]]).toEqual([400, "invalid_grant"]);
  });

  test("of another key, audience or without scopes is refused", async () => {
    const { accessToken } = await signIn();
    const [header, , signature] = accessToken.split(".");
    const claims = JSON.parse(Buffer.from(accessToken.split(".")[1]!, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: "demo-ada" })).toString("base64url");
    expect(await readsInvoices(`${header}.${forged}.${signature}`)).toBe(401);
  });
});

describe("a code", () => {
  test("is good once, also for 20 requests at the same time", async () => {
    const asked = await ask();
    const code = (await agree(asked.url)).searchParams.get("code")!;
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(asked, code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const good = answers.find(({ status }) => status === 200);
    // The code was used again, so the tokens may be in the wrong hands.
    const late = await exchange(asked, code);
    expect([late.status, late.body["error"]]).toEqual([400, "invalid_grant"]);
    if (good) expect(await readsInvoices(good.body["access_token"] as string)).toBe(401);
  });

  test("needs the verifier, the client and the redirect URI of its request", async () => {
    const other = await register({ client_name: "Other" });
    const faults = [{ verifier: randomBytes(32).toString("base64url") }, { clientId: other }];
    for (const fault of faults) {
      const asked = await ask();
      const code = (await agree(asked.url)).searchParams.get("code")!;
      const { status, body } = await exchange({ ...asked, ...fault }, code);
      expect([status, body["error"]]).toEqual([400, "invalid_grant"]);
    }
  });
});

describe("a refresh token", () => {
  test("is replaced by each use, and an old one ends the sign-in", async () => {
    const { refreshToken, clientId } = await signIn();
    const refresh = (used: string) =>
      token({ grant_type: "refresh_token", refresh_token: used, client_id: clientId });
    const second = await refresh(refreshToken);
    expect(second.status).toBe(200);
    expect(second.headers.get("cache-control")).toContain("no-store");
    expect(await readsInvoices(second.body["access_token"] as string)).toBe(200);
    // The answer may be lost, so the old token is good for half a minute; then it ends the sign-in.
    await app.database.query(
      "UPDATE hub.sign_in_records SET consumed_at = consumed_at - interval '1 minute' WHERE consumed_at IS NOT NULL",
    );
    const reused = await refresh(refreshToken);
    expect([reused.status, reused.body["error"]]).toEqual([400, "invalid_grant"]);
    const ended = await refresh(second.body["refresh_token"] as string);
    expect([ended.status, ended.body["error"]]).toEqual([400, "invalid_grant"]);
    expect(await readsInvoices(second.body["access_token"] as string)).toBe(401);
  });

  test("is revoked by the agent", async () => {
    const { refreshToken, clientId, accessToken } = await signIn();
    const form = new URLSearchParams({ token: refreshToken, client_id: clientId });
    const revoked = await fetch(`${app.url}/oauth/revoke`, {
      method: "POST",
      body: form,
      headers: { connection: "close" },
    });
    expect(revoked.status).toBe(200);
    expect(
      (await token({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId })).status,
    ).toBe(400);
    expect(await readsInvoices(accessToken)).toBe(401);
  });
});

describe("an authorization request", () => {
  const refusal = async (parameters: Record<string, string>) => {
    const { url } = await ask(parameters);
    const response = await fetch(url, { redirect: "manual", headers: { connection: "close" } });
    const location = response.headers.get("location");
    // Refusals of requests for a token are in the fragment.
    const error = location && new URLSearchParams(location.split(/[?#]/)[1]).get("error");
    return { status: response.status, error };
  };

  test("without PKCE, for another resource or response type is sent back with the reason", async () => {
    expect((await refusal({ code_challenge: "", code_challenge_method: "" })).error).toBe("invalid_request");
    expect((await refusal({ code_challenge_method: "plain" })).error).toBe("invalid_request");
    expect((await refusal({ resource: "https://other.example/mcp" })).error).toBe("invalid_target");
    expect((await refusal({ response_type: "token" })).error).toBe("unsupported_response_type");
  });

  test("of an unknown client or to another address is sent nowhere", async () => {
    const invented: Record<string, string>[] = [
      { client_id: "dyn_invented" },
      { client_id: "https://127.0.0.1/client.json" },
      { redirect_uri: "https://evil.example/callback" },
    ];
    for (const parameters of invented)
      expect(await refusal(parameters)).toEqual({ status: 400, error: null });
  });

  test("of another browser cannot be completed", async () => {
    const { url } = await ask();
    const within = [app.url, app.sandboxUrl];
    const login = await new Browser().open(url, { within });
    const form = formOf(login.text);
    form.append("sandbox_login", "pia");
    // The attacker's link continues in a browser that did not begin.
    const page = await new Browser().open(login.url.split("?")[0]!, { within, form });
    expect([page.status, page.text.includes("expired")]).toEqual([400, true]);
  });
});

test("registrations with dangerous or too many redirect URIs are refused", async () => {
  const bad = [
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["http://evil.example/callback"],
    ["https://a.example/#fragment"],
    [],
    Array.from({ length: 9 }, (_, index) => `https://a.example/${index}`),
  ];
  for (const redirect_uris of bad) {
    const { status, body } = await app.post("/oauth/register", { redirect_uris });
    expect([redirect_uris, status, body.error]).toEqual([redirect_uris, 400, "invalid_client_metadata"]);
  }
  for (const uri of [
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "http://localhost:1234/cb",
    "https://agent.example/cb",
  ])
    await register({ redirect_uris: [uri] });
});

test("the pages allow no script, no frame, and forms only where the agent waits", async () => {
  const { url } = await ask();
  const browser = new Browser();
  const within = [app.url, app.sandboxUrl];
  const login = await browser.open(url, { within });
  const form = formOf(login.text);
  form.append("sandbox_login", "pia");
  const consent = await browser.open(login.url.split("?")[0]!, { within, form });
  expect(consent.text).toContain("You are signed in as");
  expect(consent.text).not.toMatch(/<script|onclick|javascript:/i);
});

test("nobody but the platform reads the records, and their IDs are hashes", async () => {
  const { refreshToken, code } = await signIn();
  const rows = await app.database.query("SELECT * FROM hub.sign_in_records");
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toContain(refreshToken);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(app.logLines.join("\n")).not.toContain(refreshToken);
});
