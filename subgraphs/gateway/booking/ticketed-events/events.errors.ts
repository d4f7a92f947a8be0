import { DomainError } from "../../../../src/errors.ts";

export { notFound } from "../../base/gateway.errors.ts";

export function wrongState(current: string, allowed: readonly string[]): DomainError {
  return new DomainError("INVALID_STATE", `The event is ${current}, which does not allow this.`, {
    current,
    allowed,
  });
}

export function broken(rule: string, message: string): DomainError {
  return new DomainError("BUSINESS_RULE", message, { rule });
}

/** 409 with how many are left. */
export function soldOut(left: number): DomainError {
  return new DomainError("SOLD_OUT", "So many tickets are not left.", { left });
}

/** 409 with the moment of the first scan. */
export function alreadyCheckedIn(at: Date): DomainError {
  return new DomainError("ALREADY_CHECKED_IN", "The ticket was used.", { checkedInAt: at.toISOString() });
}
