import type { Stripe } from "stripe";
import { checkAmount, readCurrency } from "../amount-bounds.ts";
import type { CheckoutLine } from "./checkout-object.ts";
import type { Params } from "../params.ts";
import { productName } from "../hosted/price-name.ts";
import type { Processor } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { newObjectId, wireDecimal } from "../stored-objects.ts";
import { readQuantity } from "../subscriptions/subscription-input.ts";

const [minimumSeconds, maximumSeconds] = [30 * 60, 24 * 3600];

export type CheckoutMode = "payment" | "subscription";

/** The line items: known prices, or ad-hoc prices. Throws 400 when mode and price do not match. */
export function readLines(processor: Processor, input: Params, mode: CheckoutMode): CheckoutLine[] {
  const items = input.hashes("line_items");
  if (items.length === 0)
    throw badRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  if (mode === "subscription" && items.length > 1)
    throw badRequest("This stand-in's subscriptions have one item.", "line_items");
  return items.map((item) => {
    item.allow("price", "price_data", "quantity");
    const price = item.has("price_data")
      ? makePrice(processor, item.hash("price_data"))
      : findPrice(processor, item);
    if (mode === "payment" && price.recurring) {
      const message =
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.";
      throw badRequest(message, "mode");
    }
    if (mode === "subscription" && !price.recurring) {
      const message =
        "You must provide at least one recurring price in `subscription` mode when using prices.";
      throw badRequest(message, "line_items");
    }
    return { price, quantity: readQuantity(item) ?? 1, description: productName(processor, price) };
  });
}

/** Half an hour to a day ahead, a day when nothing is said. */
export function readExpiry({ clock }: Processor, input: Params): number {
  const now = clock.seconds();
  const at = input.integer("expires_at") ?? now + maximumSeconds;
  // The client's clock may differ slightly from ours.
  const slack = 60;
  if (at < now + minimumSeconds - slack || at > now + maximumSeconds + slack) {
    const message =
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.";
    throw badRequest(message, "expires_at");
  }
  return at;
}

/** An address that a browser may be sent to. Throws 400 for any that is not http or https. */
export function readUrl(input: Params, name: string): string | null {
  const text = input.string(name);
  if (text === null) return null;
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isWeb) throw badRequest("Not a valid URL", input.nameOf(name), "url_invalid");
  return text;
}

function findPrice({ state }: Processor, item: Params): Stripe.Price {
  const param = item.nameOf("price");
  const price = state.require("price", item.requiredString("price"), param);
  if (price.active) return price;
  throw badRequest("The price specified is inactive. This field only accepts active prices.", param);
}

/** A price for this session only, with its product; both are inactive, so that they cannot be sold again. */
function makePrice({ state, clock }: Processor, data: Params): Stripe.Price {
  data.allow("currency", "product", "product_data", "recurring", "tax_behavior", "unit_amount");
  const currency = readCurrency(data);
  const amount = data.requiredInteger("unit_amount", { min: 0 });
  if (amount > 0) checkAmount(amount, currency);
  const created = clock.seconds();
  const productId = data.string("product");
  const product = productId
    ? state.require("product", productId, data.nameOf("product"))
    : state.add(newProduct(data.hash("product_data"), created));
  return state.add({
    id: newObjectId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: readRecurring(data),
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: data.has("recurring") ? "recurring" : "one_time",
    unit_amount: amount,
    unit_amount_decimal: wireDecimal(amount),
  });
}

function readRecurring(data: Params): Stripe.Price.Recurring | null {
  if (!data.has("recurring")) return null;
  const recurring = data.hash("recurring");
  recurring.allow("interval", "interval_count");
  const interval = recurring.oneOf("interval", ["day", "week", "month", "year"]);
  if (interval === null)
    throw badRequest("Missing required param: interval.", recurring.nameOf("interval"), "parameter_missing");
  const interval_count = recurring.integer("interval_count", { min: 1, max: 36 }) ?? 1;
  return { interval, interval_count, meter: null, trial_period_days: null, usage_type: "licensed" };
}

function newProduct(data: Params, created: number): Stripe.Product {
  data.allow("description", "images", "metadata", "name", "tax_code");
  return {
    id: newObjectId("prod", 14),
    object: "product",
    active: false,
    created,
    default_price: null,
    description: data.string("description"),
    images: data.strings("images"),
    livemode: false,
    marketing_features: [],
    metadata: data.metadata(),
    name: data.requiredString("name"),
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
}
