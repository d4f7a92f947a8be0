import type { Stripe } from "stripe";
import { formatAmount } from "./hosted-page.ts";
import type { Processor } from "../processor-context.ts";
import { idOf } from "../stored-objects.ts";

/** The product's display name. */
export function productName({ state }: Processor, price: Stripe.Price): string {
  return state.find("product", idOf(price.product))?.name ?? price.id;
}

/** The product with its price: `Central Starter (at $29.00 / month)`. */
export function nameOfPrice(processor: Processor, price: Stripe.Price): string {
  const rhythm = price.recurring ? ` / ${rhythmOf(price.recurring)}` : "";
  return `${productName(processor, price)} (at ${formatAmount(price.unit_amount ?? 0, price.currency)}${rhythm})`;
}

/** `month`, `3 months`. */
export function rhythmOf({ interval, interval_count: count }: Stripe.Price.Recurring): string {
  return count === 1 ? interval : `${count} ${interval}s`;
}
