import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { until } from "../../../support/poll.ts";
import { atProcessor } from "../../../support/processor.ts";
import {
  connectAccount,
  makeNextInvoice,
  openCheckout,
  payAt,
  saveMethod,
} from "../../support/online-payments.ts";
import { createPerson, type Person } from "../../support/people.ts";
import { mailsTo } from "../app/mails.ts";

let app: TestApp;
let person: Person;
let account: string;
beforeAll(async () => {
  app = await openSharedApp();
  person = await createPerson(app, 1000);
  account = await connectAccount(app, person.headers);
});
afterAll(() => app?.close());

const get = async (path: string) => (await app.get(path, person.headers)).body;
const chargeOf = async (invoiceId: string) => (await get(`/auto-charges?invoiceId=${invoiceId}`)).charges[0];
const chargeIs = (invoiceId: string, status: string, attempts: number) =>
  until(`${status} after ${attempts}`, async () => {
    const charge = await chargeOf(invoiceId);
    return charge?.status === status && charge.attempts === attempts ? charge : null;
  });

/** Payments that were tried at the processor for an invoice. */
async function tries(invoiceId: string): Promise<{ status: string; amount: number }[]> {
  const sql = "SELECT id FROM gateway.online_payments WHERE invoice_id = $1";
  const ids = (await app.database.query<{ id: string }>(sql, [invoiceId])).map(({ id }) => id);
  const headers = { authorization: "Bearer sk_test_x", "stripe-account": account };
  const answer = await fetch(`${app.sandboxUrl}/processor/v1/payment_intents?limit=100`, { headers });
  const { data } = (await answer.json()) as {
    data: { status: string; amount: number; metadata: { onlinePaymentId?: string } }[];
  };
  return data.filter(({ metadata }) => ids.includes(metadata.onlinePaymentId ?? ""));
}

/** Lets the time of the next attempt come. */
async function nextAttempt(invoiceId: string): Promise<void> {
  const due = "UPDATE gateway.auto_charges SET next_attempt_at = now() WHERE invoice_id = $1";
  await app.database.query(due, [invoiceId]);
  await app.database.query("INSERT INTO jobs.job (name, data) VALUES ('charge-due-invoices', '{}')", []);
}

/** The saved card behaves like another test card. */
async function behave(methodId: string, card: string): Promise<void> {
  const sql = "SELECT processor_method_id AS id FROM gateway.saved_payment_methods WHERE id = $1";
  const [row] = await app.database.query<{ id: string }>(sql, [methodId]);
  await atProcessor(app, `/payment_methods/${row!.id}/behave`, { card });
}

test("a client saves a card with a payment, and later invoices of the series are charged once to it", async () => {
  const client = "saver-1@client.example";
  const card = "pm_card_authenticationRequiredOnSetup";
  const { recurringId, clientId } = await saveMethod(app, person.headers, { client, card });
  const { methods } = await get(`/clients/${clientId}/payment-methods`);
  expect(methods).toMatchObject([{ clientId, brand: "visa", last4: "3155" }]);
  const invoiceId = await makeNextInvoice(app, recurringId);
  await chargeIs(invoiceId, "succeeded", 1);
  // A late run of the schedule finds nothing to do.
  await nextAttempt(invoiceId);
  await until("the client has a mail", async () =>
    (await mailsTo(app, client)).some(({ subject }) => /^Invoice INV-\d+ was paid$/.test(subject)),
  );
  expect(await get(`/invoices/${invoiceId}`)).toMatchObject({ status: "paid", amountPaid: 40, amountDue: 0 });
  expect(await tries(invoiceId)).toMatchObject([{ status: "succeeded", amount: 4_000 }]);
});

test("a declined charge is retried by a schedule with mails, and ends", async () => {
  const client = "saver-2@client.example";
  const { recurringId, methodId } = await saveMethod(app, person.headers, { client });
  await behave(methodId, "4000000000000341");
  const invoiceId = await makeNextInvoice(app, recurringId);
  for (const attempts of [1, 2, 3]) {
    const { nextAttemptAt, reason } = await chargeIs(invoiceId, "failed", attempts);
    const days = (Date.parse(nextAttemptAt) - Date.now()) / 86_400_000;
    expect([reason, Math.ceil(days)]).toEqual(["declined", [1, 3, 7][attempts - 1]]);
    await nextAttempt(invoiceId);
  }
  expect(await chargeIs(invoiceId, "ended", 4)).toMatchObject({ nextAttemptAt: null, reason: "declined" });
  expect((await tries(invoiceId)).map(({ status }) => status)).toEqual(
    Array<string>(4).fill("requires_payment_method"),
  );
  await until("four mails", async () => {
    const mails = (await mailsTo(app, client)).filter(({ subject }) => subject.includes("needs you"));
    return mails.length === 5 && mails.every(({ text }) => text.includes("/pay/")) ? mails : null;
  });
  expect(await get(`/invoices/${invoiceId}`)).toMatchObject({ status: "sent", amountPaid: 0 });
  const sql = `SELECT type FROM gateway.outbox_events WHERE owner_id = $1 AND payload->'object'->>'invoiceId' = $2
    AND type LIKE 'online_payment.%'`;
  const events = await app.database.query<{ type: string }>(sql, [person.ownerId, invoiceId]);
  expect(events.map(({ type }) => type)).toEqual(Array<string>(4).fill("online_payment.charge_failed"));
});

test("a charge that the bank wants confirmed leads the client to the page, and is not made again", async () => {
  const client = "saver-3@client.example";
  const { recurringId, methodId } = await saveMethod(app, person.headers, { client });
  await behave(methodId, "4000002760003184");
  const invoiceId = await makeNextInvoice(app, recurringId);
  await chargeIs(invoiceId, "needs_authentication", 1);
  const { text } = await until("the client has a link", async () =>
    (await mailsTo(app, client)).find(({ text: words }) => words.includes("wants you to confirm")),
  );
  const [, token] = /\/pay\/(\S+)/.exec(text)!;
  await payAt(app, await openCheckout(app, token!), "pm_card_authenticationRequired");
  await until("it is paid", async () => (await get(`/invoices/${invoiceId}`)).status === "paid");
  await nextAttempt(invoiceId);
  await chargeIs(invoiceId, "succeeded", 1);
  expect((await tries(invoiceId)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
});

test("a card is charged by one of two workers, and an attempt that a crash has left is resumed", async () => {
  const client = "saver-4@client.example";
  const { recurringId, methodId } = await saveMethod(app, person.headers, { client });
  // The processor charges, and its reply is lost, so that nobody keeps the outcome.
  const lost = { lose: true, method: "POST", path: "/v1/payment_intents", times: 3 };
  const replyAgain = () => atProcessor(app, "/replies/faults", { ...lost, lose: false });
  onTestFinished(replyAgain);
  await atProcessor(app, "/replies/faults", lost);
  const invoiceId = await makeNextInvoice(app, recurringId);
  await until("the processor has charged", async () => (await tries(invoiceId)).length === 1);
  // The client saves another card meanwhile: the attempt goes on with its own.
  const newer = `INSERT INTO gateway.saved_payment_methods (id, owner_id, client_id, payment_account_id, customer_id,
      processor_method_id, brand, last4, consented_at, created_at)
    SELECT id || '_2', owner_id, client_id, payment_account_id, customer_id, 'pm_newer', brand, last4, now(), now()
    FROM gateway.saved_payment_methods WHERE id = $1`;
  await app.database.query(newer, [methodId]);
  await replyAgain();
  const run =
    "UPDATE jobs.job SET start_after = now() WHERE name = 'charge-invoice' AND state IN ('retry', 'created') AND data->>'ownerId' = $1";
  await until("it is finished", async () => {
    await app.database.query(run, [person.ownerId]);
    await nextAttempt(invoiceId);
    return (await chargeOf(invoiceId)).status === "succeeded";
  });
  expect(await tries(invoiceId)).toMatchObject([{ status: "succeeded", amount: 4_000 }]);
  expect(await get(`/invoices/${invoiceId}`)).toMatchObject({ status: "paid", amountPaid: 40 });
});

test("an attempt that a bank decides for days is not made again, whatever the processor has forgotten", async () => {
  const { recurringId } = await saveMethod(app, person.headers, { client: "saver-6@client.example" });
  const invoiceId = await makeNextInvoice(app, recurringId);
  await chargeIs(invoiceId, "succeeded", 1);
  // A key that the processor does not know any more: the attempt under another id.
  const later = `WITH other AS (
      INSERT INTO gateway.online_payments (id, owner_id, payment_account_id, invoice_id, currency, amount_minor,
        application_fee_minor, status, expires_at, created_at, updated_at)
      SELECT id || '_2', owner_id, payment_account_id, invoice_id, currency, amount_minor, application_fee_minor, 'processing',
        now(), now(), now() FROM gateway.online_payments WHERE invoice_id = $1 RETURNING id
    )
    UPDATE gateway.auto_charges SET status = 'charging', online_payment_id = (SELECT id FROM other) WHERE invoice_id = $1`;
  await app.database.query(later, [invoiceId]);
  await nextAttempt(invoiceId);
  await until("it looks again in an hour", async () => {
    const sql =
      "SELECT 1 FROM gateway.auto_charges WHERE invoice_id = $1 AND next_attempt_at > now() + interval '50 minutes'";
    return (await app.database.query(sql, [invoiceId])).length === 1;
  });
  expect(await tries(invoiceId)).toHaveLength(1);
});

test("a client removes the card on the page of the link, and nothing is charged any more", async () => {
  const client = "saver-5@client.example";
  const { recurringId, clientId } = await saveMethod(app, person.headers, { client });
  const { body } = await app.post(`/clients/${clientId}/portal-link`, {}, person.headers);
  const browser = { accept: "text/html" };
  const page = await (await fetch(body.url as string, { headers: browser })).text();
  const [, action] = /action="([^"]+\/remove)"/.exec(page)!;
  const removed = await fetch(`${app.url}${action}`, {
    method: "POST",
    body: new URLSearchParams(),
    headers: browser,
  });
  expect([removed.status, (await removed.text()).includes("/remove")]).toEqual([200, false]);
  expect(await get(`/clients/${clientId}/payment-methods`)).toEqual({ methods: [] });
  const invoiceId = await makeNextInvoice(app, recurringId);
  expect(await chargeIs(invoiceId, "ended", 0)).toMatchObject({ reason: "no_saved_method" });
  expect(await tries(invoiceId)).toEqual([]);
});
