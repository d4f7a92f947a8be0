import { Stripe } from "stripe";
import { isMissing, translateTrouble } from "../../../../src/stripe/processor-trouble.ts";
import { createStripeClient } from "../../../../src/stripe/stripe-client.ts";
import type { StripeTaxOptions } from "./stripe-tax-options.ts";
import type { PlaceTax, TaxedSale, TaxFacts, TaxRateService, TaxRefusal } from "./tax-rate-service.port.ts";

const { errors } = Stripe;

/** Calculations over the official SDK. They are not kept: no tax is reported by them. */
export function createTaxCalculation({
  secretKey,
  baseUrl,
  log,
}: StripeTaxOptions & { secretKey: string }): TaxRateService["calculate"] {
  const stripe = createStripeClient({ secretKey, baseUrl });
  return async (stripeAccount, sale) => {
    try {
      return toFacts(await stripe.tax.calculations.create(fromSale(sale), { stripeAccount }));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return { refusal };
      throw error instanceof errors.StripeError ? translateTrouble(error, log) : error;
    }
  };
}

function fromSale(sale: TaxedSale): Stripe.Tax.CalculationCreateParams {
  const { amount, currency, isInclusive, taxCode, isExempt, place } = sale;
  const { country, state, city, postalCode } = place;
  return {
    currency: currency.toLowerCase(),
    line_items: [
      {
        amount,
        reference: "L1",
        tax_behavior: isInclusive ? "inclusive" : "exclusive",
        ...(taxCode === null ? {} : { tax_code: taxCode }),
      },
    ],
    customer_details: {
      address: {
        country,
        ...(state === null ? {} : { state }),
        ...(city === null ? {} : { city }),
        ...(postalCode === null ? {} : { postal_code: postalCode }),
      },
      address_source: "billing",
      ...(isExempt ? { taxability_override: "customer_exempt" as const } : {}),
    },
    expand: ["line_items.data.tax_breakdown"],
  };
}

function toFacts(calculation: Stripe.Tax.Calculation): TaxFacts {
  const [line] = calculation.line_items?.data ?? [];
  return {
    refusal: null,
    isLive: calculation.livemode,
    taxAmount: line?.amount_tax ?? 0,
    rates: (line?.tax_breakdown ?? []).map(toPlaceTax),
  };
}

function toPlaceTax(part: Stripe.Tax.CalculationLineItem.TaxBreakdown): PlaceTax {
  const { jurisdiction, tax_rate_details: details, taxability_reason, taxable_amount, amount } = part;
  return {
    name: details?.display_name ?? jurisdiction.display_name,
    percent: details?.percentage_decimal ?? "0",
    jurisdiction: jurisdiction.display_name,
    level: jurisdiction.level,
    taxability: taxability_reason,
    taxableAmount: taxable_amount,
    taxAmount: amount,
  };
}

function refusalOf(error: unknown): TaxRefusal | null {
  if (error instanceof errors.StripePermissionError) return "no_access";
  if (!(error instanceof errors.StripeError)) return null;
  if (error.code === "account_invalid") return "no_access";
  if (error.code === "customer_tax_location_invalid") return "place_unknown";
  if (error.code === "stripe_tax_inactive") return "inactive";
  return isMissing(error) ? "code_unknown" : null;
}
