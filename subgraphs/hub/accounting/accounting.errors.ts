import { DomainError } from "../../../src/errors.ts";

export function ledgerAccountNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Ledger account not found. Check the accountId.");
}

export function journalEntryNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Journal entry not found. Check the entryId.");
}

export function fiscalPeriodNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Fiscal period not found. Check the periodId.");
}

/** 409: another account of the ledger has this code. */
export function codeTaken(code: string): DomainError {
  return new DomainError(
    "DUPLICATE",
    "Another account of the ledger has this code. Choose another one, or restore that account.",
    { code },
  );
}

/** 409 with the reason, for a change that the present state does not allow. */
export function accountingConflict(
  reason: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("INVALID_STATE", message, { reason, ...details });
}

/** 409: the day is in a closed period. */
export function periodClosed(date: string, closedThrough: string): DomainError {
  return accountingConflict(
    "period_closed",
    "The date is in a closed fiscal period. Use a later date, or reopen the period.",
    { date, closedThrough },
  );
}

/** 422 with the reason, for input that breaks a rule of bookkeeping. */
export function accountingRule(
  reason: string,
  message: string,
  details: Record<string, unknown> = {},
): DomainError {
  return new DomainError("BUSINESS_RULE", message, { reason, ...details });
}

export function budgetNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Budget not found. Check the budgetId.");
}

export function vendorNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Vendor not found. Check the vendorId.");
}

export function billNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Vendor bill not found. Check the billId.");
}

export function billPaymentNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Payment of a vendor bill not found. Check the paymentId.");
}

export function bankStatementNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Bank statement not found. Check the statementId.");
}

export function bankRuleNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Bank rule not found. Check the ruleId.");
}

export function bankLineNotFound(): DomainError {
  return new DomainError("NOT_FOUND", "Bank line not found. Check the lineId.");
}

/** 409: the change would alter what a completed reconciliation covers. */
export function reconciliationCompleted(details: Record<string, unknown> = {}): DomainError {
  return accountingConflict(
    "reconciliation_completed",
    "A completed bank reconciliation covers this. Reopen it first with reopen_bank_reconciliation.",
    details,
  );
}
