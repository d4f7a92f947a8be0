import type { ProcessorEvent } from "../../../src/stripe/event-signature.ts";
import type { NewPrice, ProcessorPrice } from "./processor-price.port.ts";

/**
 * The payment processor, in the hub's own terms. Amounts are integer minor units, currencies upper-case ISO 4217, times
 * Dates. Every write takes the idempotency key that the processor receives: the same key never has a second effect.
 * Every call has a timeout.
 *
 * Errors are DomainErrors: PROCESSOR_ERROR (500, `details.retryable` says whether to try again; `unknownOutcome: true`
 * when the call may have had its effect), the `NOT_FOUND` kind of the requested object, and a `ProcessorDecline` when a
 * payment was declined. None contains text of the processor.
 */
export interface PaymentProcessor {
  /** False when no processor is configured; every call then throws PROCESSOR_ERROR with `configured: false`. */
  readonly isConfigured: boolean;
  /** True when our key moves real money; events of the other kind are not ours. */
  readonly isLive: boolean;

  createCustomer(customer: NewCustomer, idempotencyKey: string): Promise<{ customerId: string }>;
  /** Null when the customer is unknown or was deleted there. */
  readCustomer(customerId: string): Promise<ProcessorCustomer | null>;

  /** A payment that the payer confirms in the browser with `clientSecret`; the method is saved for later. */
  createPayment(
    payment: NewPayment,
    idempotencyKey: string,
  ): Promise<ProcessorPayment & { clientSecret: string }>;
  /** Charges the saved method without the payer. Throws ProcessorDecline. */
  chargeSavedMethod(payment: NewCharge, idempotencyKey: string): Promise<ProcessorPayment>;
  readPayment(paymentIntentId: string): Promise<ProcessorPayment | null>;
  /** Refunds the rest of a duplicate payment; a no-op when nothing is left. */
  refundDuplicate(paymentIntentId: string, idempotencyKey: string): Promise<void>;

  createCheckout(checkout: NewCheckout, idempotencyKey: string): Promise<ProcessorCheckout>;
  readCheckout(sessionId: string): Promise<ProcessorCheckout | null>;
  /** The page where customers manage their payment methods. */
  createPortal(
    portal: { customerId: string; returnUrl: string },
    idempotencyKey: string,
  ): Promise<{ url: string }>;

  /** Creates a product with one price, which is paid once or at an interval. */
  createPrice(price: NewPrice, idempotencyKey: string): Promise<ProcessorPrice>;
  /** Null when it does not exist. */
  readPrice(priceId: string): Promise<ProcessorPrice | null>;

  listPaymentMethods(customerId: string): Promise<ProcessorPaymentMethod[]>;
  setDefaultPaymentMethod(customerId: string, paymentMethodId: string, idempotencyKey: string): Promise<void>;
  /** Throws PAYMENT_METHOD_NOT_FOUND. */
  detachPaymentMethod(paymentMethodId: string, idempotencyKey: string): Promise<void>;

  /** Newest first. */
  listInvoices(query: { customerId: string; limit: number }): Promise<ProcessorInvoice[]>;
  readInvoice(invoiceId: string): Promise<ProcessorInvoice | null>;
  /** The id of the payment that has paid it; null where none has, as of an invoice over nothing. */
  readInvoicePayment(invoiceId: string): Promise<string | null>;
  /** Tries to collect an open invoice with the default method; a decline leaves the invoice open. */
  payInvoice(invoiceId: string, idempotencyKey: string): Promise<ProcessorInvoice>;
  /** The subscription's next invoice, or the one after `change`. Null when nothing will be billed. */
  previewInvoice(query: InvoicePreviewQuery): Promise<ProcessorInvoicePreview | null>;

  readSubscription(subscriptionId: string): Promise<ProcessorSubscription | null>;
  /** Ends it now. */
  cancelSubscription(subscriptionId: string, idempotencyKey: string): Promise<ProcessorSubscription>;
  /** Sets or clears its end at the period's end. */
  setCancelAtPeriodEnd(
    subscriptionId: string,
    cancelAtPeriodEnd: boolean,
    idempotencyKey: string,
  ): Promise<ProcessorSubscription>;
  /** Invoices are void from now until `resumesAt`, or until it is resumed. */
  pauseCollection(
    subscriptionId: string,
    resumesAt: Date | null,
    idempotencyKey: string,
  ): Promise<ProcessorSubscription>;
  resumeCollection(subscriptionId: string, idempotencyKey: string): Promise<ProcessorSubscription>;
  changePrice(
    subscriptionId: string,
    change: PriceChange & { metadata: Record<string, string> },
    idempotencyKey: string,
  ): Promise<ProcessorSubscription>;

  /**
   * The event in the body, if the signature (`t=,v1=` header) is that of one of our secrets over these very bytes and at
   * most 300 seconds old. Throws 400 INVALID_SIGNATURE. Works without the processor being set up.
   */
  openEvent(body: string, signature: string | null, now: Date): ProcessorEvent;
}

/** What is done over the network. */
export type ProcessorCalls = Omit<PaymentProcessor, "isConfigured" | "isLive" | "openEvent">;

export interface NewCustomer {
  userId: string;
  email: string | null;
  name: string | null;
}

export interface ProcessorCustomer {
  customerId: string;
  defaultPaymentMethodId: string | null;
}

export interface NewPayment {
  customerId: string;
  amount: number;
  currency: string;
  description: string | null;
  /** Always with `userId`, `appId` and `transactionId`. */
  metadata: Record<string, string>;
}

export interface NewCharge extends NewPayment {
  paymentMethodId: string;
}

export type PaymentStatus =
  | "pending"
  | "processing"
  | "requires_action"
  | "succeeded"
  | "failed"
  | "canceled";

export interface ProcessorPayment {
  paymentIntentId: string;
  customerId: string | null;
  status: PaymentStatus;
  amount: number;
  /** Refunded so far. */
  amountRefunded: number;
  currency: string;
  /** Null while no dispute was opened. */
  dispute: "open" | "won" | "lost" | null;
  paymentMethodId: string | null;
  receiptUrl: string | null;
  /** Our word for why it failed (`card_declined`, `expired_card`, `insufficient_funds`, ...). */
  failureCode: string | null;
  /** True when the same card will be declined again, such as a lost or stolen one. */
  isHardDecline: boolean;
  metadata: Record<string, string>;
}

export interface NewCheckout {
  customerId: string;
  mode: "payment" | "subscription";
  /** A price of the catalogue, or a free amount. */
  line: { priceId: string } | { amount: number; currency: string; name: string };
  successUrl: string;
  cancelUrl: string;
  /** Our transaction's id. */
  reference: string;
  /** Default: 24 hours after it was opened, the maximum. */
  expiresAt?: Date;
  /** Goes to the session and to the payment or subscription that it makes. */
  metadata: Record<string, string>;
}

export interface ProcessorCheckout {
  sessionId: string;
  /** Null when it is over. */
  url: string | null;
  status: "open" | "complete" | "expired";
  isPaid: boolean;
  mode: "payment" | "subscription" | "setup";
  customerId: string | null;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  amount: number | null;
  currency: string | null;
  reference: string | null;
  metadata: Record<string, string>;
}

export interface ProcessorPaymentMethod {
  id: string;
  type: string;
  card: { brand: string; last4: string; expMonth: number; expYear: number } | null;
  isDefault: boolean;
  createdAt: Date;
}

export type ProcessorInvoiceStatus = "draft" | "open" | "paid" | "void" | "uncollectible";

export interface ProcessorInvoice {
  id: string;
  number: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  status: ProcessorInvoiceStatus;
  /** The amount that is or was due. */
  amount: number;
  currency: string;
  createdAt: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
  paidAt: Date | null;
  attemptCount: number;
  hostedInvoiceUrl: string | null;
  pdfUrl: string | null;
  /** Where the payer must act, when the last attempt requires it. */
  requiresActionUrl: string | null;
  /** The metadata of its subscription, which names our app. */
  metadata: Record<string, string>;
}

export interface PriceChange {
  priceId: string;
  proration: "create_prorations" | "none" | "always_invoice";
  /** The moment that preview and change are both computed for. */
  prorationAt: Date;
}

export interface InvoicePreviewQuery {
  customerId: string;
  subscriptionId: string;
  change?: PriceChange;
}

export interface ProcessorInvoicePreview {
  amount: number;
  currency: string;
  periodStart: Date;
  periodEnd: Date;
  nextPaymentAttempt: Date | null;
  lines: { description: string; amount: number; proration: boolean }[];
}

export interface ProcessorSubscription {
  id: string;
  customerId: string;
  /** The processor's own word; `subscription-states` maps it to ours. */
  processorStatus: string;
  priceId: string;
  currency: string;
  interval: "month" | "year";
  /** Of the item, where the processor has it; else of the subscription. */
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** True when it ends with its period, however the processor says so. */
  cancelAtPeriodEnd: boolean;
  cancelAt: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
  pause: { behavior: string; resumesAt: Date | null } | null;
  latestInvoiceId: string | null;
  createdAt: Date;
  metadata: Record<string, string>;
}

/** A payment that the processor or the bank refused. The thing charged for is not paid. */
export class ProcessorDecline extends Error {
  /** Our word for the reason. */
  readonly code: string;
  /** The bank's finer reason, from the processor's closed list. */
  readonly declineCode: string | null;
  readonly isHard: boolean;
  /** True when the payer could still authorise it. */
  readonly needsAction: boolean;
  readonly paymentIntentId: string | null;

  constructor(decline: Omit<ProcessorDecline, keyof Error>) {
    super(`The payment was declined: ${decline.code}.`);
    this.name = "ProcessorDecline";
    this.code = decline.code;
    this.declineCode = decline.declineCode;
    this.isHard = decline.isHard;
    this.needsAction = decline.needsAction;
    this.paymentIntentId = decline.paymentIntentId;
  }
}
