import type { CallContext } from "../../../../src/context.ts";

/** An account at a bank, as the hub has it. Amounts are in major units. */
export interface FeedAccount {
  accountId: string;
  name: string;
  type: string;
  subtype: string | null;
  currency: string;
  /** On cards and loans what is owed; null where the bank does not say. */
  current: number | null;
}

export interface FeedTransaction {
  transactionId: string;
  accountId: string;
  /** Positive is money out of the account. */
  amount: number;
  date: string;
  name: string;
  merchantName: string | null;
  pending: boolean;
  /** The pending one that this one replaced. */
  pendingTransactionId: string | null;
}

/** New data of a bank connection since a day. */
export interface BankFeed {
  /** False where the last sync was less than 6 hours ago: then this is what it brought. */
  synced: boolean;
  accounts: FeedAccount[];
  transactions: FeedTransaction[];
}

export interface FeedQuery {
  connectionId: string;
  from: string;
  to: string;
  daysBack: number;
}

/** The hub's bank connections. Throws the hub's refusals: a connection that is not open to this app does not exist. */
export interface BankFeedPort {
  read(call: CallContext, query: FeedQuery): Promise<BankFeed>;
}
