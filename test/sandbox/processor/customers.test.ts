import { describe, expect, it, test } from "vitest";
import { demoIdentities } from "../../../src/demo-identities.ts";
import { priceCatalogue } from "../../../sandbox/price-catalogue.ts";
import { createKeyDir } from "../start-test-sandbox.ts";
import { startProcessor } from "./stripe-client.ts";

describe("a customer", () => {
  it("a customer is created, updated and deleted, with the changed fields in the event", async () => {
    const { stripe } = await startProcessor();
    const { id } = await stripe.customers.create({
      email: "a@c.example",
      name: "A",
      metadata: { userId: "u1" },
    });
    await stripe.customers.update(id, { name: "B", email: "a@c.example" });
    await stripe.customers.update(id, { name: "B" });
    const updates = (await stripe.events.list({ type: "customer.updated" })).data;
    expect(updates.map(({ data }) => data.previous_attributes)).toEqual([{ name: "A" }]);
    expect(await stripe.customers.del(id)).toEqual({ id, object: "customer", deleted: true });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    await expect(stripe.customers.update(id, { name: "C" })).rejects.toMatchObject({ statusCode: 404 });
    expect((await stripe.customers.list({ email: "a@c.example" })).data).toEqual([]);
    const last = (await stripe.events.list({ limit: 1 })).data[0];
    expect(last).toMatchObject({ type: "customer.deleted", data: { object: { id, name: "B" } } });
  });

  it("has methods, of which one is the default until it is detached", async () => {
    const { stripe } = await startProcessor();
    const { id } = await stripe.customers.create({ name: "A" });
    const visa = await stripe.paymentMethods.attach("pm_card_visa", { customer: id });
    const amex = await stripe.paymentMethods.attach("pm_card_amex", { customer: id });
    const settings = (method: string) => ({ invoice_settings: { default_payment_method: method } });
    const changed = await stripe.customers.update(id, settings(visa.id));
    expect(changed.invoice_settings.default_payment_method).toBe(visa.id);
    await expect(stripe.customers.update(id, settings("pm_demo_sam"))).rejects.toMatchObject({
      statusCode: 400,
      param: "invoice_settings[default_payment_method]",
    });
    expect((await stripe.paymentMethods.detach(visa.id)).customer).toBeNull();
    const after = await stripe.customers.retrieve(id);
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } });
    expect((await stripe.customers.listPaymentMethods(id)).data.map((method) => method.id)).toEqual([
      amex.id,
    ]);
    await expect(stripe.paymentMethods.detach(visa.id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.paymentMethods.attach(visa.id, { customer: id })).rejects.toMatchObject({
      statusCode: 400,
    });
    const types = (await stripe.events.list({ limit: 100 })).data.reverse().map(({ type }) => type);
    expect(types).toEqual([
      "customer.created",
      "payment_method.attached",
      "payment_method.attached",
      "customer.updated",
      "payment_method.detached",
      "customer.updated",
    ]);
  });

  it("cannot save a card that the bank refuses, nor one that another has saved", async () => {
    const { stripe } = await startProcessor();
    await expect(
      stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: "cus_demo_fay" }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    await expect(
      stripe.customers.create({ name: "None", payment_method: "pm_card_chargeDeclined" }),
    ).rejects.toMatchObject({ statusCode: 402 });
    expect((await stripe.customers.list({ limit: 100 })).data.map(({ name }) => name)).not.toContain("None");
    await expect(
      stripe.paymentMethods.attach("pm_demo_sam", { customer: "cus_demo_fay" }),
    ).rejects.toMatchObject({ statusCode: 400, code: "payment_method_already_attached" });
  });
});

test("cards are made of numbers, and a number that is no test card is refused", async () => {
  const { stripe } = await startProcessor();
  const card = (number: string, exp_year = 2042) =>
    stripe.paymentMethods.create({ type: "card", card: { number, exp_month: 4, exp_year, cvc: "123" } });
  expect((await card("4242 4242 4242 4242")).card).toMatchObject({
    last4: "4242",
    exp_month: 4,
    exp_year: 2042,
  });
  await expect(card("4111111111111112")).rejects.toMatchObject({ statusCode: 402, code: "incorrect_number" });
  await expect(card("4242424242424242", 2020)).rejects.toMatchObject({ code: "invalid_expiry_year" });
});

test("a card is saved without a payment, and a refused one is not", async () => {
  const { stripe } = await startProcessor();
  const intent = await stripe.setupIntents.create({ customer: "cus_demo_fay", usage: "off_session" });
  await expect(
    stripe.setupIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }),
  ).rejects.toMatchObject({
    statusCode: 402,
    setup_intent: { id: intent.id, status: "requires_payment_method" },
  });
  const done = await stripe.setupIntents.confirm(intent.id, {
    payment_method: "pm_card_authenticationRequiredOnSetup",
    return_url: "https://shop.example/",
  });
  expect(done.status).toBe("succeeded");
  const paid = await stripe.paymentIntents.create({
    amount: 500,
    currency: "usd",
    customer: "cus_demo_fay",
    payment_method: done.payment_method as string,
    confirm: true,
    off_session: true,
  });
  expect(paid.status).toBe("succeeded");
  await expect(stripe.setupIntents.cancel(intent.id)).rejects.toMatchObject({ statusCode: 400 });
});

test("the catalogue is sold: every price with its amount, its product and its way of being found", async () => {
  const { stripe } = await startProcessor();
  for (const { appId, plans, packages } of priceCatalogue) {
    for (const { planId, prices } of plans) {
      for (const { priceId, amountCents, interval, isActive } of prices) {
        const price = await stripe.prices.retrieve(priceId, { expand: ["product"] });
        expect(price).toMatchObject({
          unit_amount: amountCents,
          currency: "usd",
          active: isActive,
          type: "recurring",
          recurring: { interval, interval_count: 1 },
          product: { metadata: { appId, planId } },
        });
        expect(String(price.unit_amount_decimal)).toBe(String(amountCents));
      }
    }
    for (const { packageId, price } of packages)
      expect(await stripe.prices.retrieve(price.priceId)).toMatchObject({
        type: "one_time",
        recurring: null,
        unit_amount: price.amountCents,
        metadata: { packageId },
      });
  }
  const found = await stripe.prices.list({ lookup_keys: ["central_business_yearly"] });
  expect(found.data).toMatchObject([{ id: "price_central_business_yearly", unit_amount: 299_000 }]);
  const custom = await stripe.prices.list({ product: "prod_central_enterprise", active: false });
  expect(custom.data.map(({ id }) => id)).toEqual(["price_central_enterprise_yearly"]);
});

test("a detached card is saved again by a control, and can be paid with", async () => {
  const { stripe, control } = await startProcessor();
  const id = "pm_demo_sam_spare";
  await stripe.paymentMethods.detach(id);
  await expect(stripe.paymentMethods.attach(id, { customer: "cus_demo_sam" })).rejects.toMatchObject({
    statusCode: 400,
  });
  await control(`/payment_methods/${id}/save`, { customer: "cus_demo_sam" });
  const payment = { amount: 500, currency: "usd", customer: "cus_demo_sam", payment_method: id };
  const paid = await stripe.paymentIntents.create({ ...payment, confirm: true, off_session: true });
  expect(paid.status).toBe("succeeded");
});

test("each demo identity is a customer with a good default card, the same at every start", async () => {
  const { stripe } = await startProcessor();
  for (const { name, email, userId } of demoIdentities) {
    const customer = await stripe.customers.retrieve(`cus_demo_${name}`);
    expect(customer).toMatchObject({
      email,
      metadata: { userId },
      invoice_settings: { default_payment_method: `pm_demo_${name}` },
    });
    const { data } = await stripe.customers.listPaymentMethods(`cus_demo_${name}`);
    const spare =
      name === "sam" ? [{ id: "pm_demo_sam_spare", card: { brand: "mastercard", last4: "4444" } }] : [];
    const saved = [{ id: `pm_demo_${name}`, card: { brand: "visa", last4: "4242" } }, ...spare];
    expect(data).toMatchObject(saved);
  }
});

test("a restart keeps all state: objects, tombstones, card data, and the time", async () => {
  const keyDir = await createKeyDir();
  const first = await startProcessor({ keyDir });
  const { id } = await first.stripe.customers.create({ name: "Kept" });
  await first.stripe.customers.del("cus_demo_sam");
  await first.control("/payment_methods/pm_demo_fay/behave", { card: "4000000000009995" });
  const { now } = await first.control("/clock/advance", { seconds: 86_400 * 40 });
  await first.close();
  const second = await startProcessor({ keyDir });
  const pay = second.stripe.paymentIntents.create({
    amount: 500,
    currency: "usd",
    customer: "cus_demo_fay",
    payment_method: "pm_demo_fay",
    confirm: true,
    off_session: true,
  });
  await expect(pay).rejects.toMatchObject({ decline_code: "insufficient_funds" });
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: "Kept" });
  expect(await second.stripe.customers.retrieve("cus_demo_sam")).toMatchObject({ deleted: true });
  const [latest] = (await second.stripe.events.list({ limit: 1 })).data;
  expect(latest!.created * 1000).toBeGreaterThanOrEqual(Date.parse(now) - 1_000);
});

test("the clock advances by a duration or to a moment, and never back", async () => {
  const { control } = await startProcessor();
  const { now } = await control("/clock/advance", { seconds: 3_600 });
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(3_590_000);
  const later = await control("/clock/advance", { to: new Date(Date.parse(now) + 60_000).toISOString() });
  expect(Date.parse(later.now) - Date.parse(now)).toBeGreaterThanOrEqual(59_000);
  const back = await control("/clock/advance", { to: "2020-01-01T00:00:00Z" });
  expect(Date.parse(back.now)).toBeGreaterThanOrEqual(Date.parse(later.now));
});
