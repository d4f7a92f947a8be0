import type { Stripe } from "stripe";
import {
  catalogueCurrency,
  priceCatalogue,
  type CatalogueApp,
  type CataloguePrice,
} from "../price-catalogue.ts";
import { checkAmount, readCurrency } from "./amount-bounds.ts";
import { listPage, listParams } from "./lists.ts";
import type { Params } from "./params.ts";
import type { Processor, ProcessorRoutes, ProcessorSeed } from "./processor-context.ts";
import { newPrice, newProduct } from "./sold-objects.ts";
import { newObjectId } from "./stored-objects.ts";

/** When the catalogue was set up, in Unix seconds. */
const cataloguedAt = Date.UTC(2025, 0, 1) / 1000;

/** `/v1/products` and `/v1/prices`: to read, and to create a price with a product of its own. */
export const productRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.post("/v1/prices", ({ input }) => createPrice(processor, input));
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

function createPrice({ state, clock, events }: Processor, input: Params): Stripe.Price {
  input.allow(
    "currency",
    "lookup_key",
    "metadata",
    "nickname",
    "product",
    "product_data",
    "recurring",
    "unit_amount",
  );
  const created = clock.seconds();
  const currency = readCurrency(input);
  const amount = input.requiredInteger("unit_amount", { min: 0 });
  if (amount > 0) checkAmount(amount, currency, "unit_amount");
  const named = input.string("product");
  const product = named === null ? newProductOf(input.hash("product_data"), created) : null;
  const price = newPrice({
    id: newObjectId("price"),
    created,
    product: product?.id ?? state.require("product", named!).id,
    amount,
    currency,
    metadata: input.metadata(),
    lookupKey: input.string("lookup_key"),
    nickname: input.string("nickname"),
    interval: intervalOf(input),
  });
  if (product) {
    state.add(product);
    events.emit("product.created", product);
  }
  state.add(price);
  events.emit("price.created", price);
  return price;
}

/** Null for a price that is paid once. */
function intervalOf(input: Params): "month" | "year" | null {
  if (!input.has("recurring")) return null;
  const recurring = input.hash("recurring");
  recurring.allow("interval");
  recurring.requiredString("interval");
  return recurring.oneOf("interval", ["month", "year"]);
}

function newProductOf(data: Params, created: number): Stripe.Product {
  data.allow("metadata", "name");
  const name = data.requiredString("name");
  return newProduct({ id: newObjectId("prod", 14), created, name, metadata: data.metadata() });
}

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
    const product = newProduct({
      id,
      created: cataloguedAt,
      name: `${appName} ${plan.name}`,
      description: plan.description,
      metadata,
      defaultPrice: plan.prices[0]!.priceId,
    });
    return { product, prices: plan.prices.map((price) => onePrice(product, price)) };
  });
  const packageProducts = packages.map(({ packageId, name, credits, price }) => {
    const id = `prod_credits_${packageId.replace(/^pkg_/, "")}`;
    const metadata = { appId, packageId, credits: String(credits) };
    const product = newProduct({
      id,
      created: cataloguedAt,
      name: `${name}: ${credits} credits`,
      description: "Credits, paid once.",
      metadata,
      defaultPrice: price.priceId,
    });
    return { product, prices: [onePrice(product, price)] };
  });
  return [...planProducts, ...packageProducts];
}

function onePrice({ id: product, metadata }: Stripe.Product, price: CataloguePrice): Stripe.Price {
  const { priceId, amountCents, interval, isActive } = price;
  return newPrice({
    id: priceId,
    created: cataloguedAt,
    product,
    amount: amountCents,
    currency: catalogueCurrency.toLowerCase(),
    metadata,
    lookupKey: priceId.replace(/^price_/, ""),
    interval,
    isActive,
  });
}
