import type { EntityManager } from "@mikro-orm/postgresql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { recordHistory } from "../invoice-history/record-change.service.ts";
import type { RefundFacts } from "../../base/payments/payment-processor.port.ts";
import { giveBack, takeBack } from "../payments-received/return-money.service.ts";
import { changeRefund, readRefunds, type RefundRow } from "../payments-received/payment.rows.ts";
import { emitPaymentEvent } from "./payment-events.service.ts";
import { reduceFee } from "./keep-fee.service.ts";
import type { OnlinePaymentRow } from "./online-payment.rows.ts";

/**
 * Applies the refunds of a payment: those that we made get their state at the processor, others are recorded. A refund that
 * failed gives its amount back to the payment and its invoices. The caller holds the lock on the online payment.
 */
export async function applyRefunds(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { refunds, today }: { refunds: readonly RefundFacts[]; today: string },
): Promise<void> {
  const paymentId = payment.paymentId!;
  for (const refund of refunds) {
    const known = (await readRefunds(em, [paymentId])).find(
      ({ id, processorRefundId }) => processorRefundId === refund.refundId || id === refund.reference,
    );
    if (known) await applyState(em, ctx, payment, { known, refund, today });
    else if (refund.status !== "failed") {
      const { refundId: processorRefundId, amount: amountMinor, status } = refund;
      const reason = "Refunded at the payment processor";
      await takeBack(em, ctx, paymentId, { amountMinor, reason, today, status, processorRefundId });
    }
  }
}

/** What became of a refund; without an ID where the processor never had it. */
type RefundOutcome = Pick<RefundFacts, "status" | "failureReason"> & { refundId: string | null };

/** Keeps what the processor says about a refund that we know. A failed one stays failed. */
export async function applyState(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  { known, refund, today }: { known: RefundRow; refund: RefundOutcome; today: string },
): Promise<void> {
  const { status, refundId: processorRefundId, failureReason } = refund;
  if (known.status === "failed") return;
  if (known.status === status && known.processorRefundId === processorRefundId) return;
  // A later read may come first: what succeeded is never pending again.
  const isOlder = known.status === "succeeded" && status === "pending";
  await changeRefund(em, known.id, {
    status: isOlder ? "succeeded" : status,
    processorRefundId,
    failureReason,
  });
  const isMade = known.processorRefundId === null && processorRefundId !== null;
  if (known.returnsExcess && isMade && status !== "failed")
    await reduceFee(em, ctx, payment.id, known.amount);
  if (status !== "failed") return;
  const { ownerId, invoiceId } = payment;
  await giveBack(em, ctx, known, { invoiceId, today });
  const after = { refundId: known.id, failureReason };
  await recordHistory(em, { id: invoiceId, ownerId }, { type: "refund_failed", at: ctx.clock.now(), after });
  await emitPaymentEvent(em, payment, { event: "refund_failed", refundId: known.id });
}
