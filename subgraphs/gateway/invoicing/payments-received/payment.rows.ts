import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";

/** Amount allocated to an invoice, in minor units. */
export interface AllocationRow {
  paymentId: string;
  invoiceId: string;
  amount: number;
}

/** Refund of a payment, in minor units. */
export interface RefundRow {
  id: string;
  paymentId: string;
  amount: number;
  reason: string | null;
  refundedOn: string;
  /** `recorded` when the money is transferred by other means, else the state at the processor. */
  status: "recorded" | "pending" | "succeeded" | "failed";
  processorRefundId: string | null;
  failureReason: string | null;
  /** True for what was paid when it was not due any more: the platform gives its fee of it back too. */
  returnsExcess: boolean;
}

/** Allocations of these payments, newest first. */
export function readAllocations(em: EntityManager, paymentIds: readonly string[]): Promise<AllocationRow[]> {
  return executeSql<AllocationRow>(
    em,
    `SELECT source_id AS "paymentId", invoice_id AS "invoiceId", sum(amount_minor)::float8 AS amount
     FROM invoice_entries WHERE kind = 'payment' AND source_id = ANY ($1)
     GROUP BY source_id, invoice_id HAVING sum(amount_minor) <> 0 ORDER BY max(created_at) DESC, invoice_id`,
    [paymentIds],
  );
}

/** The refunds of these payments, oldest first. */
export function readRefunds(em: EntityManager, paymentIds: readonly string[]): Promise<RefundRow[]> {
  return executeSql<RefundRow>(
    em,
    `SELECT id, payment_id AS "paymentId", amount_minor::float8 AS amount, reason, refunded_on::text AS "refundedOn",
       status, processor_refund_id AS "processorRefundId", failure_reason AS "failureReason",
       returns_excess AS "returnsExcess"
     FROM payment_refunds WHERE payment_id = ANY ($1) ORDER BY created_at, id`,
    [paymentIds],
  );
}

/** Inserts a refund. */
export async function insertRefund(
  em: EntityManager,
  { id, paymentId, amount, reason, refundedOn, status, processorRefundId, returnsExcess }: RefundRow,
  { ownerId, now }: { ownerId: string; now: Date },
): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO payment_refunds (id, owner_id, payment_id, amount_minor, reason, refunded_on, created_at, status,
       processor_refund_id, returns_excess)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, ownerId, paymentId, amount, reason, refundedOn, now, status, processorRefundId, returnsExcess],
  );
}

/** Keeps the state of a refund at the processor. */
export async function changeRefund(
  em: EntityManager,
  id: string,
  {
    status,
    processorRefundId,
    failureReason,
  }: Pick<RefundRow, "status" | "processorRefundId" | "failureReason">,
): Promise<void> {
  await executeSql(
    em,
    "UPDATE payment_refunds SET status = $2, processor_refund_id = $3, failure_reason = $4 WHERE id = $1",
    [id, status, processorRefundId, failureReason],
  );
}

/** IDs of the account's payments with unapplied money. */
export async function findUnapplied(em: EntityManager, ownerId: string): Promise<string[]> {
  const rows = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM payments_received WHERE owner_id = $1 AND status = 'received'
     AND amount_minor > allocated_minor + refunded_minor`,
    [ownerId],
  );
  return rows.map(({ id }) => id);
}
