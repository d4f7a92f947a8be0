import { beforeAll, expect, onTestFinished, test } from "vitest";
import { raiseBarrier } from "../../gateway/charging/faults.ts";
import {
  buildProgram,
  startProcess,
  untilReady,
  type PlatformProcess,
} from "../../platform/support/platform-process.ts";
import { until } from "../../support/poll.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";

beforeAll(buildProgram);

const owner = "demo-pia";

async function startOn(database: TestDatabase, env: Record<string, string> = {}): Promise<PlatformProcess> {
  const platform = await startProcess({ DATABASE_URL: database.url, ...env });
  await untilReady(platform);
  return platform;
}

async function call(platform: Pick<PlatformProcess, "url" | "as">, path: string, body: object) {
  const headers = { ...(await platform.as(owner)), "content-type": "application/json" };
  const url = `${platform.url}/integrations/bank${path}`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  // The shape is what the test is about.
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.status, body: (await response.json()) as Record<string, any> };
}

async function newLogin(sandboxUrl: string) {
  const created = await sendJson("POST", `${sandboxUrl}/bank/sandbox/public_token/create`, {
    client_id: "test",
    secret: "test",
    institution_id: "ins_109508",
    initial_products: ["transactions"],
    stand_in: { accounts: 2, transactions: 24 },
  });
  const { body } = await sendJson("GET", `${sandboxUrl}/bank/items`);
  const [item] = body.items;
  const metadata = { institutionId: "ins_109508", institutionName: "A bank", accounts: item.accounts };
  return { publicToken: created.body.public_token as string, metadata, itemId: item.itemId as string };
}

test("a process killed between pages, or before the commit, loses and doubles nothing, and its 6 hours are free", async () => {
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  // The provider outlives the processes.
  const provider = await startTestSandbox();
  // Without the banks of the demo, which are connected in the background.
  const env = { BANK_BASE_URL: `${provider.url}/bank`, DEMO_CONTENT: "0" };
  const count = async () =>
    (await database.query<{ n: number }>("SELECT count(*)::int AS n FROM hub.bank_transactions"))[0]!.n;

  const first = await startOn(database, env);
  const { itemId, ...login } = await newLogin(provider.url);
  const linked = await call(first, "/exchange-token", { appId: "finance", ...login });
  expect(linked.status, JSON.stringify(linked.body)).toBe(200);
  const { connectionId } = linked.body["connection"];
  const moves = { add: 1_300, notify: false };
  await sendJson("POST", `${provider.url}/bank/items/${itemId}/transactions`, moves);

  const atPage = await raiseBarrier(database, {
    table: "hub.bank_staged_changes",
    rows: "NEW.position = 1000",
  });
  const lost = call(first, `/sync/${connectionId}`, { appId: "finance" }).catch(() => null);
  await until("the third page is under way", async () => (await atPage.waiting()) === 1);
  await kill(first);
  expect(await lost).toBeNull();
  await atPage.endWaiting();
  await atPage.lift();
  expect(await count()).toBe(24);

  const second = await startOn(database, env);
  const atCommit = await raiseBarrier(database, {
    table: "hub.outbox_events",
    rows: "NEW.type = 'bank.sync_completed'",
  });
  const unanswered = call(second, `/sync/${connectionId}`, { appId: "finance" }).catch(() => null);
  await until("all is written and not committed", async () => (await atCommit.waiting()) === 1);
  await kill(second);
  expect(await unanswered).toBeNull();
  await atCommit.endWaiting();
  await atCommit.lift();
  expect(await count()).toBe(24);

  // What follows needs no process of its own.
  const app = await createTestApp({ DATA_DIR: second.env["DATA_DIR"]!, ...env }, database);
  onTestFinished(() => app.close());
  const third = { url: app.url, as: () => app.as("pia") };
  const done = await call(third, `/sync/${connectionId}`, { appId: "finance" });
  expect(done).toMatchObject({ status: 200, body: { added: 1_300 } });
  expect(await count()).toBe(1_324);
  const again = await call(third, `/sync/${connectionId}`, { appId: "finance" });
  expect(again).toMatchObject({ status: 429, body: { details: { reason: "bank_sync_interval" } } });
});

async function kill(platform: PlatformProcess): Promise<void> {
  platform.child.kill("SIGKILL");
  await platform.ended;
}
