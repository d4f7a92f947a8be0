import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleOf } from "../../router/examples/example-of.ts";
import { exampleRows } from "../../router/examples/example-rows.ts";
import type { StoredOperation } from "../../router/operations/registry.ts";
import { createTestApp, type TestApp } from "../support/app.ts";
import { until } from "../support/poll.ts";
import { atProcessor } from "../support/processor.ts";
import { doorsOf, type Headers } from "../walk/door-calls.ts";
import { openRewind, type Rewind } from "./rewind.ts";

/** EXAMPLES=CreateInvoice,GetInvoice: the examples of these operations alone. */
const only = process.env["EXAMPLES"]?.split(",");

let app: TestApp;
let rewind: Rewind;
let operations: readonly StoredOperation[];
beforeAll(async () => {
  app = await createTestApp({ DEMO_CONTENT: "1" });
  await app.running.laterContent;
  rewind = await openRewind(app.database);
  operations = [...app.running.router.registry.values()];
});
afterAll(() => app?.close());

/** Runs an example through each of its doors, each time on fresh demo data. Returns the failures. */
async function failuresOf(operation: StoredOperation): Promise<string[]> {
  const { row, kind } = operation;
  const example = exampleOf(operation);
  if (!example) return [`${row.name} has no example`];
  const account: Headers = example.accountId === null ? {} : { "x-account-id": example.accountId };
  const headers = { ...(await app.as(example.as)), ...account };
  const failures: string[] = [];
  for (const [door, call] of doorsOf(app, operation)) {
    const { status, body } = await call(operation, { ...example.input }, headers);
    // The example is right; at night nobody may be called.
    const isAtNight = (body["details"] as { rule?: string } | undefined)?.rule === "calling_hours";
    if (status >= 300 && !isAtNight)
      failures.push(`${row.name} by ${door}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    if (kind === "query") continue;
    await backgroundDone(operation);
    await rewind.restore();
    await saveCardAgain(operation);
  }
  return failures;
}

/** Waits for work in the background that would change rows after they were put back. */
async function backgroundDone({ row }: StoredOperation): Promise<void> {
  // The processor reports that access to the account has ended, and the account is read again.
  if (row.name === "DisconnectPaymentAccount") await atProcessor(app, "/webhooks/settled");
  const open = `SELECT 1 FROM jobs.job WHERE name IN ('send-invoice-batch', 'run-approved-request', 'purge-bot-tokens',
      'sync-payment-account')
    AND state IN ('created', 'retry', 'active')`;
  await until(
    "jobs of examples are done",
    async () => (await app.database.queryPrepared("open jobs", open)).length === 0,
  );
}

/** The processor's data is not put back with the database: a detached card is saved again. */
async function saveCardAgain({ row }: StoredOperation): Promise<void> {
  if (row.name !== "DetachPaymentMethod") return;
  await fetch(`${app.sandboxUrl}/processor/payment_methods/pm_demo_sam_spare/save`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer: "cus_demo_sam" }),
  });
}

async function failuresOfAll(kind: StoredOperation["kind"]): Promise<string[]> {
  const failures: string[] = [];
  const chosen = operations.filter((one) => one.kind === kind && (!only || only.includes(one.row.name)));
  // The processor's data is not put back: with the account ends what other examples pay to.
  const ends = ({ row }: StoredOperation) => row.name === "DisconnectPaymentAccount";
  for (const operation of [...chosen.filter((one) => !ends(one)), ...chosen.filter(ends)])
    failures.push(...(await failuresOf(operation)));
  return failures;
}

test("every example of a read succeeds at each door as the identity that it names", async () => {
  expect(await failuresOfAll("query")).toEqual([]);
});

test("every example of a change succeeds at each door on fresh demo data", async () => {
  expect(await failuresOfAll("mutation")).toEqual([]);
});

test("each example belongs to an operation, and none to two areas", () => {
  const names = operations.map(({ row }) => row.name);
  expect([...exampleRows.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

test("the demo has a month of usage to show, and the balances of its identities stay whole", async () => {
  const readAs = async (name: string, query: string) =>
    (await app.graphql(query, {}, await app.as(name))).body.data;
  const pia = await readAs(
    "pia",
    `{ creditUsage { series { spent } } creditBalance(appId: "central") { available } }`,
  );
  const bars = pia.creditUsage.series.filter(({ spent }: { spent: number }) => spent > 0);
  expect(bars.length).toBeGreaterThanOrEqual(28);
  expect(new Set(bars.map(({ spent }: { spent: number }) => spent)).size).toBeGreaterThan(3);
  expect(pia.creditBalance.available).toBe(4_210);
  const eve = await readAs("eve", `{ accountKeyUsage { series { total } byKey { total } } }`);
  expect(
    eve.accountKeyUsage.series.filter(({ total }: { total: number }) => total > 0).length,
  ).toBeGreaterThanOrEqual(28);
  expect(eve.accountKeyUsage.byKey.filter(({ total }: { total: number }) => total > 0)).toHaveLength(2);
  const ada = await readAs(
    "ada",
    `{ aiUsage(appId: "central") { totals { textRequests estimatedSpendUsd } } }`,
  );
  expect(ada.aiUsage.totals).toEqual({ textRequests: 15, estimatedSpendUsd: expect.closeTo(0.018) });
});

test("content that is there is not made again", async () => {
  const count =
    "SELECT (SELECT count(*) FROM gateway.invoices) + (SELECT count(*) FROM gateway.finance_transactions) AS rows";
  const [before] = await app.database.query(count);
  await app.running.platform.seedDemo();
  expect(await app.database.query(count)).toEqual([before]);
});
