import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildProgram, startProcess, untilReady } from "../../../platform/support/platform-process.ts";
import { startTestSandbox } from "../../../sandbox/start-test-sandbox.ts";
import { createPlatformDatabase, createTestApp } from "../../../support/app.ts";
import { until } from "../../../support/poll.ts";
import { raiseBarrier } from "../../charging/faults.ts";

beforeAll(buildProgram);

const owner = "demo-eve";
/** More than are issued in one transaction. */
const size = 13;
const issued = 10;

test("a process killed in the middle of a batch leaves each invoice sent once", async () => {
  // The mail server is an external service that outlives every process of ours.
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const env = { SMTP_URL: sandbox.smtpUrl };
  const first = await startProcess({ DATABASE_URL: database.url, ...env });
  await untilReady(first);
  const headers = {
    ...(await first.as(owner)),
    "content-type": "application/json",
    "x-app-id": "invoicer",
  };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${first.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const invoiceIds: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const items = [{ description: "Work", amount: 50 }];
    const { invoiceId } = await post("/invoices", { client: `killed-${index}@client.example`, items });
    invoiceIds.push(invoiceId!);
  }
  const barrier = await raiseBarrier(database, {
    table: "gateway.invoice_history",
    rows: `NEW.invoice_id = '${invoiceIds[issued + 1]}' AND NEW.type = 'sent'`,
  });
  const { id: batchId } = await post("/invoice-batches", { invoiceIds });
  await until(
    "an invoice of the second transaction is being issued",
    async () => (await barrier.waiting()) > 0,
  );
  // A mail that was accepted but not recorded would be sent again, under the same message ID.
  const delivered = "SELECT 1 FROM gateway.invoices WHERE id = ANY ($1) AND delivery = 'sent'";
  await until(
    "the first mails are recorded",
    async () => (await database.query(delivered, [invoiceIds])).length === issued,
  );
  first.child.kill("SIGKILL");
  await first.ended;
  await barrier.endWaiting();
  await barrier.lift();
  const statuses = async () => {
    const sql = "SELECT status FROM gateway.invoice_batch_items WHERE batch_id = $1 ORDER BY position";
    return (await database.query<{ status: string }>(sql, [batchId])).map(({ status }) => status);
  };
  const pending = Array.from({ length: size - issued }, () => "pending");
  expect(await statuses()).toEqual([...Array.from({ length: issued }, () => "sent"), ...pending]);

  // What follows needs no process of its own.
  const last = await createTestApp({ DATA_DIR: first.env["DATA_DIR"]!, ...env }, database);
  onTestFinished(() => last.close());
  await database.query(
    `UPDATE jobs.job SET state = 'retry', start_after = now()
     WHERE name IN ('send-invoice-batch', 'send-invoice-mails') AND state = 'active'`,
  );
  await until("all are sent", async () => (await statuses()).every((status) => status === "sent"));
  const numbers = await database.query<{ number: string; status: string }>(
    "SELECT number, status FROM gateway.invoices WHERE id = ANY ($1)",
    [invoiceIds],
  );
  expect(new Set(numbers.map(({ number }) => number)).size).toBe(size);
  expect(numbers.every(({ status }) => status === "sent")).toBe(true);
  const events = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM gateway.invoice_history WHERE invoice_id = ANY ($1) AND type = 'sent'`,
    [invoiceIds],
  );
  expect(events[0]!.count).toBe(size);
  const mails = async () => {
    const answer = await fetch(`${sandbox.url}/mail/messages`, { headers: { connection: "close" } });
    const { messages } = (await answer.json()) as { messages: { to: string[] }[] };
    return messages.map(({ to }) => JSON.stringify(to)).filter((to) => to.includes("killed-"));
  };
  await until("all mails have arrived", async () => new Set(await mails()).size === size);
  expect(await mails()).toHaveLength(size);
});
