import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  buildProgram,
  startProcess,
  untilReady,
  type PlatformProcess,
} from "../../platform/support/platform-process.ts";
import { createStripe } from "../../sandbox/processor/stripe-client.ts";
import { startTestSandbox } from "../../sandbox/start-test-sandbox.ts";
import { until } from "../../support/poll.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import { raiseBarrier, type Barrier } from "../charging/faults.ts";

beforeAll(buildProgram);

const owner = "demo-fay";
const customer = "cus_demo_fay";
const rule = { enabled: true, thresholdCredits: 150, packageId: "pkg_starter", monthlyCap: 5000 };

/** Below the threshold from the start, so that saving the rule begins the reload. */
const seeded = 100;

async function kill(platform: PlatformProcess, barrier: Barrier): Promise<void> {
  platform.child.kill("SIGKILL");
  await platform.ended;
  await barrier.endWaiting();
  await barrier.lift();
}

test("a process killed before the payment, after the charge or before the settlement leaves one reload", async () => {
  // The processor is an external service that outlives every process of ours and sends webhooks only when configured.
  const sandbox = await startTestSandbox({ processor: { webhook: null } });
  const stripe = createStripe(`${sandbox.url}/processor`);
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const atSandbox = { PROCESSOR_BASE_URL: `${sandbox.url}/processor` };
  const start = async () => {
    const platform = await startProcess({ DATABASE_URL: database.url, ...atSandbox });
    await untilReady(platform);
    return platform;
  };
  /** Shortens the queue's own detection of a dead worker, which takes half a minute. */
  const hurry = () =>
    database.query(
      "UPDATE jobs.job SET state = 'retry', start_after = now() WHERE name = 'auto-reload' AND state = 'active'",
    );
  const facts = async () => {
    const [row] = await database.query<{ settled: number | null }>(
      `SELECT (SELECT balance::int / 100 FROM hub.credit_accounts WHERE owner_id = $1 AND app_id = 'central') AS balance,
         (SELECT reserved_cents::int FROM gateway.auto_reload_months WHERE owner_id = $1) AS reserved,
         (SELECT settled_cents::int FROM gateway.auto_reload_months WHERE owner_id = $1) AS settled,
         ARRAY(SELECT status FROM gateway.auto_reloads WHERE owner_id = $1) AS reloads,
         ARRAY(SELECT status FROM hub.payment_transactions WHERE owner_id = $1) AS payments`,
      [owner],
    );
    const { data } = await stripe.paymentIntents.list({ customer });
    return {
      ...row,
      charges: data.filter(({ metadata }) => metadata["reloadId"]).map(({ amount }) => amount),
    };
  };
  const barrierAt = (table: string, rows: string) =>
    raiseBarrier(database, { table, rows: `NEW.owner_id = '${owner}' AND ${rows}` });
  const reached = (barrier: Barrier) =>
    until("the place is reached", async () => (await barrier.waiting()) > 0);

  const first = await start();
  await database.query(
    `INSERT INTO hub.processor_customers (owner_id, customer_id, created_at, linked_at) VALUES ($1, $2, now(), now())
     ON CONFLICT (owner_id) DO UPDATE SET customer_id = EXCLUDED.customer_id, linked_at = EXCLUDED.linked_at`,
    [owner, customer],
  );
  const beforeRecord = await barrierAt("hub.reload_charges", "true");
  const saved = await fetch(`${first.url}/credits/auto-reload`, {
    method: "PUT",
    headers: { ...(await first.as(owner)), "content-type": "application/json", "x-app-id": "central" },
    body: JSON.stringify(rule),
  });
  expect([saved.status, await saved.json()]).toMatchObject([200, { config: rule }]);
  await reached(beforeRecord);
  await kill(first, beforeRecord);
  const begun = { balance: seeded, reserved: 1000, settled: 0, reloads: ["pending"] };
  expect(await facts()).toEqual({ ...begun, payments: [], charges: [] });

  const afterCharge = await barrierAt("hub.credit_entries", "NEW.type = 'auto_reload'");
  const second = await start();
  await hurry();
  await reached(afterCharge);
  await kill(second, afterCharge);
  expect(await facts()).toEqual({ ...begun, payments: ["pending"], charges: [1000] });

  const beforeSettlement = await barrierAt(
    "gateway.outbox_events",
    "NEW.type = 'credits.auto_reload.succeeded'",
  );
  const third = await start();
  await hurry();
  await reached(beforeSettlement);
  await kill(third, beforeSettlement);
  expect(await facts()).toEqual({
    ...begun,
    balance: seeded + 100,
    payments: ["succeeded"],
    charges: [1000],
  });

  // What follows needs no process of its own.
  const last = await createTestApp({ DATA_DIR: third.env["DATA_DIR"]!, ...atSandbox }, database);
  onTestFinished(() => last.close());
  await hurry();
  await until("the reload is settled", async () => (await facts()).settled === 1000);
  expect(await facts()).toEqual({
    balance: seeded + 100,
    reserved: 0,
    settled: 1000,
    reloads: ["succeeded"],
    payments: ["succeeded"],
    charges: [1000],
  });
});
