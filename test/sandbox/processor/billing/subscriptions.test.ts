import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { startProcessor, type ProcessorWorld } from "../stripe-client.ts";
import {
  allEvents,
  daySeconds,
  eventTypes,
  newCustomer,
  newSubscription,
  periodOf,
} from "./billing-world.ts";

const professional = "price_central_professional_monthly";

async function lastEvent(world: ProcessorWorld, type: string): Promise<Stripe.Event> {
  const found = (await allEvents(world)).findLast((event) => event.type === type);
  if (!found) throw new Error(`There was no ${type}.`);
  return found;
}

async function invoicesOf({ stripe }: ProcessorWorld, subscription: string): Promise<Stripe.Invoice[]> {
  return (await stripe.invoices.list({ subscription, limit: 100 })).data;
}

const toPrice = ({ items }: Stripe.Subscription, price = professional) => [{ id: items.data[0]!.id, price }];

describe("a new subscription", () => {
  it("is active with a paid invoice, its period on its item", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { start, end } = periodOf(subscription);
    expect(subscription).toMatchObject({ status: "active", metadata: { planId: "starter" } });
    expect(end - start).toBeGreaterThanOrEqual(28 * daySeconds);
    expect(subscription).not.toHaveProperty("current_period_end");
    const [invoice] = await invoicesOf(world, subscription.id);
    expect(invoice).toMatchObject({
      id: subscription.latest_invoice,
      status: "paid",
      amount_paid: 2_900,
      parent: {
        subscription_details: { subscription: subscription.id, metadata: { planId: "starter" } },
      },
    });
    expect(invoice!.lines.data[0]!.period).toEqual({ start, end });
    expect(invoice!.number).toMatch(/-0001$/);
  });

  it("stays incomplete when the card is refused, and expires unpaid after 23 hours", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world, "pm_card_chargeCustomerFail");
    const subscription = await newSubscription(world, { customer: customer.id });
    expect(subscription.status).toBe("incomplete");
    await world.control("/clock/advance", { seconds: 23 * 3600 - 60 });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete");
    await world.control("/clock/advance", { seconds: 61 });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("incomplete_expired");
    expect(await invoicesOf(world, subscription.id)).toMatchObject([{ status: "void" }]);
  });

  it("left to the payer becomes active when the payment behind its confirmation secret succeeds", async () => {
    const world = await startProcessor();
    const customer = await newCustomer(world);
    const subscription = await newSubscription(world, {
      customer: customer.id,
      payment_behavior: "default_incomplete",
      expand: ["latest_invoice.confirmation_secret", "latest_invoice.payments"],
    });
    expect(subscription.status).toBe("incomplete");
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const intentId = invoice.payments!.data[0]!.payment.payment_intent as string;
    expect(invoice.confirmation_secret!.client_secret).toContain(`${intentId}_secret_`);
    await world.stripe.paymentIntents.confirm(intentId, { payment_method: "pm_card_visa" });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await world.stripe.invoices.retrieve(invoice.id)).status).toBe("paid");
  });

  it("costs nothing while its trial lasts, and is billed after it", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world, { trial_period_days: 14 });
    expect(subscription.status).toBe("trialing");
    expect(await invoicesOf(world, subscription.id)).toMatchObject([{ total: 0, status: "paid" }]);
    await world.control("/clock/advance", { seconds: 14 * daySeconds + 3700 });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    expect((await invoicesOf(world, subscription.id))[0]).toMatchObject({ amount_paid: 2_900 });
  });

  it.each([
    ["no price", { items: [{}] }],
    ["an inactive price", { items: [{ price: "price_central_enterprise_yearly" }] }],
    ["a price that is paid once", { items: [{ price: "price_credits_bulk" }] }],
    ["another customer's card", { default_payment_method: "pm_demo_fay" }],
  ])("is refused with %s", async (_why, wrong) => {
    const world = await startProcessor();
    await expect(newSubscription(world, wrong)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("a subscription is refused to a customer without a payment method", async () => {
    const world = await startProcessor();
    const { id } = await newCustomer(world);
    await expect(newSubscription(world, { customer: id })).rejects.toMatchObject({ statusCode: 400 });
    expect((await world.stripe.subscriptions.list({ customer: id, status: "all" })).data).toEqual([]);
  });
});

describe("renewals", () => {
  it("come at the period's end: announced, drafted, final an hour later, paid", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { start, end } = periodOf(subscription);
    const isTheirs = ({ data }: Stripe.Event) =>
      (data.object as { customer?: unknown }).customer === subscription.customer;
    const before = (await allEvents(world)).filter(isTheirs).length;
    await world.control("/clock/advance", { to: new Date((end + 60) * 1000).toISOString() });
    const renewed = await world.stripe.subscriptions.retrieve(subscription.id);
    expect(periodOf(renewed).start).toBe(end);
    const [draft] = await invoicesOf(world, subscription.id);
    expect(draft).toMatchObject({ status: "draft", number: null, period_start: start, period_end: end });
    expect(draft!.lines.data[0]!.period).toEqual(periodOf(renewed));
    await world.control("/clock/advance", { seconds: 3600 });
    expect(await world.stripe.invoices.retrieve(draft!.id)).toMatchObject({
      status: "paid",
      billing_reason: "subscription_cycle",
    });
    const after = (await allEvents(world)).filter(isTheirs).slice(before);
    expect(after.map(({ type }) => type)).toEqual([
      "invoice.upcoming",
      "customer.subscription.updated",
      "invoice.created",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice.paid",
      "invoice.payment_succeeded",
    ]);
    const { data } = await lastEvent(world, "customer.subscription.updated");
    expect(data.previous_attributes).toHaveProperty("items");
  });

  it("that were missed are made up for one by one when the clock jumps half a year", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    await world.control("/clock/advance", { seconds: 184 * daySeconds });
    const invoices = await invoicesOf(world, subscription.id);
    expect(invoices.length).toBeGreaterThanOrEqual(6);
    const starts = invoices.map(({ lines }) => lines.data[0]!.period.start);
    const ends = invoices.map(({ lines }) => lines.data[0]!.period.end);
    expect(starts.slice(0, -1)).toEqual(ends.slice(1));
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(invoices.length);
  });

  it("that fail are tried again after 3, 5 and 7 days, and then the subscription is canceled", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { data: methods } = await world.stripe.customers.listPaymentMethods(
      subscription.customer as string,
    );
    await world.control(`/payment_methods/${methods[0]!.id}/behave`, { card: "4000000000000341" });
    const { end } = periodOf(subscription);
    await world.control("/clock/advance", { to: new Date((end + 3700) * 1000).toISOString() });
    const seen = [];
    for (const days of [0, 3, 5, 7]) {
      await world.control("/clock/advance", { seconds: days * daySeconds + 1 });
      const { status } = await world.stripe.subscriptions.retrieve(subscription.id);
      const [invoice] = await invoicesOf(world, subscription.id);
      seen.push([status, invoice!.attempt_count, invoice!.next_payment_attempt !== null]);
    }
    expect(seen).toEqual([
      ["past_due", 1, true],
      ["past_due", 2, true],
      ["past_due", 3, true],
      ["canceled", 4, false],
    ]);
    const { data } = await lastEvent(world, "customer.subscription.deleted");
    expect(data.object).toMatchObject({ cancellation_details: { reason: "payment_failed" } });
  });

  it("that failed are made good by paying the invoice", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    await world.control(`/subscriptions/${subscription.id}/renew`, { outcome: "failed" });
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("past_due");
    const [invoice] = await invoicesOf(world, subscription.id);
    expect((await world.stripe.invoices.pay(invoice!.id)).status).toBe("paid");
    expect((await world.stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
    const { data } = await lastEvent(world, "customer.subscription.updated");
    expect(data.previous_attributes).toEqual({ status: "past_due" });
  });
});

describe("a renewal that is played now", () => {
  it("moves to the next period without moving the clock, and a failed one is tried again by the next", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const renew = async (outcome: string) =>
      (await world.control(`/subscriptions/${subscription.id}/renew`, { outcome })).subscription;
    const first = await renew("paid");
    expect(periodOf(first).start).toBe(periodOf(subscription).end);
    expect(first.status).toBe("active");
    const failed = await renew("failed");
    expect(failed.status).toBe("past_due");
    const recovered = await renew("paid");
    expect(recovered.status).toBe("active");
    expect(periodOf(recovered)).toEqual(periodOf(failed));
    expect((await invoicesOf(world, subscription.id)).map(({ status }) => status)).toEqual([
      "paid",
      "paid",
      "paid",
    ]);
  });

  it("leaves a period ahead of the clock, in which the price can be changed as of today", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    await world.control(`/subscriptions/${subscription.id}/renew`, { outcome: "paid" });
    await world.stripe.subscriptions.update(subscription.id, {
      items: toPrice(subscription),
      proration_behavior: "always_invoice",
      proration_date: subscription.created,
    });
    expect((await invoicesOf(world, subscription.id))[0]).toMatchObject({ total: 9_900 - 2_900 });
  });

  it("failed four times cancels the subscription, which then refuses a further one", async () => {
    const world = await startProcessor();
    const { id } = await newSubscription(world);
    for (let n = 0; n < 4; n++) await world.control(`/subscriptions/${id}/renew`, { outcome: "failed" });
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    await expect(world.control(`/subscriptions/${id}/renew`, { outcome: "paid" })).rejects.toThrow(/400/);
  });

  it("ends a subscription that is to end with its period", async () => {
    const world = await startProcessor();
    const { id } = await newSubscription(world);
    await world.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await world.control(`/subscriptions/${id}/renew`, { outcome: "paid" });
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    expect((await eventTypes(world)).at(-1)).toBe("customer.subscription.deleted");
  });
});

describe("the end of a subscription", () => {
  it("cancellation at period end can be requested and undone, and is shown in both forms", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { end } = periodOf(subscription);
    const flagged = await world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect(flagged).toMatchObject({ cancel_at_period_end: true, cancel_at: end, status: "active" });
    const before = (await eventTypes(world)).length;
    await world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    expect((await eventTypes(world)).length).toBe(before);
    const { data } = await lastEvent(world, "customer.subscription.updated");
    expect(data.previous_attributes).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    const kept = await world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    const dated = await world.stripe.subscriptions.update(subscription.id, { cancel_at: "min_period_end" });
    expect(dated).toMatchObject({ cancel_at_period_end: false, cancel_at: end });
    await world.stripe.subscriptions.update(subscription.id, { cancel_at: "" });
    await world.stripe.subscriptions.update(subscription.id, { cancel_at: end - daySeconds });
    await world.control("/clock/advance", { to: new Date((end - daySeconds + 1) * 1000).toISOString() });
    const ended = await world.stripe.subscriptions.retrieve(subscription.id);
    expect(ended).toMatchObject({ status: "canceled", ended_at: end - daySeconds });
  });

  it("cancellation can be immediate, and an ended subscription is read-only", async () => {
    const world = await startProcessor();
    const { id, customer } = await newSubscription(world);
    const ended = await world.stripe.subscriptions.cancel(id);
    expect(ended.status).toBe("canceled");
    expect(ended.ended_at).toBe(ended.canceled_at);
    await expect(world.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
    await expect(world.stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject(
      { statusCode: 400, code: "invalid_canceled_subscription_fields" },
    );
    const listed = { customer: customer as string };
    expect((await world.stripe.subscriptions.list(listed)).data).toEqual([]);
    expect((await world.stripe.subscriptions.list({ ...listed, status: "all" })).data).toHaveLength(1);
  });

  it("comes with the end of its customer", async () => {
    const world = await startProcessor();
    const { id, customer } = await newSubscription(world);
    await world.stripe.customers.del(customer as string);
    expect((await world.stripe.subscriptions.retrieve(id)).status).toBe("canceled");
    expect(await eventTypes(world)).toContain("customer.subscription.deleted");
  });
});

describe("a pause", () => {
  it("of collection voids the invoices until it is over, by its date or on demand", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const resumes_at = periodOf(subscription).end + daySeconds;
    const paused = await world.stripe.subscriptions.update(subscription.id, {
      pause_collection: { behavior: "void", resumes_at },
    });
    expect(paused).toMatchObject({ status: "active", pause_collection: { behavior: "void", resumes_at } });
    await world.control("/clock/advance", { to: new Date((resumes_at - 60) * 1000).toISOString() });
    expect((await invoicesOf(world, subscription.id))[0]).toMatchObject({ status: "void", attempt_count: 0 });
    expect(await eventTypes(world)).toContain("invoice.voided");
    await world.control("/clock/advance", { seconds: 61 });
    const resumed = await world.stripe.subscriptions.retrieve(subscription.id);
    expect(resumed.pause_collection).toBeNull();
    await world.stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: "void" } });
    const ended = await world.stripe.subscriptions.update(subscription.id, { pause_collection: "" });
    expect(ended.pause_collection).toBeNull();
  });

  it("of the subscription itself stops its periods, and resuming begins a new one that is paid", async () => {
    const world = await startProcessor();
    const { id } = await newSubscription(world);
    expect((await world.stripe.subscriptions.pause(id)).status).toBe("paused");
    await world.control("/clock/advance", { seconds: 90 * daySeconds });
    expect(await invoicesOf(world, id)).toHaveLength(1);
    const resumed = await world.stripe.subscriptions.resume(id);
    expect(resumed.status).toBe("active");
    expect(periodOf(resumed).start).toBe(resumed.billing_cycle_anchor);
    expect((await invoicesOf(world, id))[0]).toMatchObject({ status: "paid", amount_paid: 2_900 });
    const types = await eventTypes(world);
    expect(types).toContain("customer.subscription.paused");
    expect(types).toContain("customer.subscription.resumed");
  });
});

describe("a change of the price", () => {
  it.each(["create_prorations", "always_invoice", "none"] as const)(
    "with %s does what its preview for the same moment said",
    async (proration_behavior) => {
      const world = await startProcessor();
      const subscription = await newSubscription(world);
      const { start, end } = periodOf(subscription);
      await world.control("/clock/advance", { seconds: 10 * daySeconds });
      const proration_date = start + 10 * daySeconds;
      const change = { items: toPrice(subscription), proration_behavior, proration_date };
      const preview = await world.stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: change,
      });
      const changed = await world.stripe.subscriptions.update(subscription.id, change);
      expect(changed.items.data[0]!.price.id).toBe(professional);
      expect(periodOf(changed)).toEqual({ start, end });
      if (proration_behavior !== "always_invoice")
        await world.control("/clock/advance", { to: new Date((end + 3700) * 1000).toISOString() });
      const [invoice] = await invoicesOf(world, subscription.id);
      const shown = ({ lines }: Stripe.Invoice) =>
        lines.data.map(({ description, amount }) => [description, amount]);
      expect(shown(invoice!)).toEqual(shown(preview));
      expect(invoice).toMatchObject({ amount_due: preview.amount_due, status: "paid" });
      const credit = -Math.round((2_900 * (end - proration_date)) / (end - start));
      const prorations = invoice!.lines.data.filter(
        (line) => line.parent?.subscription_item_details?.proration,
      );
      expect(prorations.map(({ amount }) => amount < 0)).toEqual(
        proration_behavior === "none" ? [] : [true, false],
      );
      if (proration_behavior !== "none") expect(prorations[0]!.amount).toBe(credit);
      expect(invoice!.billing_reason).toBe(
        proration_behavior === "always_invoice" ? "subscription_update" : "subscription_cycle",
      );
    },
  );

  it("to another rhythm begins a new period that is paid at once, less the unused time", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const yearly = toPrice(subscription, "price_central_professional_yearly");
    const changed = await world.stripe.subscriptions.update(subscription.id, { items: yearly });
    const { start, end } = periodOf(changed);
    expect(end - start).toBeGreaterThanOrEqual(365 * daySeconds);
    expect(changed.billing_cycle_anchor).toBe(start);
    const [invoice] = await invoicesOf(world, subscription.id);
    expect(invoice).toMatchObject({ status: "paid", total: 99_000 - 2_900 });
  });

  it("to a cheaper one at once leaves credit, which pays the next renewals", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world, { items: [{ price: professional }] });
    const items = toPrice(subscription, "price_central_starter_monthly");
    await world.stripe.subscriptions.update(subscription.id, { items, proration_behavior: "always_invoice" });
    const [credit] = await invoicesOf(world, subscription.id);
    expect(credit).toMatchObject({ status: "paid", amount_due: 0, total: -7_000, ending_balance: -7_000 });
    await world.control(`/subscriptions/${subscription.id}/renew`, { outcome: "paid" });
    const [renewal] = await invoicesOf(world, subscription.id);
    expect(renewal).toMatchObject({ amount_due: 0, starting_balance: -7_000, ending_balance: -4_100 });
  });

  it("the update event has the previous values, and metadata changes in the same update", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    await world.stripe.subscriptions.update(subscription.id, {
      items: toPrice(subscription),
      metadata: { planId: "professional" },
    });
    const { data } = await lastEvent(world, "customer.subscription.updated");
    expect(data.previous_attributes).toMatchObject({
      metadata: { appId: "central", planId: "starter" },
      items: { data: [{ price: { id: "price_central_starter_monthly" } }] },
    });
  });

  it("that the card refuses is made, and leaves the subscription past due", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { data: methods } = await world.stripe.customers.listPaymentMethods(
      subscription.customer as string,
    );
    await world.control(`/payment_methods/${methods[0]!.id}/behave`, { card: "4000000000000341" });
    const items = toPrice(subscription);
    const changed = await world.stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: "always_invoice",
    });
    expect(changed).toMatchObject({ status: "past_due" });
    expect(changed.items.data[0]!.price.id).toBe(professional);
  });

  it("is refused for a moment outside the period, another item or another currency's price", async () => {
    const world = await startProcessor();
    const subscription = await newSubscription(world);
    const { start } = periodOf(subscription);
    const update = (params: Stripe.SubscriptionUpdateParams) =>
      world.stripe.subscriptions.update(subscription.id, params);
    const items = toPrice(subscription);
    await expect(update({ items, proration_date: start - 1 })).rejects.toThrow(/outside of current/);
    await expect(update({ items: [{ id: "si_other", price: professional }] })).rejects.toThrow(/No such/);
    await expect(update({ items: [{ id: items[0]!.id, price: "price_of_nothing" }] })).rejects.toThrow(
      /No such/,
    );
    expect(await invoicesOf(world, subscription.id)).toHaveLength(1);
  });
});
