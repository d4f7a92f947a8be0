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

/** Locks the first pending item of a batch after a position; null without one. */
export async function lockNextItem(
  em: EntityManager,
  batchId: string,
): Promise<{ position: number; invoiceId: string } | null> {
  const sql = `SELECT position, invoice_id AS "invoiceId" FROM invoice_batch_items
    WHERE batch_id = $1 AND status = 'pending' ORDER BY position LIMIT 1 FOR UPDATE`;
  return (await executeSql<{ position: number; invoiceId: string }>(em, sql, [batchId]))[0] ?? null;
}

/** Stores the result of an item; `error` is null when it was sent. */
export async function settleItem(
  em: EntityManager,
  batchId: string,
  position: number,
  error: { code: string; message: string } | null,
): Promise<void> {
  await executeSql(
    em,
    `UPDATE invoice_batch_items SET status = $3, error_code = $4, error_message = $5
     WHERE batch_id = $1 AND position = $2 AND status = 'pending'`,
    [batchId, position, error ? "failed" : "sent", error?.code ?? null, error?.message ?? null],
  );
}

/** Marks a batch without pending items as finished. */
export async function finishBatch(em: EntityManager, batchId: string, now: Date): Promise<void> {
  await executeSql(em, "UPDATE invoice_batches SET finished_at = $2 WHERE id = $1 AND finished_at IS NULL", [
    batchId,
    now,
  ]);
}
