import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import { applyReading, readPayment } from "./read-payment.service.ts";
import { lockTransaction, selectTransactions, type Transaction } from "./transaction.rows.ts";
import { advanceTransaction, recordTransition } from "./transactions.service.ts";

/** Longer than a page of the processor is open, and than it repeats its events at first. */
const settledAfterMs = 26 * 60 * 60 * 1000;
/** A payment that is open longer than this is abandoned. */
const givenUpAfterMs = 60 * 24 * 60 * 60 * 1000;

const isOpen = "status IN ('pending', 'processing', 'requires_action')";

/**
 * Reads overdue payments from the processor again, and applies their status; each one that had drifted writes an audit
 * row `reconciliation.drift`. A payment that never reached the processor ends. One that cannot be read now is left for
 * the next run. Returns how many were read, and how many had drifted.
 */
export async function reconcilePayments(
  ctx: HubContext,
  { signal, batchSize = 200 }: { signal?: AbortSignal; batchSize?: number } = {},
): Promise<{ read: number; drifted: number }> {
  const now = ctx.clock.now().getTime();
  const [since, before] = [new Date(now - givenUpAfterMs), new Date(now - settledAfterMs)];
  const counts = { read: 0, drifted: 0 };
  for (let after = ""; !signal?.aborted;) {
    const batch = await asSystem(ctx.em, (em) =>
      selectTransactions(em, `${isOpen} AND created_at BETWEEN $1 AND $2 AND id > $3 ORDER BY id LIMIT $4`, [
        since,
        before,
        after,
        batchSize,
      ]),
    );
    for (const row of batch) {
      if (signal?.aborted) break;
      counts.read++;
      if (await reconcile(ctx, row)) counts.drifted++;
    }
    if (batch.length < batchSize) break;
    after = batch.at(-1)!.id;
  }
  return counts;
}

/** True when the payment was somewhere else than we thought. */
async function reconcile(ctx: HubContext, row: Transaction): Promise<boolean> {
  try {
    if (row.sessionId === null && row.paymentIntentId === null) return await endUnopened(ctx, row);
    const reading = await readPayment(ctx, row);
    return await asSystem(ctx.em, async (em) => {
      const before = (await lockTransaction(em, row.id))!;
      await applyReading(ctx, em, row, reading);
      return recordDrift(ctx, em, before);
    });
  } catch (error) {
    ctx.log.warn({ err: error, transactionId: row.id }, "A payment could not be reconciled");
    return false;
  }
}

/**
 * The processor was never reached, or its response was lost: no client has the page or the secret to pay with, and no
 * event came. A charge without its payer present is settled by its own retries.
 */
async function endUnopened(ctx: HubContext, row: Transaction): Promise<boolean> {
  if (row.type === "auto_reload") return false;
  return asSystem(ctx.em, async (em) => {
    const before = (await lockTransaction(em, row.id))!;
    if (before.status !== "pending" || before.sessionId !== null || before.paymentIntentId !== null)
      return false;
    await advanceTransaction(ctx, em, before, {
      status: before.type === "payment_intent" ? "canceled" : "expired",
    });
    return recordDrift(ctx, em, before);
  });
}

async function recordDrift(ctx: HubContext, em: HubContext["em"], before: Transaction): Promise<boolean> {
  const sql = "SELECT status FROM payment_transactions WHERE id = $1";
  const [after] = await executeSql<Pick<Transaction, "status">>(em, sql, [before.id]);
  if (!after || after.status === before.status) return false;
  await recordTransition(ctx, em, before, after.status, "reconciliation.drift");
  return true;
}
