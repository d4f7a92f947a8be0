import type { EntityManager } from "@mikro-orm/postgresql";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { daysOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { RefundFacts } from "../../base/payments/payment-processor.port.ts";
import { readRefunds } from "../payments-received/payment.rows.ts";
import type { PaymentRefund } from "../payments-received/payment-refund.types.ts";
import { presentRefund } from "../payments-received/read-payments.service.ts";
import { applyState } from "./apply-refunds.service.ts";
import { lockOnlinePayment } from "./online-payment.rows.ts";

/** A refund that was recorded, for the processor. Plain data. */
export interface StartedRefund {
  refundId: string;
  paymentId: string;
  onlinePaymentId: string;
  processorAccountId: string;
  paymentIntentId: string;
  amount: number;
  currency: string;
  /** True where the platform gives its fee back too. */
  returnsFee: boolean;
}

/** Finishes a refund that has no state of the processor yet. Repeated, it changes nothing. */
export async function finishRefund(ctx: InvoicingContext, started: StartedRefund): Promise<void> {
  const read = (em: EntityManager) => readRefunds(em, [started.paymentId]);
  const refund = (await inTransaction(ctx, read, { readOnly: true })).find(
    ({ id }) => id === started.refundId,
  );
  if (refund?.status !== "pending" || refund.processorRefundId !== null) return;
  const facts = await sendRefund(ctx, started);
  await inTransaction(ctx, (em) => keepRefund(em, ctx, started, facts));
}

/** Sends the money of a refund back. The processor sees each refund once. */
export function sendRefund(ctx: InvoicingContext, started: StartedRefund): Promise<RefundFacts | null> {
  const { processorAccountId, paymentIntentId, amount, refundId: reference, returnsFee } = started;
  const refund = { paymentIntentId, amount, reference, returnsFee };
  return ctx.ports.processor.createRefund(processorAccountId, refund, `hub:refund:${reference}`);
}

/** Keeps what the processor said; null where it rejected the refund, which then has failed. */
export async function keepRefund(
  em: EntityManager,
  ctx: InvoicingContext,
  { refundId, paymentId, onlinePaymentId, currency }: StartedRefund,
  facts: RefundFacts | null,
): Promise<PaymentRefund> {
  const online = (await lockOnlinePayment(em, onlinePaymentId))!;
  const find = async () => (await readRefunds(em, [paymentId])).find(({ id }) => id === refundId)!;
  const rejected = { refundId: null, status: "failed", failureReason: "rejected" } as const;
  const { today } = await daysOf(em, ctx);
  await applyState(em, ctx, online, { known: await find(), refund: facts ?? rejected, today });
  return presentRefund(await find(), currency);
}
