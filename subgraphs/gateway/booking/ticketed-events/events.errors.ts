import { DomainError } from "../../../../src/errors.ts";

/** 409 with how many are left. */
export function soldOut(left: number): DomainError {
  return new DomainError("SOLD_OUT", "So many tickets are not left.", { left });
}

/** 409 with the moment of the first scan. */
export function alreadyCheckedIn(at: Date): DomainError {
  return new DomainError("ALREADY_CHECKED_IN", "The ticket was used.", { checkedInAt: at.toISOString() });
}
