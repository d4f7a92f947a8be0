import type { Stripe } from "stripe";
import {
  catalogueCurrency,
  priceCatalogue,
  type CatalogueApp,
  type CataloguePrice,
} from "../price-catalogue.ts";
import { listPage, listParams } from "./lists.ts";
import type { ProcessorRoutes, ProcessorSeed } from "./processor-context.ts";
import { idOf, wireDecimal } from "./stored-objects.ts";

/** When the catalogue was set up, in Unix seconds. */
const cataloguedAt = Date.UTC(2025, 0, 1) / 1000;

/** `/v1/products` and `/v1/prices`, to read. */
export const productRoutes: ProcessorRoutes = (scope, { state }) => {
  scope.get("/v1/products/:product", ({ params }) => state.require("product", params["product"]!));
  scope.get("/v1/products", ({ input }) => {
    input.allow(...listParams, "active", "ids");
    const active = input.boolean("active");
    const ids = input.strings("ids");
    const isWanted = (product: Stripe.Product) =>
      (active === null || product.active === active) && (ids.length === 0 || ids.includes(product.id));
    return listPage(input, state.list("product", isWanted), "/v1/products");
  });
  scope.get("/v1/prices/:price", ({ params }) => state.require("price", params["price"]!));
  scope.get("/v1/prices", ({ input }) => {
    input.allow(...listParams, "active", "currency", "lookup_keys", "product", "type");
    const [active, currency] = [input.boolean("active"), input.string("currency")];
    const [keys, product] = [input.strings("lookup_keys"), input.string("product")];
    const type = input.oneOf("type", ["one_time", "recurring"]);
    const isWanted = (price: Stripe.Price) =>
      (active === null || price.active === active) &&
      (currency === null || price.currency === currency) &&
      (keys.length === 0 || keys.includes(price.lookup_key ?? "")) &&
      (product === null || price.product === product) &&
      (type === null || price.type === type);
    return listPage(input, state.list("price", isWanted), "/v1/prices");
  });
};

/** Every plan and package of the catalogue is a product with its prices. */
export const seedProducts: ProcessorSeed = ({ state }) => {
  for (const app of priceCatalogue) {
    for (const { product, prices } of productsOf(app)) {
      state.add(product);
      for (const price of prices) state.add(price);
    }
  }
};

function productsOf({ appId, name: appName, plans, packages }: CatalogueApp) {
  const planProducts = plans.map((plan) => {
    const id = `prod_${appId}_${plan.planId}`;
    const metadata = { appId, planId: plan.planId };
    const product = oneProduct(id, `${appName} ${plan.name}`, plan.description, metadata, plan.prices[0]!);
    return { product, prices: plan.prices.map((price) => onePrice(product, price)) };
  });
  const packageProducts = packages.map(({ packageId, name, credits, price }) => {
    const id = `prod_credits_${packageId.replace(/^pkg_/, "")}`;
    const metadata = { appId, packageId, credits: String(credits) };
    const product = oneProduct(id, `${name}: ${credits} credits`, "Credits, paid once.", metadata, price);
    return { product, prices: [onePrice(product, price)] };
  });
  return [...planProducts, ...packageProducts];
}

function oneProduct(
  id: string,
  name: string,
  description: string,
  metadata: Record<string, string>,
  { priceId }: CataloguePrice,
): Stripe.Product {
  return {
    id,
    object: "product",
    active: true,
    created: cataloguedAt,
    default_price: priceId,
    description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: cataloguedAt,
    url: null,
  };
}

function onePrice(product: Stripe.Product, price: CataloguePrice): Stripe.Price {
  const { priceId, amountCents, interval, isActive } = price;
  return {
    id: priceId,
    object: "price",
    active: isActive,
    billing_scheme: "per_unit",
    created: cataloguedAt,
    currency: catalogueCurrency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: priceId.replace(/^price_/, ""),
    metadata: product.metadata,
    nickname: null,
    product: idOf(product)!,
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
    unit_amount: amountCents,
    unit_amount_decimal: wireDecimal(amountCents),
  };
}
