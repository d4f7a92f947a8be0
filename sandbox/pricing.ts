import { DomainError } from "../src/errors.ts";
import { toMajor } from "../src/money.ts";
import type { StandIn } from "./stand-in.ts";
import {
  catalogueCurrency,
  priceCatalogue,
  type CataloguePlan,
  type CataloguePrice,
} from "./price-catalogue.ts";

/** Time of the last change of the stand-in's catalogue. */
const updatedAt = "2026-01-01T00:00:00.000Z";

/** A pricing service with the prices that the payment processor's stand-in bills. */
export function createPricingStandIn(): StandIn {
  return {
    name: "pricing",
    register(app) {
      app.get<{ Params: { appId: string } }>("/v1/apps/:appId/plans", async (request) => {
        const sold = priceCatalogue.find(({ appId }) => appId === request.params.appId);
        if (!sold) throw new DomainError("NOT_FOUND", "No such app is priced here.");
        return { appId: sold.appId, currency: catalogueCurrency, plans: sold.plans.map(showPlan), updatedAt };
      });
    },
  };
}

function showPlan({ isCustom, isHighlighted, prices, ...plan }: CataloguePlan): Record<string, unknown> {
  const find = (interval: "month" | "year") => {
    const price = prices.find((candidate) => candidate.interval === interval);
    return price && showPrice(price);
  };
  return {
    ...plan,
    trialDays: 0,
    custom: isCustom,
    highlighted: isHighlighted,
    prices: { monthly: find("month"), yearly: find("year") },
  };
}

function showPrice({ priceId, amountCents, interval, isActive }: CataloguePrice): Record<string, unknown> {
  const amount = toMajor(amountCents, 2);
  return { amount, currency: catalogueCurrency, interval, processorId: priceId, active: isActive };
}
