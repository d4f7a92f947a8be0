import type { ProcessorCheckout, ProcessorPayment } from "../processor/processor.port.ts";
import { isPaid, type TransactionStatus } from "./transactions.ts";

/** A payment at the processor: its checkout page, if any, and the payment that was made there. */
export interface PaymentReading {
  session: ProcessorCheckout | null;
  payment: ProcessorPayment | null;
}

/** The state of a payment as the processor shows it, in our words. Pure: the same reading is always the same state. */
export function outcomeOf({ session, payment }: PaymentReading): TransactionStatus {
  if (session?.status === "expired") return "expired";
  if (payment) {
    const status = statusOfPayment(payment);
    // A page that was left with a bank transfer on its way shows no more than that of its payment.
    return status === "pending" && session?.status === "complete" ? "processing" : status;
  }
  if (session?.status !== "complete") return "pending";
  return session.isPaid ? "succeeded" : "processing";
}

function statusOfPayment({ status, dispute, amount, amountRefunded }: ProcessorPayment): TransactionStatus {
  if (status !== "succeeded") return status;
  if (dispute === "lost" || amountRefunded >= amount) return "refunded";
  if (dispute === "open") return "disputed";
  return amountRefunded > 0 ? "partially_refunded" : "succeeded";
}

/** True when the processor took another amount than recorded. Such a payment grants nothing and needs manual review. */
export function isOtherAmount(
  expected: { amount: number; currency: string },
  { session, payment }: PaymentReading,
): boolean {
  const taken = payment ?? session;
  if (!taken || taken.amount === null || taken.currency === null) return false;
  if (!isPaid(outcomeOf({ session, payment }))) return false;
  return taken.amount !== expected.amount || taken.currency !== expected.currency;
}
