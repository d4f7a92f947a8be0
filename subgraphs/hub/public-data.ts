import type { CacheHint } from "../../src/access/cache-hints.ts";

/** Prices in credits and packages of credits: the same for everyone. */
export const publishedPrices: CacheHint = {
  maxAge: 60,
  scope: "public",
  events: ["prices.changed", "apps.changed"],
};

/** Plans of an app, as the pricing service has them. HTTP caches would add to the 5 minutes that prices may be old. */
export const publishedPlans: CacheHint = {
  maxAge: 60,
  scope: "shared",
  events: ["plans.changed", "apps.changed"],
};

/** Apps of the marketplace. */
export const publishedApps: CacheHint = { maxAge: 300, scope: "public", events: ["apps.changed"] };
