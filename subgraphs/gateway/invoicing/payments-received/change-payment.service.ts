import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { daysOf } from "../../base/account-days.service.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { invoicingApp } from "../invoicing-app-id.ts";
import { bookEntry } from "../invoices/book-entry.service.ts";
import { applyToInvoice } from "../invoices/change-invoice.service.ts";
import { eventOfEntry } from "../invoices/invoice-ledger.ts";
import { amountDueMinor, invoiceTransitions } from "../invoices/invoice-states.ts";
import { visibleRows } from "../visible-rows.ts";
import { insertRefund, readAllocations } from "./payment.rows.ts";
import type * as types from "./payments.types.ts";
import { presentPayment, presentRefund } from "./read-payments.service.ts";
import { ReceivedPaymentEntity, unappliedMinor } from "./received-payment.entity.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";

/**
 * Records a refund of all or part of a payment: uses unapplied money first, then reopens invoices, newest allocation
 * first. Refunds never exceed the payment in total. Throws NOT_FOUND, INVALID_STATE for a voided payment, BUSINESS_RULE
 * when the amount exceeds what is left, AMOUNT_PRECISION.
 */
export function refundPayment(
  ctx: InvoicingContext,
  input: types.RefundPaymentInput,
): Promise<types.PaymentRefund> {
  return exactlyOnce(ctx, { operation: "refundPayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    const { currency } = payment;
    const decimals = currencyDecimals(currency);
    const left = payment.amountMinor - payment.refundedMinor;
    const amount = typeof input.amount === "number" ? toMinor(input.amount, decimals) : left;
    if (amount > left || amount === 0)
      throw businessRule(
        "refund_exceeds_payment",
        `The refund exceeds the amount left on the payment (${toMajor(left, decimals)} left).`,
        {
          left: toMajor(left, decimals),
        },
      );
    const { today } = await daysOf(em, ctx);
    await reopen(
      em,
      ctx,
      payment,
      Math.max(0, amount - unappliedMinor(payment)),
      today,
      input.reason ?? "refund",
    );
    payment.refundedMinor += amount;
    touch(ctx, payment);
    await em.flush();
    const reason = input.reason ?? null;
    const refund = { id: newId("ref"), paymentId: payment.id, amount, reason, refundedOn: today };
    await insertRefund(em, refund, { ownerId: payment.ownerId, now: ctx.clock.now() });
    await announce(em, payment, today);
    return presentRefund(refund, currency);
  });
}

/**
 * Voids a payment that was recorded by mistake and reopens its invoices as of today. Throws NOT_FOUND, and INVALID_STATE
 * for a voided or refunded payment.
 */
export function voidPayment(
  ctx: InvoicingContext,
  input: types.VoidPaymentInput,
): Promise<types.ReceivedPayment> {
  return exactlyOnce(ctx, { operation: "voidPayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    if (payment.refundedMinor > 0) throw invalidState("payment", "refunded", []);
    const { today } = await daysOf(em, ctx);
    await reopen(em, ctx, payment, payment.allocatedMinor, today, input.reason);
    Object.assign(payment, { status: "voided", voidedOn: today, voidReason: input.reason });
    touch(ctx, payment);
    await em.flush();
    await announce(em, payment, today);
    return presentPayment(em, payment);
  });
}

/**
 * Allocates unapplied money to open invoices of the same client and currency. Throws NOT_FOUND, INVOICE_NOT_FOUND,
 * INVALID_STATE, AMOUNT_PRECISION, and BUSINESS_RULE when an amount exceeds the unapplied money or the amount due.
 */
export function allocatePayment(
  ctx: InvoicingContext,
  input: types.AllocatePaymentInput,
): Promise<types.ReceivedPayment> {
  return exactlyOnce(ctx, { operation: "allocatePayment", input }, async (em) => {
    const payment = await lockReceived(em, ctx, input.paymentId);
    const { today } = await daysOf(em, ctx);
    // Fixed lock order, to avoid deadlocks.
    for (const { invoiceId, amount } of input.allocations.toSorted((a, b) =>
      a.invoiceId < b.invoiceId ? -1 : 1,
    )) {
      const amountMinor = toMinor(amount, currencyDecimals(payment.currency));
      if (amountMinor > unappliedMinor(payment))
        throw businessRule(
          "exceeds_unapplied",
          "The amount exceeds the unapplied money of the payment. Reduce the amount.",
        );
      await applyToInvoice(em, ctx, { invoiceId }, async ({ invoice, state }) => {
        if (invoice.status !== "sent") throw invalidState("invoice", state, invoiceTransitions[state]);
        if (invoice.clientId !== payment.clientId || invoice.currency !== payment.currency)
          throw businessRule(
            "other_client",
            "The invoice has another client or currency. Choose one of the same client and currency.",
          );
        if (amountMinor > amountDueMinor(invoice))
          throw businessRule(
            "exceeds_due",
            "The amount exceeds the amount due on the invoice. Reduce the amount.",
          );
        await bookEntry(em, ctx, invoice, { kind: "payment", sourceId: payment.id, amountMinor, on: today });
        return { event: eventOfEntry(invoice) };
      });
      payment.allocatedMinor += amountMinor;
    }
    touch(ctx, payment);
    await em.flush();
    return presentPayment(em, payment);
  });
}

/** Removes an amount of a payment from its invoices. */
async function reopen(
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

function announce(em: EntityManager, { id, ownerId }: ReceivedPaymentEntity, day: string): Promise<void> {
  return emitLedgerChanges(em, [{ appId: invoicingApp, ownerId, id, days: [day] }]);
}

function touch(ctx: InvoicingContext, payment: ReceivedPaymentEntity): void {
  payment.version += 1;
  payment.updatedAt = ctx.clock.now();
}
