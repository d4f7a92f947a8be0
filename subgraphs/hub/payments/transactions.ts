/** States of a payment and the steps between them. No database, clock or network. */

export const transactionStatuses = [
  "pending",
  "processing",
  "requires_action",
  "succeeded",
  "failed",
  "canceled",
  "expired",
  "partially_refunded",
  "refunded",
  "disputed",
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The steps that a payment may take. A failed one may still succeed: its payer tries again. */
const steps: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  pending: ["processing", "requires_action", "succeeded", "failed", "canceled", "expired"],
  processing: ["succeeded", "failed"],
  requires_action: ["succeeded", "failed", "canceled", "expired"],
  failed: ["succeeded", "canceled", "expired"],
  succeeded: ["partially_refunded", "refunded", "disputed"],
  // A partial refund may be followed by another one, and the rest may be disputed.
  partially_refunded: ["refunded", "disputed"],
  // A won dispute restores the state; a lost one is a refund.
  disputed: ["succeeded", "partially_refunded", "refunded"],
  canceled: [],
  expired: [],
  refunded: [],
};

/** True for a step that is in the table. */
export function isStep(from: TransactionStatus, to: TransactionStatus): boolean {
  return steps[from].includes(to);
}

/**
 * The steps that lead from one state to another; none where both are the same, null where there is no way. Only a paid
 * payment can be given back or disputed, so one that is not known to be paid is paid first.
 */
export function wayTo(from: TransactionStatus, to: TransactionStatus): TransactionStatus[] | null {
  if (from === to) return [];
  if (isStep(from, to)) return [to];
  return isStep(from, "succeeded") && isStep("succeeded", to) && from !== "disputed"
    ? ["succeeded", to]
    : null;
}

/** True for states in which the payer's money is ours, in whole or in part, or is contested. */
export function isPaid(status: TransactionStatus): boolean {
  return steps.succeeded.includes(status) || status === "succeeded";
}

/** The event that a state is announced as outside; not every state is. */
export const eventOfStatus: Readonly<Partial<Record<TransactionStatus, string>>> = {
  succeeded: "payment.succeeded",
  failed: "payment.failed",
  expired: "payment.expired",
  partially_refunded: "payment.refunded",
  refunded: "payment.refunded",
  disputed: "payment.disputed",
};
