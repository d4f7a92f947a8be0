import type { Stripe } from "stripe";
import { wireDecimal } from "./stored-objects.ts";

interface ProductFacts {
  id: string;
  /** Unix seconds. */
  created: number;
  name: string;
  description?: string;
  metadata: Record<string, string>;
  defaultPrice?: string;
}

/** A product as the processor stores it. */
export function newProduct({ id, created, name, ...facts }: ProductFacts): Stripe.Product {
  return {
    id,
    object: "product",
    active: true,
    created,
    default_price: facts.defaultPrice ?? null,
    description: facts.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: facts.metadata,
    name,
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

interface PriceFacts {
  id: string;
  /** Unix seconds. */
  created: number;
  /** Id of the product. */
  product: string;
  /** Minor units. */
  amount: number;
  /** Lower-case ISO 4217. */
  currency: string;
  metadata: Record<string, string>;
  lookupKey?: string | null;
  nickname?: string | null;
  /** Null, the default: paid once. */
  interval?: "month" | "year" | null;
  isActive?: boolean;
}

/** A price as the processor stores it. */
export function newPrice(facts: PriceFacts): Stripe.Price {
  const { interval = null, amount } = facts;
  return {
    id: facts.id,
    object: "price",
    active: facts.isActive ?? true,
    billing_scheme: "per_unit",
    created: facts.created,
    currency: facts.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: facts.lookupKey ?? null,
    metadata: facts.metadata,
    nickname: facts.nickname ?? null,
    product: facts.product,
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? "recurring" : "one_time",
    unit_amount: amount,
    unit_amount_decimal: wireDecimal(amount),
  };
}
