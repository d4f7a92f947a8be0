import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { toMajor } from "../../../../src/money.ts";
import { findPaymentAccount } from "../../base/payments/payment-account.rows.ts";
import { takesPayments } from "../../base/payments/takes-payments.ts";
import type { PaymentContext } from "../../base/payments/payment.context.ts";
import { chargesOf, refundsOf, type ChargeSubject } from "./charge.rows.ts";
import type { PublicPayment, PublicPaymentStatus } from "./charges.types.ts";

/** What is still to be paid; null when nothing is. */
interface DuePayment {
  amountMinor: number;
  before: Date;
}

/** The payment of a booking or registration as its payer sees it; null where nothing is or was to be paid online. */
export async function readPayment(
  em: EntityManager,
  ctx: PaymentContext,
  subject: ChargeSubject,
  { ownerId, currency, due }: { ownerId: string; currency: string; due: DuePayment | null },
): Promise<PublicPayment | null> {
  const charges = await chargesOf(em, subject);
  const paid = charges.filter(({ status }) => status === "succeeded");
  const isProcessing = charges.some(({ status }) => status === "processing");
  if (due === null && paid.length === 0 && !isProcessing) return null;
  const ids = paid.map(({ id }) => id);
  const pendingMinor = (await refundsOf(em, ids))
    .filter(({ status }) => status === "pending")
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const paidMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const refundedMinor = paid.reduce((sum, one) => sum + one.refundedMinor, 0);
  const status = statusOf({ paidMinor, refundedMinor, pendingMinor, isProcessing });
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const processing = charges.find((one) => one.status === "processing");
  const isDue = status === "due";
  const amountMinor = paidMinor || processing?.amountMinor || due!.amountMinor;
  const canPay = isDue && takesPayments(await findPaymentAccount(em, ownerId));
  return {
    status,
    amount: major(amountMinor),
    refunded: major(refundedMinor),
    refundPending: major(pendingMinor),
    currency,
    payBefore: isDue ? due!.before : null,
    checkoutOrigin: canPay ? ctx.ports.processor.checkoutOrigin : null,
  };
}

function statusOf({
  paidMinor,
  refundedMinor,
  pendingMinor,
  isProcessing,
}: {
  paidMinor: number;
  refundedMinor: number;
  pendingMinor: number;
  isProcessing: boolean;
}): PublicPaymentStatus {
  if (paidMinor === 0) return isProcessing ? "processing" : "due";
  if (pendingMinor > 0) return "refund_pending";
  if (refundedMinor === 0) return "paid";
  return refundedMinor === paidMinor ? "refunded" : "partly_refunded";
}
