import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { executeSql } from "../../../src/db/sql.ts";
import { projectPath } from "../../../src/project-root.ts";
import { consumeCredits } from "../../../subgraphs/hub/credits/consume.service.ts";
import { captureHold, placeHold } from "../../../subgraphs/hub/credits/holds.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import { until } from "../../support/poll.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";
import { accountOf, createSpender, ledgerFaults } from "../support/ledger.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const input = { appId: "central", amount: 100, description: "x" };

/** A context whose database session is ended by the server when the effect is done and the commit is next. */
function dyingContext(ownerId: string, key: string): HubContext {
  const beforeCommit: HubContext["beforeCommit"] = async (em) => {
    const [session] = await executeSql<{ pid: number }>(em, "SELECT pg_backend_pid() AS pid");
    await app.database.query("SELECT pg_terminate_backend($1)", [session!.pid]);
  };
  return { ...app.contextFor(ownerId, { idempotencyKey: key }), beforeCommit };
}

async function traces(ownerId: string): Promise<Record<string, number>> {
  const [row] = await app.database.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM hub.credit_entries WHERE owner_id = $1 AND amount < 0) AS entries,
            (SELECT count(*)::int FROM hub.idempotency_keys WHERE scope = $1) AS keys,
            (SELECT count(*)::int FROM hub.outbox_events WHERE owner_id = $1 AND payload ->> 'amount' LIKE '-%') AS events`,
    [ownerId],
  );
  return row!;
}

test("a database session that dies before the commit leaves nothing, and the same key then works once", async () => {
  const ownerId = await createSpender(app, 10);
  await expect(consumeCredits(dyingContext(ownerId, "k"), input)).rejects.toThrow();
  expect(await traces(ownerId)).toEqual({ entries: 0, keys: 0, events: 0 });
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 0 });
  const again = () => consumeCredits(app.contextFor(ownerId, { idempotencyKey: "k" }), input);
  const first = await again();
  expect(await again()).toEqual(first);
  expect(await traces(ownerId)).toEqual({ entries: 1, keys: 1, events: 1 });
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
});

test("a capture whose session dies leaves the hold pending, and can be done again", async () => {
  const ownerId = await createSpender(app, 10);
  const { holdId } = await placeHold(app.contextFor(ownerId), { ...input, ttlSeconds: 900 });
  await expect(captureHold(dyingContext(ownerId, "k"), { holdId })).rejects.toThrow();
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 10, held: 1 });
  await captureHold(app.contextFor(ownerId, { idempotencyKey: "k" }), { holdId });
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
});

test("a process killed between the effect and its commit leaves nothing, and the same key then works once", async () => {
  const ownerId = await createSpender(app, 10);
  const script = fileURLToPath(new URL("crash-in-consume.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", script, app.database.url, ownerId], {
    cwd: projectPath(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  const said = await Promise.race([once(child.stdout, "data"), exit.then(() => null)]);
  expect(String(said)).toBe("effect\n");
  child.kill("SIGKILL");
  await exit;
  await until("the server has ended the dead transaction", async () => {
    const open = await app.database.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    );
    return open.length === 0;
  });
  expect(await traces(ownerId)).toEqual({ entries: 0, keys: 0, events: 0 });
  const headers = { ...(await app.as(ownerId)), "idempotency-key": "crash" };
  const wanted = { appId: "central", amount: 1, description: "x" };
  const first = await app.post("/credits/consume", wanted, headers);
  expect(first.body.balance).toBe(9);
  expect((await app.post("/credits/consume", wanted, headers)).text).toBe(first.text);
  expect(await accountOf(app.database, ownerId)).toEqual({ balance: 9, held: 0 });
});

test("after all of this the books are right", async () => {
  expect(await ledgerFaults(app.database)).toEqual([]);
});
