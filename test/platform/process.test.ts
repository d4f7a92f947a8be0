import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { raiseBarrier } from "../gateway/charging/faults.ts";
import { createTestDatabase } from "../support/postgres.ts";
import { until } from "../support/poll.ts";
import {
  buildProgram,
  ownPorts,
  runProgram,
  startProcess,
  statusOf,
  temporaryDirectory,
  untilReady,
  type PlatformProcess,
} from "./support/platform-process.ts";

beforeAll(buildProgram);

/** What the program does where nothing is said. */
const withContent = { DEMO_CONTENT: "1" };
const jwtLine = /^[\w-]+\.[\w-]+\.[\w-]+\n$/;
const invoice = { client: "ana@client.example", items: [{ description: "Work", amount: 10 }] };

async function postInvoice(platform: PlatformProcess, body: object = invoice): Promise<Response> {
  return fetch(`${platform.url}/invoices`, {
    method: "POST",
    headers: {
      ...(await platform.as("demo-pia")),
      "content-type": "application/json",
      "x-app-id": "invoicer",
    },
    body: JSON.stringify(body),
  });
}

describe("a fresh data directory, nothing configured", () => {
  test("the program is alive immediately, reports what is missing until ready, refuses a second start, and recovers from a kill", async () => {
    const dataDir = await temporaryDirectory();
    const first = await startProcess({ DATA_DIR: dataDir, ...withContent });
    await until("it is alive", async () => (await statusOf(`${first.url}/livez`)) === 200);
    const before = await fetch(`${first.url}/readyz`);
    const { status, reasons } = (await before.json()) as { status: string; reasons: Record<string, string> };
    expect([before.status, status]).toEqual([503, "not ready"]);
    expect(Object.keys(reasons)).toContain("demo data");
    expect(before.headers.get("retry-after")).toBe("1");
    await untilReady(first);
    expect(await (await fetch(`${first.url}/readyz`)).json()).toEqual({ status: "ready", reasons: {} });

    const second = runProgram(["start"], { ...(await ownPorts()), DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toContain(dataDir);
    expect(second.stderr()).toMatch(/already running.*choose another DATA_DIR/i);
    expect(second.stderr()).not.toMatch(/\n\s+at /);

    const created = (await (await postInvoice(first)).json()) as { invoiceId: string };
    first.child.kill("SIGKILL");
    await first.ended;

    const third = await startProcess({ DATA_DIR: dataDir, ...withContent });
    await untilReady(third);
    const headers = { ...(await third.as("demo-pia")), "x-app-id": "invoicer" };
    const found = await fetch(`${third.url}/invoices/${created.invoiceId}`, { headers });
    expect(found.status).toBe(200);
    expect(await found.json()).toMatchObject({ total: 10, status: "draft" });
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
  });
});

describe("a running platform", () => {
  test("the program prints the documented demo access, and at SIGTERM finishes running requests", async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const platform = await startProcess({ DATABASE_URL: database.url });
    await untilReady(platform);

    const demo = runProgram(["demo", "--format", "json"], platform.env);
    expect(await demo.ended).toBe(0);
    const access = JSON.parse(demo.stdout());
    expect(access).toEqual(expectedAccess(platform));
    const one = runProgram(["demo", "token", "pia"], platform.env);
    expect(await one.ended).toBe(0);
    expect(one.stdout()).toMatch(jwtLine);
    const token = one.stdout().trim();
    const me = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ me { name plan } }" }),
    });
    expect(await me.json()).toEqual({ data: { me: { name: "Pia", plan: "professional" } } });

    const table = runProgram(["demo"], platform.env);
    expect(await table.ended).toBe(0);
    for (const text of [platform.stderr(), table.stdout()]) {
      for (const { name } of access.identities) expect(text).toMatch(new RegExp(`^ +${name} +\\w`, "m"));
      expect(text).toContain("npm run -s demo -- token pia");
      expect(text).not.toContain("eyJ");
    }
    expect(platform.stderr()).toContain(`${platform.url}/graphql`);

    const barrier = await raiseBarrier(database, {
      table: "gateway.invoices",
      rows: "NEW.notes = 'under way'",
    });
    const answer = postInvoice(platform, { ...invoice, notes: "under way" });
    await until("the request is under way", async () => (await barrier.waiting()) === 1);
    platform.child.kill("SIGTERM");
    await until("nothing new is taken", async () => (await statusOf(`${platform.url}/livez`)) === null);
    await barrier.lift();
    expect((await answer).status).toBe(201);
    expect(await platform.ended).toBe(0);
    expect(platform.stderr()).toContain("Stopped.");
    expect(platform.stderr()).not.toMatch(/error|Requests did not finish/i);
  });
});

describe("a start that cannot be", () => {
  test.each(["PORT", "SANDBOX_PORT", "METRICS_PORT"])("for want of %s names the port", async (name) => {
    const occupant = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void occupant.close());
    await once(occupant, "listening");
    const port = String((occupant.address() as AddressInfo).port);
    const env = { ...(await ownPorts()), [name]: port, DATA_DIR: await temporaryDirectory() };
    const run = runProgram(["start"], env);
    expect(await run.ended).toBe(1);
    expect(run.stderr()).toContain(`Port ${port} is in use`);
    expect(run.stderr()).not.toMatch(/\n\s+at /);
  });

  test("for its settings ends with 3 and names every bad value, but no secret", async () => {
    const env = {
      PORT: "http",
      LOG_LEVEL: "loud",
      KEY_PEPPER: "short-pepper",
      DATABASE_URL: "mysql://u:pw@h/d",
    };
    const run = runProgram(["start"], env);
    expect(await run.ended).toBe(3);
    for (const name of Object.keys(env)) expect(run.stderr()).toContain(name);
    expect(run.stderr()).toContain('"http"');
    expect(run.stderr()).not.toMatch(/short-pepper|u:pw/);
  });

  test("in production names everything that is missing there", async () => {
    const run = runProgram(["start"], { NODE_ENV: "production" });
    expect(await run.ended).toBe(3);
    for (const name of ["OIDC_ISSUER", "KEY_PEPPER", "ENCRYPTION_SECRET", "INTERNAL_SECRET"]) {
      expect(run.stderr()).toContain(name);
    }
  });
});

test("a wrong word ends the process with 2", async () => {
  const run = runProgram(["start", "--jsn"]);
  expect(await run.ended).toBe(2);
  expect(run.stderr()).toContain("Unknown option --jsn. Did you mean --json?");
});

test("demo says how to start it when it is not running", async () => {
  const run = runProgram(["demo"], await ownPorts());
  expect(await run.ended).toBe(1);
  expect(run.stderr()).toContain("npm start");
});

function expectedAccess({ url, sandboxUrl }: PlatformProcess): unknown {
  const person = (name: string, plan: string, more: { roles?: string[]; invoicerTier?: string } = {}) => ({
    name,
    userId: `demo-${name}`,
    email: expect.stringContaining("@"),
    roles: [],
    plan,
    invoicerTier: "free",
    token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    ...more,
  });
  const key = (name: string, scopes: unknown) => ({
    name,
    ownerName: "eve",
    key: expect.stringMatching(/^hub_live_[0-9A-Za-z]{36}$/),
    scopes,
    appIds: expect.arrayContaining(["central", "invoicer", "event-manager", "payroll"]),
  });
  return {
    baseUrl: url,
    graphqlUrl: `${url}/graphql`,
    mcpUrl: `${url}/mcp`,
    sandboxUrl,
    issuer: `${sandboxUrl}/identity`,
    identities: [
      person("fay", "free"),
      person("sam", "starter"),
      person("pia", "professional"),
      person("bo", "business"),
      person("eve", "enterprise"),
      person("ira", "free", { invoicerTier: "integration" }),
      person("ada", "enterprise", { roles: ["admin"] }),
    ],
    apiKeys: [
      key("full", expect.arrayContaining(["write:invoices", "read:properties", "webhooks"])),
      key("reader", ["read:invoices", "read:properties"]),
      key("revoked", expect.any(Array)),
    ],
    serviceAccounts: [
      {
        name: expect.any(String),
        key: expect.stringMatching(/^hubsa_live_[0-9A-Za-z]{36}$/),
        scopes: expect.any(Array),
      },
    ],
    accounts: [
      {
        id: expect.stringMatching(/^org_[0-9a-z]{26}$/),
        name: "Evergreen Workshop",
        members: [
          { name: "eve", role: "owner" },
          { name: "bo", role: "admin" },
          { name: "pia", role: "member" },
        ],
      },
    ],
    processorWebhookSecret: expect.stringMatching(/^whsec_/),
    testClock: true,
  };
}
