import { DomainError } from "../../../../src/errors.ts";

/** 409 with how many are left. */
export function soldOut(left: number): DomainError {
  return new DomainError("SOLD_OUT", `Not enough tickets left (${left} available).`, { left });
}

/** 409 with the moment of the first scan. */
export function alreadyCheckedIn(at: Date): DomainError {
  return new DomainError(
    "ALREADY_CHECKED_IN",
    "This ticket was already checked in. Ask the guest for another ticket.",
    { checkedInAt: at.toISOString() },
  );
}
