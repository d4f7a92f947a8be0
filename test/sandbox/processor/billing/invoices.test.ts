import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { startProcessor, type ProcessorWorld } from "../stripe-client.ts";
import { eventTypes, newCustomer, newSubscription } from "./billing-world.ts";

async function openInvoice(world: ProcessorWorld, card = "pm_card_visa") {
  const customer = await newCustomer(world, card);
  const subscription = await newSubscription(world, {
    customer: customer.id,
    payment_behavior: "default_incomplete",
  });
  const invoice = await world.stripe.invoices.retrieve(subscription.latest_invoice as string);
  return { customer, subscription, invoice };
}

describe("an open invoice", () => {
  it("is paid with the default method, once", async () => {
    const world = await startProcessor();
    const { invoice } = await openInvoice(world);
    expect(invoice).toMatchObject({ status: "open", amount_due: 2_900, attempt_count: 0 });
    const paid = await world.stripe.invoices.pay(invoice.id, {
      expand: ["payments.data.payment.payment_intent"],
    });
    expect(paid).toMatchObject({ status: "paid", amount_remaining: 0, attempt_count: 1 });
    expect(paid.status_transitions.paid_at).not.toBeNull();
    expect(paid.payments!.data[0]!.payment.payment_intent).toMatchObject({ status: "succeeded" });
    await expect(world.stripe.invoices.pay(invoice.id)).rejects.toThrow("Invoice is already paid");
    expect((await eventTypes(world)).filter((type) => type === "invoice.paid")).toHaveLength(1);
  });

  it("stays open when the card is refused, which is the card's error, and another card pays it", async () => {
    const world = await startProcessor();
    const { invoice } = await openInvoice(world, "pm_card_chargeCustomerFail");
    await expect(world.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
    });
    expect(await world.stripe.invoices.retrieve(invoice.id)).toMatchObject({
      status: "open",
      attempt_count: 1,
    });
    expect(await eventTypes(world)).toContain("invoice.payment_failed");
    const paid = await world.stripe.invoices.pay(invoice.id, { payment_method: "pm_card_visa" });
    expect(paid.status).toBe("paid");
  });

  it("an invoice waits for the payer where the bank requires confirmation", async () => {
    const world = await startProcessor();
    const { invoice } = await openInvoice(world);
    const params = { payment_method: "pm_card_authenticationRequired", off_session: false };
    await expect(world.stripe.invoices.pay(invoice.id, params)).rejects.toMatchObject({
      code: "invoice_payment_intent_requires_action",
    });
    const { payments } = await world.stripe.invoices.retrieve(invoice.id, {
      expand: ["payments.data.payment.payment_intent"],
    });
    const intent = payments!.data[0]!.payment.payment_intent as Stripe.PaymentIntent;
    expect(intent.status).toBe("requires_action");
    expect(await eventTypes(world)).toContain("invoice.payment_action_required");
  });

  it("cannot be paid without a method, and a void one not at all", async () => {
    const world = await startProcessor();
    const { invoice, customer } = await openInvoice(world);
    await expect(
      world.stripe.invoices.pay(invoice.id, { payment_method: "pm_card_chargeCustomerFail" }),
    ).rejects.toMatchObject({ statusCode: 402 });
    const { data: methods } = await world.stripe.customers.listPaymentMethods(customer.id);
    await world.stripe.paymentMethods.detach(methods[0]!.id);
    await expect(world.stripe.invoices.pay(invoice.id)).rejects.toMatchObject({ statusCode: 400 });
    const voided = await world.stripe.invoices.voidInvoice(invoice.id);
    expect(voided.status).toBe("void");
    expect(voided.status_transitions.voided_at).not.toBeNull();
    await expect(world.stripe.invoices.pay(invoice.id, { payment_method: "pm_card_visa" })).rejects.toThrow(
      /void/,
    );
    await expect(world.stripe.invoices.voidInvoice(invoice.id)).rejects.toThrow(/void/);
    expect((await eventTypes(world)).slice(-2)).toEqual(["payment_intent.canceled", "invoice.voided"]);
  });
});

describe("lists of invoices", () => {
  it("are newest first, numbered one by one for each customer, and are the customer's own", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    await world.control(`/subscriptions/${subscription.id}/renew`, { outcome: "paid" });
    await world.control(`/subscriptions/${subscription.id}/renew`, { outcome: "paid" });
    const other = await newSubscription(world);
    const { data } = await world.stripe.invoices.list({ customer: subscription.customer as string });
    expect(data.map(({ number }) => number!.slice(-4))).toEqual(["0003", "0002", "0001"]);
    const page = await world.stripe.invoices.list({
      customer: subscription.customer as string,
      limit: 1,
      starting_after: data[0]!.id,
    });
    expect(page).toMatchObject({ data: [{ id: data[1]!.id }], has_more: true });
    const theirs = await world.stripe.invoices.list({ customer: other.customer as string });
    expect(theirs.data).toHaveLength(1);
    await expect(world.stripe.invoices.list({ customer: "cus_of_nobody" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});

describe("a preview", () => {
  it("shows the next renewal, and is not kept", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const preview = await world.stripe.invoices.createPreview({ subscription: subscription.id });
    const { current_period_end: end } = subscription.items.data[0]!;
    expect(preview).toMatchObject({ amount_due: 2_900, status: "draft", next_payment_attempt: end + 3600 });
    expect(preview.lines.data[0]!.period.start).toBe(end);
    expect((await world.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });

  it("is refused where nothing will be billed", async () => {
    const world = await startProcessor();
    const { id, customer } = await newSubscription(world);
    await world.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    const nothing = { statusCode: 404, code: "invoice_upcoming_none" };
    await expect(world.stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject(nothing);
    await world.stripe.subscriptions.cancel(id);
    await expect(world.stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject(nothing);
    await expect(
      world.stripe.invoices.createPreview({ subscription: id, customer: `${String(customer)}x` }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });
});
