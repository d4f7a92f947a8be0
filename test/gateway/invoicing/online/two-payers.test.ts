import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../support/app.ts";
import { until } from "../../../support/poll.ts";
import { atProcessor } from "../../../support/processor.ts";
import { raiseBarrier } from "../../charging/faults.ts";
import { connectAccount, issueInvoice, openCheckout, payAt } from "../../support/online-payments.ts";
import { createPerson, type Person } from "../../support/people.ts";
import { mailsTo } from "../app/mails.ts";

let app: TestApp;
let person: Person;
let account: string;
beforeAll(async () => {
  app = await createTestApp({ PROCESSOR_APPLICATION_FEE_PERCENT: "2" });
  person = await createPerson(app, 1000);
  account = await connectAccount(app, person.headers);
});
afterAll(() => app?.close());

const get = async (path: string) => (await app.get(path, person.headers)).body;
const online = async (invoiceId: string) => (await get(`/online-payments?invoiceId=${invoiceId}`)).payments;

/** Refunds of all online payments of an invoice. */
async function refundsOf(invoiceId: string): Promise<{ amount: number; status: string }[]> {
  const ids = (await online(invoiceId)).flatMap(
    ({ paymentId }: { paymentId: string | null }) => paymentId ?? [],
  );
  const payments = await Promise.all((ids as string[]).map((id) => get(`/invoice-payments/${id}`)));
  return payments.flatMap(({ refunds }) => refunds);
}

// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
async function atAccount(path: string): Promise<any> {
  const headers = { authorization: "Bearer sk_test_x", "stripe-account": account };
  return (await fetch(`${app.sandboxUrl}/processor/v1/${path}`, { headers })).json();
}

test("two payers at the same moment: one pays, the other's money goes back at once, with a notice", async () => {
  const invoice = await issueInvoice(app, person.headers, 30);
  // Neither request knows the other's page.
  const barrier = await raiseBarrier(app.database, {
    table: "gateway.online_payments",
    rows: `NEW.invoice_id = '${invoice.invoiceId}'`,
  });
  const opening = Promise.all([1, 2].map(() => openCheckout(app, invoice.token)));
  await until("both wait", async () => (await barrier.waiting()) === 2);
  await barrier.lift();
  const sessions = await opening;
  await Promise.all(sessions.map((session) => payAt(app, session)));
  await until("the second is returned", async () => {
    const refunds = await refundsOf(invoice.invoiceId);
    return refunds[0]?.status === "succeeded";
  });
  expect(await get(`/invoices/${invoice.invoiceId}`)).toMatchObject({ status: "paid", amountPaid: 30 });
  expect(await online(invoice.invoiceId)).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }]);
  expect(await refundsOf(invoice.invoiceId)).toMatchObject([{ amount: 30, status: "succeeded" }]);
  const { data: refunds } = await atAccount("refunds");
  expect(refunds).toMatchObject([{ amount: 3_000, status: "succeeded" }]);
  // What the records say is what the balance has: the platform's fee of the second payment went back too.
  const fees = (await online(invoice.invoiceId)).map(({ fee }: { fee: number }) => fee);
  expect(fees.toSorted()).toEqual([1.17, 1.77]);
  const { available } = await atAccount("balance");
  expect(available).toMatchObject([{ amount: 3_000 - 117 - 177, currency: "usd" }]);
  const page = await fetch(`${app.url}/pay/${invoice.token}`, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("$30.00 was paid when it was not due any more");
  await until("the payer has a mail", async () => {
    const mails = await mailsTo(app, "payer@client.example");
    return mails.filter(({ subject }) => subject.includes("is being returned")).length === 1;
  });
});

test("a second payer is not charged while the first one's payment is not known yet", async () => {
  const invoice = await issueInvoice(app, person.headers, 20);
  await atProcessor(app, "/webhooks/faults", { hold: true });
  await payAt(app, await openCheckout(app, invoice.token));
  const second = await app.post(`/pay/${invoice.token}`, {}, {});
  expect([second.status, second.body.details.rule]).toEqual([422, "payment_in_progress"]);
  await atProcessor(app, "/webhooks/release", { order: "reversed", copies: 2 });
  await atProcessor(app, "/webhooks/faults", {});
  await until("it is paid", async () => (await get(`/invoices/${invoice.invoiceId}`)).status === "paid");
  const paid = (await online(invoice.invoiceId)).filter(
    ({ status }: { status: string }) => status === "succeeded",
  );
  expect(paid).toHaveLength(1);
});

test("a payer who is still confirming at the bank is not charged after another has started to pay", async () => {
  const invoice = await issueInvoice(app, person.headers, 20);
  const card = "pm_card_authenticationRequired";
  const first = await openCheckout(app, invoice.token);
  const asked = await fetch(`${app.sandboxUrl}/processor/checkout/${first}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card, authentication: "pending" }),
  });
  const { authenticationUrl } = (await asked.json()) as { authenticationUrl: string };
  await payAt(app, await openCheckout(app, invoice.token));
  const bank = await fetch(authenticationUrl);
  expect(await bank.text()).toContain("Nothing to confirm");
  await until("it is paid", async () => (await get(`/invoices/${invoice.invoiceId}`)).status === "paid");
  const intents = (await atAccount("payment_intents")).data as { amount: number; status: string }[];
  expect(intents.filter(({ amount }) => amount === 2_000).map(({ status }) => status)).toContain("canceled");
});

test("what is paid of an invoice that was settled meanwhile goes back once, whatever is repeated", async () => {
  const invoice = await issueInvoice(app, person.headers, 30);
  const session = await openCheckout(app, invoice.token);
  await app.post(`/invoices/${invoice.invoiceId}/mark-paid`, {}, person.headers);
  await atProcessor(app, "/webhooks/faults", { copies: 3 });
  await payAt(app, session);
  await atProcessor(app, "/webhooks/faults", {});
  await until("it is returned", async () => (await refundsOf(invoice.invoiceId))[0]?.status === "succeeded");
  await atProcessor(app, "/webhooks/settled");
  const [{ paymentId }] = await online(invoice.invoiceId);
  const payment = await get(`/invoice-payments/${paymentId}`);
  expect(payment).toMatchObject({ amount: 30, allocated: 0, refunded: 30, unapplied: 0 });
  expect(payment.refunds).toHaveLength(1);
});

test("the books have payments, refunds, disputes and fees, and their cash is the balance at the processor", async () => {
  const invoice = await issueInvoice(app, person.headers, 50);
  await payAt(app, await openCheckout(app, invoice.token));
  await until("it is paid", async () => (await get(`/invoices/${invoice.invoiceId}`)).status === "paid");
  const sql =
    "SELECT charge_id AS id FROM gateway.online_payments WHERE invoice_id = $1 AND charge_id IS NOT NULL";
  const [charge] = await app.database.query<{ id: string }>(sql, [invoice.invoiceId]);
  await atProcessor(app, `/charges/${charge!.id}/dispute`, {});
  const [dispute] = await until("the dispute is known", async () => {
    const [payment] = await online(invoice.invoiceId);
    return payment.disputes[0] ? payment.disputes : null;
  });
  const { data } = await atAccount(`disputes?charge=${charge!.id}`);
  await atProcessor(app, `/disputes/${data[0].id}/close`, { status: "lost" });
  await until("it is lost", async () => (await online(invoice.invoiceId))[0].disputes[0].status === "lost");
  expect(dispute).toMatchObject({ amount: 50, fee: 15 });
  await atProcessor(app, "/webhooks/settled");
  const { authorization } = person.headers;
  const own = { authorization: authorization! };
  const year = new Date().getUTCFullYear();
  const range = { appId: "invoicer", from: `${year}-01-01`, to: `${year + 1}-01-31` };
  const synced = await app.post("/accounting/app-postings/sync", range, own);
  expect(synced.body).toMatchObject({ problems: [] });
  const { body } = await app.get(`/accounting/reports/trial-balance?asOf=${year + 1}-01-31`, own);
  const rows = body.rows as { code: string; name: string; debit: number; credit: number }[];
  const cash = rows.filter(({ code }) => code.startsWith("10"));
  const { available } = await atAccount("balance");
  const manual = 30;
  expect(cash.reduce((sum, { debit, credit }) => sum + Math.round((debit - credit) * 100), 0)).toBe(
    available[0].amount + manual * 100,
  );
});
