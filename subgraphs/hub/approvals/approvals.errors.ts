import { DomainError } from "../../../src/errors.ts";

export function approvalRequestNotFound(): DomainError {
  return new DomainError("APPROVAL_REQUEST_NOT_FOUND", "Approval request not found. Check the request ID.");
}

export function notOpen(currentState: string): DomainError {
  return new DomainError(
    "INVALID_STATE",
    `This approval request is ${currentState}. Make the request again.`,
    {
      currentState,
      allowed: ["pending"],
    },
  );
}

export function ownRequest(): DomainError {
  return new DomainError("FORBIDDEN", "You cannot decide your own request. Ask another member.", {
    reason: "second_person_required",
  });
}

export function mayNotDecide(): DomainError {
  return new DomainError(
    "FORBIDDEN",
    "Your role in this account cannot decide this request. Ask an administrator.",
    {
      reason: "role_required",
      requiredRight: "approve",
    },
  );
}

export function lacksScopeToCancel(): DomainError {
  return new DomainError(
    "FORBIDDEN",
    "Cancelling this request needs the scope of its operation. Use a credential that could make the request.",
    { reason: "scope_missing" },
  );
}

/** The other administrator has just left: who is left alone must not lift the rules at once. */
export function loneAdministratorMustWait(until: Date): DomainError {
  return new DomainError(
    "INVALID_STATE",
    "An administrator left this account within the last 7 days. Wait, or ask another administrator to approve the change.",
    { reason: "administrator_left", until: until.toISOString() },
  );
}
