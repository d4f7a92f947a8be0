import { DomainError } from "../../../src/errors.ts";

export function sessionNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Session not found. Check the session ID.");
}

/** The credential is good, and its session is not. */
export function sessionRevoked(): DomainError {
  return new DomainError("SESSION_REVOKED", "This session was revoked. Sign in again.");
}

/** Other sessions may look the same, so none of them is refused. */
export function notRevocable(expiresAt: Date): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This session cannot be revoked, because its token does not name it. Sign out at the identity provider.",
    { reason: "not_revocable", expiresAt: expiresAt.toISOString() },
  );
}
