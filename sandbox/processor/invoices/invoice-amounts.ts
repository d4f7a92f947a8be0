/** The totals of an invoice. All in integer minor units; a negative balance is credit in the customer's favour. */
export interface InvoiceAmounts {
  subtotal: number;
  total: number;
  /** Never negative: the amount to collect. */
  amountDue: number;
  startingBalance: number;
  /** The customer's balance once the invoice is final. */
  endingBalance: number;
}

/** The smallest amount that is charged to a card. Source: Stripe, "Minimum charge amounts", for USD and CAD. */
export const minimumCharge = 50;

/**
 * Adds up the lines and settles them with the customer's balance. A total below zero becomes credit, credit pays
 * before the card does, and an amount too small to charge is carried over to the next invoice.
 */
export function settleAmounts(lineAmounts: readonly number[], startingBalance: number): InvoiceAmounts {
  const subtotal = lineAmounts.reduce((sum, amount) => sum + amount, 0);
  const owed = subtotal + startingBalance;
  const amountDue = owed >= minimumCharge ? owed : 0;
  return { subtotal, total: subtotal, amountDue, startingBalance, endingBalance: owed - amountDue };
}
