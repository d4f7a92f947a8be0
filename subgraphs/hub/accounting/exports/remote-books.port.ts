/** A company in an accounting program that a connection reaches. */
export interface RemoteCompany {
  id: string;
  name: string;
}

/** An account of a company's chart there. */
export interface RemoteAccount {
  id: string;
  /** Number that people know it by; null without one. */
  code: string | null;
  name: string;
  /** Kind of the account, in the program's words. */
  type: string;
  /** False where the program takes no journal lines for it, such as receivables, which need a customer. */
  isUsable: boolean;
}

/** A journal entry as it is sent. Amounts are minor units; debits are positive. */
export interface RemoteEntry {
  /** Our ID, by which the entry is found there again. */
  id: string;
  number: string;
  date: string;
  memo: string;
  currency: string;
  lines: readonly { account: Pick<RemoteAccount, "id" | "code">; amount: number; memo: string | null }[];
}

/**
 * - `unauthorized`: the token is not valid; nothing was executed.
 * - `missing_scope`: the token is for less than this.
 * - `not_found`: the connection does not reach this company.
 * - `refused`: certainly not executed, and refused again unless something changes there; with the program's own words.
 * - `later`: certainly not executed now; it may be tried again after the pause.
 * - `unknown`: it may have been executed, and the response is lost.
 */
export type RemoteAnswer<Value> =
  | { kind: "found"; value: Value }
  | { kind: "unauthorized" }
  | { kind: "missing_scope" }
  | { kind: "not_found" }
  | { kind: "refused"; reason: string | null }
  | { kind: "later"; retryAfterMs: number | null }
  | { kind: "unknown" };

/** How to reach a company: the access token, and the company's ID there. */
export interface RemoteAccess {
  accessToken: string;
  companyId: string;
}

/** An accounting program of another vendor. Every call is one request with a timeout, or a few that only read; none throws. */
export interface RemoteBooks {
  /** As they are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
  /** Companies of a connection. `companyId` is the one that came beside the authorization code, if one did. */
  companies(access: {
    accessToken: string;
    companyId: string | null;
  }): Promise<RemoteAnswer<RemoteCompany[]>>;
  /** The currency in which the company keeps its books. */
  currency(access: RemoteAccess): Promise<RemoteAnswer<string>>;
  /** Active accounts. */
  accounts(access: RemoteAccess): Promise<RemoteAnswer<RemoteAccount[]>>;
  /** The ID there of an entry that was sent before; null when it did not arrive. */
  find(access: RemoteAccess & { entry: RemoteEntry }): Promise<RemoteAnswer<string | null>>;
  /** Posts an entry and returns its ID there. The program executes it once per key. */
  post(access: RemoteAccess & { entry: RemoteEntry; key: string }): Promise<RemoteAnswer<string>>;
}

/** The programs that are set up, by the name of their provider. */
export type RemoteBooksServices = ReadonlyMap<string, RemoteBooks>;
