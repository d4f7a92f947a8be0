import type { CallContext } from "../../../../src/context.ts";

/** A connected login at a bank, as the hub has it. Times are ISO 8601. */
export interface BankConnection {
  connectionId: string;
  institutionId: string;
  institutionName: string;
  status: string;
  errorCode: string | null;
  accountCount: number;
  lastSyncedAt: string | null;
  nextSyncAllowedAt: string;
  createdAt: string;
  apps: readonly { appId: string; enabled: boolean }[];
}

export interface FinishedLogin {
  institutionId: string;
  /** One-time token from the provider's page. */
  publicToken: string;
  /** The same key makes one connection. */
  idempotencyKey: string | null;
}

/** The hub's bank connections of the account of the call. Throws the hub's refusals. */
export interface BankConnectionsPort {
  /** Connections that the finance app uses or used, newest first. */
  list(call: CallContext): Promise<BankConnection[]>;
  connect(call: CallContext, login: FinishedLogin): Promise<BankConnection>;
  /** IDs of all bank accounts of a connection. */
  accountIds(call: CallContext, connectionId: string): Promise<string[]>;
  /** Ends the finance app's use, and the connection at the provider where no other app uses it. Idempotent. */
  leave(call: CallContext, connection: BankConnection): Promise<void>;
}
