import { DomainError, validationError } from "../../../src/errors.ts";
import type { ClosureBlocker } from "./closure.types.ts";

/** Payments and payroll that are on their way must end first. */
export function closureBlocked(blockers: readonly ClosureBlocker[]): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "This organization has open payments or payroll. Wait until those in `details.blockers` end, or cancel them.",
    { reason: "closure_blocked", blockers: blockers.map(({ kind, id, status }) => ({ kind, id, status })) },
  );
}

export function wrongName(): DomainError {
  return validationError([
    { path: "name", message: "must be the exact name of the organization", rule: "confirmation" },
  ]);
}

/** Only organizations are closed this way. */
export function noClosure(): DomainError {
  return new DomainError(
    "NOT_FOUND",
    "A personal account has no closure. Send the ID of an organization in x-account-id, or DELETE /auth/me for this account.",
  );
}

/** The 30 days are over. */
export function erasureBegun(): DomainError {
  return new DomainError("INVALID_STATE", "This organization is being erased. Create a new organization.", {
    reason: "erasure_begun",
  });
}
