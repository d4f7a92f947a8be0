import { limitsOfPlan, type TierLimits } from "../../../src/limits/limit-table.ts";
import type { FormerPrice, StoredPlan } from "./plan.rows.ts";
import type { ListedPrice, PricedPlan, PriceList } from "./pricing.port.ts";

/** The plans of an app from both sources. */
export interface PlanCatalogue extends PriceList {
  /** Prices that nobody can choose, and subscribers may still pay. */
  former: readonly FormerPrice[];
}

/**
 * The plans of the pricing service, each replaced by the one of its id that is kept here, and then the others that are kept
 * here. Archived plans are left out, and their prices become former ones.
 */
export function mergePlans(
  listed: PriceList | null,
  own: readonly StoredPlan[],
  former: readonly FormerPrice[],
): PlanCatalogue {
  const ownById = new Map(own.map((plan) => [plan.planId, plan]));
  const listedPlans = listed?.plans ?? [];
  const replaced = listedPlans.filter(({ planId }) => ownById.has(planId));
  const added = own.filter(({ planId }) => !listedPlans.some((plan) => plan.planId === planId));
  const shown = [...listedPlans.map((plan) => ownById.get(plan.planId) ?? plan), ...added];
  const plans = shown.flatMap((plan) => {
    if (!("appId" in plan)) return [plan];
    return plan.active ? [toPricedPlan(plan)] : [];
  });
  const current = new Set(plans.flatMap(({ prices }) => Object.values(prices).map((one) => one.processorId)));
  const archived = own.filter(({ active }) => !active).map(toPricedPlan);
  const retired = [...replaced, ...archived].flatMap(formerPricesOf);
  const dates = [...(listed ? [listed.updatedAt] : []), ...own.map(({ updatedAt }) => toIso(updatedAt))];
  return {
    currency: listed?.currency ?? own[0]?.currency ?? "USD",
    plans,
    updatedAt: dates.toSorted().at(-1) ?? new Date(0).toISOString(),
    former: [...former, ...retired].filter(({ priceId }) => !current.has(priceId)),
  };
}

function toPricedPlan(plan: StoredPlan): PricedPlan {
  const { planId, name, description, features, custom, highlighted, currency } = plan;
  const price = (amount: number | null, interval: "month" | "year", processorId: string | null) =>
    amount === null ? null : { amount, currency, interval, processorId, isActive: !custom };
  const monthly = price(plan.monthlyMinor, "month", plan.monthlyPriceId);
  const yearly = price(plan.yearlyMinor, "year", plan.yearlyPriceId);
  return {
    planId,
    name,
    description,
    features,
    limits: toLimits(limitsOfPlan(plan.appId, planId)),
    trialDays: 0,
    custom,
    highlighted,
    prices: { ...(monthly && { monthly }), ...(yearly && { yearly }) },
  };
}

function formerPricesOf({ planId, prices }: PricedPlan): FormerPrice[] {
  return Object.values(prices).flatMap(({ processorId, interval, amount, currency }: ListedPrice) =>
    processorId === null ? [] : [{ priceId: processorId, planId, interval, amount, currency }],
  );
}

function toLimits({ minute, day, month }: TierLimits): PricedPlan["limits"] {
  return { requestsPerMinute: minute ?? -1, requestsPerDay: day ?? -1, requestsPerMonth: month ?? -1 };
}

function toIso(text: string): string {
  return new Date(text).toISOString();
}
