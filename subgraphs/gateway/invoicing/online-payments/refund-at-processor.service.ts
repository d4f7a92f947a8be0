import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { toMinor } from "../../../../src/money.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { processorIdOf } from "../../base/payments/payment-account.rows.ts";
import type { PaymentRefund } from "../payments-received/payment-refund.types.ts";
import type { RefundPaymentInput } from "../payments-received/payments.types.ts";
import { leftOf, lockReceived, refundFrom } from "../payments-received/return-money.service.ts";
import { finishRefundJob } from "./finish-refund.job.ts";
import { lockOnlinePayment, type OnlinePaymentRow } from "./online-payment.rows.ts";
import { keepRefund, sendRefund, type StartedRefund } from "./processor-refund.service.ts";

/** An unfinished refund is tried again after this time. */
const finishAfterMs = 120_000;

/**
 * Refunds a payment at the processor: the refund is recorded as pending, then the money is sent back under a key of the refund,
 * then its state is kept. A job finishes what a crash or an error of the processor leaves.
 */
export function refundAtProcessor(
  ctx: InvoicingContext,
  input: RefundPaymentInput,
  online: OnlinePaymentRow,
): Promise<PaymentRefund> {
  return onceOutside(
    ctx,
    { operation: "refundPayment", input },
    {
      record: (em) => startRefund(em, ctx, { input, onlinePaymentId: online.id }),
      act: (started) => sendRefund(ctx, started),
      settle: (em, started, facts) => keepRefund(em, ctx, started, facts),
    },
  );
}

async function startRefund(
  em: EntityManager,
  ctx: InvoicingContext,
  { input, onlinePaymentId }: { input: RefundPaymentInput; onlinePaymentId: string },
): Promise<StartedRefund> {
  const online = (await lockOnlinePayment(em, onlinePaymentId))!;
  const payment = await lockReceived(em, ctx, input.paymentId);
  const processorAccountId = await processorIdOf(em, online.paymentAccountId);
  if (processorAccountId === null) throw disconnected();
  const { currency } = payment;
  const asked = typeof input.amount === "number" ? toMinor(input.amount, currencyDecimals(currency)) : null;
  const { today } = await daysOf(em, ctx);
  const refund = await refundFrom(em, ctx, payment, {
    amountMinor: asked ?? leftOf(payment),
    reason: input.reason ?? null,
    today,
    status: "pending",
    processorRefundId: null,
  });
  const started = {
    refundId: refund.id,
    paymentId: payment.id,
    onlinePaymentId,
    processorAccountId,
    paymentIntentId: online.paymentIntentId!,
    amount: refund.amount,
    currency,
    returnsFee: false,
  };
  const startAfter = new Date(ctx.clock.now().getTime() + finishAfterMs);
  await enqueue(em, finishRefundJob, { ownerId: payment.ownerId, ...started }, { startAfter });
  return started;
}

function disconnected() {
  return businessRule(
    "payment_account_disconnected",
    "The payment account is disconnected. Use the dashboard of the payment processor.",
  );
}
