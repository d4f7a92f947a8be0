import fc from "fast-check";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { TestApp } from "../../../support/app.ts";
import { openSharedApp } from "../../../support/shared-app.ts";
import { until } from "../../../support/poll.ts";
import { atProcessor } from "../../../support/processor.ts";
import { suiteSeed } from "../../../support/seed.ts";
import {
  connectAccount,
  finishOnboarding,
  issueInvoice,
  openCheckout,
  payAt,
  payOnline,
} from "../../support/online-payments.ts";
import { createPerson, type Person } from "../../support/people.ts";

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
const online = async (invoiceId: string) => (await get(`/online-payments?invoiceId=${invoiceId}`)).payments;

/** The account's balance at the processor, in cents. */
async function balance(): Promise<number> {
  const { available } = (await atAccount("balance")) as { available: { amount: number; currency: string }[] };
  return available.find(({ currency }) => currency === "usd")?.amount ?? 0;
}

test("onboarding creates one account, and its state follows events", async () => {
  const other = await createPerson(app, 100);
  expect((await app.get("/payment-account", other.headers)).body).toMatchObject({ status: "not_connected" });
  const country = await app.post("/payment-account/onboarding", {}, other.headers);
  expect([country.status, country.body.details.fields[0].path]).toEqual([400, "country"]);
  const links = await Promise.all(
    [1, 2].map(() => app.post("/payment-account/onboarding", { country: "US" }, other.headers)),
  );
  expect(links.map(({ status }) => status)).toEqual([200, 200]);
  const sql = "SELECT processor_account_id AS id FROM gateway.payment_accounts WHERE owner_id = $1";
  const rows = await app.database.query<{ id: string }>(sql, [other.ownerId]);
  expect(rows).toEqual([{ id: expect.stringMatching(/^acct_/) }]);
  expect((await app.get("/payment-account", other.headers)).body).toMatchObject({ status: "onboarding" });
  await finishOnboarding(links[0]!.body.url as string);
  const status = (wanted: string) =>
    until(wanted, async () => (await app.get("/payment-account", other.headers)).body.status === wanted);
  await status("active");
  await atProcessor(app, `/accounts/${rows[0]!.id}/require`, { fields: ["company.tax_id"] });
  await status("restricted");
  expect((await app.get("/payment-account", other.headers)).body.requirements).toEqual(["company.tax_id"]);
  const gone = await app.post("/payment-account/disconnect", {}, other.headers);
  expect(gone.body).toMatchObject({ status: "disconnected", chargesEnabled: false });
  expect((await app.post("/payment-account/disconnect", {}, other.headers)).status).toBe(404);
});

test("an account that leaves at the processor takes no payments any more", async () => {
  const other = await createPerson(app, 100);
  const id = await connectAccount(app, other.headers);
  const { token } = await issueInvoice(app, other.headers);
  await atProcessor(app, `/accounts/${id}/deauthorize`);
  await until("disconnected", async () => {
    const { body } = await app.get("/payment-account", other.headers);
    return body.status === "disconnected";
  });
  const refused = await app.post(`/pay/${token}`, {}, {});
  expect([refused.status, refused.body.details.rule]).toEqual([422, "payments_not_available"]);
});

test("an invoice is paid in parts, within bounds, with the fees that were taken", async () => {
  const invoice = await issueInvoice(app, person.headers, 100);
  const before = await balance();
  for (const amount of [0.49, 100.01]) {
    const refused = await app.post(`/pay/${invoice.token}`, { amount }, {});
    expect([refused.status, refused.body.details.rule]).toEqual([422, "amount_out_of_range"]);
  }
  await payOnline(app, person.headers, { ...invoice, amount: 40 });
  expect(await get(`/invoices/${invoice.invoiceId}`)).toMatchObject({ status: "sent", amountDue: 60 });
  await payAt(app, await openCheckout(app, invoice.token));
  await until("it is paid", async () => (await get(`/invoices/${invoice.invoiceId}`)).status === "paid");
  const payments = await online(invoice.invoiceId);
  expect(payments.map(({ amount, fee, status }: Record<string, unknown>) => [amount, fee, status])).toEqual([
    [60, 2.04, "succeeded"],
    [40, 1.46, "succeeded"],
  ]);
  expect(await balance()).toBe(before + 10_000 - 204 - 146);
  const again = await app.post(`/pay/${invoice.token}`, {}, {});
  expect([again.status, again.body.code]).toEqual([409, "INVALID_STATE"]);
});

test("events that come twice and in any order have the effect of one payment, refund and dispute", async () => {
  onTestFinished(deliverEvents);
  for (const round of [1, 2, 3, 4]) {
    const before = await balance();
    const invoice = await issueInvoice(app, person.headers, 80);
    await atProcessor(app, "/webhooks/faults", { hold: true });
    const session = await openCheckout(app, invoice.token);
    await payAt(app, session);
    const charge = await chargeOf(session);
    await atProcessor(app, `/charges/${charge}/refund`, { amount: 1_000 });
    await atProcessor(app, `/charges/${charge}/dispute`, { amount: 2_000 });
    const [{ id: dispute }] = (await atAccount(`disputes?charge=${charge}`)).data;
    if (round % 2 === 0) await atProcessor(app, `/disputes/${dispute}/close`, { status: "lost" });
    const held = await heldEvents();
    const order = fc.shuffledSubarray(held, { minLength: held.length });
    const [ids = []] = fc.sample(order, { numRuns: 1, seed: suiteSeed + round });
    await atProcessor(app, "/webhooks/release", { ids: [...ids, ...ids.slice(0, 3)] });
    await deliverEvents();
    await until(
      "the dispute is known",
      async () => (await online(invoice.invoiceId))[0]?.disputes.length === 1,
    );
    await until("no event waits", noneWaits);
    if (round % 2 === 1) await atProcessor(app, `/disputes/${dispute}/close`, { status: "lost" });
    await until("it is lost", async () => (await online(invoice.invoiceId))[0].disputes[0].status === "lost");
    await until("no event waits", noneWaits);
    expect(await get(`/invoices/${invoice.invoiceId}`)).toMatchObject({ amountPaid: 50, amountDue: 30 });
    const payments = await online(invoice.invoiceId);
    expect(payments).toHaveLength(1);
    const { paymentId, fee, disputes } = payments[0];
    expect(await get(`/invoice-payments/${paymentId}`)).toMatchObject({ amount: 80, refunded: 30 });
    // What the records say is what the balance has.
    expect(await balance()).toBe(before + Math.round((80 - fee - 10 - 20 - disputes[0].fee) * 100));
    const { entries } = await get(`/invoices/${invoice.invoiceId}/history?limit=100`);
    const types = (entries as { type: string }[]).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("dispute")).toSorted()).toEqual([
      "dispute_closed",
      "disputed",
    ]);
  }
});

test("a refund that the processor could not take is finished by a job, once", async () => {
  const invoice = await issueInvoice(app, person.headers, 45);
  const paymentId = await payOnline(app, person.headers, invoice);
  const before = await balance();
  const control = `${app.sandboxUrl}/control/processor`;
  const headers = { "content-type": "application/json" };
  const restore = async () => void (await fetch(control, { method: "DELETE" }));
  onTestFinished(restore);
  await fetch(control, { method: "POST", headers, body: JSON.stringify({ status: 503 }) });
  const lost = await app.post(`/invoice-payments/${paymentId}/refund`, { amount: 15 }, person.headers);
  expect([lost.status, lost.body.code]).toEqual([500, "PROCESSOR_ERROR"]);
  expect((await get(`/invoice-payments/${paymentId}`)).refunds).toMatchObject([
    { amount: 15, status: "pending" },
  ]);
  await restore();
  const due =
    "UPDATE jobs.job SET start_after = now() WHERE name = 'finish-refund' AND state = 'created' AND data->>'ownerId' = $1";
  await app.database.query(due, [person.ownerId]);
  await until("it is finished", async () => {
    const { refunds } = await get(`/invoice-payments/${paymentId}`);
    return refunds[0]?.status === "succeeded";
  });
  await until("no event waits", noneWaits);
  expect(await balance()).toBe(before - 1_500);
  expect((await get(`/invoice-payments/${paymentId}`)).refunds).toHaveLength(1);
});

test("a payment whose events were all lost is found by the schedule", async () => {
  const invoice = await issueInvoice(app, person.headers, 35);
  onTestFinished(deliverEvents);
  await atProcessor(app, "/webhooks/faults", { drop: true });
  await payAt(app, await openCheckout(app, invoice.token));
  await deliverEvents();
  expect((await online(invoice.invoiceId))[0]).toMatchObject({ status: "open", paymentId: null });
  const due = "UPDATE gateway.online_payments SET check_at = now() WHERE status = 'open' AND owner_id = $1";
  await app.database.query(due, [person.ownerId]);
  const sql = `INSERT INTO jobs.job (name, data) VALUES ('check-unfinished-payments', '{}')`;
  await app.database.query(sql, []);
  await until("it is paid", async () => (await get(`/invoices/${invoice.invoiceId}`)).status === "paid");
});

test("a refund moves the money at the processor and says what became of it", async () => {
  const invoice = await issueInvoice(app, person.headers, 50);
  const paymentId = await payOnline(app, person.headers, { ...invoice, card: "pm_card_pendingRefund" });
  const before = await balance();
  const path = `/invoice-payments/${paymentId}/refund`;
  const headers = { ...person.headers, "idempotency-key": `refund-${paymentId}` };
  const first = await app.post(path, { amount: 20, reason: "Late" }, headers);
  expect([first.status, first.body.status, first.body.amount]).toEqual([200, "pending", 20]);
  expect((await app.post(path, { amount: 20, reason: "Late" }, headers)).body).toEqual(first.body);
  expect(await balance()).toBe(before - 2_000);
  expect(await get(`/invoices/${invoice.invoiceId}`)).toMatchObject({ status: "sent", amountDue: 20 });
  const sql = "SELECT processor_refund_id AS id FROM gateway.payment_refunds WHERE id = $1";
  const [{ id } = { id: "" }] = await app.database.query<{ id: string }>(sql, [first.body.id]);
  await atProcessor(app, `/refunds/${id}/settle`, { outcome: "failed" });
  await until(
    "it failed",
    async () => (await get(`/invoice-payments/${paymentId}`)).refunds[0].status === "failed",
  );
  expect(await get(`/invoices/${invoice.invoiceId}`)).toMatchObject({ status: "paid", amountDue: 0 });
  expect(await get(`/invoice-payments/${paymentId}`)).toMatchObject({ refunded: 0, allocated: 50 });
  expect(await balance()).toBe(before);
  const voided = await app.post(`/invoice-payments/${paymentId}/void`, { reason: "mistake" }, person.headers);
  expect([voided.status, voided.body.details.rule]).toEqual([422, "online_payment"]);
});

test("a payout lists the payments in it, and their sum is the balance that was paid out", async () => {
  const invoice = await issueInvoice(app, person.headers, 25);
  const paymentId = await payOnline(app, person.headers, invoice);
  const before = await balance();
  await atProcessor(app, `/accounts/${account}/payout`);
  const { payouts } = await get("/payment-payouts?limit=1");
  expect(payouts[0]).toMatchObject({ amount: before / 100, status: "paid", currency: "USD" });
  const { entries } = await get(`/payment-payouts/${payouts[0].payoutId}`);
  const net = (entries as { net: number }[]).reduce((sum, entry) => sum + Math.round(entry.net * 100), 0);
  expect(net).toBe(before);
  const known = { kind: "payment", amount: 25, paymentId, invoiceId: invoice.invoiceId };
  expect(entries).toContainEqual(expect.objectContaining(known));
  expect(await balance()).toBe(0);
});

test("the page's form leads to the processor's page, and says why it does not", async () => {
  const { token } = await issueInvoice(app, person.headers, 10);
  const page = await fetch(`${app.url}/pay/${token}`, { headers: { accept: "text/html" } });
  expect(page.headers.get("content-security-policy")).toContain(
    `form-action 'self' ${new URL(app.sandboxUrl).origin}`,
  );
  expect(await page.text()).toContain('<form method="post">');
  const send = (amount: string) =>
    fetch(`${app.url}/pay/${token}`, {
      method: "POST",
      body: new URLSearchParams({ amount }),
      headers: { accept: "text/html" },
      redirect: "manual",
    });
  const sent = await send("4.50");
  expect([sent.status, sent.headers.get("location")]).toEqual([
    303,
    expect.stringContaining("/checkout/cs_test_"),
  ]);
  const refused = await send("11");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Pay between 0.5 and 10 USD.");
});

test("taxes of a place are those of the tax service, for a connected account that uses it", async () => {
  const lookUp = (query: string, headers = person.headers) => app.get(`/tax-rates/lookup?${query}`, headers);
  const { status, body } = await lookUp("country=US&state=IL&postalCode=60601&amount=1000");
  expect([status, body.source, body.simulated, body.taxAmount]).toEqual([200, "Stripe Tax", true, 102.5]);
  const parts = body.rates.map((rate: Record<string, unknown>) => [rate["ratePercent"], rate["taxAmount"]]);
  expect(parts).toEqual([
    [6.25, 62.5],
    [1.75, 17.5],
    [1.25, 12.5],
    [1, 10],
  ]);
  const exempt = {
    name: "Charity",
    email: "charity@client.example",
    country: "DE",
    currency: "EUR",
    taxExempt: true,
  };
  const { body: client } = await app.post("/clients", exempt, person.headers);
  const { body: untaxed } = await lookUp(`clientId=${client.id}`);
  expect(untaxed).toMatchObject({ country: "DE", currency: "EUR", amount: 100, taxAmount: 0 });
  expect(untaxed.rates[0]).toMatchObject({ name: "VAT", ratePercent: 0, taxability: "customer_exempt" });
  const rule = async (query: string) => (await lookUp(query)).body.details.rule;
  expect(await rule("country=US&state=IL")).toBe("tax_place_unknown");
  expect(await rule("country=DE&taxCode=txcd_12345678")).toBe("tax_code_unknown");
  expect((await lookUp("amount=5")).body.details.fields[0].path).toBe("country");
  const other = await createPerson(app, 100);
  const refused = await lookUp("country=DE", other.headers);
  expect([refused.status, refused.body.error]).toEqual([
    404,
    expect.stringContaining("Start onboarding first"),
  ]);
  expect((await lookUp(`clientId=${client.id}`, other.headers)).body.error).toContain("Client not found");
  await atProcessor(app, `/accounts/${account}/require`, { fields: ["company.tax_id"] });
  expect(await rule("country=DE")).toBe("tax_service_inactive");
  await atProcessor(app, `/accounts/${account}/require`, { fields: [] });
});

// The shape is what the test is about.
// oxlint-disable-next-line typescript/no-explicit-any
async function atAccount(path: string): Promise<any> {
  const headers = { authorization: "Bearer sk_test_x", "stripe-account": account };
  return (await fetch(`${app.sandboxUrl}/processor/v1/${path}`, { headers })).json();
}

async function chargeOf(session: string): Promise<string> {
  const { payment_intent: intent } = await atAccount(`checkout/sessions/${session}`);
  return (await atAccount(`payment_intents/${intent}`)).latest_charge;
}

/** The processor sends its events again. */
const deliverEvents = () => atProcessor(app, "/webhooks/faults", {});

async function heldEvents(): Promise<string[]> {
  const answer = await fetch(`${app.sandboxUrl}/processor/webhooks/status`, { method: "POST" });
  return ((await answer.json()) as { held: string[] }).held;
}

async function noneWaits(): Promise<boolean> {
  await atProcessor(app, "/webhooks/settled");
  const sql =
    "SELECT 1 FROM jobs.job WHERE name = 'sync-online-payment' AND state IN ('created', 'retry', 'active') AND data->>'processorAccountId' = $1";
  return (await app.database.query(sql, [account])).length === 0;
}
