import type { Stripe } from "stripe";
import type { PaymentProcessor } from "./processor.port.ts";
import { idOf } from "../../../src/stripe/stripe-client.ts";
import { throwMissing, type StripeCalls } from "./stripe-errors.ts";
import { toPaymentMethod } from "./stripe-payment.ts";

const maxMethods = 100;

type Customers = Pick<
  PaymentProcessor,
  | "createCustomer"
  | "readCustomer"
  | "createPortal"
  | "listPaymentMethods"
  | "setDefaultPaymentMethod"
  | "detachPaymentMethod"
>;

/** Customers and their payment methods. */
export function createStripeCustomers(stripe: Stripe, { run, find }: StripeCalls): Customers {
  const readCustomer: Customers["readCustomer"] = async (customerId) => {
    const customer = await find(() => stripe.customers.retrieve(customerId));
    if (!customer || customer.deleted) return null;
    const defaultPaymentMethodId = idOf(customer.invoice_settings.default_payment_method);
    return { customerId: customer.id, defaultPaymentMethodId };
  };
  return {
    readCustomer,
    createCustomer: ({ userId, email, name }, idempotencyKey) =>
      run(async () => {
        const known = { ...(email === null ? {} : { email }), ...(name === null ? {} : { name }) };
        const { id } = await stripe.customers.create({ ...known, metadata: { userId } }, { idempotencyKey });
        return { customerId: id };
      }),
    createPortal: ({ customerId, returnUrl }, idempotencyKey) =>
      run(async () => {
        const params = { customer: customerId, return_url: returnUrl };
        const { url } = await stripe.billingPortal.sessions.create(params, { idempotencyKey });
        return { url };
      }),
    listPaymentMethods: async (customerId) => {
      const [customer, methods] = await Promise.all([
        readCustomer(customerId),
        find(() => stripe.customers.listPaymentMethods(customerId, { limit: maxMethods })),
      ]);
      const defaultId = customer?.defaultPaymentMethodId ?? null;
      return (methods?.data ?? []).map((method) => toPaymentMethod(method, defaultId));
    },
    setDefaultPaymentMethod: (customerId, paymentMethodId, idempotencyKey) =>
      run(async () => {
        const settings = { invoice_settings: { default_payment_method: paymentMethodId } };
        await stripe.customers.update(customerId, settings, { idempotencyKey });
        await followDefault(stripe, { customerId, paymentMethodId, idempotencyKey });
      }, "PAYMENT_METHOD_NOT_FOUND"),
    detachPaymentMethod: (paymentMethodId, idempotencyKey) =>
      run(async () => {
        await stripe.paymentMethods
          .detach(paymentMethodId, {}, { idempotencyKey })
          .catch((error: unknown) => throwMissing(error, "PAYMENT_METHOD_NOT_FOUND"));
      }, "PAYMENT_METHOD_NOT_FOUND"),
  };
}

/** A subscription that was paid for with a method of its own would go on with that one: it follows the customer again. */
async function followDefault(
  stripe: Stripe,
  {
    customerId,
    paymentMethodId,
    idempotencyKey,
  }: Record<"customerId" | "paymentMethodId" | "idempotencyKey", string>,
): Promise<void> {
  for await (const subscription of stripe.subscriptions.list({ customer: customerId, limit: 100 })) {
    const own = idOf(subscription.default_payment_method);
    if (own === null || own === paymentMethodId) continue;
    const change = { default_payment_method: paymentMethodId };
    await stripe.subscriptions.update(subscription.id, change, {
      idempotencyKey: `${idempotencyKey}:${subscription.id}`,
    });
  }
}
