import { describe, expect, it } from "vitest";
import type { Stripe } from "stripe";
import { sendJson } from "../start-test-sandbox.ts";
import { startProcessor, type ProcessorWorld } from "./stripe-client.ts";

const back = "https://shop.example/back";

/** The payer is not present and cannot be redirected to a page. */
const withoutPayer = { off_session: true, return_url: undefined } as const;

function pay(
  { stripe }: ProcessorWorld,
  payment_method: string,
  more: Omit<Partial<Stripe.PaymentIntentCreateParams>, "return_url"> & { return_url?: undefined } = {},
) {
  const params = { amount: 1_000, currency: "usd", customer: "cus_demo_fay", payment_method, confirm: true };
  return stripe.paymentIntents.create({
    ...params,
    return_url: back,
    ...more,
  });
}

/** Types of events about payments so far, oldest first. */
async function eventTypes({ stripe }: ProcessorWorld): Promise<string[]> {
  return (await stripe.events.list({ limit: 100 })).data.reverse().map(({ type }) => type);
}

describe("a payment", () => {
  it("a payment with a valid card succeeds, with charge and receipt, and saves the card on request", async () => {
    const world = await startProcessor();
    const intent = await pay(world, "pm_card_mastercard", {
      setup_future_usage: "off_session",
      metadata: { userId: "demo-fay", transactionId: "txn_1" },
      expand: ["latest_charge"],
    });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 1_000,
      metadata: { userId: "demo-fay" },
    });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({
      paid: true,
      status: "succeeded",
      amount_captured: 1_000,
      payment_method_details: { card: { brand: "mastercard", last4: "4444" } },
    });
    expect(await (await fetch(charge.receipt_url!)).text()).toContain("$10.00");
    const saved = await world.stripe.customers.listPaymentMethods("cus_demo_fay");
    expect(saved.data.map(({ id }) => id)).toEqual([intent.payment_method, "pm_demo_fay"]);
    expect(await eventTypes(world)).toEqual([
      "payment_intent.created",
      "payment_method.attached",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  it.each([
    ["pm_card_chargeDeclined", "card_declined", "generic_decline", "try_again_later"],
    ["pm_card_chargeDeclinedInsufficientFunds", "card_declined", "insufficient_funds", "try_again_later"],
    ["pm_card_chargeDeclinedLostCard", "card_declined", "lost_card", "do_not_try_again"],
    ["pm_card_chargeDeclinedStolenCard", "card_declined", "stolen_card", "do_not_try_again"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card", "confirm_card_data"],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc", "confirm_card_data"],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error", "try_again_later"],
    ["pm_card_chargeDeclinedFraudulent", "card_declined", "fraudulent", "do_not_try_again"],
  ])(
    "with %s is refused as %s/%s, and can be tried again with another card",
    async (card, code, decline, advice) => {
      const world = await startProcessor();
      const error = await pay(world, card).catch(
        (thrown: unknown) => thrown as Stripe.errors.StripeCardError,
      );
      expect(error).toMatchObject({
        type: "StripeCardError",
        statusCode: 402,
        code,
        decline_code: decline,
        raw: { advice_code: advice },
        payment_intent: { status: "requires_payment_method", payment_method: null },
      });
      const { payment_intent: intent } = error as Stripe.errors.StripeCardError;
      expect(intent!.last_payment_error).toMatchObject({ code, decline_code: decline });
      const [charge] = (await world.stripe.charges.list({ payment_intent: intent!.id })).data;
      expect(charge).toMatchObject({ status: "failed", paid: false, failure_code: code, amount_captured: 0 });
      const again = await world.stripe.paymentIntents.confirm(intent!.id, {
        payment_method: "pm_card_visa",
        return_url: back,
      });
      expect(again).toMatchObject({ status: "succeeded", last_payment_error: null });
      expect(await eventTypes(world)).toEqual([
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
        "charge.succeeded",
        "payment_intent.succeeded",
      ]);
    },
  );

  it("waits for the payer where the bank wants a confirmation, given or refused at its page", async () => {
    const world = await startProcessor();
    const asked = await pay(world, "pm_card_authenticationRequired");
    expect(asked).toMatchObject({
      status: "requires_action",
      next_action: { type: "redirect_to_url", redirect_to_url: { return_url: back } },
    });
    const pageUrl = asked.next_action!.redirect_to_url!.url!;
    const page = await (await fetch(pageUrl)).text();
    expect(page).toContain("$10.00");
    const press = (outcome: string) =>
      fetch(new URL("authenticated", pageUrl), {
        method: "POST",
        body: new URLSearchParams({ outcome }),
        redirect: "manual",
      });
    const confirmed = await press("succeeded");
    expect(confirmed.status).toBe(303);
    expect(confirmed.headers.get("location")).toBe(
      `${back}?payment_intent=${asked.id}&payment_intent_client_secret=${asked.client_secret}&redirect_status=succeeded`,
    );
    const paid = await world.stripe.paymentIntents.retrieve(asked.id, { expand: ["latest_charge"] });
    expect(paid).toMatchObject({
      status: "succeeded",
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: "authenticated" } } } },
    });
    expect((await press("succeeded")).status).toBe(400);
    const refused = await pay(world, "pm_card_authenticationRequired");
    await world.control(`/payment_intents/${refused.id}/authenticate`, { outcome: "failed" });
    expect(await world.stripe.paymentIntents.retrieve(refused.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
    const empty = await pay(world, "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds");
    await world.control(`/payment_intents/${empty.id}/authenticate`);
    expect(await world.stripe.paymentIntents.retrieve(empty.id)).toMatchObject({
      last_payment_error: { decline_code: "insufficient_funds" },
    });
  });

  it("by bank is settled later, well or badly", async () => {
    const world = await startProcessor();
    for (const [outcome, status] of [
      ["succeeded", "succeeded"],
      ["failed", "requires_payment_method"],
    ] as const) {
      const intent = await pay(world, "pm_usBankAccount", { expand: ["latest_charge"] });
      expect(intent).toMatchObject({
        status: "processing",
        latest_charge: { status: "pending", paid: false },
      });
      await expect(world.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
        code: "payment_intent_unexpected_state",
      });
      await world.control(`/payment_intents/${intent.id}/settle`, { outcome });
      expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
      expect((await world.stripe.charges.list({ payment_intent: intent.id })).data).toMatchObject([
        { status: outcome },
      ]);
    }
    expect(await eventTypes(world)).toEqual(
      ["succeeded", "failed"].flatMap((outcome) => [
        "payment_intent.created",
        "charge.pending",
        "payment_intent.processing",
        `charge.${outcome}`,
        outcome === "failed" ? "payment_intent.payment_failed" : "payment_intent.succeeded",
      ]),
    );
  });

  it("that the payer confirms in the browser ends as the card or the wanted outcome says", async () => {
    const world = await startProcessor();
    const open = async () => {
      const params = { amount: 700, currency: "eur", customer: "cus_demo_fay" };
      const intent = await world.stripe.paymentIntents.create(params);
      expect(intent).toMatchObject({
        status: "requires_payment_method",
        client_secret: expect.stringContaining("_secret_"),
      });
      return intent.id;
    };
    for (const [asked, status] of [
      [{}, "succeeded"],
      [{ card: "4000 0000 0000 9995" }, "requires_payment_method"],
      [{ card: "pm_demo_fay" }, "succeeded"],
      [{ outcome: "failed" }, "requires_payment_method"],
      [{ outcome: "requires_action" }, "requires_action"],
      [{ outcome: "processing" }, "processing"],
    ] as const) {
      const id = await open();
      const url = `/payment_intents/${id}/pay`;
      expect((await world.control(url, asked)).status, JSON.stringify(asked)).toBe(status);
    }
    const paid = await open();
    await world.control(`/payment_intents/${paid}/pay`);
    expect(await sendJson("POST", `${world.url}/payment_intents/${paid}/pay`, {})).toMatchObject({
      status: 400,
      body: { error: { code: "payment_intent_unexpected_state" } },
    });
  });

  it("can be changed and given up while it is open, and not afterwards", async () => {
    const world = await startProcessor();
    const { id } = await world.stripe.paymentIntents.create({
      amount: 700,
      currency: "usd",
      metadata: { a: "1", b: "2" },
    });
    const changed = await world.stripe.paymentIntents.update(id, {
      amount: 900,
      metadata: { a: "", c: "3" },
    });
    expect(changed).toMatchObject({ amount: 900, metadata: { b: "2", c: "3" } });
    expect(changed.metadata).not.toHaveProperty("a");
    const canceled = await world.stripe.paymentIntents.cancel(id, { cancellation_reason: "abandoned" });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    const conflict = { statusCode: 400, code: "payment_intent_unexpected_state", payment_intent: { id } };
    await expect(world.stripe.paymentIntents.cancel(id)).rejects.toMatchObject(conflict);
    await expect(
      world.stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" }),
    ).rejects.toMatchObject(conflict);
    await expect(world.stripe.paymentIntents.update(id, { amount: 800 })).rejects.toMatchObject(conflict);
    expect((await world.stripe.paymentIntents.update(id, { metadata: { d: "4" } })).metadata).toMatchObject({
      d: "4",
    });
    expect(await eventTypes(world)).toEqual(["payment_intent.created", "payment_intent.canceled"]);
  });
});

describe("a payment without the payer", () => {
  it("succeeds with a card that was set up, and is refused where the bank wants the payer each time", async () => {
    const world = await startProcessor();
    const charge = (method: string) => pay(world, method, withoutPayer);
    expect((await charge("pm_demo_fay")).status).toBe("succeeded");
    const setUp = await world.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer: "cus_demo_fay",
      setup_future_usage: "off_session",
    });
    await world.control(`/payment_intents/${setUp.id}/pay`, { card: "4000002500003155" });
    const saved = await world.control(`/payment_intents/${setUp.id}/authenticate`);
    expect((await charge(saved.payment_method)).status).toBe("succeeded");
    const always = await world.stripe.paymentMethods.attach("pm_card_authenticationRequired", {
      customer: "cus_demo_fay",
    });
    await expect(charge(always.id)).rejects.toMatchObject({
      code: "authentication_required",
      decline_code: "authentication_required",
      payment_intent: { status: "requires_payment_method" },
    });
  });

  it("is refused for a card that began to be refused after it was saved", async () => {
    const world = await startProcessor();
    const attached = await world.stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
      customer: "cus_demo_fay",
    });
    await expect(pay(world, attached.id, withoutPayer)).rejects.toMatchObject({
      decline_code: "generic_decline",
    });
    await world.control("/payment_methods/pm_demo_fay/behave", { card: "4000000000009987" });
    await expect(pay(world, "pm_demo_fay", withoutPayer)).rejects.toMatchObject({
      decline_code: "lost_card",
    });
    await world.control("/payment_methods/pm_demo_fay/behave", { card: "4242424242424242" });
    expect((await pay(world, "pm_demo_fay", withoutPayer)).status).toBe("succeeded");
  });

  it("cannot use the method of another customer, nor one that was detached", async () => {
    const world = await startProcessor();
    const refused = { statusCode: 400, param: "payment_method" };
    await expect(pay(world, "pm_demo_sam")).rejects.toMatchObject(refused);
    await world.stripe.paymentMethods.detach("pm_demo_fay");
    await expect(pay(world, "pm_demo_fay")).rejects.toMatchObject(refused);
    const { id } = await world.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    expect((await pay(world, id)).status).toBe("succeeded");
    await expect(pay(world, id)).rejects.toMatchObject(refused);
    expect((await world.stripe.charges.list({ customer: "cus_demo_fay" })).data).toHaveLength(1);
  });
});
