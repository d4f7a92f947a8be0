import type { Logger } from "pino";
import { openSignedEvent } from "./event-signature.ts";
import type { PaymentProcessor } from "./processor.port.ts";
import { createStripeClient } from "./stripe-client.ts";
import { createStripeCalls } from "./stripe-errors.ts";
import { createStripeCustomers } from "./stripe-customers.ts";
import { createStripeInvoices } from "./stripe-invoices.ts";
import { createStripePayments } from "./stripe-payments.ts";
import { createStripePrices } from "./stripe-prices.ts";
import { createStripeSubscriptions } from "./stripe-subscriptions.ts";
import { createUnconfiguredProcessor } from "./unconfigured-processor.ts";

export interface StripeProcessorOptions {
  /** Null when no processor is configured: then only signatures can be checked. */
  secretKey: string | null;
  /** Null for the official address. */
  baseUrl: string | null;
  /** Any of them may have signed an event. */
  webhookSecrets: readonly string[];
  log: Logger;
  /** For one try of a call; it makes at most two. */
  timeoutMs?: number;
}

/** Stripe as the payment processor, over its official SDK. */
export function createStripeProcessor(options: StripeProcessorOptions): PaymentProcessor {
  const { secretKey, webhookSecrets: secrets, log } = options;
  const openEvent: PaymentProcessor["openEvent"] = (body, signature, now) =>
    openSignedEvent(body, signature, { secrets, now });
  if (secretKey === null) return createUnconfiguredProcessor(openEvent);
  const stripe = createStripeClient({ ...options, secretKey });
  const calls = createStripeCalls(log);
  return {
    isConfigured: true,
    isLive: /^[rs]k_live_/.test(secretKey),
    ...createStripeCustomers(stripe, calls),
    ...createStripePayments(stripe, calls),
    ...createStripePrices(stripe, calls),
    ...createStripeInvoices(stripe, calls),
    ...createStripeSubscriptions(stripe, calls),
    openEvent,
  };
}
