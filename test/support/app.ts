import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LightMyRequestResponse } from "fastify";
import pg from "pg";
import { readConfig } from "../../src/config/config.ts";
import { demoIdentities, demoKeys } from "../../src/demo-identities.ts";
import { createLog } from "../../src/observability/log.ts";
import { startPlatform, type RunningPlatform } from "../../platform/start.ts";
import { takePorts } from "../split/ports.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";
import { refuseLeak, refuseLeaksOf } from "./private-numbers.ts";
import { putSigningKey } from "./signing-key.ts";

/** The whole platform as users meet it: real PostgreSQL, real issuer, all doors. */
export interface TestApp {
  running: RunningPlatform;
  database: TestDatabase;
  sandboxUrl: string;
  url: string;
  /** Log lines written so far. */
  logLines: string[];
  /** An identity token for any subject. */
  tokenFor(claims: Record<string, unknown>): Promise<string>;
  /** Headers that act as a demo identity. */
  as(name: string): Promise<Record<string, string>>;
  /** Headers that act with a demo key. */
  withKey(name: string): Record<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  send(method: string, url: string, headers?: Record<string, string>, body?: unknown): Promise<Answer>;
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Calls an agent tool as a program that vouches for a person's agreement. */
  tool(name: string, args: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

/**
 * Starts the platform on a separate database, a copy of one that was migrated and seeded once per run. Rate
 * limits are off, except for tests about limits, which set RATE_LIMITS to `on`, and in production, where they
 * cannot be off. With `existing`, it starts on that database, which the caller drops: after a killed process for example,
 * whose DATA_DIR it then needs.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  existing?: TestDatabase,
): Promise<TestApp> {
  const database = existing ?? (await createPlatformDatabase());
  const started = await start(database.url, env);
  const { running, dataDir, logLines, sandboxPort } = started;
  const tokens = new Map<string, string>();
  const inject = async (options: Record<string, unknown>): Promise<Answer> =>
    refuseLeak(toAnswer(await running.router.server.inject(options as never)));
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const tokenFor = async (claims: Record<string, unknown>): Promise<string> => {
    const response = await fetch(`${sandboxUrl}/identity/token`, {
      method: "POST",
      // A kept connection may have been closed there while a test was busy here.
      headers: { "content-type": "application/json", connection: "close" },
      body: JSON.stringify(claims),
    });
    if (!response.ok) throw new Error(`token endpoint answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { accessToken: string }).accessToken;
  };
  const as = async (name: string): Promise<Record<string, string>> => {
    const person = demoIdentities.find((identity) => identity.name === name)!;
    const { userId: sub, email, roles } = person;
    const token = tokens.get(name) ?? (await tokenFor({ sub, email, roles }));
    tokens.set(name, token);
    return { authorization: `Bearer ${token}` };
  };
  const send = (method: string, url: string, headers: Record<string, string> = {}, body?: unknown) =>
    inject({
      method,
      url,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    send("POST", url, headers, body);
  return {
    running,
    database,
    sandboxUrl,
    url: running.url,
    logLines,
    tokenFor,
    as,
    withKey: (name) => ({ "x-api-key": demoKeys.find((key) => key.name === name)!.key }),
    send,
    get: (url, headers = {}) => inject({ method: "GET", url, headers }),
    post,
    graphql: (query, variables = {}, headers = {}) => post("/graphql", { query, variables }, headers),
    tool: (name, args, headers = {}) =>
      post(`/tools/${name}/call`, { arguments: args, confirm: true }, headers),
    close: async () => {
      await running.close();
      try {
        await refuseLeaksOf({ logLines, database });
      } finally {
        if (!existing) await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** A database that is migrated and has the demo's data: a copy of one that was made once a run. */
export function createPlatformDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: { name: "platform_unscheduled", prepare: preparePlatform } });
}

async function preparePlatform(url: string): Promise<void> {
  const { running, dataDir } = await start(url, {});
  await running.close();
  await rm(dataDir, { recursive: true, force: true });
  await stopSchedules(url);
}

/**
 * Nothing is due by schedule in copies of the database: the job queue has just looked, as it seems, for a day, and what it had
 * found due is deleted. Otherwise each start runs all jobs of every minute, which no test can count on: tests run them themselves.
 */
async function stopSchedules(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("UPDATE jobs.version SET cron_on = now() + interval '1 day'");
  await client.query("DELETE FROM jobs.job WHERE singleton_key = 'schedule' OR name = '__pgboss__send-it'");
  await client.end();
}

async function start(databaseUrl: string, env: Record<string, string>) {
  const [port, sandboxPort, metricsPort] = (await takePorts(3)) as [number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), "hub-test-data-"));
  await putSigningKey(join(dataDir, "sandbox"));
  const config = readConfig({
    NODE_ENV: "test",
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // A busy machine is no fault of a statement.
    DATABASE_STATEMENT_TIMEOUT_MS: "300000",
    // Tests count what they make, in accounts that have little.
    DEMO_CONTENT: "0",
    RATE_LIMITS: env["NODE_ENV"] === "production" ? "on" : "off",
    ...env,
  });
  const logLines: string[] = [];
  const log = createLog({ level: "debug", destination: { write: (line) => void logLines.push(line) } });
  const running = await startPlatform(config, log);
  return { running, dataDir, logLines, sandboxPort };
}

function toAnswer(response: LightMyRequestResponse): Answer {
  let body: unknown = response.body;
  try {
    body = JSON.parse(response.body);
  } catch {
    // Not JSON: the text is the body.
  }
  return { status: response.statusCode, headers: response.headers, body, text: response.body };
}
