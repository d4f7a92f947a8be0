/** The demo apps' prices: one list for the stand-ins of the payment processor and of the pricing service. */

export interface CataloguePrice {
  /** The processor's price id. */
  priceId: string;
  /** In cents. */
  amountCents: number;
  /** Null: paid once. */
  interval: "month" | "year" | null;
  /** False: existing subscriptions are still billed, but the price cannot be chosen for new ones. */
  isActive: boolean;
}

export interface CataloguePlan {
  planId: string;
  name: string;
  description: string;
  features: readonly string[];
  limits: { requestsPerMinute: number; requestsPerDay: number; requestsPerMonth: number };
  /** True: its price is agreed with each customer. */
  isCustom: boolean;
  isHighlighted: boolean;
  prices: readonly CataloguePrice[];
}

export interface CataloguePackage {
  packageId: string;
  name: string;
  credits: number;
  price: CataloguePrice;
}

export interface CatalogueApp {
  appId: string;
  name: string;
  plans: readonly CataloguePlan[];
  packages: readonly CataloguePackage[];
}

export const catalogueCurrency = "USD";

/** A year costs as much as ten months. */
const monthsPaidPerYear = 10;

type PlanFacts = Omit<CataloguePlan, "prices"> & { monthlyCents: number };

const free: PlanFacts = {
  planId: "free",
  name: "Free",
  description: "To get to know it.",
  features: ["10 requests a minute", "1,000 requests a month"],
  limits: { requestsPerMinute: 10, requestsPerDay: 100, requestsPerMonth: 1_000 },
  isCustom: false,
  isHighlighted: false,
  monthlyCents: 0,
};

const starter: PlanFacts = {
  ...free,
  planId: "starter",
  name: "Starter",
  description: "For one business that begins.",
  features: ["30 requests a minute", "10,000 requests a month", "Help by mail"],
  limits: { requestsPerMinute: 30, requestsPerDay: 1_000, requestsPerMonth: 10_000 },
  monthlyCents: 2_900,
};

const professional: PlanFacts = {
  ...free,
  planId: "professional",
  name: "Professional",
  description: "For a team at work every day.",
  features: ["60 requests a minute", "100,000 requests a month", "Webhooks", "Help within a day"],
  limits: { requestsPerMinute: 60, requestsPerDay: 10_000, requestsPerMonth: 100_000 },
  isHighlighted: true,
  monthlyCents: 9_900,
};

const business: PlanFacts = {
  ...free,
  planId: "business",
  name: "Business",
  description: "For several teams.",
  features: ["120 requests a minute", "500,000 requests a month", "Webhooks", "Help within an hour"],
  limits: { requestsPerMinute: 120, requestsPerDay: 50_000, requestsPerMonth: 500_000 },
  monthlyCents: 29_900,
};

const enterprise: PlanFacts = {
  ...free,
  planId: "enterprise",
  name: "Enterprise",
  description: "Agreed with you, billed by the year.",
  features: ["No limit of requests", "A contact of your own"],
  limits: { requestsPerMinute: -1, requestsPerDay: -1, requestsPerMonth: -1 },
  isCustom: true,
  monthlyCents: 100_000,
};

const invoicerIntegration: PlanFacts = {
  ...starter,
  planId: "integration",
  name: "Integration",
  description: "Invoices from your own software.",
  features: ["Invoices by API", "Webhooks"],
  monthlyCents: 2_999,
};

const invoicerBusiness: PlanFacts = {
  ...professional,
  planId: "business",
  name: "Business",
  description: "Invoices from your own software, as many as you need.",
  features: ["Invoices by API without a limit", "Webhooks", "Your own letterhead"],
  monthlyCents: 4_999,
};

const commonPlans = [free, starter, professional, business, enterprise];
const invoicerPlans = [free, invoicerIntegration, invoicerBusiness];

const centralPackages: readonly CataloguePackage[] = [
  onePackage("starter", "Starter", 100, 1_000),
  onePackage("growth", "Growth", 500, 4_500),
  onePackage("scale", "Scale", 2_000, 16_000),
  onePackage("bulk", "Bulk", 10_000, 70_000),
];

export const priceCatalogue: readonly CatalogueApp[] = [
  oneApp("central", "Central", commonPlans, centralPackages),
  oneApp("invoicer", "Invoicer", invoicerPlans),
  oneApp("event-manager", "Event manager", commonPlans),
  oneApp("payroll", "Payroll", commonPlans),
  oneApp("ai-caller", "AI caller", commonPlans),
  oneApp("hvut", "HVUT", commonPlans),
  oneApp("finance", "Finance", commonPlans),
];

function oneApp(
  appId: string,
  name: string,
  plans: readonly PlanFacts[],
  packages: readonly CataloguePackage[] = [],
): CatalogueApp {
  return { appId, name, plans: plans.map((plan) => onePlan(appId, plan)), packages };
}

/** A free plan has prices of 0, and a custom one a price that cannot be chosen. */
function onePlan(appId: string, { monthlyCents, ...plan }: PlanFacts): CataloguePlan {
  const monthly: CataloguePrice = {
    priceId: `price_${appId}_${plan.planId}_monthly`,
    amountCents: monthlyCents,
    interval: "month",
    isActive: true,
  };
  const yearly: CataloguePrice = {
    priceId: `price_${appId}_${plan.planId}_yearly`,
    amountCents: monthlyCents * monthsPaidPerYear,
    interval: "year",
    isActive: !plan.isCustom,
  };
  if (plan.isCustom) return { ...plan, prices: [yearly] };
  return { ...plan, prices: [monthly, yearly] };
}

function onePackage(key: string, name: string, credits: number, amountCents: number): CataloguePackage {
  const price = { priceId: `price_credits_${key}`, amountCents, interval: null, isActive: true };
  return { packageId: `pkg_${key}`, name, credits, price };
}
