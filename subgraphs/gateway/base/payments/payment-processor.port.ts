import type { ProcessorEvent } from "../../../../src/stripe/event-signature.ts";

/**
 * The payment processor, for accounts that take payments from their clients. Each works at an account of its own there, which
 * the platform acts for. Amounts are integer minor units, currencies upper-case ISO 4217. Every write takes the idempotency key
 * that the processor receives.
 *
 * Errors are PROCESSOR_ERROR (`details.retryable` says whether to try again) and INVALID_AMOUNT. None contains text of the
 * processor.
 */
export interface InvoiceProcessor {
  /** False when no processor is configured; every call then throws PROCESSOR_ERROR with `configured: false`. */
  readonly isConfigured: boolean;
  /** True when our key moves real money; events of the other kind are not ours. */
  readonly isLive: boolean;
  /** Origin of the pages where payers enter their cards. */
  readonly checkoutOrigin: string;
  /** Part of each payment that the platform takes, in hundredths of a percent. */
  readonly feeBasisPoints: number;

  createAccount(account: NewAccount, idempotencyKey: string): Promise<{ accountId: string }>;
  /** A page where the owner of the account enters what the processor asks for. It works once. */
  createOnboardingLink(link: NewOnboardingLink): Promise<{ url: string; expiresAt: Date }>;
  /** Null where the platform has no access any more. */
  readAccount(accountId: string): Promise<AccountState | null>;
  /** Ends the platform's access; a no-op where it has none. */
  disconnect(accountId: string): Promise<void>;

  createCheckout(accountId: string, checkout: NewCheckout, idempotencyKey: string): Promise<Checkout>;
  /** Null when it does not exist. */
  readCheckout(accountId: string, sessionId: string): Promise<Checkout | null>;
  /** No payment can start there any more, unless it was paid meanwhile: then returns `complete`. */
  expireCheckout(accountId: string, sessionId: string): Promise<"expired" | "complete">;
  /** Null when it does not exist. */
  readPayment(accountId: string, paymentIntentId: string): Promise<PaymentFacts | null>;
  /** Charges a saved method while the payer is not there. */
  chargeSaved(accountId: string, charge: SavedCharge, idempotencyKey: string): Promise<ChargeOutcome>;
  /** Deletes a saved method; a no-op for one that does not exist. */
  removeMethod(accountId: string, methodId: string): Promise<void>;
  /** Null for a refund that the processor rejects for good. */
  createRefund(accountId: string, refund: NewRefund, idempotencyKey: string): Promise<RefundFacts | null>;

  /** Newest first. `after` is the ID of the last payout of the page before. */
  listPayouts(accountId: string, query: { limit: number; after: string | null }): Promise<PayoutPage>;
  /** Null when it does not exist. */
  readPayout(accountId: string, payoutId: string): Promise<Payout | null>;
  /** What a payout consists of. */
  listPayoutEntries(accountId: string, payoutId: string): Promise<PayoutEntry[]>;

  /** The event of a signed body. Throws INVALID_SIGNATURE. Works without a configured processor. */
  openEvent(body: string, signature: string | null, now: Date): ProcessorEvent;
}

/** What is done over the network. */
export type InvoiceProcessorCalls = Omit<
  InvoiceProcessor,
  "isConfigured" | "isLive" | "checkoutOrigin" | "feeBasisPoints" | "openEvent"
>;

export interface NewAccount {
  country: string;
  email: string | null;
  businessName: string | null;
  metadata: Record<string, string>;
}

export interface NewOnboardingLink {
  accountId: string;
  /** Where the browser goes when the owner is done, or wants to go on later. */
  returnUrl: string;
  /** Where it goes when the link has expired or was used. */
  refreshUrl: string;
}

export interface AccountState {
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  /** What is still required, in the processor's names. */
  requirements: string[];
  disabledReason: string | null;
}

export interface NewCheckout {
  amount: number;
  currency: string;
  applicationFee: number;
  /** Shown to the payer. */
  description: string;
  email: string | null;
  language: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** Our ID of the payment. */
  reference: string;
  /** True where the payer agrees that the method is saved for later. */
  savesMethod: boolean;
}

export interface SavedCharge {
  amount: number;
  currency: string;
  applicationFee: number;
  description: string;
  customerId: string;
  methodId: string;
  /** Our ID of the payment. */
  reference: string;
}

export interface ChargeOutcome {
  /** Null where the method does not exist any more. */
  paymentIntentId: string | null;
  /** The bank may want the payer's confirmation: then they have to pay on the page. */
  outcome: "succeeded" | "processing" | "declined" | "authentication_required" | "method_gone";
}

/** A method that the processor has saved for a customer of the account. */
export interface SavedMethodFacts {
  customerId: string;
  methodId: string;
  brand: string;
  last4: string;
  /** Last month in which the card works; null for a method without one. */
  expires: { year: number; month: number } | null;
}

export interface Checkout {
  sessionId: string;
  /** Null for a session that is closed. */
  url: string | null;
  status: "open" | "complete" | "expired";
  paymentIntentId: string | null;
  reference: string | null;
}

export interface PaymentFacts {
  paymentIntentId: string;
  status: "open" | "processing" | "succeeded" | "failed";
  amount: number;
  currency: string;
  /** Our ID of the payment; null for one that we did not start. */
  reference: string | null;
  chargeId: string | null;
  /** All fees of the payment; null until it is known, and where the account has another currency. */
  fee: number | null;
  /** Null until it is paid. */
  paidAt: Date | null;
  /** The method of the payment, where it was saved. */
  savedMethod: SavedMethodFacts | null;
  refunds: RefundFacts[];
  disputes: DisputeFacts[];
}

export interface NewRefund {
  paymentIntentId: string;
  amount: number;
  /** True where the platform gives its fee back in proportion. */
  returnsFee: boolean;
  /** Our ID of the refund. */
  reference: string;
}

export interface RefundFacts {
  refundId: string;
  amount: number;
  status: "pending" | "succeeded" | "failed";
  failureReason: string | null;
  /** Our ID of the refund; null for one that was made elsewhere. */
  reference: string | null;
}

export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost" | "warning";

export interface DisputeFacts {
  disputeId: string;
  amount: number;
  /** Fee of the dispute, less what came back. */
  fee: number;
  reason: string;
  status: DisputeStatus;
  evidenceDueAt: Date | null;
}

export interface Payout {
  payoutId: string;
  amount: number;
  currency: string;
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  arrivalDate: Date;
  createdAt: Date;
}

export interface PayoutPage {
  payouts: Payout[];
  hasMore: boolean;
}

export interface PayoutEntry {
  entryId: string;
  kind: "payment" | "refund" | "refund_failure" | "dispute" | "other";
  /** Amount before fees; negative for money that leaves. */
  amount: number;
  fee: number;
  net: number;
  /** ID of the charge, refund or dispute at the processor. */
  sourceId: string | null;
}
