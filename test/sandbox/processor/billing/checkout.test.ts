import { describe, expect, it } from "vitest";
import { sendJson } from "../../start-test-sandbox.ts";
import { startProcessor, type ProcessorWorld } from "../stripe-client.ts";
import { createCheckout, eventTypes, newCustomer } from "./billing-world.ts";

const pay = (world: ProcessorWorld, id: string, body: unknown = {}) =>
  sendJson("POST", `${world.url}/checkout/${id}/pay`, body);

describe("a session of mode payment", () => {
  it("is paid at its page: the payment, the saved card as the default, and the events in their order", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world);
    const session = await createCheckout(world, { customer: customer.id });
    expect(session).toMatchObject({ status: "open", payment_status: "unpaid", amount_total: 1_000 });
    expect(session.url).toBe(`${world.url}/checkout/${session.id}`);
    const before = (await eventTypes(world)).length;
    const answer = await pay(world, session.id, { card: "4242424242424242" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: "complete",
        paymentStatus: "paid",
        redirectUrl: `https://app.example/ok?session=${session.id}`,
      },
    });
    const paid = await world.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent", "line_items"],
    });
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(paid.payment_intent).toMatchObject({ status: "succeeded", metadata: { transactionId: "txn_1" } });
    expect(paid.line_items?.data).toMatchObject([{ amount_total: 1_000, quantity: 1 }]);
    const [method] = (await world.stripe.customers.listPaymentMethods(customer.id)).data;
    const { invoice_settings } = await refetch(world, customer.id);
    expect(invoice_settings.default_payment_method).toBe(method!.id);
    expect((await eventTypes(world)).slice(before)).toEqual([
      "payment_intent.created",
      "payment_method.attached",
      "charge.succeeded",
      "payment_intent.succeeded",
      "customer.updated",
      "checkout.session.completed",
    ]);
  });

  it("leaves a default that is there already, and pays with it when no card is named", async () => {
    const world = await startProcessor();
    const session = await createCheckout(world, { customer: "cus_demo_fay" });
    expect((await pay(world, session.id)).status).toBe(200);
    const other = await createCheckout(world, { customer: "cus_demo_fay" });
    await pay(world, other.id, { card: "pm_card_mastercard" });
    expect((await refetch(world, "cus_demo_fay")).invoice_settings.default_payment_method).toBe(
      "pm_demo_fay",
    );
    expect((await world.stripe.customers.listPaymentMethods("cus_demo_fay")).data).toHaveLength(2);
  });

  it("stays open after a refusal, and another card pays the same payment", async () => {
    const world = await startProcessor();
    const session = await createCheckout(world);
    const refused = await pay(world, session.id, { card: "4000000000009995" });
    expect(refused).toMatchObject({
      status: 402,
      body: { error: { decline_code: "insufficient_funds" }, session: { status: "open" } },
    });
    expect((await pay(world, session.id, { outcome: "declined" })).status).toBe(402);
    expect((await pay(world, session.id, { card: "4000000000000002", outcome: "paid" })).status).toBe(200);
    const intents = await world.stripe.paymentIntents.list();
    expect(intents.data.filter(({ amount }) => amount === 1_000)).toHaveLength(1);
    expect((await eventTypes(world)).filter((type) => type === "payment_intent.payment_failed")).toHaveLength(
      2,
    );
  });

  it("cannot be paid twice, nor after it expired", async () => {
    const world = await startProcessor();
    const session = await createCheckout(world);
    await pay(world, session.id);
    expect((await pay(world, session.id)).status).toBe(400);
    const expiring = await createCheckout(world);
    expect((await world.stripe.checkout.sessions.expire(expiring.id)).status).toBe("expired");
    expect((await pay(world, expiring.id)).status).toBe(400);
    await expect(world.stripe.checkout.sessions.expire(expiring.id)).rejects.toThrow(/expired/);
  });

  it("a checkout session expires at its expiry time", async () => {
    const world = await startProcessor();
    const session = await createCheckout(world);
    await world.control("/clock/advance", { seconds: 24 * 3600 + 1 });
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    expect((await eventTypes(world)).at(-1)).toBe("checkout.session.expired");
  });

  it.each([
    ["paid", "paid", "checkout.session.async_payment_succeeded"],
    ["failed", "unpaid", "checkout.session.async_payment_failed"],
  ])("paid by a debit is complete and unpaid until the bank says %s", async (outcome, status, last) => {
    const world = await startProcessor();
    const session = await createCheckout(world);
    const answer = await pay(world, session.id, { outcome: "unpaid" });
    expect(answer.body).toMatchObject({ status: "complete", paymentStatus: "unpaid" });
    await world.control(`/checkout/${session.id}/settle`, { outcome });
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe(status);
    const types = await eventTypes(world);
    expect(types.at(-1)).toBe(last);
    expect(types.indexOf("checkout.session.completed")).toBeLessThan(types.indexOf(last));
    await expect(world.control(`/checkout/${session.id}/settle`, { outcome })).rejects.toThrow(/400/);
  });
});

describe("a session of mode subscription", () => {
  it("makes an active subscription with a paid invoice", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world);
    const session = await createCheckout(world, {
      mode: "subscription",
      customer: customer.id,
      line_items: [{ price: "price_central_starter_monthly", quantity: 1 }],
      payment_intent_data: undefined,
      subscription_data: { metadata: { appId: "central", planId: "starter" } },
    });
    const before = (await eventTypes(world)).length;
    await pay(world, session.id);
    const paid = await world.stripe.checkout.sessions.retrieve(session.id, {
      expand: ["subscription", "invoice"],
    });
    expect(paid.payment_status).toBe("paid");
    expect(paid.subscription).toMatchObject({ status: "active", metadata: { planId: "starter" } });
    expect(paid.invoice).toMatchObject({
      status: "paid",
      amount_paid: 2_900,
      billing_reason: "subscription_create",
      attempt_count: 1,
    });
    expect((await eventTypes(world)).slice(before)).toEqual([
      "payment_intent.created",
      "payment_method.attached",
      "charge.succeeded",
      "payment_intent.succeeded",
      "customer.updated",
      "customer.subscription.created",
      "invoice.created",
      "invoice.finalized",
      "invoice.paid",
      "invoice.payment_succeeded",
      "invoice_payment.paid",
      "customer.subscription.updated",
      "checkout.session.completed",
    ]);
  });

  it("makes no subscription when the card is refused", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world);
    const session = await subscriptionCheckout(world, customer.id);
    expect((await pay(world, session.id, { outcome: "declined" })).status).toBe(402);
    const { data } = await world.stripe.subscriptions.list({ customer: customer.id, status: "all" });
    expect(data).toEqual([]);
  });

  it("paid by a debit waits incomplete for the bank, even beyond a day", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world);
    const session = await subscriptionCheckout(world, customer.id);
    await pay(world, session.id, { outcome: "unpaid" });
    await world.control("/clock/advance", { seconds: 2 * 86_400 });
    const [waiting] = (await world.stripe.subscriptions.list({ customer: customer.id })).data;
    expect(waiting!.status).toBe("incomplete");
    await world.control(`/checkout/${session.id}/settle`, { outcome: "paid" });
    expect((await world.stripe.subscriptions.retrieve(waiting!.id)).status).toBe("active");
    const types = await eventTypes(world);
    expect(types.slice(-2)).toEqual(["customer.updated", "checkout.session.async_payment_succeeded"]);
    expect(types).toContain("invoice.paid");
  });

  it("a checkout session without a customer creates one", async () => {
    const world = await startProcessor();
    const session = await world.stripe.checkout.sessions.create({
      mode: "subscription",
      customer_email: "new@app.example",
      line_items: [{ price: "price_central_starter_monthly", quantity: 1 }],
      success_url: "https://app.example/ok",
    });
    await pay(world, session.id);
    const { customer } = await world.stripe.checkout.sessions.retrieve(session.id, { expand: ["customer"] });
    expect(customer).toMatchObject({ email: "new@app.example" });
  });
});

describe("a session is refused", () => {
  const line = { price: "price_credits_starter", quantity: 1 };
  it.each([
    ["a recurring price in mode payment", { line_items: [{ price: "price_central_starter_monthly" }] }],
    ["a single price in mode subscription", { mode: "subscription", payment_intent_data: undefined }],
    ["an inactive price", { line_items: [{ price: "price_central_enterprise_yearly" }], mode: "payment" }],
    ["an unknown price", { line_items: [{ price: "price_of_nothing" }] }],
    ["an unknown customer", { customer: "cus_of_nobody" }],
    ["no line", { line_items: [] }],
    ["an end that is too near", { expires_at: Math.floor(Date.now() / 1000) + 60 }],
    ["an end that is too far", { expires_at: Math.floor(Date.now() / 1000) + 2 * 86_400 }],
    ["an address that is none", { success_url: "javascript:alert(1)" }],
    ["data of the other mode", { subscription_data: { metadata: { a: "b" } } }],
  ])("for %s", async (_why, wrong) => {
    const world = await startProcessor();
    const params = { line_items: [line], ...wrong } as Parameters<typeof createCheckout>[1];
    await expect(createCheckout(world, params)).rejects.toMatchObject({
      statusCode: 400,
      type: "StripeInvalidRequestError",
    });
    expect((await world.stripe.checkout.sessions.list()).data).toEqual([]);
  });
});

async function refetch(world: ProcessorWorld, id: string) {
  const customer = await world.stripe.customers.retrieve(id);
  if (customer.deleted) throw new Error("The customer is gone.");
  return customer;
}

function subscriptionCheckout(world: ProcessorWorld, customer: string) {
  return createCheckout(world, {
    mode: "subscription",
    customer,
    line_items: [{ price: "price_central_starter_monthly", quantity: 1 }],
    payment_intent_data: undefined,
  });
}
