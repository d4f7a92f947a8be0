import type { CallContext } from "../../../src/context.ts";

/** A credit package as it is sold now. Credits in hundredths, bonus included. */
export interface PackageOffer {
  packageId: string;
  credits: number;
  priceCents: number;
  currency: string;
}

/** What the hub knows about an app's credits and what fills them. */
export interface ReloadTerms {
  /** The app whose credits are spent: `central` where the app has none of its own. */
  walletAppId: string;
  /** All credits, those set aside included, in hundredths. */
  balance: number;
  /** What may be spent now, in hundredths. */
  available: number;
  /** Null when it is not on sale for the app. */
  offer: PackageOffer | null;
  /** Whether there is a default payment method; null when that was not asked. */
  hasMethod: boolean | null;
}

export interface ReloadTermsRequest {
  appId: string;
  packageId: string | null;
  /** The payment processor is asked only where it must be. */
  needsMethod?: boolean;
  /** An address to be checked. */
  webhookUrl?: string | null;
}

/** One package to be charged; the same `reloadId` is never charged twice. */
export interface ReloadCharge {
  reloadId: string;
  walletAppId: string;
  packageId: string;
  /** What was set aside for it; a package that costs or brings something else now is not charged. */
  amountCents: number;
  credits: number;
}

/** What became of a charge. */
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

/** What the reload of credits needs of the hub, where credits and payments are. Every call is safe to repeat. */
export interface ReloadHub {
  /** Throws UNKNOWN_APP, and INVALID_URL for an address that may not be called. */
  readTerms(call: CallContext, request: ReloadTermsRequest): Promise<ReloadTerms>;
  /**
   * Charges the default payment method and grants the credits. Throws when nobody knows what came of it: it is to be
   * asked again.
   */
  charge(call: CallContext, charge: ReloadCharge): Promise<ChargeOutcome>;
  /**
   * Makes the app's webhook address the given one, or removes it. Answers the secret where a new one was made; with the
   * same key the same one again, for some minutes.
   */
  syncEndpoint(
    call: CallContext,
    endpoint: { appId: string; url: string | null; key: string },
  ): Promise<{ secret: string | null }>;
  /** What may be spent now in each of these, in hundredths, in their order; for accounts of anybody. */
  readAvailable(call: CallContext, wallets: readonly { ownerId: string; appId: string }[]): Promise<number[]>;
}
