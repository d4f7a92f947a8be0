import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMinor } from "../../../../src/money.ts";
import { daysOf } from "../../base/account-days.service.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { onlinePaymentOf } from "../online-payments/online-payment.rows.ts";
import { refundAtProcessor } from "../online-payments/refund-at-processor.service.ts";
import type { PaymentRefund } from "./payment-refund.types.ts";
import type { RefundPaymentInput } from "./payments.types.ts";
import { presentRefund } from "./read-payments.service.ts";
import { leftOf, lockReceived, refundFrom } from "./return-money.service.ts";

/**
 * Refunds all or part of a payment. One that was received online is refunded at the processor, which moves the money; of any
 * other the refund is only recorded. Refunds never exceed the payment in total. Throws NOT_FOUND, INVALID_STATE for a voided
 * payment, BUSINESS_RULE when the amount exceeds what is left, AMOUNT_PRECISION, and PROCESSOR_ERROR.
 */
export async function refundPayment(
  ctx: InvoicingContext,
  input: RefundPaymentInput,
): Promise<PaymentRefund> {
  const { em, principal } = ctx;
  const read = (own: InvoicingContext["em"]) => onlinePaymentOf(own, input.paymentId);
  // Without the context, whose audit entry belongs to the transaction of the refund.
  const online = await inTransaction({ em, principal }, read, { readOnly: true });
  return online ? refundAtProcessor(ctx, input, online) : recordRefund(ctx, input);
}

function recordRefund(ctx: InvoicingContext, input: RefundPaymentInput): Promise<PaymentRefund> {
  return exactlyOnce(ctx, { operation: "refundPayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    const { currency } = payment;
    const asked = typeof input.amount === "number" ? toMinor(input.amount, currencyDecimals(currency)) : null;
    const { today } = await daysOf(em, ctx);
    const refund = await refundFrom(em, ctx, payment, {
      amountMinor: asked ?? leftOf(payment),
      reason: input.reason ?? null,
      today,
      status: "recorded",
      processorRefundId: null,
    });
    return presentRefund(refund, currency);
  });
}
