import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/time/clock.ts";
import { newId } from "../../../src/ids.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/sandbox.ts";
import { ProcessorDecline, type PaymentProcessor } from "../../../subgraphs/hub/processor/processor.port.ts";
import { createStripeProcessor } from "../../../subgraphs/hub/processor/stripe.adapter.ts";
import { silentLog } from "../../support/silent-log.ts";

/** The port over the SDK against a stand-in of the processor's protocol: every method and its effects. */
let sandbox: Sandbox;
let keyDir: string;
let processor: PaymentProcessor;
/** Operations that the hub never uses: creating cards, refunds, disputes. */
let stripe: Stripe;
beforeAll(async () => {
  keyDir = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  const own = { port: 0, audience: "hub", log: silentLog, clock: systemClock, keyDir };
  sandbox = await startSandbox({ ...own, processor: { webhook: null } });
  const url = new URL(`${sandbox.url}/processor`);
  const secretKey = "sk_test_sandbox_processor";
  processor = createStripeProcessor({ secretKey, baseUrl: url.href, webhookSecrets: [], log: silentLog });
  stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient((target, init) => {
      const { pathname, search } = new URL(String(target));
      return fetch(`${url.href}${pathname}${search}`, init);
    }),
    maxNetworkRetries: 0,
  });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(keyDir, { recursive: true, force: true });
});

const key = () => newId("eff");

async function newCustomer(): Promise<string> {
  const customer = { userId: newId("usr"), email: "payer@x.example", name: "Payer" };
  return (await processor.createCustomer(customer, key())).customerId;
}

async function newCard(customerId: string, token = "pm_card_visa"): Promise<string> {
  return (await stripe.paymentMethods.attach(token, { customer: customerId })).id;
}

async function charge(token: string) {
  const customerId = await newCustomer();
  const paymentMethodId = await newCard(customerId, token);
  return processor.chargeSavedMethod(
    {
      customerId,
      paymentMethodId,
      amount: 4500,
      currency: "USD",
      description: "Credits",
      metadata: { userId: "u" },
    },
    key(),
  );
}

async function pay(sessionId: string, body: object = {}): Promise<void> {
  const response = await fetch(`${sandbox.url}/processor/checkout/${sessionId}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Paying answered ${response.status}: ${await response.text()}`);
}

function newCheckout(
  customerId: string,
  line: { priceId: string } | { amount: number; currency: string; name: string },
) {
  const isPlan = "priceId" in line && line.priceId.endsWith("monthly");
  const transactionId = newId("txn");
  return {
    customerId,
    mode: isPlan ? ("subscription" as const) : ("payment" as const),
    line,
    successUrl: "https://app.example/ok",
    cancelUrl: "https://app.example/no",
    reference: transactionId,
    expiresAt: new Date(Date.now() + 86_400_000),
    metadata: { userId: "usr_1", appId: "central", transactionId },
  };
}

async function newSubscription(): Promise<{ customerId: string; id: string }> {
  const customerId = await newCustomer();
  const { sessionId } = await processor.createCheckout(
    newCheckout(customerId, { priceId: "price_central_starter_monthly" }),
    key(),
  );
  await pay(sessionId);
  return { customerId, id: (await processor.readCheckout(sessionId))!.subscriptionId! };
}

describe("customers and their methods", () => {
  test("customers are created once per key, read, and missing after their deletion", async () => {
    const same = key();
    const customer = { userId: newId("usr"), email: null, name: null };
    const made = [
      await processor.createCustomer(customer, same),
      await processor.createCustomer(customer, same),
    ];
    expect(made[0]).toEqual(made[1]);
    const { customerId } = made[0]!;
    expect(await processor.readCustomer(customerId)).toEqual({ customerId, defaultPaymentMethodId: null });
    await stripe.customers.del(customerId);
    expect(await processor.readCustomer(customerId)).toBeNull();
  });

  test("customers have a default method, and lose a detached one", async () => {
    const customerId = await newCustomer();
    const [first, second] = [await newCard(customerId), await newCard(customerId, "pm_card_mastercard")];
    await processor.setDefaultPaymentMethod(customerId, second, key());
    const methods = await processor.listPaymentMethods(customerId);
    const shown = Object.fromEntries(methods.map((method) => [method.id, method]));
    expect(methods).toHaveLength(2);
    expect(shown[first]).toMatchObject({ isDefault: false, card: { brand: "visa", last4: "4242" } });
    expect(shown[second]).toMatchObject({ isDefault: true, card: { brand: "mastercard", last4: "4444" } });
    await processor.detachPaymentMethod(first, key());
    expect((await processor.listPaymentMethods(customerId)).map(({ id }) => id)).toEqual([second]);
    const other = await newCustomer();
    await expect(processor.setDefaultPaymentMethod(other, second, key())).rejects.toMatchObject({
      code: "PAYMENT_METHOD_NOT_FOUND",
    });
    await expect(processor.detachPaymentMethod(first, key())).rejects.toMatchObject({
      code: "PAYMENT_METHOD_NOT_FOUND",
    });
  });

  test("customers manage their methods on a page", async () => {
    const portal = { customerId: await newCustomer(), returnUrl: "https://app.example/back" };
    expect((await processor.createPortal(portal, key())).url).toMatch(/\/processor\/portal\//);
  });
});

describe("payments", () => {
  test("payments begin with a secret for the browser", async () => {
    const customerId = await newCustomer();
    const payment = {
      customerId,
      amount: 1999,
      currency: "EUR",
      description: "Report",
      metadata: { appId: "x" },
    };
    const made = await processor.createPayment(payment, key());
    expect(made).toMatchObject({
      status: "pending",
      amount: 1999,
      currency: "EUR",
      metadata: { appId: "x" },
    });
    expect(made.clientSecret).toContain(made.paymentIntentId);
    const { clientSecret: _secret, ...rest } = made;
    expect(await processor.readPayment(made.paymentIntentId)).toEqual(rest);
  });

  test("payments charge a saved method once per key", async () => {
    const customerId = await newCustomer();
    const paymentMethodId = await newCard(customerId);
    const order = {
      customerId,
      paymentMethodId,
      amount: 1000,
      currency: "USD",
      description: null,
      metadata: {},
    };
    const same = key();
    const paid = await Promise.all([1, 2, 3].map(() => processor.chargeSavedMethod(order, same)));
    expect(new Set(paid.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1);
    expect(paid[0]).toMatchObject({ status: "succeeded", amount: 1000, dispute: null, paymentMethodId });
    expect(paid[0]!.receiptUrl).toMatch(/^http/);
    expect((await stripe.charges.list({ customer: customerId })).data).toHaveLength(1);
  });

  // Cards that the bank lets be saved, and refuses to charge.
  test.each([
    ["pm_card_chargeCustomerFail", { code: "card_declined", declineCode: "generic_decline", isHard: false }],
    ["pm_card_authenticationRequired", { code: "authentication_required", needsAction: true }],
  ])("are refused with %s, and then read as failed", async (token, expected) => {
    const decline = (await charge(token).catch((error: unknown) => error)) as ProcessorDecline;
    expect(decline).toBeInstanceOf(ProcessorDecline);
    expect(decline).toMatchObject(expected);
    const payment = await processor.readPayment(decline.paymentIntentId!);
    expect(payment).toMatchObject({ status: "failed", failureCode: decline.code, isHardDecline: false });
  });

  test("payments have their refunded amount", async () => {
    const { paymentIntentId } = await charge("pm_card_visa");
    await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1500 });
    expect(await processor.readPayment(paymentIntentId)).toMatchObject({
      status: "succeeded",
      amountRefunded: 1500,
    });
  });

  test("an invoice's payments are found by it, and refunded once, whatever the key", async () => {
    const { customerId } = await newSubscription();
    const [invoice] = await processor.listInvoices({ customerId, limit: 1 });
    const paymentIntentId = (await processor.readInvoicePayment(invoice!.id))!;
    const given = () => processor.readPayment(paymentIntentId);
    const { amount } = invoice!;
    expect(await given()).toMatchObject({ status: "succeeded", amount, amountRefunded: 0 });
    for (const again of ["a", "a", "b"]) {
      await processor.refundDuplicate(paymentIntentId, `${invoice!.id}:${again}`);
      expect(await given()).toMatchObject({ amountRefunded: amount });
    }
    expect((await stripe.refunds.list({ payment_intent: paymentIntentId })).data).toMatchObject([
      { amount, reason: "duplicate" },
    ]);
    expect(await processor.readInvoicePayment("in_unknown")).toBeNull();
  });

  test("payments show a dispute and its end", async () => {
    const { paymentIntentId } = await charge("pm_card_createDispute");
    expect((await processor.readPayment(paymentIntentId))!.dispute).toBe("open");
    const [dispute] = (await stripe.disputes.list({ payment_intent: paymentIntentId })).data;
    await stripe.disputes.close(dispute!.id);
    expect((await processor.readPayment(paymentIntentId))!.dispute).toBe("lost");
  });
});

describe("a checkout", () => {
  test.each([
    [{ priceId: "price_credits_starter" }, 1000],
    [{ amount: 1234, currency: "USD", name: "A report" }, 1234],
  ])("of %j is paid, and saves the method", async (line, amount) => {
    const customerId = await newCustomer();
    const checkout = newCheckout(customerId, line);
    const opened = await processor.createCheckout(checkout, key());
    const { reference, metadata } = checkout;
    expect(opened).toMatchObject({
      status: "open",
      isPaid: false,
      reference,
      metadata,
      amount,
      currency: "USD",
    });
    expect(opened.url).toContain(opened.sessionId);
    await pay(opened.sessionId);
    const paid = (await processor.readCheckout(opened.sessionId))!;
    expect(paid).toMatchObject({ status: "complete", isPaid: true, url: null, customerId });
    const payment = await processor.readPayment(paid.paymentIntentId!);
    expect(payment).toMatchObject({ status: "succeeded", amount, metadata });
    expect(await processor.listPaymentMethods(customerId)).toHaveLength(1);
  });

  test("a checkout of a plan creates a subscription with its metadata, and a paid invoice", async () => {
    const { id, customerId } = await newSubscription();
    const subscription = (await processor.readSubscription(id))!;
    expect(subscription).toMatchObject({
      customerId,
      processorStatus: "active",
      priceId: "price_central_starter_monthly",
      currency: "USD",
      interval: "month",
      cancelAtPeriodEnd: false,
      pause: null,
      metadata: { userId: "usr_1", appId: "central" },
    });
    const days =
      (subscription.currentPeriodEnd.getTime() - subscription.currentPeriodStart.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    const [invoice] = await processor.listInvoices({ customerId, limit: 10 });
    expect(invoice).toMatchObject({
      id: subscription.latestInvoiceId,
      subscriptionId: id,
      status: "paid",
      amount: 2900,
      currency: "USD",
      periodEnd: subscription.currentPeriodEnd,
      metadata: { appId: "central" },
    });
    expect(await processor.readInvoice(invoice!.id)).toEqual(invoice);
  });
});

describe("a subscription", () => {
  test("a subscription is cancelled at its period's end, resumed, and cancelled at once, each also twice", async () => {
    const { id } = await newSubscription();
    const ending = await processor.setCancelAtPeriodEnd(id, true, key());
    expect(ending).toMatchObject({ cancelAtPeriodEnd: true, cancelAt: ending.currentPeriodEnd });
    await processor.setCancelAtPeriodEnd(id, true, key());
    const back = await processor.setCancelAtPeriodEnd(id, false, key());
    expect(back).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null });
    expect(await processor.setCancelAtPeriodEnd(id, false, key())).toEqual(back);
    const ended = await processor.cancelSubscription(id, key());
    expect(ended.processorStatus).toBe("canceled");
    expect(ended.endedAt).toBeInstanceOf(Date);
    expect(await processor.cancelSubscription(id, key())).toEqual(ended);
  });

  test("a subscription with an end date equal to its period's end can be resumed too", async () => {
    const { id } = await newSubscription();
    const { currentPeriodEnd } = (await processor.readSubscription(id))!;
    await stripe.subscriptions.update(id, { cancel_at: currentPeriodEnd.getTime() / 1000 });
    expect(await processor.readSubscription(id)).toMatchObject({ cancelAtPeriodEnd: true });
    const back = await processor.setCancelAtPeriodEnd(id, false, key());
    expect(back).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null });
  });

  test("a subscription is paused until a time, or without one, and resumed", async () => {
    const { id } = await newSubscription();
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000);
    expect((await processor.pauseCollection(id, until, key())).pause).toEqual({
      behavior: "void",
      resumesAt: until,
    });
    expect((await processor.pauseCollection(id, null, key())).pause).toEqual({
      behavior: "void",
      resumesAt: null,
    });
    expect((await processor.resumeCollection(id, key())).pause).toBeNull();
  });

  test("a subscription's price change costs what its preview showed", async () => {
    const { id, customerId } = await newSubscription();
    const query = { customerId, subscriptionId: id };
    const upcoming = (await processor.previewInvoice(query))!;
    expect(upcoming).toMatchObject({ amount: 2900, currency: "USD" });
    expect(upcoming.lines.every(({ proration }) => !proration)).toBe(true);
    const change = {
      priceId: "price_central_business_monthly",
      proration: "always_invoice",
      prorationAt: new Date(),
    } as const;
    const preview = (await processor.previewInvoice({ ...query, change }))!;
    expect(preview.lines.some(({ proration }) => proration)).toBe(true);
    const changed = await processor.changePrice(id, { ...change, metadata: { planId: "business" } }, key());
    expect(changed).toMatchObject({
      priceId: change.priceId,
      metadata: { appId: "central", planId: "business" },
    });
    const latest = (await processor.readInvoice(changed.latestInvoiceId!))!;
    expect(latest.amount).toBe(
      preview.lines.reduce((sum, line) => (line.proration ? sum + line.amount : sum), 0),
    );
    await processor.cancelSubscription(id, key());
    expect(await processor.previewInvoice(query)).toBeNull();
  });

  test("a subscription whose renewal failed has an open invoice that another card pays", async () => {
    const { id, customerId } = await newSubscription();
    const response = await fetch(`${sandbox.url}/processor/subscriptions/${id}/renew`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ outcome: "failed" }),
    });
    expect(response.status).toBe(200);
    const subscription = (await processor.readSubscription(id))!;
    expect(subscription.processorStatus).toBe("past_due");
    const open = (await processor.readInvoice(subscription.latestInvoiceId!))!;
    expect(open).toMatchObject({ status: "open", attemptCount: 1, paidAt: null });
    const bad = await newCard(customerId, "pm_card_chargeCustomerFail");
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: bad } });
    await stripe.subscriptions.update(id, { default_payment_method: bad });
    expect((await processor.payInvoice(open.id, key())).status).toBe("open");
    const good = await newCard(customerId, "pm_card_mastercard");
    await processor.setDefaultPaymentMethod(customerId, good, key());
    const paid = await processor.payInvoice(open.id, key());
    expect(paid).toMatchObject({ status: "paid", requiresActionUrl: null });
    expect(paid.paidAt).toBeInstanceOf(Date);
    expect((await processor.payInvoice(open.id, key())).status).toBe("paid");
    expect((await processor.readSubscription(id))!.processorStatus).toBe("active");
  });
});
