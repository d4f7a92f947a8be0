import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildProgram, startProcess, untilReady } from "../../../platform/support/platform-process.ts";
import { createStripe } from "../../../sandbox/processor/stripe-client.ts";
import { startTestSandbox } from "../../../sandbox/start-test-sandbox.ts";
import { createPlatformDatabase, createTestApp } from "../../../support/app.ts";
import { until } from "../../../support/poll.ts";
import { raiseBarrier } from "../../charging/faults.ts";

beforeAll(buildProgram);

const owner = "demo-eve";
const stripeAccount = "acct_demo_1";

/** The processor works, and its reply does not come in time. */
const late = { delayMs: 1_000, method: "POST" };

test("a process killed after the page was opened, before the payment is recorded and after a refund moves money once", async () => {
  // The processor is an external service that outlives every process of ours; its events are lost meanwhile.
  const sandbox = await startTestSandbox({ processor: { webhook: null } });
  onTestFinished(() => sandbox.close());
  const stripe = createStripe(`${sandbox.url}/processor`);
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  // Payers come back to the same URL whichever process has sent them.
  const env = { PROCESSOR_BASE_URL: `${sandbox.url}/processor`, PUBLIC_URL: "http://pay.example" };
  const start = async () => {
    const platform = await startProcess({ DATABASE_URL: database.url, ...env });
    await untilReady(platform);
    const headers = {
      ...(await platform.as(owner)),
      "content-type": "application/json",
      "x-app-id": "invoicer",
    };
    const post = (path: string, body: object, more: Record<string, string> = {}) =>
      fetch(`${platform.url}${path}`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify(body),
      });
    const kill = async () => {
      platform.child.kill("SIGKILL");
      await platform.ended;
    };
    return { ...platform, post, kill };
  };
  const control = (path: string, body: object) =>
    fetch(`${sandbox.url}/processor${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const online = async () =>
    (
      await database.query<{ status: string; session: boolean; payment: string | null }>(
        `SELECT status, session_id IS NOT NULL AS session, payment_id AS payment FROM gateway.online_payments
         WHERE owner_id = $1`,
        [owner],
      )
    )[0];
  const sessions = async () => (await stripe.checkout.sessions.list({}, { stripeAccount })).data;
  const refunds = async () => (await stripe.refunds.list({}, { stripeAccount })).data;
  /** Reads unfinished payments, as the schedule does. */
  const readUnfinished = async () => {
    await database.query("UPDATE gateway.online_payments SET check_at = now() WHERE payment_id IS NULL", []);
    await database.query("INSERT INTO jobs.job (name, data) VALUES ('check-unfinished-payments', '{}')", []);
  };
  /** Shortens the queue's own detection of a dead worker, which takes half a minute. */
  const hurry = (name: string) =>
    database.query(
      `UPDATE jobs.job SET state = 'retry', start_after = now() WHERE name = $1 AND state IN ('active', 'created')`,
      [name],
    );

  const first = await start();
  await database.query(
    `INSERT INTO gateway.payment_accounts (id, owner_id, processor_account_id, country, charges_enabled, created_at, updated_at)
     VALUES ('pac_killed', $1, $2, 'US', true, now(), now())`,
    [owner, stripeAccount],
  );
  const items = [{ description: "Work", amount: 60 }];
  const draft = await first.post("/invoices", { client: "killed@client.example", items, sendEmail: false });
  const { invoiceId, paymentLink } = (await draft.json()) as { invoiceId: string; paymentLink: string };
  await first.post(`/invoices/${invoiceId}/mark-sent`, {});
  const link = new URL(paymentLink).pathname;
  await control("/replies/faults", { ...late, path: "/v1/checkout/sessions" });
  const key = { "idempotency-key": "killed-payment" };
  const lost = first.post(link, {}, key).catch(() => null);
  await until("the page is open at the processor", async () => (await sessions()).length === 1);
  await first.kill();
  await lost;
  expect(await online()).toEqual({ status: "open", session: false, payment: null });
  await control("/replies/faults", {});

  // The same request again has the same page.
  const second = await start();
  const answer = await second.post(link, {}, key);
  const opened = (await answer.json()) as { url: string };
  expect([answer.status, opened]).toEqual([200, { url: expect.any(String), expiresAt: expect.any(String) }]);
  expect(await sessions()).toHaveLength(1);
  expect(await online()).toMatchObject({ session: true });
  await control(new URL(opened.url).pathname.replace("/processor", "") + "/pay", { card: "pm_card_visa" });
  const beforeRecord = await raiseBarrier(database, {
    table: "gateway.payments_received",
    rows: `NEW.owner_id = '${owner}'`,
  });
  await readUnfinished();
  await until("the payment is being recorded", async () => (await beforeRecord.waiting()) > 0);
  await second.kill();
  await beforeRecord.endWaiting();
  await beforeRecord.lift();
  expect(await online()).toMatchObject({ status: "open", payment: null });

  const third = await start();
  await hurry("sync-online-payment");
  await readUnfinished();
  const payment = await until("it is recorded", async () => (await online())?.payment);
  await control("/replies/faults", { ...late, path: "/v1/refunds" });
  const refund = third.post(`/invoice-payments/${payment}/refund`, { amount: 25 }).catch(() => null);
  await until("the processor has refunded", async () => (await refunds()).length === 1);
  await third.kill();
  await refund;
  await control("/replies/faults", {});

  // What follows needs no process of its own.
  const last = await createTestApp({ DATA_DIR: third.env["DATA_DIR"]!, ...env }, database);
  onTestFinished(() => last.close());
  await hurry("finish-refund");
  const facts = async () => {
    const [row] = await database.query(
      `SELECT (SELECT array_agg(amount_minor || ' ' || refunded_minor) FROM gateway.payments_received WHERE owner_id = $1)
           AS payments,
         (SELECT array_agg(r.status || ' ' || r.amount_minor) FROM gateway.payment_refunds r WHERE r.owner_id = $1) AS refunds,
         (SELECT amount_paid_minor::int FROM gateway.invoices WHERE id = $2) AS paid`,
      [owner, invoiceId],
    );
    return row as { payments: string[]; refunds: string[]; paid: number };
  };
  await until("the refund is finished", async () => (await facts()).refunds[0]?.startsWith("succeeded"));
  expect(await facts()).toEqual({ payments: ["6000 2500"], refunds: ["succeeded 2500"], paid: 3_500 });
  const { data } = await stripe.charges.list({}, { stripeAccount });
  const charges = data.filter(({ amount, paid }) => paid && amount === 6_000);
  expect(charges.map(({ amount_refunded: refunded }) => refunded)).toEqual([2_500]);
  expect(await refunds()).toHaveLength(1);
});
