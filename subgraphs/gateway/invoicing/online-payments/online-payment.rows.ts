import type { EntityManager } from "@mikro-orm/postgresql";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { DisputeStatus } from "../../base/payments/payment-processor.port.ts";

export type OnlinePaymentState = "open" | "processing" | "succeeded" | "failed" | "expired";

/** A payment of an invoice at the processor. Amounts are minor units of `currency`. */
export interface OnlinePaymentRow {
  id: string;
  ownerId: string;
  paymentAccountId: string;
  invoiceId: string;
  currency: string;
  amountMinor: number;
  applicationFeeMinor: number;
  feeMinor: number | null;
  status: OnlinePaymentState;
  sessionId: string | null;
  paymentIntentId: string | null;
  chargeId: string | null;
  paymentId: string | null;
  paidOn: string | null;
  expiresAt: string;
  checkAt: string | null;
  /** True where the payer agreed that the method is saved. */
  savesMethod: boolean;
  consentIp: string | null;
  /** How many readings at the processor were applied. */
  readings: number;
  createdAt: string;
  updatedAt: string;
}

/** A payment that the payer's bank took back, or asks about. */
export interface DisputeRow {
  id: string;
  ownerId: string;
  onlinePaymentId: string;
  invoiceId: string;
  processorDisputeId: string;
  currency: string;
  amountMinor: number;
  feeMinor: number;
  reason: string;
  status: DisputeStatus;
  evidenceDueAt: string | null;
  openedOn: string;
  closedOn: string | null;
  createdAt: string;
  updatedAt: string;
}

const table = plainRows<{ online_payments: OnlinePaymentRow; payment_disputes: DisputeRow }>();
export const { findRows, insertAll, updateRow, pageRows } = table;

/** An online payment, locked until the transaction ends; null when it does not exist. */
export async function lockOnlinePayment(em: EntityManager, id: string): Promise<OnlinePaymentRow | null> {
  return (await findRows(em, "online_payments", "id = $1 FOR UPDATE", [id]))[0] ?? null;
}

/** The online payment that a payment was recorded for; null for one that was received by other means. */
export async function onlinePaymentOf(
  em: EntityManager,
  paymentId: string,
): Promise<OnlinePaymentRow | null> {
  return (await findRows(em, "online_payments", "payment_id = $1", [paymentId]))[0] ?? null;
}

/** Online payments of an invoice on which a page at the processor may still be open. */
export function openPaymentsOf(em: EntityManager, invoiceId: string): Promise<OnlinePaymentRow[]> {
  return findRows(em, "online_payments", "invoice_id = $1 AND status = 'open' ORDER BY created_at, id", [
    invoiceId,
  ]);
}

/** What of an invoice is on its way: payments that the payer's bank has not confirmed yet. */
export async function processingMinor(em: EntityManager, invoiceId: string): Promise<number> {
  const sql = `SELECT coalesce(sum(amount_minor), 0)::float8 AS amount FROM online_payments
    WHERE invoice_id = $1 AND status = 'processing'`;
  return (await executeSql<{ amount: number }>(em, sql, [invoiceId]))[0]!.amount;
}

/** What was paid for an invoice when it was not due any more, and is returned, in minor units. */
export async function returnedMinor(em: EntityManager, invoiceId: string): Promise<number> {
  const sql = `SELECT coalesce(sum(r.amount_minor), 0)::float8 AS amount FROM online_payments o
    JOIN payment_refunds r ON r.payment_id = o.payment_id AND r.returns_excess AND r.status <> 'failed'
    WHERE o.invoice_id = $1`;
  return (await executeSql<{ amount: number }>(em, sql, [invoiceId]))[0]!.amount;
}

/** Ends payments whose page was never opened at the processor, as far as we know, and cannot be open any more. */
export async function expireUnopened(em: EntityManager, now: Date): Promise<void> {
  await executeSql(
    em,
    `UPDATE online_payments SET status = 'expired', check_at = NULL, updated_at = $1
     WHERE check_at <= $1 AND status = 'open' AND session_id IS NULL AND payment_intent_id IS NULL`,
    [now],
  );
}

/** Claims unfinished payments that are due to be read; they are due again at `until`. */
export function claimUnfinished(
  em: EntityManager,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ paymentIntentId: string | null; sessionId: string | null; processorAccountId: string }[]> {
  return executeSql(
    em,
    `WITH due AS (SELECT id FROM online_payments WHERE check_at <= $1 ORDER BY check_at, id LIMIT $3
       FOR UPDATE SKIP LOCKED)
     UPDATE online_payments o SET check_at = $2 FROM due, payment_accounts a
     WHERE o.id = due.id AND a.id = o.payment_account_id
     RETURNING o.payment_intent_id AS "paymentIntentId", o.session_id AS "sessionId",
       a.processor_account_id AS "processorAccountId"`,
    [now, until, limit],
  );
}
