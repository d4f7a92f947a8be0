/** The central pricing service: what an app's plans cost. */
export interface PricingService {
  /** Null when the service does not know the app. Throws UPSTREAM_FAILED (502) when it is unreachable. */
  readPlans(appId: string): Promise<PriceList | null>;
}

/** The plans of an app. Amounts are minor units of the currency. */
export interface PriceList {
  /** Upper-case ISO 4217. */
  currency: string;
  plans: PricedPlan[];
  /** ISO 8601. */
  updatedAt: string;
}

export interface PricedPlan {
  planId: string;
  name: string;
  description: string;
  features: string[];
  /** -1 is without limit. */
  limits: { requestsPerMinute: number; requestsPerDay: number; requestsPerMonth: number };
  trialDays: number;
  /** True for a plan whose price is agreed with each customer. */
  custom: boolean;
  highlighted: boolean;
  prices: { monthly?: ListedPrice; yearly?: ListedPrice };
}

export interface ListedPrice {
  amount: number;
  currency: string;
  interval: "month" | "year";
  /** The processor's price id; null for what costs nothing. */
  processorId: string | null;
  /** False: existing subscribers are still billed, and new ones cannot choose it. */
  isActive: boolean;
}
