import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  buildProgram,
  startProcess,
  untilReady,
  type PlatformProcess,
} from "../../platform/support/platform-process.ts";
import { createPlatformDatabase, createTestApp } from "../../support/app.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/poll.ts";
import { booksOf, countInvoices, invoiceBody } from "../support/people.ts";
import { raiseBarrier, settleNow } from "./faults.ts";

beforeAll(buildProgram);

const owner = "demo-fay";
const seeded = 100;

async function startOn(database: TestDatabase): Promise<PlatformProcess> {
  const platform = await startProcess({ DATABASE_URL: database.url });
  await untilReady(platform);
  return platform;
}

async function postInvoice(platform: Pick<PlatformProcess, "url" | "as">): Promise<Response> {
  return fetch(`${platform.url}/invoices`, {
    method: "POST",
    headers: {
      ...(await platform.as(owner)),
      "content-type": "application/json",
      "x-app-id": "invoicer",
      "idempotency-key": "crash",
    },
    body: JSON.stringify(invoiceBody()),
  });
}

async function kill(platform: PlatformProcess): Promise<void> {
  platform.child.kill("SIGKILL");
  await platform.ended;
}

test("a process killed before the commit leaves nothing; killed before the capture, the next one charges once", async () => {
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const books = () => booksOf(database, owner);

  const first = await startOn(database);
  const beforeCommit = await raiseBarrier(database, {
    table: "gateway.invoice_lines",
    rows: `NEW.owner_id = '${owner}'`,
  });
  const lost = postInvoice(first).catch(() => null);
  await until("the effect is under way", async () => (await beforeCommit.waiting()) === 1);
  await kill(first);
  expect(await lost).toBeNull();
  await beforeCommit.endWaiting();
  await beforeCommit.lift();
  expect(await countInvoices(database, owner)).toBe(0);
  expect(await books()).toEqual({ balance: seeded, held: 0.5, captures: 0 });

  const second = await startOn(database);
  const beforeCapture = await raiseBarrier(database, {
    table: "hub.credit_entries",
    rows: `NEW.owner_id = '${owner}' AND NEW.type = 'hold_capture'`,
  });
  const unanswered = postInvoice(second).catch(() => null);
  await until(
    "the invoice is committed and its capture waits",
    async () => (await beforeCapture.waiting()) === 1,
  );
  expect(await countInvoices(database, owner)).toBe(1);
  await kill(second);
  expect(await unanswered).toBeNull();
  await beforeCapture.endWaiting();
  await beforeCapture.lift();
  expect(await books()).toEqual({ balance: seeded, held: 0.5, captures: 0 });

  // What follows needs no process of its own.
  const third = await createTestApp({ DATA_DIR: second.env["DATA_DIR"]! }, database);
  onTestFinished(() => third.close());
  await settleNow(database, owner);
  await until("the next process has settled the charge", async () => (await books()).captures === 1);
  const replay = await postInvoice({ url: third.url, as: () => third.as("fay") });
  expect([replay.status, replay.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
  expect(await countInvoices(database, owner)).toBe(1);
  expect(await books()).toEqual({ balance: seeded - 0.5, held: 0, captures: 1 });
});
