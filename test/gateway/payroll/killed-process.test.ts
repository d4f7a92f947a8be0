import { beforeAll, expect, onTestFinished, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import {
  buildProgram,
  startProcess,
  temporaryDirectory,
  untilReady,
} from "../../platform/support/platform-process.ts";
import { sendJson, startTestSandbox } from "../../sandbox/start-test-sandbox.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import { until } from "../../support/poll.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { createEmployer } from "./employers.ts";

beforeAll(buildProgram);

const names = ["Ana", "Ben"];

interface Transfer {
  id: string;
  type: string;
  legalName: string;
}

/** An approved run of two people, whose payment has not begun. */
async function approveRun(database: TestDatabase, env: Record<string, string>): Promise<string> {
  const app = await createTestApp(env, database);
  const { act, hire, headers } = await createEmployer(app);
  const seal = async (number: string) => {
    const body = { kind: "bank_account", number, routingNumber: "021000021" };
    return (await app.post("/payroll/secure-numbers", body, headers)).body.setupToken as string;
  };
  await act("update_payroll_settings", { legalName: `Works ${newId("x")}` });
  await act("set_payroll_funding_account", { setupToken: await seal("480100000") });
  for (const [at, firstName] of names.entries()) {
    const employeeId = await hire(52_000, { firstName, lastName: "Alva" });
    await act("add_employee_bank_account", { employeeId, setupToken: await seal(`48010000${at + 1}`) });
  }
  const period = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
  const { id: runId } = await act("create_payroll_draft", period);
  await act("approve_payroll", { runId });
  await app.close();
  return runId;
}

test("a process killed after the debit and after the credits pays each person once", async () => {
  // The bank is an external service that outlives every process of ours; its events are lost meanwhile.
  const sandbox = await startTestSandbox();
  const control = async (path: string, body: object = {}) =>
    (await sendJson("POST", `${sandbox.url}/bank${path}`, body)).body;
  await control("/transfers/auto", { on: false });
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const env = {
    BANK_BASE_URL: `${sandbox.url}/bank`,
    PAYROLL_PAYOUTS: "plaid",
    DATA_DIR: await temporaryDirectory(),
  };
  const runId = await approveRun(database, env);
  const start = async () => {
    const platform = await startProcess({ DATABASE_URL: database.url, ...env });
    await untilReady(platform);
    return async () => {
      platform.child.kill("SIGKILL");
      await platform.ended;
    };
  };
  /** Begins both jobs now, also one whose worker is dead, which the queue detects after half a minute. */
  const hurry = async () => {
    for (const name of ["settle-payroll", "move-payroll-money"]) {
      await database.query(
        "UPDATE jobs.job SET state = 'retry', start_after = now() WHERE name = $1 AND state = 'active'",
        [name],
      );
      await database.query("INSERT INTO jobs.job (name, data) VALUES ($1, '{}')", [name]);
      // What pg-boss sends with a job: workers otherwise look once a minute.
      await database.query(
        "SELECT pg_notify('pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24), $1)",
        [name],
      );
    }
  };
  const sent = async () => ((await control("/transfers/present")) as { transfers: Transfer[] }).transfers;
  const credits = async () => (await sent()).filter(({ type }) => type === "credit");
  const simulate = async (all: readonly Transfer[], steps: readonly string[]) => {
    for (const { id } of all)
      for (const step of steps) {
        const body = { transfer_id: id, event_type: step, client_id: "test", secret: "test" };
        await control("/sandbox/transfer/simulate", body);
      }
  };
  const known = async () =>
    (
      await database.query<{ id: string | null }>(
        "SELECT provider_id AS id FROM gateway.payroll_transfers WHERE run_id = $1 ORDER BY kind DESC",
        [runId],
      )
    ).map(({ id }) => id);
  const runStatus = async () =>
    (
      await database.query<{ status: string }>("SELECT status FROM gateway.payroll_runs WHERE id = $1", [
        runId,
      ])
    )[0]!.status;
  /** The bank makes what is asked for and its replies do not come in time. */
  const delayCreated = (times: number) =>
    control("/replies/faults", { delayMs: 600_000, path: "/transfer/create", times });

  await delayCreated(1);
  const killFirst = await start();
  await hurry();
  await until("the payment begins", async () => (await runStatus()) === "processing");
  await hurry();
  await until("the debit is at the bank", async () => (await sent()).length === 1);
  await killFirst();
  expect(new Set(await known())).toEqual(new Set([null]));
  await control("/replies/faults");

  const killSecond = await start();
  await hurry();
  await until("the debit is known", async () => (await known()).some((id) => id !== null));
  expect((await sent()).map(({ type }) => type)).toEqual(["debit"]);
  await delayCreated(names.length);
  await simulate(await sent(), ["posted", "settled", "funds_available"]);
  await hurry();
  await until("the credits are at the bank", async () => (await credits()).length === names.length);
  await killSecond();
  expect((await known()).filter((id) => id !== null)).toHaveLength(1);
  await control("/replies/faults");

  // What follows needs no process of its own.
  const last = await createTestApp(env, database);
  onTestFinished(() => last.close());
  await hurry();
  await until("the credits are known", async () => (await known()).every((id) => id !== null));
  await simulate(await credits(), ["posted", "settled"]);
  await hurry();
  await until("the run is paid", async () => (await runStatus()) === "paid");
  expect((await sent()).map(({ type }) => type).toSorted()).toEqual(["credit", "credit", "debit"]);
  expect((await credits()).map(({ legalName }) => legalName).toSorted()).toEqual(
    names.map((name) => `${name} Alva`),
  );
});
