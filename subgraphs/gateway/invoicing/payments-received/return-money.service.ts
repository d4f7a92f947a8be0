import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { amountDueMinor } from "../invoices/invoice-states.ts";
import { visibleRows } from "../visible-rows.ts";
import { insertRefund, readAllocations, type RefundRow } from "./payment.rows.ts";
import { ReceivedPaymentEntity, unappliedMinor } from "./received-payment.entity.ts";

/** Money that leaves a payment. */
export interface MoneyBack {
  amountMinor: number;
  reason: string | null;
  today: string;
  status: RefundRow["status"];
  processorRefundId: string | null;
  /** True for what was paid when it was not due any more, and goes back without being asked for. */
  returnsExcess?: boolean;
}

/**
 * Takes an amount off a payment and records its refund: uses unapplied money first, then reopens invoices, newest allocation
 * first. Throws NOT_FOUND, INVALID_STATE for a voided payment, and BUSINESS_RULE when the amount exceeds what is left.
 */
export async function refundFrom(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: ReceivedPaymentEntity,
  { amountMinor: amount, reason, today, status, processorRefundId, returnsExcess = false }: MoneyBack,
): Promise<RefundRow> {
  const decimals = currencyDecimals(payment.currency);
  const left = leftOf(payment);
  if (amount > left || amount === 0)
    throw businessRule(
      "refund_exceeds_payment",
      `The refund exceeds the amount left on the payment (${toMajor(left, decimals)} left).`,
      { left: toMajor(left, decimals) },
    );
  const toReopen = Math.max(0, amount - unappliedMinor(payment));
  await reopen(em, ctx, payment, toReopen, today, reason ?? "refund");
  payment.refundedMinor += amount;
  touch(ctx, payment);
  await em.flush();
  const what = { paymentId: payment.id, amount, reason, refundedOn: today, failureReason: null };
  const refund = { id: newId("ref"), ...what, status, processorRefundId, returnsExcess };
  await insertRefund(em, refund, { ownerId: payment.ownerId, now: ctx.clock.now() });
  await announceReturn(em, payment, today);
  return refund;
}

/** Takes money off a payment that has left already, at most what is left of it. */
export async function takeBack(
  em: EntityManager,
  ctx: InvoicingContext,
  paymentId: string,
  back: MoneyBack,
): Promise<void> {
  const payment = await lockReceived(em, ctx, paymentId);
  const amountMinor = Math.min(back.amountMinor, leftOf(payment));
  if (amountMinor > 0) await refundFrom(em, ctx, payment, { ...back, amountMinor });
}

/** Returns the amount of a failed refund to its payment, and to the invoice as far as that is open. */
export async function giveBack(
  em: EntityManager,
  ctx: InvoicingContext,
  refund: RefundRow,
  { invoiceId, today }: { invoiceId: string; today: string },
): Promise<void> {
  const payment = await lockReceived(em, ctx, refund.paymentId);
  payment.refundedMinor -= refund.amount;
  await applyToInvoice(em, ctx, { invoiceId }, async ({ invoice }) => {
    const amountMinor = Math.min(refund.amount, invoice.status === "sent" ? amountDueMinor(invoice) : 0);
    if (amountMinor > 0) {
      const reason = "refund failed";
      const entry = { kind: "payment", sourceId: payment.id, amountMinor, on: today, reason } as const;
      await bookEntry(em, ctx, invoice, entry);
      payment.allocatedMinor += amountMinor;
    }
    return { event: amountMinor > 0 ? eventOfEntry(invoice) : "updated" };
  });
  touch(ctx, payment);
  await em.flush();
  await announceReturn(em, payment, today);
  await announceReturn(em, payment, refund.refundedOn);
}

/** What of a payment was not refunded. */
export function leftOf({ amountMinor, refundedMinor }: ReceivedPaymentEntity): number {
  return amountMinor - refundedMinor;
}

/** Removes an amount of a payment from its invoices. */
export async function reopen(
  em: EntityManager,
  ctx: InvoicingContext,
  payment: ReceivedPaymentEntity,
  amountMinor: number,
  on: string,
  reason: string,
): Promise<void> {
  let missing = amountMinor;
  const taken = (await readAllocations(em, [payment.id])).map((allocation) => {
    const part = Math.min(missing, allocation.amount);
    missing -= part;
    return { invoiceId: allocation.invoiceId, part };
  });
  const used = taken.filter(({ part }) => part > 0);
  for (const { invoiceId, part } of used.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1))) {
    await applyToInvoice(em, ctx, { invoiceId }, async ({ invoice }) => {
      const entry = { kind: "payment", sourceId: payment.id, amountMinor: -part, on, reason } as const;
      await bookEntry(em, ctx, invoice, entry);
      return { event: "updated" };
    });
  }
  payment.allocatedMinor -= amountMinor;
}

/** Locks a payment that counts. Throws NOT_FOUND, and INVALID_STATE for a voided one. */
export async function lockReceived(
  em: EntityManager,
  ctx: InvoicingContext,
  id: string,
): Promise<ReceivedPaymentEntity> {
  const where = { id, ...visibleRows(ctx) };
  const payment = await em.findOne(ReceivedPaymentEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!payment) throw notFound("payment");
  if (payment.status === "voided") throw invalidState("payment", "voided", []);
  return payment;
}

/** Says that what a payment means for the books has changed on a day. */
export function announceReturn(
  em: EntityManager,
  { id, ownerId }: ReceivedPaymentEntity,
  day: string,
): Promise<void> {
  return emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id, days: [day] }]);
}

/** Counts a change of a payment. */
export function touch(ctx: InvoicingContext, payment: ReceivedPaymentEntity): void {
  payment.version += 1;
  payment.updatedAt = ctx.clock.now();
}
