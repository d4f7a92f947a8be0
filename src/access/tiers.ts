import { planKeys, type InvoicerTier, type Principal } from "./principal.ts";

/** Limits of a tier of the invoicing app; null is unlimited. */
export interface InvoicerTierFacts {
  monthlyPriceCents: number;
  invoicesPerMonth: number | null;
  /** Zero: no API access. */
  apiCallsPerDay: number | null;
}

/** The tiers of the invoicing app, as documented. Prices are in USD. */
export const invoicerTiers: Readonly<Record<InvoicerTier, InvoicerTierFacts>> = {
  free: { monthlyPriceCents: 0, invoicesPerMonth: 5, apiCallsPerDay: 0 },
  integration: { monthlyPriceCents: 2_999, invoicesPerMonth: null, apiCallsPerDay: 1_000 },
  business: { monthlyPriceCents: 4_999, invoicesPerMonth: null, apiCallsPerDay: null },
};

/** The tier an account has in the invoicing app: its own, or `business` with a hub plan of business or more. */
export function invoicerTierOf({
  plan,
  invoicerTier,
}: Pick<Principal, "plan" | "invoicerTier">): InvoicerTier {
  return planKeys.indexOf(plan) >= planKeys.indexOf("business") ? "business" : invoicerTier;
}
