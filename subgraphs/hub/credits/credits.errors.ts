import { toMajor } from "../../../src/money.ts";
import { DomainError } from "../../../src/errors.ts";

/** 400 on credit routes; charges of other routes show it as 402. Amounts in hundredths. */
export function insufficientCredits(available: number, required: number, status = 400): DomainError {
  return new DomainError(
    "INSUFFICIENT_CREDITS",
    "Not enough credits. Buy credits or reduce the amount.",
    {
      balance: toMajor(available, 2),
      required: toMajor(required, 2),
      shortfall: toMajor(required - available, 2),
    },
    { status },
  );
}

export function holdNotFound(): DomainError {
  return new DomainError("HOLD_NOT_FOUND", "Credit hold not found. Check the ID.");
}

export function holdStateConflict(currentState: string): DomainError {
  return new DomainError(
    "HOLD_STATE_CONFLICT",
    `The credit hold is already ${currentState}. Place a new hold.`,
    {
      currentState,
      allowed: ["pending"],
    },
  );
}
