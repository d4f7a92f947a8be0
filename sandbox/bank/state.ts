import type { JWK } from "jose";

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

/** One entry of what has happened to a login's transactions. */
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
  /** What came after the history. */
  changes: Change[];
  error: "ITEM_LOGIN_REQUIRED" | null;
  isRevoked: boolean;
  consentExpiresAt: string | null;
  /** Changes that come in while somebody pages. */
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

/** What a snapshot holds. */
export interface BankStateData {
  items: BankItemState[];
  /** Public tokens by what they open; a used one is gone. */
  publicTokens: Record<string, { itemId: string; expiresAt: string }>;
  linkTokens: Record<string, { userId: string; webhook: string | null; itemId: string | null }>;
  keys: SigningKeyState[];
  sequence: number;
  institutionStatus: Record<string, string>;
}

/** Everything that the stand-in knows. Whoever changes something of it calls `touch`. */
export class BankState {
  data: BankStateData = {
    items: [],
    publicTokens: {},
    linkTokens: {},
    keys: [],
    sequence: 0,
    institutionStatus: {},
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
