import type { EntityManager } from "@mikro-orm/postgresql";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { readRefunds } from "../payments-received/payment.rows.ts";
import { lockOnlinePayment, updateRow, type OnlinePaymentRow } from "./online-payment.rows.ts";
import { returnedFee } from "./payable-amount.ts";

/** Keeps the fees of a payment, less what the platform has given back, and announces it to the books. */
export async function keepFee(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: OnlinePaymentRow,
  takenMinor: number,
): Promise<void> {
  const refunds = await readRefunds(em, [payment.paymentId!]);
  const made = refunds.filter((one) => one.returnsExcess && one.processorRefundId && one.status !== "failed");
  const returned = made.reduce((sum, { amount }) => sum + returnedFee(payment, amount), 0);
  await changeFee(em, ctx, payment, takenMinor - returned);
}

/** The fees of a payment are less by what the platform gives back with a refund. Those that are not known yet are kept later. */
export async function reduceFee(
  em: EntityManager,
  ctx: InvoicingContext,
  paymentId: string,
  refundedMinor: number,
): Promise<void> {
  const payment = (await lockOnlinePayment(em, paymentId))!;
  if (payment.feeMinor === null) return;
  await changeFee(em, ctx, payment, payment.feeMinor - returnedFee(payment, refundedMinor));
}

async function changeFee(
  em: EntityManager,
  ctx: InvoicingContext,
  { id, ownerId, paymentId, paidOn }: OnlinePaymentRow,
  feeMinor: number,
): Promise<void> {
  await updateRow(em, "online_payments", id, { feeMinor, updatedAt: ctx.clock.now().toISOString() });
  await emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id: paymentId!, days: [paidOn!] }]);
}
