import { Stripe } from "stripe";
import type { NewPayment, PaymentProcessor } from "./processor.port.ts";
import { fromCheckout, toCheckout } from "./stripe-checkout.ts";
import type { StripeCalls } from "./stripe-errors.ts";
import { toPayment } from "./stripe-payment.ts";

type Payments = Pick<
  PaymentProcessor,
  | "createPayment"
  | "chargeSavedMethod"
  | "readPayment"
  | "refundDuplicate"
  | "createCheckout"
  | "readCheckout"
>;

/** Payments and the pages where they are made. */
export function createStripePayments(stripe: Stripe, { run, find }: StripeCalls): Payments {
  return {
    createPayment: (payment, idempotencyKey) =>
      run(async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          ...fromPayment(payment),
          automatic_payment_methods: { enabled: true },
          setup_future_usage: "off_session",
        };
        const intent = await stripe.paymentIntents.create(params, { idempotencyKey });
        return { ...toPayment(intent), clientSecret: intent.client_secret ?? "" };
      }),
    chargeSavedMethod: ({ paymentMethodId, ...payment }, idempotencyKey) =>
      run(async () => {
        const params: Stripe.PaymentIntentCreateParams = {
          ...fromPayment(payment),
          payment_method: paymentMethodId,
          confirm: true,
          off_session: true,
          expand: ["latest_charge"],
        };
        return toPayment(await stripe.paymentIntents.create(params, { idempotencyKey }));
      }, "PAYMENT_METHOD_NOT_FOUND"),
    readPayment: (paymentIntentId) =>
      find(async () => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ["latest_charge"] });
        const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
        if (!charge?.disputed) return toPayment(intent);
        const { data } = await stripe.disputes.list({ payment_intent: intent.id, limit: 100 });
        return toPayment(intent, data);
      }),
    refundDuplicate: (paymentIntentId, idempotencyKey) =>
      run(async () => {
        const params = { payment_intent: paymentIntentId, reason: "duplicate" as const };
        try {
          await stripe.refunds.create(params, { idempotencyKey });
        } catch (error) {
          if (!isRefunded(error)) throw error;
        }
      }),
    createCheckout: (checkout, idempotencyKey) =>
      run(async () =>
        toCheckout(await stripe.checkout.sessions.create(fromCheckout(checkout), { idempotencyKey })),
      ),
    readCheckout: (sessionId) =>
      find(async () => toCheckout(await stripe.checkout.sessions.retrieve(sessionId))),
  };
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded";
}

function fromPayment(payment: NewPayment): Stripe.PaymentIntentCreateParams {
  const { customerId, amount, currency, description, metadata } = payment;
  return {
    customer: customerId,
    amount,
    currency: currency.toLowerCase(),
    ...(description === null ? {} : { description }),
    metadata,
  };
}
