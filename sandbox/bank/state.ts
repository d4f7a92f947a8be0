import type { JWK } from "jose";
import { emptyTransferBook, type TransferBook } from "./transfer-state.ts";

/** A transaction as the API shows it. */
export interface BankTx {
  transaction_id: string;
  account_id: string;
  amount: number;
  date: string;
  name: string;
  pending: boolean;
  [field: string]: unknown;
}

/** One change of a login's transactions. */
export type Change =
  | { kind: "added" | "modified"; transaction: BankTx }
  | { kind: "removed"; transaction: Pick<BankTx, "transaction_id" | "account_id"> };

/** One login at one bank. */
export interface BankItemState {
  itemId: string;
  accessToken: string | null;
  institutionId: string;
  /** Who logs in: the same login shows the same accounts. */
  login: string;
  products: string[];
  webhook: string | null;
  createdAt: string;
  /** How many accounts, and how many transactions it begins with. They follow from the login and are not kept. */
  accountCount: number;
  historyCount: number;
  /** Changes after the history. */
  changes: Change[];
  error: "ITEM_LOGIN_REQUIRED" | null;
  isRevoked: boolean;
  consentExpiresAt: string | null;
  /** Number of changes to make while a client pages. */
  mutations: number;
  isFirstRead: boolean;
}

/** A key that webhooks are or were signed with. */
export interface SigningKeyState {
  kid: string;
  privateJwk: JWK;
  createdAt: number;
  expiredAt: number | null;
}

/** Content of a snapshot. */
export interface BankStateData {
  items: BankItemState[];
  /** Public tokens by their item; a used one is removed. */
  publicTokens: Record<string, { itemId: string; expiresAt: string }>;
  linkTokens: Record<string, { userId: string; webhook: string | null; itemId: string | null }>;
  keys: SigningKeyState[];
  sequence: number;
  institutionStatus: Record<string, string>;
  transfers: TransferBook;
}

/** The stand-in's state. Code that changes it calls `touch`. */
export class BankState {
  data: BankStateData = {
    items: [],
    publicTokens: {},
    linkTokens: {},
    keys: [],
    sequence: 0,
    institutionStatus: {},
    transfers: emptyTransferBook(),
  };
  readonly touch: () => void;

  constructor(onChange: () => void) {
    this.touch = onChange;
  }

  /** A number that was never given before. */
  next(): number {
    this.touch();
    return ++this.data.sequence;
  }

  itemById(itemId: string): BankItemState | null {
    return this.data.items.find((item) => item.itemId === itemId) ?? null;
  }

  itemByToken(accessToken: string): BankItemState | null {
    return this.data.items.find((item) => item.accessToken === accessToken) ?? null;
  }
}
