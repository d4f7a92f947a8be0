export type TransferEventType =
  | "pending"
  | "posted"
  | "settled"
  | "funds_available"
  | "failed"
  | "cancelled"
  | "returned";

/** A transfer as the API shows it, with the holder's name. */
export interface StandInTransfer {
  id: string;
  authorization_id: string;
  account_id: string;
  type: "debit" | "credit";
  ach_class: string;
  /** Dollars with two decimals. */
  amount: string;
  description: string;
  legalName: string;
  metadata: Record<string, string> | null;
  status: TransferEventType;
  created: string;
}

export interface StandInAuthorization {
  id: string;
  key: string | null;
  account_id: string;
  type: "debit" | "credit";
  ach_class: string;
  amount: string;
  legalName: string;
  created: string;
  decision: "approved" | "declined";
  code: string | null;
}

/** Transfers of the stand-in. */
export interface TransferBook {
  /** Accounts by the token that opens each. */
  accounts: Record<string, { accountId: string; fingerprint: string }>;
  authorizations: StandInAuthorization[];
  transfers: StandInTransfer[];
  events: { event_id: number; [field: string]: unknown }[];
  /** Transfers move one step with each reading of events. */
  isAuto: boolean;
  /** Holder whose authorizations are declined. */
  declined: { name: string; code: string } | null;
}

export function emptyTransferBook(): TransferBook {
  return { accounts: {}, authorizations: [], transfers: [], events: [], isAuto: true, declined: null };
}
