import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { refuseRows } from "../charging/faults.ts";
import { createPayer, type Payer } from "./payers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const usual = { enabled: true, thresholdCredits: 20, packageId: "pkg_starter", monthlyCap: 5000 };

async function factsOf({ ownerId, charges }: Payer) {
  const [row] = await app.database.query<{
    balance: number;
    reserved: number;
    settled: number;
    reloads: string[];
  }>(
    `SELECT (SELECT balance::int FROM hub.credit_accounts WHERE owner_id = $1 AND app_id = 'central') AS balance,
       COALESCE((SELECT sum(reserved_cents) FROM gateway.auto_reload_months WHERE owner_id = $1), 0)::int AS reserved,
       COALESCE((SELECT sum(settled_cents) FROM gateway.auto_reload_months WHERE owner_id = $1), 0)::int AS settled,
       ARRAY(SELECT status FROM gateway.auto_reloads WHERE owner_id = $1 AND status <> 'skipped') AS reloads`,
    [ownerId],
  );
  return { ...row!, charges: await charges() };
}

/** Lets jobs that wait for another try run now. */
async function hurry({ ownerId }: Payer): Promise<void> {
  await app.database.query(
    "UPDATE jobs.job SET start_after = now() WHERE name = 'auto-reload' AND data->>'ownerId' = $1 AND state IN ('created', 'retry')",
    [ownerId],
  );
}

const none = { reserved: 0, settled: 0, reloads: [], charges: [] };
const begun = { reserved: 1000, settled: 0, reloads: ["pending"] };

test.each([
  [
    "the reload is begun",
    "gateway.auto_reloads",
    "INSERT",
    "NEW.status = 'pending'",
    { ...none, balance: 1900 },
  ],
  [
    "its start is told",
    "gateway.outbox_events",
    "INSERT",
    "NEW.type = 'credits.auto_reload.started'",
    { ...none, balance: 1900 },
  ],
  [
    "the payment is on record",
    "hub.reload_charges",
    "INSERT",
    "true",
    { ...begun, balance: 1900, charges: [] },
  ],
  [
    "who pays is fixed",
    "hub.reload_charges",
    "UPDATE",
    "NEW.tries = 1",
    { ...begun, balance: 1900, charges: [] },
  ],
  [
    "the credits are granted",
    "hub.credit_entries",
    "INSERT",
    "NEW.type = 'auto_reload'",
    { ...begun, balance: 1900, charges: [1000] },
  ],
  [
    "the payment's end is told",
    "hub.outbox_events",
    "INSERT",
    "NEW.type = 'payment.succeeded'",
    { ...begun, balance: 1900, charges: [1000] },
  ],
  [
    "the month has it",
    "gateway.auto_reload_months",
    "UPDATE",
    "NEW.settled_cents > 0",
    { ...begun, balance: 11900, charges: [1000] },
  ],
  [
    "the reload is settled",
    "gateway.auto_reloads",
    "UPDATE",
    "NEW.status = 'succeeded'",
    { ...begun, balance: 11900, charges: [1000] },
  ],
])(
  "a break as %s leaves what was committed before, and then all of it once",
  async (_words, table, on, rows, left) => {
    const payer = await createPayer(app, 50);
    await app.send("PUT", "/credits/auto-reload", payer.headers, usual);
    const restore = await refuseRows(app.database, {
      table,
      rows: `NEW.owner_id = '${payer.ownerId}' AND ${rows}`,
      on: on as "INSERT",
    });
    await app.post("/credits/consume", { appId: "central", amount: 31, description: "test" }, payer.headers);
    await until("the break has been met", async () => {
      const sql =
        "SELECT 1 FROM jobs.job WHERE name = 'auto-reload' AND data->>'ownerId' = $1 AND state = 'retry'";
      return (await app.database.query(sql, [payer.ownerId])).length > 0;
    });
    expect(await factsOf(payer)).toEqual(left);
    await restore();
    await hurry(payer);
    const whole = { balance: 11_900, reserved: 0, settled: 1_000, reloads: ["succeeded"], charges: [1_000] };
    await until("the reload is whole", async () => (await factsOf(payer)).settled === 1_000);
    expect(await factsOf(payer)).toEqual(whole);
  },
);
