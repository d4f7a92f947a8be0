import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  buildProgram,
  ownPorts,
  startProcess,
  untilReady,
  type PlatformProcess,
} from "../../platform/support/platform-process.ts";
import { until } from "../../support/poll.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";
import { readConfig } from "../../../src/config/config.ts";
import { walk } from "./browser-walk.ts";
import { liveTokens, loseReply, refreshes } from "./oauth-world.ts";

beforeAll(buildProgram);

async function start(database: TestDatabase, env: Record<string, string>): Promise<PlatformProcess> {
  const platform = await startProcess({ DATABASE_URL: database.url, ...env });
  await untilReady(platform);
  return platform;
}

async function connect(platform: PlatformProcess): Promise<string> {
  const headers = { ...(await platform.as("demo-pia")), "content-type": "application/json" };
  const url = `${platform.url}/integrations/oauth/google/initiate`;
  const body = JSON.stringify({ appId: "finance" });
  const begun = await (await fetch(url, { method: "POST", headers, body })).json();
  const { authUrl } = begun as { authUrl: string };
  const stopAt = `${platform.url}/integrations/oauth/google/callback`;
  const { url: back } = await walk(`${authUrl}&sandbox=approve&sandbox_login=pia`, { stopAt });
  const answer = await fetch(back, { headers: { accept: "application/json" } });
  return ((await answer.json()) as { connectionId: string }).connectionId;
}

interface Row {
  status: string;
  token_version: number;
  refresh_lease: string | null;
}

test("a process killed during a token refresh loses and doubles nothing", async () => {
  // The provider outlives the process, and knows it by its URL.
  const ports = await ownPorts();
  const env = { ...ports, PUBLIC_URL: `http://127.0.0.1:${ports.PORT}` };
  const servers = readConfig({}).oauthProviders.map(({ name, allowedScopes: scopes }) => ({ name, scopes }));
  const sandbox = await startTestSandbox({ oauth: { publicUrl: env.PUBLIC_URL, servers } });
  const provider = { sandboxUrl: sandbox.url };
  const issuer = { OAUTH_GOOGLE_ISSUER: `${sandbox.url}/oauth/google` };
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const first = await start(database, { ...env, ...issuer });
  const connectionId = await connect(first);
  const row = async () =>
    (await database.query<Row>("SELECT * FROM hub.oauth_connections WHERE id = $1", [connectionId]))[0]!;
  const runJob = () =>
    database.query("INSERT INTO jobs.job (name, data) VALUES ('keep-oauth-connections', '{}')");
  const endSoon =
    "UPDATE hub.oauth_connections SET renew_at = now(), access_expires_at = now() + interval '3 minutes'";
  expect(await row()).toMatchObject({ status: "connected", token_version: 1 });

  await database.query(endSoon);
  await loseReply(provider, { delayMs: 60_000 });
  await runJob();
  await until("the provider has been asked", async () => (await refreshes(provider)) === 1);
  expect((await row()).refresh_lease).not.toBeNull();
  first.child.kill("SIGKILL");
  await first.ended;
  expect(await row()).toMatchObject({ status: "connected", token_version: 1 });
  await sendJson("DELETE", `${provider.sandboxUrl}/oauth/switches/replies`);

  // What follows needs no process of its own.
  const second = await createTestApp({ DATA_DIR: first.env["DATA_DIR"]!, ...issuer }, database);
  onTestFinished(() => second.close());
  await database.query("UPDATE hub.oauth_connections SET refresh_leased_until = now()");
  await runJob();
  await until("they are asked for once more", async () => (await row()).token_version === 2);
  expect(await row()).toMatchObject({ status: "connected", refresh_lease: null });
  expect(await refreshes(provider)).toBe(2);
  expect(await liveTokens(provider, "pia")).toEqual([1]);

  await database.query(endSoon);
  await runJob();
  await until("what is stored is good", async () => (await row()).token_version === 3);
  expect(await liveTokens(provider, "pia")).toEqual([1]);
});
