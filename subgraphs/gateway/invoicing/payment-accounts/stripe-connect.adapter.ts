import { openSignedEvent } from "../../../../src/stripe/event-signature.ts";
import { processorError } from "../../../../src/stripe/processor-error.ts";
import type { StripeConnectOptions } from "./stripe-connect-options.ts";
import type { InvoiceProcessor, InvoiceProcessorCalls } from "../../base/payments/payment-processor.port.ts";

/**
 * Stripe Connect with direct charges: the account of the business is the merchant, pays the processor's fees and bears its
 * losses, and the platform takes an application fee. The SDK is loaded with the first call.
 */
export function createStripeConnect(options: StripeConnectOptions): InvoiceProcessor {
  const { secretKey, baseUrl, webhookSecrets: secrets, feeBasisPoints } = options;
  let loaded: Promise<InvoiceProcessorCalls> | null = null;
  const calls = (): Promise<InvoiceProcessorCalls> => {
    if (secretKey === null) return Promise.reject(processorError({ retryable: false, configured: false }));
    return (loaded ??= load(options, secretKey));
  };
  return {
    isConfigured: secretKey !== null,
    isLive: secretKey !== null && /^[rs]k_live_/.test(secretKey),
    checkoutOrigin: baseUrl === null ? "https://checkout.stripe.com" : new URL(baseUrl).origin,
    feeBasisPoints,
    createAccount: async (...input) => (await calls()).createAccount(...input),
    createOnboardingLink: async (...input) => (await calls()).createOnboardingLink(...input),
    readAccount: async (...input) => (await calls()).readAccount(...input),
    disconnect: async (...input) => (await calls()).disconnect(...input),
    createCheckout: async (...input) => (await calls()).createCheckout(...input),
    readCheckout: async (...input) => (await calls()).readCheckout(...input),
    expireCheckout: async (...input) => (await calls()).expireCheckout(...input),
    readPayment: async (...input) => (await calls()).readPayment(...input),
    chargeSaved: async (...input) => (await calls()).chargeSaved(...input),
    removeMethod: async (...input) => (await calls()).removeMethod(...input),
    createRefund: async (...input) => (await calls()).createRefund(...input),
    listPayouts: async (...input) => (await calls()).listPayouts(...input),
    readPayout: async (...input) => (await calls()).readPayout(...input),
    listPayoutEntries: async (...input) => (await calls()).listPayoutEntries(...input),
    openEvent: (body, signature, now) => openSignedEvent(body, signature, { secrets, now }),
  };
}

async function load(options: StripeConnectOptions, secretKey: string): Promise<InvoiceProcessorCalls> {
  return (await import("./stripe-connect-calls.ts")).createStripeConnectCalls({ ...options, secretKey });
}
