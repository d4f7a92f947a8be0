import type { Logger } from "pino";
import type { ProcessorCalls } from "./processor.port.ts";
import { createStripeClient, type StripeClientOptions } from "../../../src/stripe/stripe-client.ts";
import { createStripeCustomers } from "./stripe-customers.ts";
import { createStripeErrors } from "./stripe-errors.ts";
import { createStripeInvoices } from "./stripe-invoices.ts";
import { createStripePayments } from "./stripe-payments.ts";
import { createStripePrices } from "./stripe-prices.ts";
import { createStripeSubscriptions } from "./stripe-subscriptions.ts";

/** The calls of the port over the official SDK. */
export function createStripeCalls(options: StripeClientOptions & { log: Logger }): ProcessorCalls {
  const stripe = createStripeClient(options);
  const calls = createStripeErrors(options.log);
  return {
    ...createStripeCustomers(stripe, calls),
    ...createStripePayments(stripe, calls),
    ...createStripePrices(stripe, calls),
    ...createStripeInvoices(stripe, calls),
    ...createStripeSubscriptions(stripe, calls),
  };
}
