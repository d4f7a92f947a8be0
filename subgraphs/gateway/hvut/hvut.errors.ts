import { DomainError } from "../../../src/errors.ts";
import { invalidState } from "../base/gateway.errors.ts";
import { statesFor, type FilingStatus, type FilingStep } from "./filings/filing-states.ts";
import type { RuleFinding } from "./tax/rule-finding.ts";

/** 409 with the current status and the allowed ones. */
export function wrongState(current: FilingStatus, step: FilingStep): DomainError {
  return invalidState("return", current, statesFor(step));
}

/** 422 with the first broken rule as `rule`, and all of them. */
export function ruleBroken(findings: readonly RuleFinding[]): DomainError {
  const [first] = findings;
  return new DomainError("BUSINESS_RULE", first!.message, { rule: first!.rule, errors: findings });
}

export function duplicateVehicle(vin: string, filingId: string | null): DomainError {
  const message =
    filingId === null
      ? "The filer already has a vehicle with this VIN. Use the existing vehicle."
      : "This vehicle is already on a return for the period. Amend that return instead.";
  return new DomainError("DUPLICATE", message, { vin, ...(filingId === null ? {} : { filingId }) });
}

/** 409: another return already amends the vehicle's line. */
export function amendedAlready(vin: string, filingId: string): DomainError {
  return new DomainError(
    "DUPLICATE",
    "Another return already amends this vehicle. Continue with that return.",
    { vin, filingId },
  );
}

/** 409: a vehicle's tax can be credited once per period. */
export function creditedAlready(vin: string, filingId: string): DomainError {
  return new DomainError(
    "DUPLICATE",
    "Another return already claims a credit for this vehicle. Remove the credit from this return.",
    { vin, filingId },
  );
}

/** 409: Schedule 1 exists only after acceptance. */
export function notAccepted(status: FilingStatus): DomainError {
  return new DomainError(
    "NOT_ACCEPTED",
    "The return is not accepted yet, so it has no Schedule 1. Check its status with get_filing.",
    {
      current: status,
    },
  );
}

/** 502: the e-file service is unavailable or not configured. Retrying is safe. */
export function efileFailed(cause?: unknown): DomainError {
  return new DomainError(
    "UPSTREAM_FAILED",
    "The e-file service did not respond. Wait: the return is submitted automatically when the service is available.",
    {},
    { cause },
  );
}
