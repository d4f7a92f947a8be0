import { processorError } from "../../../src/stripe/processor-error.ts";
import type { PaymentProcessor } from "./processor.port.ts";

/** The processor when none is configured: every call is rejected with the reason. */
export function createUnconfiguredProcessor(openEvent: PaymentProcessor["openEvent"]): PaymentProcessor {
  const refuse = () => Promise.reject(processorError({ retryable: false, configured: false }));
  return {
    isConfigured: false,
    isLive: false,
    createCustomer: refuse,
    readCustomer: refuse,
    createPayment: refuse,
    chargeSavedMethod: refuse,
    readPayment: refuse,
    refundDuplicate: refuse,
    createCheckout: refuse,
    readCheckout: refuse,
    createPortal: refuse,
    createPrice: refuse,
    readPrice: refuse,
    listPaymentMethods: refuse,
    setDefaultPaymentMethod: refuse,
    detachPaymentMethod: refuse,
    listInvoices: refuse,
    readInvoice: refuse,
    readInvoicePayment: refuse,
    payInvoice: refuse,
    previewInvoice: refuse,
    readSubscription: refuse,
    cancelSubscription: refuse,
    setCancelAtPeriodEnd: refuse,
    pauseCollection: refuse,
    resumeCollection: refuse,
    changePrice: refuse,
    openEvent,
  };
}
