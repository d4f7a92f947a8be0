import type { AccountKind } from "../finance-tables.ts";

/** Liabilities: the balance is negative, and its opposite is the amount owed. */
export const liabilityKinds: readonly AccountKind[] = ["credit_card", "loan"];

/** Accounts that one pays from and is paid into: what happens there is income and spending. */
const cashLikeKinds: readonly AccountKind[] = ["cash", "checking", "savings", "credit_card"];

/**
 * Where income and spending are counted: cash-like accounts, and loans, on which interest is booked. What pays a loan off
 * is a transfer.
 */
export const spendingKinds: readonly AccountKind[] = [...cashLikeKinds, "loan"];

/** What can be paid out today. */
export const liquidKinds: readonly AccountKind[] = ["cash", "checking", "savings"];
