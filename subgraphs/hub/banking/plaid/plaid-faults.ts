import type { Logger } from "pino";
import { isPassing, readPlaidError, type PlaidError } from "../../../../src/plaid/plaid-error.ts";
import { BankProviderFault, type BankFaultKind } from "../bank.port.ts";

/** Codes of the provider that mean something of their own here; of the rest the type decides. */
const kindsByCode: Record<string, BankFaultKind> = {
  ITEM_LOGIN_REQUIRED: "login_required",
  PENDING_EXPIRATION: "login_required",
  PENDING_DISCONNECT: "login_required",
  ACCESS_NOT_GRANTED: "login_required",
  NO_ACCOUNTS: "login_required",
  ITEM_NOT_FOUND: "item_gone",
  INVALID_ACCESS_TOKEN: "item_gone",
  USER_PERMISSION_REVOKED: "item_gone",
  USER_ACCOUNT_REVOKED: "item_gone",
  INVALID_PUBLIC_TOKEN: "invalid_public_token",
  TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION: "mutated",
  PRODUCT_NOT_READY: "unavailable",
};

/**
 * Runs one SDK call and maps its errors to the port's faults. The cause is dropped: it holds our secret, the access
 * token, and the provider's text.
 */
export function createPlaidCalls(log: Logger) {
  return async function run<T>(call: () => Promise<{ data: unknown }>, read: (data: T) => unknown) {
    let data: unknown;
    try {
      ({ data } = await call());
    } catch (error) {
      throw toFault(error, log);
    }
    try {
      return read(data as T);
    } catch {
      log.error("The bank provider sent an unreadable response");
      throw new BankProviderFault("unavailable", "UNREADABLE_ANSWER");
    }
  };
}

function toFault(thrown: unknown, log: Logger): BankProviderFault {
  const error = readPlaidError(thrown);
  const { status, code, type, requestId: request_id, reason } = error;
  const fault = new BankProviderFault(kindOf(error), code);
  const facts = { status, providerCode: code, providerType: type, request_id, reason };
  if (code === "INVALID_API_KEYS" || code === "UNAUTHORIZED_ENVIRONMENT")
    log.error({ ...facts, alert: "bank_credentials" }, "The bank provider rejected our credentials");
  else log.warn({ ...facts, kind: fault.kind }, "The bank provider returned an error");
  return fault;
}

function kindOf(error: PlaidError): BankFaultKind {
  const { code } = error;
  const known = code !== null && Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined;
  return known ?? (isPassing(error) ? "unavailable" : "refused");
}
