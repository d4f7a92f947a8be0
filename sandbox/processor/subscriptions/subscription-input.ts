import type { Stripe } from "stripe";
import type { Params } from "../params.ts";
import { prorationBehaviors, type PriceChange } from "./price-change.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { idOf } from "../stored-objects.ts";
import { itemOf, periodOf } from "./subscription-object.ts";

/** Refuses an invalid list of items: subscriptions of the stand-in have one item. */
export function readItem(input: Params): Params {
  const [item, ...more] = input.hashes("items");
  if (!item) throw badRequest("Missing required param: items.", "items", "parameter_missing");
  if (more.length > 0) throw badRequest("This stand-in's subscriptions have one item.", "items");
  return item;
}

/** A price that can be subscribed to. Throws 400 for one that is unknown, inactive or paid once. */
export function readRecurringPrice({ state }: Processor, item: Params): Stripe.Price {
  const param = item.nameOf("price");
  const price = state.require("price", item.requiredString("price"), param);
  if (!price.active)
    throw badRequest("The price specified is inactive. This field only accepts active prices.", param);
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
    throw badRequest(message, param);
  }
  return price;
}

export function readQuantity(item: Params): number | null {
  return item.integer("quantity", { min: 1, max: 999_999 });
}

/**
 * The change in `items`, `proration_behavior` and `proration_date`; null without items. `holder` has the last
 * two: the update itself, or a preview's `subscription_details`, which has all three.
 */
export function readPriceChange(
  processor: Processor,
  subscription: Stripe.Subscription,
  holder: Params,
): PriceChange | null {
  const behavior = holder.oneOf("proration_behavior", prorationBehaviors) ?? "create_prorations";
  const at = holder.integer("proration_date");
  if (!holder.has("items")) return null;
  const item = readItem(holder);
  item.allow("id", "price", "quantity");
  const current = itemOf(subscription);
  if (item.requiredString("id") !== current.id)
    throw badRequest(
      `No such subscription item: '${item.string("id")}'`,
      item.nameOf("id"),
      "resource_missing",
    );
  const isSame = (item.string("price") ?? current.price.id) === current.price.id;
  const price = isSame ? current.price : readRecurringPrice(processor, item);
  if (price.currency !== subscription.currency) {
    const message = `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`;
    throw badRequest(message, item.nameOf("price"));
  }
  return {
    price,
    quantity: readQuantity(item) ?? current.quantity ?? 1,
    behavior,
    at: withinPeriod(processor, subscription, holder, at),
  };
}

/** The method that a parameter names, which has to be the customer's own. */
export function readOwnMethod(
  { state }: Processor,
  input: Params,
  customerId: string,
  name = "default_payment_method",
): string | null {
  const id = input.string(name);
  if (id === null) return null;
  if (idOf(state.require("payment_method", id, input.nameOf(name)).customer) === customerId) return id;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw badRequest(message, input.nameOf(name), "resource_missing");
}

/** Unix seconds that lie ahead. */
export function readFuture({ clock }: Processor, input: Params, name: string): number | null {
  const at = input.integer(name);
  if (at !== null && at <= clock.seconds())
    throw badRequest(
      `The ${input.nameOf(name)} parameter must be a timestamp in the future.`,
      input.nameOf(name),
    );
  return at;
}

/**
 * The moment from which a change counts. An unspecified one is moved into the period, for a subscription that
 * is behind its time; so is one before a period that a simulated renewal has started ahead of the clock.
 */
function withinPeriod(
  { clock }: Processor,
  subscription: Stripe.Subscription,
  holder: Params,
  named: number | null,
): number {
  const { start, end } = periodOf(subscription);
  const now = clock.seconds();
  const earliest = start > now ? subscription.created : start;
  if (named !== null && (named < earliest || named > end)) {
    const message = "Cannot specify proration date outside of current subscription period.";
    throw badRequest(message, holder.nameOf("proration_date"));
  }
  return Math.min(Math.max(named ?? now, start), end);
}
