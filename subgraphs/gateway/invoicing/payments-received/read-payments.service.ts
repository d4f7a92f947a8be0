import type { FilterQuery } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { readPage } from "../../base/read-page.service.ts";
import { visibleRows } from "../visible-rows.ts";
import { findUnapplied, readAllocations, readRefunds, type RefundRow } from "./payment.rows.ts";
import type { PaymentRefund } from "./payment-refund.types.ts";
import type { ReceivedPayment, ReceivedPaymentPage, ReceivedPaymentsArgs } from "./payments.types.ts";
import { ReceivedPaymentEntity, unappliedMinor } from "./received-payment.entity.ts";
import { notFound } from "../../base/gateway.errors.ts";

/** Returns a received payment of the account. Throws NOT_FOUND. */
export function readPayment(ctx: InvoicingContext, paymentId: string): Promise<ReceivedPayment> {
  const read = async (em: EntityManager) => {
    const row = await em.findOne(ReceivedPaymentEntity, { id: paymentId, ...visibleRows(ctx) });
    if (!row) throw notFound("payment");
    return presentPayment(em, row);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Lists the account's received payments, newest first. */
export function listPayments(
  ctx: InvoicingContext,
  args: ReceivedPaymentsArgs,
): Promise<ReceivedPaymentPage> {
  const { limit, after, clientId, from, to, method, unapplied } = args;
  const read = async (em: EntityManager) => {
    const days = { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) };
    const ids = unapplied ? { id: { $in: await findUnapplied(em, ownerOf(ctx)) } } : {};
    const filter = {
      ...visibleRows(ctx),
      ...(clientId ? { clientId } : {}),
      ...(method ? { method } : {}),
      ...(from || to ? { receivedOn: days } : {}),
      ...ids,
    } as FilterQuery<ReceivedPaymentEntity>;
    const list = ["payments", clientId, from, to, method, unapplied] as const;
    const { rows, ...page } = await readPage(em, ctx, ReceivedPaymentEntity, { filter, list, limit, after });
    return { payments: await presentPayments(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Converts a payment to its GraphQL type, with allocations and refunds. */
export async function presentPayment(
  em: EntityManager,
  row: ReceivedPaymentEntity,
): Promise<ReceivedPayment> {
  const [shown] = await presentPayments(em, [row]);
  return shown!;
}

/** Converts a refund to its GraphQL type. */
export function presentRefund(row: RefundRow, currency: string): PaymentRefund {
  const { id, paymentId, reason, refundedOn, status, failureReason } = row;
  const amount = toMajor(row.amount, currencyDecimals(currency));
  return { id, paymentId, amount, currency, reason, refundedOn, status, failureReason };
}

async function presentPayments(
  em: EntityManager,
  rows: readonly ReceivedPaymentEntity[],
): Promise<ReceivedPayment[]> {
  const ids = rows.map(({ id }) => id);
  const allocations = await readAllocations(em, ids);
  const refunds = await readRefunds(em, ids);
  return rows.map((row) => {
    const { id, status, clientId, currency, method, receivedOn, reference, voidReason } = row;
    const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
    const { version, createdAt, updatedAt } = row;
    return {
      id,
      status,
      clientId,
      currency,
      amount: major(row.amountMinor),
      allocated: major(row.allocatedMinor),
      refunded: major(row.refundedMinor),
      unapplied: major(unappliedMinor(row)),
      method: method as ReceivedPayment["method"],
      receivedOn,
      reference,
      voidReason,
      allocations: allocations
        .filter(({ paymentId }) => paymentId === id)
        .map(({ invoiceId, amount }) => ({ invoiceId, amount: major(amount) })),
      refunds: refunds.filter(({ paymentId }) => paymentId === id).map((one) => presentRefund(one, currency)),
      version,
      createdAt,
      updatedAt,
    };
  });
}
