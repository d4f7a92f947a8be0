/** Response types of the stored operations about plans and payments. */
export interface PlanPrice {
  amount: number;
  currency: string;
  processorId: string;
}

export type Interval = "monthly" | "yearly";

export interface Plan {
  planId: string;
  name: string;
  description: string;
  prices: Partial<Record<Interval, PlanPrice>>;
  features: readonly string[];
  limits: { requestsPerMinute: number; requestsPerDay: number; requestsPerMonth: number };
  custom: boolean;
}

export interface AppPlans {
  plans: readonly Plan[];
}

export interface Subscription {
  planId: string;
  status: string;
  interval: Interval;
  priceId: string;
  currentPeriodEnd: string;
  cancelAtPeriodEnd: boolean;
  entitled: boolean;
}

export interface SubscriptionOverview {
  status: string;
  subscription: Subscription | null;
}

export interface ChangePreview {
  planId: string;
  interval: Interval;
  priceId: string;
  proration: { amount: number; currency: string } | null;
  invoice: { amount: number; currency: string } | null;
}

export interface OpenedPage {
  url: string;
}

export interface PaymentMethodPage {
  paymentMethods: readonly {
    id: string;
    type: string;
    card: { brand: string; last4: string; expMonth: number; expYear: number } | null;
    isDefault: boolean;
  }[];
}

export interface CreditCatalogue {
  packages: readonly {
    packageId: string;
    name: string;
    credits: number;
    bonusCredits: number;
    price: number;
    currency: string;
    active: boolean;
  }[];
}
