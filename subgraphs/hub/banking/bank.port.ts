/**
 * The bank-aggregation provider, in the hub's own terms. Amounts are integer minor units of their currency; `itemId` is
 * one login at one bank, and `accessToken` the secret that opens it. Every call has a timeout. Failures are a
 * `BankProviderFault`, which never contains text of the provider.
 */
export interface BankProvider {
  /** False when the provider is not configured; every call then fails as `unconfigured`. */
  readonly isConfigured: boolean;

  /** A token for the provider's own page, where people log in to their bank; with `accessToken` to log in again. */
  createLinkToken(request: LinkTokenRequest): Promise<{ linkToken: string; expiresAt: Date }>;
  /** Faults: `invalid_public_token`. */
  exchangePublicToken(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
  readItem(accessToken: string): Promise<BankItem>;
  /** Ends the login at the provider. Succeeds for a login that no longer exists. */
  removeItem(accessToken: string): Promise<void>;
  /** Accounts as the provider has them stored. */
  listAccounts(
    accessToken: string,
    signal?: AbortSignal,
  ): Promise<{ item: BankItem; accounts: ProviderAccount[] }>;
  /** The same from the bank itself: slower, with current balances. */
  readBalances(accessToken: string): Promise<ProviderAccount[]>;
  /**
   * One page of changes since `cursor` (null: from the beginning). Fault: `mutated` when data changed between pages.
   */
  readChanges(request: ChangesRequest): Promise<ChangesPage>;
  searchInstitutions(query: string): Promise<ProviderInstitution[]>;
  /** Null when no institution has this id. */
  readInstitution(institutionId: string): Promise<ProviderInstitution | null>;
  /** The key that a webhook says it is signed with; null when the provider has none of that id, or no longer. */
  readWebhookKey(keyId: string, now: Date): Promise<WebhookKey | null>;
}

export interface LinkTokenRequest {
  userId: string;
  /** Shown to the person. */
  appName: string;
  products: readonly string[];
  webhookUrl: string;
  /** Of the login that is to be repaired. */
  accessToken: string | null;
}

export interface BankItem {
  itemId: string;
  institutionId: string | null;
  products: string[];
  consentExpiresAt: Date | null;
}

export interface ProviderAccount {
  providerAccountId: string;
  /** The same for every login to the account, where the bank has such a thing. */
  persistentId: string | null;
  name: string;
  officialName: string | null;
  mask: string | null;
  type: string;
  subtype: string | null;
  currency: string;
  current: number | null;
  available: number | null;
  limit: number | null;
  verificationStatus: string | null;
}

export interface ProviderTransaction {
  providerId: string;
  providerAccountId: string;
  /** Positive is money out. */
  amount: number;
  currency: string;
  date: string;
  authorizedDate: string | null;
  name: string;
  merchantName: string | null;
  category: { primary: string; detailed: string; confidence: string | null } | null;
  pending: boolean;
  /** The provider's id of the pending one that this one replaces. */
  pendingProviderId: string | null;
  paymentChannel: string;
  logoUrl: string | null;
}

export interface ChangesRequest {
  accessToken: string;
  cursor: string | null;
  signal?: AbortSignal | undefined;
}

export interface ChangesPage {
  added: ProviderTransaction[];
  modified: ProviderTransaction[];
  /** The provider's ids. */
  removed: string[];
  nextCursor: string;
  hasMore: boolean;
}

export interface ProviderInstitution {
  institutionId: string;
  name: string;
  logoUrl: string | null;
  primaryColor: string | null;
  url: string | null;
  countryCodes: string[];
  products: string[];
  oauth: boolean;
  status: "healthy" | "degraded" | "down" | "unknown";
}

/** The public half of a signing key (JWK, P-256). */
export interface WebhookKey {
  kty: string;
  crv: string;
  x: string;
  y: string;
}

/** Kinds of provider failures that are handled differently. */
export type BankFaultKind =
  | "unconfigured"
  /** The person must log in to the bank again. */
  | "login_required"
  /** The login no longer exists at the provider, or its token is invalid. */
  | "item_gone"
  | "invalid_public_token"
  | "mutated"
  /** The provider refused what we sent, or our credentials: trying again is of no use. */
  | "refused"
  /** Not now: an outage, a time limit, a limit of calls, an answer that is none. */
  | "unavailable";

export class BankProviderFault extends Error {
  readonly kind: BankFaultKind;
  /** The provider's code, in its own form; null where it gave none. */
  readonly providerCode: string | null;

  constructor(kind: BankFaultKind, providerCode: string | null = null) {
    super(`The bank provider failed: ${kind}.`);
    this.name = "BankProviderFault";
    this.kind = kind;
    this.providerCode = providerCode;
  }
}
