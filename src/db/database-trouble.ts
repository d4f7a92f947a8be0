import { DomainError } from "../errors.ts";
import { CommitUnknownError } from "./commit-unknown.ts";
import { sqlState } from "./sql.ts";

/**
 * SQLSTATEs of a server that cannot work now, whatever the statement: no connection (08), no resources, such as
 * connections, memory or disk (53), shutting down or starting (57P), a standby that was a primary (25006), and
 * statements cancelled by a timeout (57014, 55P03).
 */
const troubleStates = /^(08|53|57P0|57014$|55P03$|25006$|58030$)/;

/** Failures of the network and of the driver, which has no codes for its own. */
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);
const driverMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|The client was closed|Cannot use a pool after calling end)/;

/**
 * 503 for a failure because the database cannot be reached or lacks resources; null for any other error.
 * Uncommitted work is rolled back; the outcome is unknown only when the connection was lost during COMMIT.
 */
export function databaseTrouble(error: unknown): DomainError | null {
  if (!isDatabaseTrouble(error)) return null;
  const message = "The platform cannot reach its data now. Try again, under the same Idempotency-Key.";
  return new DomainError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 1 }, { cause: error });
}

function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  if (error instanceof CommitUnknownError) return true;
  const state = sqlState(error);
  if (state !== null && state.length === 5 && !networkCodes.has(state)) return troubleStates.test(state);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === "string" && networkCodes.has(code) && (code !== "ENOENT" || syscall === "connect"))
    return true;
  if (driverMessages.test(error.message)) return true;
  return error.cause !== undefined && isDatabaseTrouble(error.cause);
}
