import type { EntityManager } from "@mikro-orm/postgresql";
import type { EventActor } from "../../../../src/access/acting.ts";
import { executeSql } from "../../../../src/db/sql.ts";

/** Row of a batch. */
export interface BatchRow {
  id: string;
  ownerId: string;
  actorType: string | null;
  actorId: string | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Row of an invoice in a batch. */
export interface BatchItemRow {
  batchId: string;
  position: number;
  ownerId: string;
  invoiceId: string;
  status: "pending" | "sent" | "failed";
  errorCode: string | null;
  errorMessage: string | null;
}

/** Who asked for a batch; null for the platform. */
export async function readBatchActor(em: EntityManager, batchId: string): Promise<EventActor | null> {
  const sql = `SELECT actor_type AS type, actor_id AS id FROM invoice_batches WHERE id = $1 AND actor_id IS NOT NULL`;
  return (await executeSql<EventActor>(em, sql, [batchId]))[0] ?? null;
}

/** An invoice of a batch that is still to be sent. */
export interface PendingItem {
  position: number;
  invoiceId: string;
}

/** Locks the first pending items of a batch, in their order. */
export function lockNextItems(em: EntityManager, batchId: string, count: number): Promise<PendingItem[]> {
  const sql = `SELECT position, invoice_id AS "invoiceId" FROM invoice_batch_items
    WHERE batch_id = $1 AND status = 'pending' ORDER BY position LIMIT $2 FOR UPDATE`;
  return executeSql<PendingItem>(em, sql, [batchId, count]);
}

/** Stores the same result for items; `error` is null when they were sent. */
export async function settleItems(
  em: EntityManager,
  batchId: string,
  items: readonly PendingItem[],
  error: { code: string; message: string } | null,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE invoice_batch_items SET status = $3, error_code = $4, error_message = $5
     WHERE batch_id = $1 AND position = ANY($2) AND status = 'pending'`,
    [
      batchId,
      items.map(({ position }) => position),
      error ? "failed" : "sent",
      error?.code ?? null,
      error?.message ?? null,
    ],
  );
}

/** Marks a batch without pending items as finished. */
export async function finishBatch(em: EntityManager, batchId: string, now: Date): Promise<void> {
  await executeSql(em, "UPDATE invoice_batches SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL", [
    batchId,
    now,
  ]);
}
