import type { Stripe } from "stripe";
import type { ProcessorPrice } from "./processor-price.port.ts";
import type { PaymentProcessor } from "./processor.port.ts";
import type { StripeCalls } from "./stripe-errors.ts";

/** Prices of credit packages, which are paid once, and of plans. */
export function createStripePrices(
  stripe: Stripe,
  { run, find }: StripeCalls,
): Pick<PaymentProcessor, "createPrice" | "readPrice"> {
  return {
    createPrice: ({ amount, currency, name, interval, metadata }, idempotencyKey) =>
      run(async () => {
        const params: Stripe.PriceCreateParams = {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name, metadata },
          metadata,
          ...(interval && { recurring: { interval } }),
        };
        return toPrice(await stripe.prices.create(params, { idempotencyKey }));
      }),
    readPrice: (priceId) => find(async () => toPrice(await stripe.prices.retrieve(priceId))),
  };
}

function toPrice({ id, unit_amount, currency, active, type, recurring }: Stripe.Price): ProcessorPrice {
  return {
    priceId: id,
    amount: unit_amount,
    currency: currency.toUpperCase(),
    isActive: active,
    isOneTime: type === "one_time",
    interval: intervalOf(recurring),
  };
}

function intervalOf(recurring: Stripe.Price.Recurring | null): ProcessorPrice["interval"] {
  if (recurring?.interval_count !== 1) return null;
  if (recurring.interval === "month") return "month";
  return recurring.interval === "year" ? "year" : null;
}
