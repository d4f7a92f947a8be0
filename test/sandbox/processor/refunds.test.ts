import { expect, test } from "vitest";
import { startProcessor, type ProcessorWorld } from "./stripe-client.ts";

async function payment({ stripe }: ProcessorWorld, card = "pm_demo_fay") {
  const customer = "cus_demo_fay";
  const params = {
    amount: 1_000,
    currency: "usd",
    customer,
    payment_method: card,
    confirm: true,
    off_session: true,
  };
  const { id, latest_charge } = await stripe.paymentIntents.create(params);
  return { intent: id, charge: latest_charge as string };
}

test("a payment is refunded in parts and then completely, and never beyond the paid amount", async () => {
  const world = await startProcessor();
  const { stripe } = world;
  const { intent, charge } = await payment(world);
  const part = await stripe.refunds.create({
    payment_intent: intent,
    amount: 300,
    reason: "requested_by_customer",
  });
  expect(part).toMatchObject({ status: "succeeded", amount: 300, charge, payment_intent: intent });
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 300, refunded: false });
  await expect(stripe.refunds.create({ charge, amount: 701 })).rejects.toMatchObject({ param: "amount" });
  await stripe.refunds.create({ charge });
  const refunded = await stripe.charges.retrieve(charge, { expand: ["refunds"] });
  expect(refunded).toMatchObject({ amount_refunded: 1_000, refunded: true });
  expect(refunded.refunds!.data.map(({ amount }) => amount)).toEqual([700, 300]);
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
  const events = (await stripe.events.list({ type: "charge.refunded" })).data;
  expect(events.map(({ data }) => (data.object as { amount_refunded: number }).amount_refunded)).toEqual([
    1_000, 300,
  ]);
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(2);
});

test("a payment that failed cannot be given back, and one of the two names is needed", async () => {
  const { stripe } = await startProcessor();
  const { id } = await stripe.paymentIntents.create({ amount: 500, currency: "usd" });
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.refunds.create({ amount: 5 })).rejects.toMatchObject({ statusCode: 400 });
});

test("a refund at the dashboard is one like any other", async () => {
  const world = await startProcessor();
  const { charge } = await payment(world);
  expect(await world.control(`/charges/${charge}/refund`, { amount: 250 })).toMatchObject({ amount: 250 });
  expect((await world.stripe.charges.retrieve(charge)).amount_refunded).toBe(250);
});

test("a disputed payment is open until it is won or lost, and not refundable until then", async () => {
  const world = await startProcessor();
  const { stripe, control } = world;
  for (const [status, types] of [
    ["won", ["created", "funds_withdrawn", "funds_reinstated", "closed"]],
    ["lost", ["created", "funds_withdrawn", "closed"]],
  ] as const) {
    const { intent, charge } = await payment(world);
    const opened = await control(`/charges/${charge}/dispute`, { reason: "product_not_received" });
    expect(opened).toMatchObject({ status: "needs_response", amount: 1_000, reason: "product_not_received" });
    expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    await expect(control(`/charges/${charge}/dispute`)).rejects.toThrow("disputed already");
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
    await control(`/disputes/${opened.id}/close`, { status });
    expect((await stripe.disputes.list({ payment_intent: intent })).data).toMatchObject([
      { id: opened.id, status },
    ]);
    await expect(control(`/disputes/${opened.id}/close`, { status })).rejects.toThrow("already closed");
    const refund = await stripe.refunds.create({ charge }).catch((error: unknown) => error);
    expect(refund).toMatchObject(status === "won" ? { amount: 1_000 } : { code: "charge_disputed" });
    const events = (await stripe.events.list({ limit: 100 })).data.filter(
      ({ type, data }) =>
        type.startsWith("charge.dispute.") && (data.object as { id: string }).id === opened.id,
    );
    expect(events.reverse().map(({ type }) => type)).toEqual(types.map((name) => `charge.dispute.${name}`));
  }
});

test("some cards are disputed at once, and a merchant may give in", async () => {
  const world = await startProcessor();
  const { intent } = await payment(world, "pm_card_createDispute");
  const [dispute] = (await world.stripe.disputes.list({ payment_intent: intent })).data;
  expect(dispute).toMatchObject({ reason: "fraudulent", status: "needs_response" });
  expect(await world.stripe.disputes.close(dispute!.id)).toMatchObject({ status: "lost" });
  expect(await world.stripe.disputes.retrieve(dispute!.id)).toMatchObject({ status: "lost" });
});
