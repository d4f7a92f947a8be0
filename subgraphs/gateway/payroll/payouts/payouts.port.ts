/** A bank account as the payout provider knows it. */
export interface PayoutAccount {
  accessToken: string;
  accountId: string;
}

export interface PayoutAccountNumbers {
  accountNumber: string;
  routingNumber: string;
  accountType: "checking" | "savings";
}

/** A transfer that the provider is asked to allow. */
export interface PayoutAuthorization {
  /** The same key gives the same authorization, for 48 hours. */
  key: string;
  account: PayoutAccount;
  /** `debit` takes money from the account, `credit` sends money to it. */
  kind: "debit" | "credit";
  amountCents: number;
  /** Holder of the account. */
  legalName: string;
}

/** What the provider says about a transfer, in the order in which it happens. */
export type TransferNews =
  | "pending"
  | "posted"
  | "settled"
  | "funds_available"
  | "failed"
  | "cancelled"
  | "returned";

export interface PayoutEvent {
  /** Increases with each event. */
  eventId: number;
  transferId: string;
  /** Null for news that change nothing here. */
  type: TransferNews | null;
  /** Code of the bank's return (`R01`), or of the provider. */
  failureCode: string | null;
  occurredAt: Date;
}

/**
 * The payout provider, which debits the employer and credits employees over ACH. Every call has a timeout. Failures are a
 * `PayoutFault`, which never contains text of the provider.
 */
export interface PayoutProvider {
  /** False when no provider is configured: runs are then paid by hand. */
  readonly isConfigured: boolean;
  /** True when it is the sandbox's stand-in, which moves no money. */
  readonly isStandIn: boolean;
  openAccount(numbers: PayoutAccountNumbers): Promise<PayoutAccount>;
  authorize(wanted: PayoutAuthorization): Promise<{ authorizationId: string } | { declined: string }>;
  /** Creates the transfer of an authorization: one, however often it is asked. */
  createTransfer(wanted: {
    account: PayoutAccount;
    authorizationId: string;
    amountCents: number;
    reference: string;
  }): Promise<{ transferId: string }>;
  /** The next events after this one, oldest first. */
  readEvents(afterId: number): Promise<{ events: PayoutEvent[]; hasMore: boolean }>;
}

/** `refused`: trying the same again is of no use. `unavailable`: the outcome is unknown, or the service is down. */
export class PayoutFault extends Error {
  readonly kind: "refused" | "unavailable" | "unconfigured";
  /** The provider's code, in its own form; null where it gave none. */
  readonly providerCode: string | null;

  constructor(kind: PayoutFault["kind"], providerCode: string | null = null) {
    super(`The payout provider failed: ${kind}.`);
    this.name = "PayoutFault";
    this.kind = kind;
    this.providerCode = providerCode;
  }
}
