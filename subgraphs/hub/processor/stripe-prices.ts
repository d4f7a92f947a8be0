import type { Stripe } from "stripe";
import type { PaymentProcessor, ProcessorPrice } from "./processor.port.ts";
import type { StripeCalls } from "./stripe-errors.ts";

/** Prices of what is paid once. Prices of plans come from the pricing service. */
export function createStripePrices(
  stripe: Stripe,
  { run, find }: StripeCalls,
): Pick<PaymentProcessor, "createPrice" | "readPrice"> {
  return {
    createPrice: ({ amount, currency, name, metadata }, idempotencyKey) =>
      run(async () => {
        const params: Stripe.PriceCreateParams = {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name, metadata },
          metadata,
        };
        return toPrice(await stripe.prices.create(params, { idempotencyKey }));
      }),
    readPrice: (priceId) => find(async () => toPrice(await stripe.prices.retrieve(priceId))),
  };
}

function toPrice({ id, unit_amount, currency, active, type }: Stripe.Price): ProcessorPrice {
  return {
    priceId: id,
    amount: unit_amount,
    currency: currency.toUpperCase(),
    isActive: active,
    isOneTime: type === "one_time",
  };
}
