import { accountingRule } from "../accounting.errors.ts";
import type { LedgerAccountRow } from "../accounts/ledger-account.rows.ts";

/** Throws BUSINESS_RULE for an account that has no bank statements. */
export function requireBankAccount({ id, code, category }: LedgerAccountRow): void {
  if (category === "cash" || category === "credit_card") return;
  throw accountingRule(
    "bank_account",
    "Bank statements belong to an account of the category `cash` or `credit_card`. Choose another account.",
    { accountId: id, code },
  );
}
