import type { Logger } from "pino";
import { openSignedEvent } from "../../../src/stripe/event-signature.ts";
import type { PaymentProcessor, ProcessorCalls } from "./processor.port.ts";
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

/**
 * Stripe as the payment processor, over its official SDK. The SDK is loaded with the first call: most processes make none,
 * and it is 218 modules.
 */
export function createStripeProcessor(options: StripeProcessorOptions): PaymentProcessor {
  const { secretKey, webhookSecrets: secrets } = options;
  const openEvent: PaymentProcessor["openEvent"] = (body, signature, now) =>
    openSignedEvent(body, signature, { secrets, now });
  if (secretKey === null) return createUnconfiguredProcessor(openEvent);
  let loaded: Promise<ProcessorCalls> | null = null;
  const load = async () => (await import("./stripe-calls.ts")).createStripeCalls({ ...options, secretKey });
  const call = <Name extends keyof ProcessorCalls>(name: Name) => {
    type Call = (...input: Parameters<ProcessorCalls[Name]>) => ReturnType<ProcessorCalls[Name]>;
    return (async (...input: Parameters<ProcessorCalls[Name]>) => {
      const calls = await (loaded ??= load());
      return (calls[name] as Call)(...input);
    }) as ProcessorCalls[Name];
  };
  return {
    isConfigured: true,
    isLive: /^[rs]k_live_/.test(secretKey),
    createCustomer: call("createCustomer"),
    readCustomer: call("readCustomer"),
    createPayment: call("createPayment"),
    chargeSavedMethod: call("chargeSavedMethod"),
    readPayment: call("readPayment"),
    refundDuplicate: call("refundDuplicate"),
    createCheckout: call("createCheckout"),
    readCheckout: call("readCheckout"),
    createPortal: call("createPortal"),
    createPrice: call("createPrice"),
    readPrice: call("readPrice"),
    listPaymentMethods: call("listPaymentMethods"),
    setDefaultPaymentMethod: call("setDefaultPaymentMethod"),
    detachPaymentMethod: call("detachPaymentMethod"),
    listInvoices: call("listInvoices"),
    readInvoice: call("readInvoice"),
    readInvoicePayment: call("readInvoicePayment"),
    payInvoice: call("payInvoice"),
    previewInvoice: call("previewInvoice"),
    readSubscription: call("readSubscription"),
    cancelSubscription: call("cancelSubscription"),
    setCancelAtPeriodEnd: call("setCancelAtPeriodEnd"),
    pauseCollection: call("pauseCollection"),
    resumeCollection: call("resumeCollection"),
    changePrice: call("changePrice"),
    openEvent,
  };
}
