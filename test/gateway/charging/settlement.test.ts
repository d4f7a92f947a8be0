import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { newId } from "../../../src/ids.ts";
import { settleChargeJob } from "../../../subgraphs/gateway/charging/settle-charge.job.ts";
import { expireHolds } from "../../../subgraphs/hub/credits/holds.service.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { silentLog } from "../../support/silent-log.ts";
import { booksOf, countInvoices, createPerson, invoiceBody, type Person } from "../support/people.ts";
import { refuseCaptures, refuseInvoices, settleJobsOf, settleNow } from "./faults.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const create = (person: Person, headers: Record<string, string> = {}) =>
  app.post("/invoices", invoiceBody({ sendEmail: true }), { ...person.headers, ...headers });

const books = (person: Person) => booksOf(app.database, person.ownerId);

async function untilSettled(person: Person): Promise<void> {
  await until("the job has settled the charge", async () => {
    const jobs = await settleJobsOf(app.database, person.ownerId);
    return jobs.length > 0 && jobs.every(({ state }) => state === "completed");
  });
}

/** Runs the account's settling jobs here and now, as a worker would. */
async function settle(person: Person): Promise<void> {
  const { platform } = app.running;
  const run = { id: newId("job"), attempt: 1, signal: new AbortController().signal, log: silentLog };
  const contextIn = (name: string, ownerId?: string | null) => platform.contextIn(name, ownerId);
  for (const { data } of await settleJobsOf(app.database, person.ownerId)) {
    await settleChargeJob.handler(settleChargeJob.schema.parse(data), {
      ...run,
      context: { contextIn, ownData: [] },
    });
  }
}

test("a failed capture does not fail a committed invoice, which is charged once later", async () => {
  const person = await createPerson(app, 10);
  const restore = await refuseCaptures(app.database, person.ownerId);
  const { status, headers } = await create(person);
  expect([status, headers["x-credits-charged"]]).toEqual([201, undefined]);
  expect(await books(person)).toEqual({ balance: 10, held: 0.5, captures: 0 });
  await restore();
  await settleNow(app.database, person.ownerId);
  await untilSettled(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
});

test("the settle job does nothing when the request already captured", async () => {
  const person = await createPerson(app, 10);
  await create(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
  await settle(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
});

test("the settle job retries while the ledger is unavailable", async () => {
  const person = await createPerson(app, 10);
  const restore = await refuseCaptures(app.database, person.ownerId);
  await create(person);
  await settleNow(app.database, person.ownerId);
  await until("the job has failed once", async () => {
    const [job] = await settleJobsOf(app.database, person.ownerId);
    return job?.state === "retry";
  });
  await restore();
  await settleNow(app.database, person.ownerId);
  await untilSettled(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
});

test("a rollback leaves no invoice, no mail, no job and no credit hold", async () => {
  const person = await createPerson(app, 10);
  const restore = await refuseInvoices(app.database, person.ownerId);
  const { status, body } = await create(person);
  await restore();
  expect([status, body.code]).toEqual([500, "INTERNAL_ERROR"]);
  expect(JSON.stringify(body)).not.toMatch(/refused by the test|invoices|SQL/i);
  expect(await countInvoices(app.database, person.ownerId)).toBe(0);
  const jobs = await app.database.query("SELECT name FROM jobs.job WHERE data->>'ownerId' = $1", [
    person.ownerId,
  ]);
  expect(jobs).toEqual([]);
  expect(await books(person)).toEqual({ balance: 10, held: 0, captures: 0 });
});

test("a credit hold that expires before its capture is charged once, late", async () => {
  const person = await createPerson(app, 10);
  const restore = await refuseCaptures(app.database, person.ownerId);
  await create(person);
  const later = { clock: fixedClock(new Date(Date.now() + 25 * 3_600_000)) };
  await expireHolds({ ...app.running.platform.contextIn("hub"), ...later } as HubContext);
  expect(await books(person)).toEqual({ balance: 10, held: 0, captures: 0 });
  await restore();
  await settle(person);
  await settle(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
});

test("a replay before the capture is free, and the invoice is charged once", async () => {
  const person = await createPerson(app, 10);
  const restore = await refuseCaptures(app.database, person.ownerId);
  const first = await create(person, { "idempotency-key": "k" });
  const again = await create(person, { "idempotency-key": "k" });
  expect(again.text).toBe(first.text);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  await restore();
  await settle(person);
  await settle(person);
  expect(await books(person)).toEqual({ balance: 9.5, held: 0, captures: 1 });
});
