import type { CallContext } from "../../../src/context.ts";

/** Current offer of a credit package. Credits in hundredths, bonus included. */
export interface PackageOffer {
  packageId: string;
  credits: number;
  priceCents: number;
  currency: string;
}

/** Credits of an app, its package offer and payment method, as the hub knows them. */
export interface ReloadTerms {
  /** App whose credits are spent: `central` when the app has no credits of its own. */
  walletAppId: string;
  /** Credit balance in hundredths, held credits included. */
  balance: number;
  /** Available credits in hundredths. */
  available: number;
  /** Null when the package is not on sale for the app. */
  offer: PackageOffer | null;
  /** Whether a default payment method exists; null when not requested. */
  hasMethod: boolean | null;
}

export interface ReloadTermsRequest {
  appId: string;
  packageId: string | null;
  /** Whether to ask the payment processor for a payment method. */
  needsMethod?: boolean;
  /** Webhook URL to validate. */
  webhookUrl?: string | null;
}

/** Charge of one package; the same `reloadId` is never charged twice. */
export interface ReloadCharge {
  reloadId: string;
  walletAppId: string;
  packageId: string;
  /** Reserved amount. A package with another price or credit amount is not charged. */
  amountCents: number;
  credits: number;
}

/** Outcome of a charge. */
export type ChargeOutcome =
  | { status: "processing"; transactionId: string | null }
  | { status: "succeeded"; transactionId: string; balanceAfter: number }
  | {
      status: "failed";
      transactionId: string | null;
      code: string;
      declineCode: string | null;
      isHard: boolean;
    };

/** Port to the hub's credits and payments for auto-reload. Every request is idempotent. */
export interface ReloadHub {
  /** Throws UNKNOWN_APP, and INVALID_URL for a forbidden webhook URL. */
  readTerms(call: CallContext, request: ReloadTermsRequest): Promise<ReloadTerms>;
  /**
   * Charges the default payment method and grants the credits. Throws when the outcome is unknown: retry with the same
   * `reloadId`.
   */
  charge(call: CallContext, charge: ReloadCharge): Promise<ChargeOutcome>;
  /**
   * Sets or removes the app's webhook URL. Returns the secret when a new one was created; the same key returns the same
   * secret for some minutes.
   */
  syncEndpoint(
    call: CallContext,
    endpoint: { appId: string; url: string | null; key: string },
  ): Promise<{ secret: string | null }>;
  /** Available credits of these credit accounts, in hundredths and in the same order; across accounts. */
  readAvailable(call: CallContext, wallets: readonly { ownerId: string; appId: string }[]): Promise<number[]>;
}
