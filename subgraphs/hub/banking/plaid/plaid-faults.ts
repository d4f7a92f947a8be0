import type { Logger } from "pino";
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

/** Error types that are temporary. */
const passingTypes = new Set(["API_ERROR", "INSTITUTION_ERROR", "RATE_LIMIT_EXCEEDED"]);

interface HttpError {
  response?: { status?: number; data?: unknown };
  code?: string;
}

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
      throw toFault(error as HttpError, log);
    }
    try {
      return read(data as T);
    } catch {
      log.error("The bank provider sent an unreadable response");
      throw new BankProviderFault("unavailable", "UNREADABLE_ANSWER");
    }
  };
}

function toFault({ response, code }: HttpError, log: Logger): BankProviderFault {
  const { error_code, error_type, request_id } = readError(response?.data);
  const status = response?.status ?? null;
  const fault = new BankProviderFault(kindOf(error_code, error_type, status), error_code);
  const facts = { status, providerCode: error_code, providerType: error_type, request_id, reason: code };
  if (error_code === "INVALID_API_KEYS" || error_code === "UNAUTHORIZED_ENVIRONMENT")
    log.error({ ...facts, alert: "bank_credentials" }, "The bank provider rejected our credentials");
  else log.warn({ ...facts, kind: fault.kind }, "The bank provider returned an error");
  return fault;
}

function kindOf(code: string | null, type: string | null, status: number | null): BankFaultKind {
  const known = code !== null && Object.hasOwn(kindsByCode, code) ? kindsByCode[code] : undefined;
  if (known) return known;
  if (type !== null && passingTypes.has(type)) return "unavailable";
  return status === null || status >= 500 || status === 429 || type === null ? "unavailable" : "refused";
}

/** Codes are words of capitals; anything else in their place is no code of the provider. */
function readError(data: unknown): Record<"error_code" | "error_type" | "request_id", string | null> {
  const given = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const word = (name: string, form: RegExp) =>
    typeof given[name] === "string" && form.test(given[name]) ? given[name] : null;
  const capitals = /^[A-Z][A-Z0-9_-]{1,79}$/;
  return {
    error_code: word("error_code", capitals),
    error_type: word("error_type", capitals),
    request_id: word("request_id", /^[\w-]{1,64}$/),
  };
}
