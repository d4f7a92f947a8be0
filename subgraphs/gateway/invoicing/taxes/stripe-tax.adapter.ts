import { processorError } from "../../../../src/stripe/processor-error.ts";
import type { StripeTaxOptions } from "./stripe-tax-options.ts";
import type { TaxRateService } from "./tax-rate-service.port.ts";

/** Stripe Tax, which calculates for the connected account of the seller. The SDK is loaded with the first call. */
export function createStripeTax({ secretKey, ...options }: StripeTaxOptions): TaxRateService {
  let loaded: Promise<TaxRateService["calculate"]> | null = null;
  return {
    name: "Stripe Tax",
    calculate: async (accountId, sale) => {
      if (secretKey === null) throw processorError({ retryable: false, configured: false });
      loaded ??= import("./stripe-tax-calls.ts").then((calls) =>
        calls.createTaxCalculation({ ...options, secretKey }),
      );
      return (await loaded)(accountId, sale);
    },
  };
}
