import { currencyDecimals } from "../../../src/currency.ts";
import { limitsOfPlan } from "../../../src/limits/limit-table.ts";
import { toMajor } from "../../../src/money.ts";
import type { StoredPlan } from "../pricing/plan.rows.ts";
import type { ListedPrice, PricedPlan } from "../pricing/pricing.port.ts";
import type { RegisteredPlan, RegisteredPlanPrice } from "./plans.types.ts";

/** A registered plan as plain data. */
type PlainPlan = { [Name in keyof RegisteredPlan]: RegisteredPlan[Name] };

/** A plan that is kept here, as administrators see it. */
export function presentStored(plan: StoredPlan): PlainPlan {
  const { monthlyMinor, yearlyMinor, monthlyPriceId, yearlyPriceId, updatedAt: _at, ...facts } = plan;
  const { minute, day, month } = limitsOfPlan(plan.appId, plan.planId);
  return {
    ...facts,
    monthly: presentPrice(monthlyMinor, monthlyPriceId, plan.currency),
    yearly: presentPrice(yearlyMinor, yearlyPriceId, plan.currency),
    limits: { requestsPerMinute: minute ?? -1, requestsPerDay: day ?? -1, requestsPerMonth: month ?? -1 },
    source: "platform",
  };
}

/** A plan of the pricing service, as administrators see it. */
export function presentListed(appId: string, plan: PricedPlan): RegisteredPlan {
  return { ...presentStored(fromListed(appId, plan)), limits: plan.limits, source: "pricing_service" };
}

/** A plan of the pricing service, as it would be kept here. */
export function fromListed(appId: string, plan: PricedPlan): StoredPlan {
  const { planId, name, description, features, custom, highlighted } = plan;
  const { monthly, yearly } = plan.prices;
  return {
    appId,
    planId,
    name,
    description,
    features,
    custom,
    highlighted,
    active: true,
    currency: monthly?.currency ?? yearly?.currency ?? "USD",
    monthlyMinor: amountOf(monthly),
    yearlyMinor: amountOf(yearly),
    monthlyPriceId: priceIdOf(monthly),
    yearlyPriceId: priceIdOf(yearly),
    sortOrder: 0,
    updatedAt: new Date(0).toISOString(),
  };
}

/** A price of nothing is none. */
function amountOf(price: ListedPrice | undefined): number | null {
  return price?.isActive && price.amount > 0 ? price.amount : null;
}

function priceIdOf(price: ListedPrice | undefined): string | null {
  return amountOf(price) === null ? null : (price?.processorId ?? null);
}

function presentPrice(
  amount: number | null,
  priceId: string | null,
  currency: string,
): RegisteredPlanPrice | null {
  return amount === null ? null : { amount: toMajor(amount, currencyDecimals(currency)), priceId };
}
